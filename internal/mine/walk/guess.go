package walk

import (
	"math/bits"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// guesser holds the scratch memory of guesses how hard puzzles are.
type guesser struct {
	solver sudoku.Solver
	prober depth.Prober
	rater  *rating.Rater
}

// A promise is a guess how good a puzzle is for a walk. The walk tries puzzles with higher
// promises first. It is a whole number, so that all processors make the same choices.
type promise int64

// hard guesses how hard a puzzle is from two numbers: the trials that the solver makes, and
// the candidates that singles refute. The guess is trials * (refuted + 1)^-0.8; its
// logarithm, times five, has whole factors. The table has the rank correlations of the two
// numbers and of the guess with ER, for seeds of the starter bank:
//
//	             seeds   trials   refuted   guess
//	ER  9.0 ...   9539     0.84     -0.89    0.91
//	ER  9.5 ...   3960     0.58     -0.48    0.63
//	ER 10.0 ...   2464     0.33     -0.26    0.35
//
// The refuted candidates seem to count for more among the neighbors of a puzzle. An
// exponent of -0.4 would suit the seeds best from ER 9.5 on. But with -0.5 only 4 of 14
// walks came from ER 9 to 10 within a minute, and with -0.8 it was 9 of 12, though
// these walks differed in other ways too. The number of clues would improve the guess a
// little. But it would lead a walk to few clues, and the highest ratings have more.
func hard(g *guesser, p *sudoku.Puzzle) promise {
	return 5*logarithm(g.solver.Trials(p.Clues())) - 4*logarithm(g.prober.Refuted(p)+1)
}

// logarithm returns the binary logarithm of n in units of 2^-16, rounded down. For 0 it
// returns less than for any other number.
func logarithm(n int) promise {
	if n == 0 {
		return -behind / 16
	}
	whole := bits.Len64(uint64(n)) - 1
	log := promise(whole)
	rest := uint64(n) << (63 - whole) // n / 2^whole, with 63 bits after the point
	for range 16 {
		high, low := bits.Mul64(rest, rest)
		rest = high<<1 | low>>63
		log <<= 1
		if high>>63 == 1 { // the square is 2 or more
			rest, log = high, log|1
		}
	}
	return log
}

// placing is the rating below which every step places a digit.
const placing = rating.Tenths(26)

// hardWithoutDigit guesses how hard a puzzle is before the first digit is placed.
func hardWithoutDigit(g *guesser, p *sudoku.Puzzle) promise {
	if g.rater.StartsBelow(p, placing) {
		return hard(g, p) - behind
	}
	return hard(g, p)
}

// easyStart is the rating below which a first step is easy: a single, pointing or claiming.
const easyStart = rating.Tenths(30)

// hardEarly guesses how hard the first step of a puzzle is. A candidate that singles
// refute gives a chain, rated below 10 unless it is very long. Nine seeds with an ED of
// 9.5 and up were known when this was written: none had more than three such candidates,
// while other seeds of the same ER had about ten. But of the seeds without any, nineteen
// in twenty begin with an easy step.
func hardEarly(g *guesser, p *sudoku.Puzzle) promise {
	if g.rater.StartsBelow(p, easyStart) {
		return hard(g, p) - behind
	}
	return -promise(g.prober.Refuted(p))
}

// behind is greater than every promise. Subtracting it from a promise puts a puzzle after
// all others.
const behind promise = 1 << 40

func fewClued(_ *guesser, p *sudoku.Puzzle) promise { return -promise(p.NumClues()) }

// unknowable is for objectives whose values depend on the whole path of a puzzle.
func unknowable(*guesser, *sudoku.Puzzle) promise { return 0 }
