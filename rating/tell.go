package rating

import (
	"cmp"
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A teller makes the statements of a step. Each technique has a function that says them
// one after the other. What a statement needs to be absent from the position is either
// absent, or false by statements before it: the teller knows where that was said, and
// adds it to what the statement follows from.

// teller makes statements.
type teller struct {
	table []technique
	at    *Position
	list  []Statement
	scope *scope

	narrowed []int // statements that follow from more than their links do, ascending
}

// scope is a branch: where the facts of it were stated. Facts outside hold in it too.
type scope struct {
	outer *scope
	under []int
	said  map[literal]int
}

// Statements returns the explanation of s on the position of its round.
func (s *Step) Statements(at *Position) []Statement {
	t := teller{table: techniques[:], at: at, scope: &scope{said: map[literal]int{}}}
	t.tell(s)
	return t.list
}

// tell says the statements of a step, in the branch where the teller is.
func (t *teller) tell(s *Step) {
	t.table[s.Technique].tell(t, s)
	if s.Partial {
		t.say(Statement{Says: removesMore, Part: Remark})
	}
}

// say adds a statement to the branch and returns its number.
func (t *teller) say(s Statement) int {
	s.Under = t.scope.under
	s.From = slices.Compact(slices.Sorted(slices.Values(s.From))) // statements may have it in common
	n := len(t.list)
	t.list = append(t.list, s)
	for _, f := range s.Claims {
		if l := f.literal(); !t.knows(l) {
			t.scope.said[l] = n
		}
	}
	return n
}

// premise says what the position shows, or what is left of it in a branch.
func (t *teller) premise(s Statement) int {
	s.Part = Premise
	return t.say(s)
}

// link says what follows from statements.
func (t *teller) link(s Statement, from ...int) int {
	s.Part = Inference
	s.From = append(s.From, from...)
	return t.say(s)
}

// saidIn returns the number of the statement of a fact, and whether there is one.
func (t *teller) saidIn(l literal) (n int, ok bool) {
	for s := t.scope; s != nil; s = s.outer {
		if n, ok := s.said[l]; ok {
			return n, true
		}
	}
	return 0, false
}

func (t *teller) knows(l literal) bool {
	_, ok := t.saidIn(l)
	return ok
}

// branched reports whether the teller is in a branch.
func (t *teller) branched() bool { return t.scope.outer != nil }

// either returns the second saying in a branch, and otherwise the first.
func (t *teller) either(plain, now Saying) Saying { return pick(t.branched(), now, plain) }

// suppose begins a branch with an assumption.
func (t *teller) suppose(says Saying, f Fact) {
	n := len(t.list)
	t.scope = &scope{outer: t.scope, under: append(slices.Clone(t.scope.under), n), said: map[literal]int{}}
	t.say(Statement{Says: says, Part: Assumption, Claims: []Fact{f}})
}

// ends ends the branch.
func (t *teller) ends() { t.scope = t.scope.outer }

// concludes says what a step concludes: once whole if it places a digit, and otherwise
// in several statements if it removes so much that a sentence would be too long.
func (t *teller) concludes(s *Step, first Statement, from ...int) {
	if s.Places {
		first.Claims = append(first.Claims, s.facts()...)
		t.finds(first, from...)
		return
	}
	t.rulesOut(s.Eliminations, first, from...)
}

// The most candidates that a conclusion removes, and a statement that goes on with it.
const (
	mostRemoved     = 6
	mostRemovedAlso = 18
)

// rulesOut says that candidates are false.
func (t *teller) rulesOut(gone []sudoku.Candidate, s Statement, from ...int) {
	gone = byDigit(gone)
	for most := mostRemoved; ; most = mostRemovedAlso {
		n := min(len(gone), most)
		s.Claims = append(s.Claims, areFalse(gone[:n])...)
		t.finds(s, from...)
		if gone = gone[n:]; len(gone) == 0 {
			return
		}
		s = Statement{Says: also}
	}
}

// finds says a conclusion, which within a branch is a link.
func (t *teller) finds(s Statement, from ...int) {
	s.Part = Conclusion
	if t.branched() {
		s.Part = Inference
	}
	s.From = append(s.From, from...)
	t.say(s)
}

// byDigit orders candidates by digit, then by cell.
func byDigit(list []sudoku.Candidate) []sudoku.Candidate {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b sudoku.Candidate) int {
		return cmp.Or(cmp.Compare(a.Digit(), b.Digit()), cmp.Compare(a.Cell(), b.Cell()))
	})
	return list
}

