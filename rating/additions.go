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
	added   sudoku.Cells
	start   state
	settled [len(placingRatings)]settled // when techniques up to each rating find no more
	solved  int                          // the number of a rating that solves the puzzle; the lowest one known, if any is
	at      int32                        // the number of the last settled position, or unknownPosition
}

// settled is a settled position of a footing, with its clues added or with fewer: it
// is brought up to date when it is asked for.
type settled struct {
	state state
	added sudoku.Cells
	begun bool
}

// placingRatings are the ratings of the techniques that only place digits.
var placingRatings = [...]Tenths{12, 15, 17, 20, 23, 25}

// last is the number of the highest of these ratings.
const last = len(placingRatings) - 1

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

// The rows of the table that only place digits, after hidden singles, are from direct
// on, and end before placing; those that
// never depend on the orientation, or say so, end before turning.
var direct, placing, turning = rowOf(techniques[:], "direct-pointing"), rowOf(techniques[:], "pointing"), rowOf(techniques[:], "nishio")

// Begin makes a ready for a puzzle. It rates by means of a rater, and shares its
// memory.
func (a *Additions) Begin(r *Rater, p *sudoku.Puzzle) {
	r.start(p)
	a.rater, a.puzzle = r, *p
	a.known = a.known[:0]
	clear(a.heads[:])
	a.ground.start, a.ground.solved, a.ground.at = r.state, last+1, unknownPosition
	for i := range a.ground.settled {
		a.ground.settled[i].begun = false
	}
	a.base = a.ground
}

// ClassBelow rates the puzzle with the clues of base and one more, if its ER is below
// a bound: see [Rater.ClassBelow].
func (a *Additions) ClassBelow(base sudoku.Cells, cell sudoku.Cell, bound Tenths) (sum Addition, below bool, err error) {
	a.stand(base)
	a.added, a.turned = a.puzzle.With(base.With(cell)), false
	a.start = a.base.start
	a.start.place(cell, a.added.Solution()[cell])
	if a.start.solved() {
		return sum, false, ErrComplete
	}
	if at := a.settledWith(cell); at == solvedPosition {
		below = a.place(cell, &sum, bound)
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
	a.base.start.fill(added.AndNot(a.base.added), &a.puzzle)
	a.base.added, a.base.at = added, unknownPosition
}

// settled returns the position of the base that is settled by techniques up to one of
// the placing ratings.
func (a *Additions) settled(rating int) *state {
	x := &a.base.settled[rating]
	switch more := a.base.added.AndNot(x.added); {
	case !x.begun:
		x.begun, x.state = true, a.base.start
	case more.Empty() || !x.state.fill(more, &a.puzzle):
		x.added = a.base.added
		return &x.state
	}
	x.added = a.base.added
	a.settle(&x.state, rating)
	if x.state.solved() {
		a.base.solved = min(a.base.solved, rating)
	}
	return &x.state
}

// fill places the digits of a puzzle's solution in some cells, and reports whether
// any of them was empty.
func (s *state) fill(cells sudoku.Cells, p *sudoku.Puzzle) (filled bool) {
	solution := p.Solution()
	for c := range cells.All() {
		filled = filled || s.grid[c] == 0
		s.place(c, solution[c])
	}
	return filled
}

// settle applies the techniques up to one of the placing ratings, until they find no
// more. Singles go first, since the order does not matter.
func (a *Additions) settle(s *state, rating int) {
	bound := leastFrom[placing]
	if rating < last {
		bound = placingRatings[rating+1]
	}
	for f := &a.rater.found; !s.solved(); {
		switch {
		case s.placeHidden(rating == 0) || bound > 23 && s.placeNaked():
		case bound > 17 && f.search(s, direct, placing, bound) == steps:
			f.apply(s)
		default:
			return
		}
	}
}

// placeHidden places hidden singles, and reports whether there were any. Those of
// lines may be left out, but for last cells.
func (s *state) placeHidden(onlyBoxes bool) (any bool) {
	for h := range sudoku.House(sudoku.NumHouses) {
		if s.empty[h] == 0 || onlyBoxes && h < sudoku.FirstBox && !s.empty[h].one() {
			continue
		}
		for d := range s.positions[h] {
			if at := s.positions[h][d]; at.one() {
				s.place(h.List()[at.first()], sudoku.Digit(d+1))
				any = true
			}
		}
	}
	return any
}

// placeNaked places naked singles, and reports whether there were any.
func (s *state) placeNaked() bool {
	one, _, _, _ := s.byCount()
	for c := range one.All() {
		if digits := s.digits[c]; digits != 0 {
			s.place(c, digits.First())
		}
	}
	return !one.Empty()
}

// settledWith returns the number of the settled position of the base with a clue in
// a cell.
func (a *Additions) settledWith(cell sudoku.Cell) int32 {
	if a.base.solved > last {
		a.settled(last)
	}
	switch {
	case a.base.solved <= last:
		return solvedPosition
	case a.base.settled[last].state.grid[cell] == 0:
		a.settleWith(cell, last)
		return a.position(&a.reached)
	case a.base.at == unknownPosition:
		a.base.at = a.position(&a.base.settled[last].state)
	}
	return a.base.at
}

// settleWith settles the base with a clue in a cell, by techniques up to one of the
// placing ratings.
func (a *Additions) settleWith(cell sudoku.Cell, rating int) {
	a.reached = *a.settled(rating)
	if a.reached.grid[cell] == 0 {
		a.reached.place(cell, a.start.grid[cell])
		a.settle(&a.reached, rating)
	}
}

// place rates a puzzle that is solved by placing digits. What solves it with fewer
// clues does so with more: only the ratings below can make a difference.
func (a *Additions) place(cell sudoku.Cell, sum *Addition, bound Tenths) (below bool) {
	for i := min(a.base.solved, last); i > 0; i-- {
		a.settleWith(cell, i-1)
		if a.reached.solved() {
			continue
		}
		f := &a.rater.found
		if placingRatings[i] >= bound || f.search(&a.start, 0, placing, bound) != steps {
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
	return a.placeLast(sum, bound)
}

// placeLast rates a puzzle that is solved by hidden singles in boxes.
func (a *Additions) placeLast(sum *Addition, bound Tenths) (below bool) {
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
	a.settle(&a.reached, last)
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
	a.settle(&a.reached, last)
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
