package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Additions rates a puzzle with clues added, again and again. It gives the ratings
// of [Rater.Class] in a fraction of the time, because the paths of such puzzles meet:
//
//	the puzzle      --- digits placed ---> position 1 -- x-wing --> position 2 --> ...
//	                                                                    ^
//	one clue more   --- digits placed ---> another one -- xy-wing ------'
//
// The techniques that only place digits come first on the scale. In whatever order
// they are applied, they lead to the same position, where none of them finds more:
// what one of them finds stays there to be found by it, or by one before it, when
// more digits are placed. At such a position the path is settled. From there it
// depends on the position alone, so a settled position is searched once.
//
// This is so in every orientation of the puzzle, but for the hardest techniques and
// for some chains and loops. These are searched on the canonical form.
//
// The zero value has no puzzle yet. It is scratch memory.
type Additions struct {
	rater  *Rater
	puzzle sudoku.Puzzle

	ground, base footing // the puzzle itself, and with the clues to which one is added
	added        sudoku.Puzzle
	reached      state // settled, with the clue at hand
	start        state // the start, with the clue at hand
	turn         transform.Isomorphism
	turned       bool // turn maps added to its canonical form
	count        uint64

	known []knownPosition
	heads [1 << 10]int32 // by hash, the last known position, counted from 1
}

// footing is a puzzle with some clues added.
type footing struct {
	added          sudoku.Cells
	start, settled state
	at             int32 // the number of the settled position, or unknownPosition
}

// knownPosition is a settled position, and what is known of the round there.
type knownPosition struct {
	state    state
	rating   Tenths // of the round; 0 if it is not known
	least    Tenths // the rating is not below, if it is not known
	oriented bool   // the round depends on the orientation
	hardest  Technique
	next     int32 // the settled position after the round
	sibling  int32 // the next one with the same hash, counted from 1
}

const (
	solvedPosition  int32 = -1
	unknownPosition int32 = -2
)

// Addition is the rating of a puzzle with clues added; see [Result] and [Class].
type Addition struct {
	ER, EP, ED    Tenths
	Hardest       Technique
	Automorphisms uint64
	Prelude       sudoku.Cells
}

// The rows of the table that only place digits end before placing; those that
// never depend on the orientation, or say so, end before turning.
var placing, turning = rowOf(techniques[:], "pointing"), rowOf(techniques[:], "nishio")

// Begin makes a ready for a puzzle. It rates by means of a rater, and shares its
// memory.
func (a *Additions) Begin(r *Rater, p *sudoku.Puzzle) {
	r.start(p)
	a.rater, a.puzzle = r, *p
	a.known = a.known[:0]
	clear(a.heads[:])
	a.ground = footing{start: r.state, settled: r.state}
	a.settle(&a.ground.settled)
	a.ground.at = unknownPosition
	a.base = a.ground
}

// ClassBelow rates the puzzle with the clues of base and one more, if its ER is below
// a bound: see [Rater.ClassBelow].
func (a *Additions) ClassBelow(base sudoku.Cells, cell sudoku.Cell, bound Tenths) (sum Addition, below bool, err error) {
	a.stand(base)
	a.added, a.turned = a.puzzle.With(base.With(cell)), false
	digit := a.added.Solution()[cell]
	at := a.base.at
	if a.base.settled.grid[cell] == 0 {
		a.reached = a.base.settled
		a.reached.place(cell, digit)
		a.settle(&a.reached)
		at = a.position(&a.reached)
	} else if at == unknownPosition {
		at = a.position(&a.base.settled)
		a.base.at = at
	}
	a.start = a.base.start
	a.start.place(cell, digit)
	if a.start.solved() {
		return sum, false, ErrComplete
	}
	if at == solvedPosition {
		below = a.place(&sum, bound)
	} else {
		below, err = a.walk(at, &sum, bound)
	}
	if !below || err != nil {
		return Addition{}, false, err
	}
	a.canonize()
	sum.Automorphisms = a.count
	return sum, true, nil
}

// stand makes base the footing with some clues added.
func (a *Additions) stand(added sudoku.Cells) {
	if a.base.added == added {
		return
	}
	if !a.base.added.Within(added) {
		a.base = a.ground
	}
	solution := a.puzzle.Solution()
	for c := range added.AndNot(a.base.added).All() {
		a.base.start.place(c, solution[c])
		a.base.settled.place(c, solution[c])
	}
	a.base.added, a.base.at = added, unknownPosition
	a.settle(&a.base.settled)
}

// settle applies the techniques that only place digits, until they find no more.
func (a *Additions) settle(s *state) {
	f := &a.rater.found
	for !s.solved() && f.search(s, 0, placing, MaxTenths) == steps {
		f.apply(s)
	}
}

// place rates a puzzle that is solved by placing digits.
func (a *Additions) place(sum *Addition, bound Tenths) (below bool) {
	f, s := &a.rater.found, &a.start
	for !s.solved() {
		if f.search(s, 0, placing, bound) != steps {
			return false
		}
		rating := f.steps[0].Rating
		if sum.ED == 0 {
			sum.ED, sum.EP = rating, rating
		}
		if rating > sum.ER {
			sum.ER, sum.Hardest, sum.Prelude = rating, f.steps[0].Technique, s.grid.Filled()
		}
		f.apply(s)
	}
	return true
}

