package rating

import (
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Additions rates many variants of a puzzle, each with clues added. It gives the
// ratings of [Rater.Class] in a fraction of the time, because the paths of such
// puzzles meet:
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
// This holds in every orientation of the puzzle, except for the hardest techniques
// and for some chains and loops. These are searched on the canonical form.
//
// The zero value has no puzzle yet. It is scratch memory.
type Additions struct {
	rater  *Rater
	puzzle sudoku.Puzzle

	ground footing // the puzzle itself, with nothing settled
	base   footing // the puzzle with the clues to which one is added

	added         sudoku.Puzzle         // the base with one more clue: the current puzzle
	start         state                 // the start position of added
	reached       state                 // a settled position that added reaches
	canonized     bool                  // whether the next two fields are valid
	turn          transform.Isomorphism // maps added to its canonical form
	automorphisms uint64

	known []knownPosition
	heads [1 << 10]int32 // by hash, the number of the last known position, counted from 1
}

// footing is a puzzle with some clues added.
type footing struct {
	added   sudoku.Cells
	start   state
	settled [len(placingRatings)]settled // by placing rating: where techniques up to it find no more
	solved  int                          // the lowest placing rating known to solve the puzzle, or len(placingRatings)
	at      int32                        // the number of the settled position of the last placing rating, or unknownPosition
}

// settled is a settled position of a footing. It is updated when it is used.
type settled struct {
	state state
	added sudoku.Cells // clues of the footing that it contains, maybe not all
	begun bool
}

// placingRatings are the ratings of the techniques that only place digits. Below, a
// placing rating is an index of them.
var placingRatings = [...]Tenths{12, 15, 17, 20, 23, 25}

// lastPlacing is the highest placing rating.
const lastPlacing = len(placingRatings) - 1

// knownPosition is a settled position and the known facts about its round.
type knownPosition struct {
	state    state
	rating   Tenths    // of the round; 0 if it is not known
	least    Tenths    // a lower bound if the rating is not known
	oriented bool      // the round may depend on the orientation
	hardest  Technique // of the round; if it may depend on the orientation, the technique to begin the search with
	next     int32     // the settled position after the round
	sibling  int32     // the next one with the same hash, counted from 1
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

// Rows of the table of techniques. Finders of rows before turningRow do not depend on
// the orientation, or set found.oriented.
var (
	directRow  = rowOf(techniques[:], "direct-pointing") // the first row after hidden singles
	removalRow = rowOf(techniques[:], "pointing")        // the first row that does not only place digits
	turningRow = rowOf(techniques[:], "nishio")
)

// Begin prepares a for a puzzle. It rates with r, and uses the scratch memory of
// r.
func (a *Additions) Begin(r *Rater, p *sudoku.Puzzle) {
	r.start(p)
	a.rater, a.puzzle = r, *p
	a.known = a.known[:0]
	clear(a.heads[:])
	a.ground.start, a.ground.solved, a.ground.at = r.state, lastPlacing+1, unknownPosition
	a.base = a.ground
}

// ClassBelow rates the puzzle with the clues of base and one more, if its ER is below
// a bound: see [Rater.ClassBelow].
func (a *Additions) ClassBelow(base sudoku.Cells, cell sudoku.Cell, bound Tenths) (sum Addition, below bool, err error) {
	a.stand(base)
	a.added, a.canonized = a.puzzle.With(base.With(cell)), false
	a.start = a.base.start
	a.start.place(cell, a.added.Solution()[cell])
	if a.start.solved() {
		return sum, false, ErrComplete
	}
	if at := a.positionWith(cell); at == solvedPosition {
		below = a.ratePlaced(cell, &sum, bound)
	} else {
		below, err = a.ratePath(at, &sum, bound)
	}
	if !below || err != nil {
		return Addition{}, false, err
	}
	a.canonize()
	sum.Automorphisms = a.automorphisms
	return sum, true, nil
}

// stand makes base the puzzle with the clues in added.
func (a *Additions) stand(added sudoku.Cells) {
	if a.base.added == added {
		return
	}
	if !a.base.added.Within(added) {
		a.base = a.ground
	}
	a.base.start.fill(added.AndNot(a.base.added), &a.puzzle)
	a.base.added, a.base.at = added, unknownPosition
}

// ratePlaced rates a puzzle that placing digits solves. What solves the base also solves
// the puzzle, so only lower ratings have to be tried.
func (a *Additions) ratePlaced(cell sudoku.Cell, sum *Addition, bound Tenths) (below bool) {
	for i := min(a.base.solved, lastPlacing); i > 0; i-- {
		a.settleWith(cell, i-1)
		if a.reached.solved() {
			continue
		}
		f := &a.rater.found
		if placingRatings[i] >= bound || f.search(&a.start, 0, removalRow, bound) != steps {
			return false
		}
		sum.ER, sum.Prelude = placingRatings[i], a.reached.grid.Filled()
		sum.ED = f.steps[0].Rating
		sum.EP = sum.ED
		for techniques[sum.Hardest].most < sum.ER {
			sum.Hardest++
		}
		return true
	}
	return a.rateBoxSingles(sum, bound)
}

// rateBoxSingles rates a puzzle that hidden singles in boxes solve.
func (a *Additions) rateBoxSingles(sum *Addition, bound Tenths) (below bool) {
	f, s := &a.rater.found, &a.start
	for !s.solved() {
		if f.search(s, 0, removalRow, bound) != steps {
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

// ratePath rates a puzzle from an unsolved settled position.
func (a *Additions) ratePath(at int32, sum *Addition, bound Tenths) (below bool, err error) {
	f := &a.rater.found
	switch f.search(&a.start, 0, removalRow, bound) {
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
	if x.oriented {
		return a.lookTurned(at, bound)
	}
	return nextRound{x.rating, x.hardest, x.next}, nil
}

// look finds the round at a known position, if it does not depend on the
// orientation.
func (a *Additions) look(at int32, bound Tenths) {
	f := &a.rater.found
	f.oriented, f.doubting = false, true
	defer func() { f.doubting = false }()
	for t := removalRow; t < turningRow; t++ {
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
	x.oriented, x.hardest = true, turningRow
}

// after returns the settled position after the steps found at another.
func (a *Additions) after(at int32) int32 {
	a.reached = a.known[at].state
	a.rater.found.apply(&a.reached)
	a.settle(&a.reached, lastPlacing)
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
	a.settle(&a.reached, lastPlacing)
	round.next = a.position(&a.reached)
	return round, nil
}

// canonize finds the canonical form of the current puzzle.
func (a *Additions) canonize() {
	if !a.canonized {
		canonical := a.rater.canonizer.Canonical(a.added.Clues())
		a.turn, a.automorphisms, a.canonized = canonical.To, canonical.Automorphisms, true
	}
}
