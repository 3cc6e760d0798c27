package rating

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// The reader of arguments knows the rules of Sudoku, and what each kind of sentence says
// (statement.go). It knows no technique. For each statement it asks whether what the
// statement claims follows from the statements that it names, by a search through all
// ways to fill the cells that these speak of.

// clause is a list of literals one of which is true.
type clause []literal

// reader reads the statements of a step.
type reader struct {
	at   *Position
	list []Statement
}

// argues returns an error if the statements do not lead from a position to the conclusion
// of a step, or if their texts differ in what they name.
func argues(s *Step, at *Position) error {
	r := reader{at, s.Statements(at)}
	for i := range r.list {
		if err := r.read(i); err != nil {
			return fmt.Errorf("statement %d, %s: %w", i, r.list[i].Text(English), err)
		}
	}
	if err := r.repeats(); err != nil {
		return err
	}
	return r.ends(s)
}

// ends checks that the conclusions are those of the step.
func (r *reader) ends(s *Step) error {
	var want, got []literal
	for _, k := range s.Eliminations {
		want = append(want, off(k))
	}
	if s.Places {
		want = append(want, on(s.Placement))
	}
	for i := range r.list {
		if r.list[i].Part == Conclusion {
			if len(r.list[i].Under) > 0 {
				return fmt.Errorf("statement %d is a conclusion within a branch", i)
			}
			for _, f := range r.list[i].Claims {
				got = append(got, f.literal())
			}
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(want, got) {
		return fmt.Errorf("it ends in %v, the step in %v", got, want)
	}
	return nil
}

// read checks one statement.
func (r *reader) read(i int) error {
	s := &r.list[i]
	if err := checkTexts(s); err != nil {
		return err
	}
	for _, n := range slices.Concat(s.From, s.Again) {
		if n >= i {
			return fmt.Errorf("it follows from %d, behind it", n)
		}
	}
	for n, u := range s.Under {
		if u > i || r.list[u].Part != Assumption || !slices.Equal(r.list[u].Under, s.Under[:n+1]) {
			return fmt.Errorf("it is under %v", s.Under)
		}
	}
	switch s.Part {
	case Assumption:
		if len(s.Under) == 0 || s.Under[len(s.Under)-1] != i || len(s.Claims) != 1 || len(s.From) > 0 {
			return errors.New("it is no assumption")
		}
		return nil
	case Remark:
		if len(s.Claims) > 0 || len(s.OneOf) > 0 {
			return errors.New("a remark claims something")
		}
		return nil
	case Premise, Inference, Conclusion:
	default:
		return fmt.Errorf("it is a %q", s.Part)
	}
	if s.Says == asBefore {
		return r.readAgain(s)
	}
	if check := looks[s.Says]; check != nil {
		return check(r, s)
	}
	var known []clause
	for _, n := range s.From {
		known = append(known, r.asserted(n, s.Under)...)
	}
	return r.follows(s, known)
}

// asserted returns what a statement asserts, for a reader who makes some assumptions.
// What holds with other assumptions too holds unless one of them is false.
func (r *reader) asserted(n int, under []int) (list []clause) {
	s := &r.list[n]
	var unless clause
	for _, u := range s.Under {
		if !slices.Contains(under, u) {
			unless = append(unless, r.list[u].Claims[0].literal().opposite())
		}
	}
	for _, c := range goals(s) {
		list = append(list, append(slices.Clone(unless), c...))
	}
	if s.Says == circle {
		for _, link := range s.From {
			list = append(list, r.implication(link, s.Under))
		}
	}
	return list
}

// implication returns that a link follows from the other links that it follows from.
func (r *reader) implication(n int, under []int) clause {
	var c clause
	for _, from := range r.list[n].From {
		if len(r.list[from].Under) > len(under) {
			c = append(c, r.list[from].Claims[0].literal().opposite())
		}
	}
	return append(c, r.list[n].Claims[0].literal())
}

// goals returns what a statement asserts.
func goals(s *Statement) (list []clause) {
	for _, f := range s.Claims {
		list = append(list, clause{f.literal()})
	}
	for _, candidates := range s.OneOf {
		var c clause
		for _, k := range candidates {
			c = append(c, on(k))
		}
		list = append(list, c)
	}
	if s.Says == leavesNone || s.Says == sameTwice {
		var c clause
		for _, f := range s.Way {
			c = append(c, f.literal().opposite())
		}
		list = append(list, c)
	}
	return list
}

// follows checks that what a statement asserts follows from what is known, and from the
// cells or the house that it looks at.
func (r *reader) follows(s *Statement, known []clause) error {
	list := goals(s)
	if len(list) == 0 {
		return errors.New("it says nothing")
	}
	for _, places := range s.OneOf {
		for _, k := range places {
			if slices.ContainsFunc(known, func(c clause) bool { return len(c) == 1 && c[0] == off(k) }) {
				return fmt.Errorf("%v is among the places, but out", k)
			}
		}
	}
	known = append(slices.Clone(known), r.lookedAt(s)...)
	for _, goal := range list {
		tried := slices.Clone(known)
		for _, l := range goal {
			tried = append(tried, clause{l.opposite()})
		}
		if r.possible(tried) {
			return fmt.Errorf("%v does not follow", goal)
		}
	}
	return nil
}

// The sentences that look at houses for a digit, and at cells.
var (
	lookAtHouses = []Saying{lastCell, onlyPlace, onlyCells, onlyCellsNow, locked, lockedNow, lastInHouse, lastInHouseBy}
	lookAtCells  = []Saying{onlyDigit, onlyDigits, onlyDigitsNow, isOneOf, isOneOfNow, ifThen, lastInCell, lastInCellWith, noWay}
)

// lookedAt returns that the cells and houses of a statement have the digits that the
// position leaves them.
func (r *reader) lookedAt(s *Statement) (list []clause) {
	if slices.Contains(lookAtHouses, s.Says) {
		for _, h := range s.Houses {
			for d := range s.Digits.All() {
				var c clause
				for _, cell := range h.List() {
					if r.at.Candidates[cell].Has(d) {
						c = append(c, on(cell.Candidate(d)))
					}
				}
				list = append(list, c)
			}
		}
	}
	cells := s.Cells
	if s.Says == leavesNone {
		cells = s.Others
	} else if !slices.Contains(lookAtCells, s.Says) {
		cells = nil
	}
	for _, cell := range cells {
		var c clause
		for d := range r.at.Candidates[cell].All() {
			c = append(c, on(cell.Candidate(d)))
		}
		list = append(list, c)
	}
	return list
}

// readAgain checks a statement that takes over what earlier branches have told: each of
// these statements follows here from what is cited, and from those before it.
func (r *reader) readAgain(s *Statement) error {
	var held []clause
	for _, f := range s.Cites {
		if !slices.ContainsFunc(s.From, func(n int) bool { return slices.Contains(r.list[n].Claims, f) }) {
			return fmt.Errorf("%v was not said", f)
		}
		held = append(held, clause{f.literal()})
	}
	var has []Fact
	for _, n := range s.Again {
		told := &r.list[n]
		known := slices.Clone(held)
		for _, from := range told.From {
			inside := len(r.list[from].Under) <= len(s.Under) && slices.Equal(r.list[from].Under, s.Under[:len(r.list[from].Under)])
			if inside || slices.Contains(s.Again, from) {
				known = append(known, r.asserted(from, told.Under)...)
			}
		}
		if err := r.holdsAgain(told, known); err != nil {
			return fmt.Errorf("as in statement %d: %w", n, err)
		}
		if len(told.Under) == len(s.Under) && told.Part != Assumption {
			has = append(has, told.Claims...)
			held = append(held, goals(told)...)
		}
	}
	for _, f := range s.Claims {
		if !slices.Contains(has, f) {
			return fmt.Errorf("%v was not told", f)
		}
	}
	return nil
}

// holdsAgain checks a statement of another branch by what is known in this one.
func (r *reader) holdsAgain(told *Statement, known []clause) error {
	switch {
	case told.Part == Assumption || looks[told.Says] != nil:
		return nil // it was checked, and depends on nothing
	case told.Says != asBefore:
		return r.follows(told, known)
	}
	for _, f := range told.Claims {
		if r.possible(append(slices.Clone(known), clause{f.literal().opposite()})) && !r.toldBy(told, f, known) {
			return fmt.Errorf("%v was taken over before", f)
		}
	}
	return nil
}

// toldBy reports whether a fact that a statement takes over follows from what is known:
// all that the statement cites is.
func (r *reader) toldBy(s *Statement, f Fact, known []clause) bool {
	for _, cited := range s.Cites {
		if r.possible(append(slices.Clone(known), clause{cited.literal().opposite()})) {
			return false
		}
	}
	return slices.Contains(s.Claims, f)
}

// repeats checks that no link is told in two branches from the same.
func (r *reader) repeats() error {
	seen := map[string]int{}
	for i := range r.list {
		s := &r.list[i]
		if len(s.Under) != 1 || s.Part != Inference || len(s.Cites) == 0 || s.Says == asBefore || s.Says == contradicted {
			continue
		}
		key := fmt.Sprint(s.Claims, s.Cites, s.Houses)
		if n, ok := seen[key]; ok && !slices.Equal(r.list[n].Under, s.Under) {
			return fmt.Errorf("statement %d repeats %d: %s", i, n, s.Text(English))
		}
		seen[key] = i
	}
	return nil
}

// looks are the sentences that say what the position shows and no more, and those that
// need an argument of their own.
var looks = map[Saying]func(*reader, *Statement) error{
	allSee:      (*reader).lookSeen,
	someSee:     (*reader).lookSeen,
	haveLost:    (*reader).lookLost,
	houseHas:    (*reader).lookHas,
	rectangle:   (*reader).lookLoop,
	loop:        (*reader).lookLoop,
	deadly:      (*reader).lookDeadly,
	graveCells:  func(*reader, *Statement) error { return nil }, // grave-houses looks at all
	graveHouses: (*reader).lookGrave,
	circle:      (*reader).lookCircle,
}

func (r *reader) lookSeen(s *Statement) error {
	seen := s.Cells
	if s.Says == allSee {
		for _, c := range s.Houses[0].List() {
			if r.at.Grid[c] == 0 && !r.at.Candidates[c].Has(s.Digits.First()) {
				seen = append(seen, c)
			}
		}
	}
	for _, c := range seen {
		if !slices.ContainsFunc(s.Others, func(o sudoku.Cell) bool { return r.at.Grid[o] == s.Digits.First() && o.Sees(c) }) {
			return fmt.Errorf("%v sees none", c)
		}
	}
	if len(seen) == 0 {
		return errors.New("no cell is meant")
	}
	return nil
}

func (r *reader) lookLost(s *Statement) error {
	for _, c := range s.Cells {
		for d := range s.Digits.All() {
			if r.at.Candidates[c].Has(d) || slices.ContainsFunc(c.PeerList()[:], func(o sudoku.Cell) bool { return r.at.Grid[o] == d }) {
				return fmt.Errorf("%v did not lose %d", c, d)
			}
		}
	}
	return nil
}

func (r *reader) lookHas(s *Statement) error {
	for d := range s.Digits.All() {
		if !slices.ContainsFunc(s.Houses[0].List()[:], func(c sudoku.Cell) bool { return r.at.Grid[c] == d }) {
			return fmt.Errorf("it has no %d", d)
		}
	}
	return nil
}

// lookLoop checks that every house has two of the cells or none. Then they make one
// loop or several, whose cells can take two digits in turn.
func (r *reader) lookLoop(s *Statement) error {
	if s.Says == rectangle && len(s.Cells) != 4 {
		return errors.New("a rectangle has four cells")
	}
	cells := sudoku.CellSet(s.Cells...)
	for h := range sudoku.House(sudoku.NumHouses) {
		if n := cells.And(h.Cells()).Len(); n != 0 && n != 2 {
			return fmt.Errorf("%v has %d of them", h, n)
		}
	}
	side := map[sudoku.Cell]int{}
	for _, c := range s.Cells {
		if side[c] != 0 {
			continue
		}
		side[c] = 1
		for queue := []sudoku.Cell{c}; len(queue) > 0; queue = queue[1:] {
			for _, other := range s.Cells {
				if !other.Sees(queue[0]) {
					continue
				}
				if side[other] == side[queue[0]] {
					return errors.New("they cannot take turns")
				}
				if side[other] == 0 {
					side[other] = -side[queue[0]]
					queue = append(queue, other)
				}
			}
		}
	}
	return nil
}

func (r *reader) lookDeadly(s *Statement) error {
	if err := r.lookLoop(s); err != nil {
		return err
	}
	var beyond []sudoku.Candidate
	for _, c := range s.Cells {
		if s.Digits.Len() != 2 || r.at.Candidates[c]&s.Digits != s.Digits {
			return fmt.Errorf("%v has not both", c)
		}
		for d := range (r.at.Candidates[c] &^ s.Digits).All() {
			beyond = append(beyond, c.Candidate(d))
		}
	}
	if len(s.OneOf) != 1 || !slices.Equal(s.OneOf[0], beyond) {
		return errors.New("other candidates are named")
	}
	return nil
}

func (r *reader) lookGrave(s *Statement) error {
	left := *r.at
	for _, k := range s.OneOf[0] {
		if !left.Candidates[k.Cell()].Has(k.Digit()) {
			return fmt.Errorf("%v is not there", k)
		}
		left.Remove(k)
	}
	for c, digits := range left.Candidates {
		if left.Grid[c] == 0 && digits.Len() != 2 {
			return fmt.Errorf("%v has %d candidates", sudoku.Cell(c), digits.Len())
		}
	}
	for h := range sudoku.House(sudoku.NumHouses) {
		var n [10]int
		for _, c := range h.List() {
			for d := range left.Candidates[c].All() {
				n[d]++
			}
		}
		for d, n := range n {
			if n != 0 && n != 2 {
				return fmt.Errorf("%v has %d of %d", h, n, d)
			}
		}
	}
	return nil
}

// lookCircle checks that links follow each from the one before and come back to the
// assumption.
func (r *reader) lookCircle(s *Statement) error {
	start := r.list[s.From[0]].Under[len(s.Under)]
	before := start
	for _, n := range s.From {
		inner := slices.DeleteFunc(slices.Clone(r.list[n].From), func(f int) bool { return len(r.list[f].Under) <= len(s.Under) })
		if len(r.list[n].Claims) != 1 || !slices.Equal(inner, []int{before}) {
			return fmt.Errorf("statement %d does not follow from %d alone", n, before)
		}
		before = n
	}
	if r.list[before].Claims[0] != r.list[start].Claims[0] {
		return errors.New("it is open")
	}
	return nil
}