// walk rates a puzzle that leads to a settled position that is not solved.
func (a *Additions) walk(at int32, sum *Addition, bound Tenths) (below bool, err error) {
	f := &a.rater.found
	switch f.search(&a.start, 0, placing, bound) {
	case notBelow:
		return false, nil
	case steps:
		sum.ED = f.steps[0].Rating
		sum.EP = sum.ED
	}
	placed := sum.ED != 0
	for at != solvedPosition {
		round, err := a.round(at, bound)
		if err != nil || round.rating == 0 || round.rating >= bound {
			return false, err
		}
		if round.rating > sum.ER {
			sum.ER, sum.Hardest, sum.Prelude = round.rating, round.hardest, a.known[at].state.grid.Filled()
		}
		if sum.ED == 0 {
			sum.ED = round.rating
		}
		if !placed {
			sum.EP = sum.ER
			placed = round.next == solvedPosition || a.known[round.next].state.unfilled < a.known[at].state.unfilled
		}
		at = round.next
	}
	return true, nil
}

// nextRound is a round from one settled position to the next.
type nextRound struct {
	rating  Tenths // 0 if it is not below the bound
	hardest Technique
	next    int32
}

// round returns the round at a known position.
func (a *Additions) round(at int32, bound Tenths) (nextRound, error) {
	x := &a.known[at]
	if x.rating == 0 && !x.oriented && x.least < bound {
		a.look(at, bound)
		x = &a.known[at]
	}
	switch {
	case x.oriented && x.rating == 0:
		return a.lookTurned(at, bound)
	default:
		return nextRound{x.rating, x.hardest, x.next}, nil
	}
}

// look finds the round at a known position, if it does not depend on the
// orientation.
func (a *Additions) look(at int32, bound Tenths) {
	f := &a.rater.found
	f.oriented, f.doubting = false, true
	defer func() { f.doubting = false }()
	for t := placing; t < turning; t++ {
		x := &a.known[at]
		found := f.search(&x.state, t, t+1, bound)
		switch {
		case f.oriented:
			x.oriented, x.hardest = true, t
			return
		case found == notBelow:
			x.least = bound
			return
		case found == steps:
			rating := f.steps[0].Rating
			next := a.after(at)
			x = &a.known[at]
			x.rating, x.hardest, x.next = rating, t, next
			return
		}
	}
	x := &a.known[at]
	x.oriented, x.hardest = true, turning
}

// after returns the settled position after the steps found at another.
func (a *Additions) after(at int32) int32 {
	a.reached = a.known[at].state
	a.rater.found.apply(&a.reached)
	a.settle(&a.reached)
	return a.position(&a.reached)
}

// lookTurned finds the round at a known position on the canonical form.
func (a *Additions) lookTurned(at int32, bound Tenths) (nextRound, error) {
	a.canonize()
	r, x := a.rater, &a.known[at]
	here := Position{x.state.grid, x.state.digits}
	image := here.Map(a.turn)
	r.state.start(image.Grid)
	r.state.advance(&image)
	switch r.found.search(&r.state, x.hardest, Technique(NumTechniques), bound) {
	case notBelow:
		return nextRound{}, nil
	case nothing:
		if bound < MaxTenths {
			return nextRound{}, nil
		}
		return nextRound{}, beyond(&a.added)
	}
	round := nextRound{rating: r.found.steps[0].Rating, hardest: r.found.steps[0].Technique}
	a.reached = x.state
	back := a.turn.Inverse()
	for i := range r.found.steps {
		step := &r.found.steps[i]
		for _, k := range step.Eliminations {
			k = back.Candidate(k)
			a.reached.remove(k.Cell(), k.Digit())
		}
		if step.Places {
			k := back.Candidate(step.Placement)
			a.reached.place(k.Cell(), k.Digit())
		}
	}
	a.settle(&a.reached)
	round.next = a.position(&a.reached)
	return round, nil
}

// canonize finds the canonical form of the puzzle with the clue at hand.
func (a *Additions) canonize() {
	if !a.turned {
		canonical := a.rater.canonizer.Canonical(a.added.Clues())
		a.turn, a.count, a.turned = canonical.To, canonical.Automorphisms, true
	}
}

// position returns the number of a settled state among the known positions, to which
// it is added if need be.
func (a *Additions) position(s *state) int32 {
	if s.solved() {
		return solvedPosition
	}
	head := &a.heads[hashOf(&s.digits)%uint64(len(a.heads))]
	for i := *head; i != 0; i = a.known[i-1].sibling {
		if a.known[i-1].state.digits == s.digits {
			return i - 1
		}
	}
	a.known = slices.Grow(a.known, 1)[:len(a.known)+1]
	x := &a.known[len(a.known)-1]
	x.state = *s
	x.rating, x.least, x.oriented, x.sibling = 0, 0, false, *head
	*head = int32(len(a.known))
	return *head - 1
}

// hashOf returns a hash of the candidates of cells.
func hashOf(digits *[81]sudoku.Digits) (h uint64) {
	for _, d := range digits {
		h = h*0x9e3779b97f4a7c15 + uint64(d)
	}
	return scatter(h)
}