// placesOf returns the candidates of a digit in some cells of a house, and adds to from
// where the others in the house were said to be false.
func (t *teller) placesOf(h sudoku.House, d sudoku.Digit, cells sudoku.Cells, from *[]int) (places []sudoku.Candidate) {
	for _, c := range h.List() {
		if t.at.Candidates[c].Has(d) {
			places = t.listOrCite(c.Candidate(d), cells.Has(c), places, from)
		}
	}
	return places
}

// digitsOf returns the candidates of a cell among some digits, and adds to from where
// its others were said to be false.
func (t *teller) digitsOf(c sudoku.Cell, digits sudoku.Digits, from *[]int) (list []sudoku.Candidate) {
	for d := range t.at.Candidates[c].All() {
		list = t.listOrCite(c.Candidate(d), digits.Has(d), list, from)
	}
	return list
}

// listOrCite adds a wanted candidate to a list, and otherwise to from where it was said to be
// false.
func (t *teller) listOrCite(k sudoku.Candidate, wanted bool, list []sudoku.Candidate, from *[]int) []sudoku.Candidate {
	if wanted {
		return append(list, k)
	}
	if n, ok := t.saidIn(off(k)); ok {
		*from = append(*from, n)
	}
	return list
}

// onlyCells says that digits of a house can only be in some cells.
func (t *teller) onlyCells(h sudoku.House, digits sudoku.Digits, cells []sudoku.Cell) int {
	return t.inHouse(Statement{Says: t.either(onlyCells, onlyCellsNow), Houses: []sudoku.House{h}, Digits: digits, Cells: cells})
}

// inHouse says a statement about the only cells for the digits of a house.
func (t *teller) inHouse(s Statement) int {
	s.Cells = slices.Sorted(slices.Values(s.Cells))
	for d := range s.Digits.All() {
		s.OneOf = append(s.OneOf, t.placesOf(s.Houses[0], d, sudoku.CellSet(s.Cells...), &s.From))
	}
	return t.premise(s)
}

// onlyDigits says that cells of a house have only some digits.
func (t *teller) onlyDigits(h sudoku.House, cells []sudoku.Cell, digits sudoku.Digits) int {
	return t.inCells(Statement{Says: t.either(onlyDigits, onlyDigitsNow), Houses: []sudoku.House{h}, Cells: cells, Digits: digits})
}

// isOneOf says that a cell has only some digits.
func (t *teller) isOneOf(c sudoku.Cell, digits sudoku.Digits) int {
	return t.inCells(Statement{Says: t.either(isOneOf, isOneOfNow), Cells: []sudoku.Cell{c}, Digits: digits})
}

// inCells says a statement about the only digits of cells.
func (t *teller) inCells(s Statement) int {
	s.Cells = slices.Sorted(slices.Values(s.Cells))
	for _, c := range s.Cells {
		s.OneOf = append(s.OneOf, t.digitsOf(c, s.Digits, &s.From))
	}
	return t.premise(s)
}

// candidatesOf returns the candidates of cells among some digits.
func (t *teller) candidatesOf(cells []sudoku.Cell, digits sudoku.Digits) (list []sudoku.Candidate) {
	for _, c := range cells {
		for d := range (t.at.Candidates[c] & digits).All() {
			list = append(list, c.Candidate(d))
		}
	}
	return list
}
