package rating

import "github.com/seedoku/seedoku/sudoku"

// The explanations of most steps rule out whole groups of candidates ("no other cell
// of row 7 can be 3") and then list the candidates that the step removes. In a path
// the list is complete. It can be short
//
//   - in a way: some candidates of the group are there again, because the steps that
//     removed them were left out;
//   - in a note: a chain takes from it the one candidate that it needs.
//
// Then the explanation says so.

// claim adds the candidates that the explanation of a step rules out to a set. It
// is nil for techniques whose explanation names all of them.
type claim func(s *Step, on *marks)

// settle sets what depends on the position: Partial of s and of its notes, whether their
// lists are incomplete without the candidates in gone; and which links are pairs.
func (s *Step) settle(at *Position, gone marks) {
	s.Partial = s.Partial || s.spares(at, &gone)
	for _, chain := range s.Chains {
		assumed := gone
		for i := range chain {
			if note := chain[i].Pattern; note != nil {
				note.settle(at, assumed)
			}
			if !chain[i].On {
				assumed.add(chain[i].Candidate)
			}
			if i > 0 {
				chain[i].Pair = at.pair(chain[i-1].Candidate, chain[i].Candidate)
			}
		}
	}
}

// pair reports whether a house has two candidates, and no other, of their digit.
func (x *Position) pair(a, b sudoku.Candidate) bool {
	if a.Digit() != b.Digit() {
		return false
	}
	for _, h := range a.Cell().Houses() {
		places := 0
		for _, c := range h.List() {
			if x.Candidates[c].Has(a.Digit()) {
				places++
			}
		}
		if places == 2 && h.Cells().Has(b.Cell()) {
			return true
		}
	}
	return false
}

// spares reports whether the explanation of s rules out a candidate of the position
// that s does not remove.
func (s *Step) spares(at *Position, gone *marks) bool {
	claims := techniques[s.Technique].claims
	if claims == nil {
		return false
	}
	left := new(marks)
	claims(s, left)
	for _, k := range s.Eliminations {
		left.drop(k)
	}
	for k := range left.all() {
		if at.Candidates[k.Cell()].Has(k.Digit()) && !gone.has(k) {
			return true
		}
	}
	return false
}

// claimsOfCovers adds the candidates of Digits in the covers outside Cells.
func claimsOfCovers(s *Step, on *marks) {
	for _, h := range s.Covers {
		on.addAll(h.Cells().AndNot(sudoku.CellSet(s.Cells...)), s.Digits)
	}
}

// claimsOfNakedSubset is for digits that are in some cells of a house.
func claimsOfNakedSubset(s *Step, on *marks) {
	on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)), s.Digits)
}

// claimsOfHiddenSubset is for cells that have nothing but some digits.
func claimsOfHiddenSubset(s *Step, on *marks) {
	on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^s.Digits)
}

// claimsOfXYWing is for a digit that is in one of two wings.
func claimsOfXYWing(s *Step, on *marks) { on.addAll(seenFrom(sudoku.CellSet(s.Cells[1:]...)), s.Extra) }

// claimsOfXYZWing is for a digit that is in the pivot or in a wing.
func claimsOfXYZWing(s *Step, on *marks) { on.addAll(seenFrom(sudoku.CellSet(s.Cells...)), s.Extra) }

func claimsOfUniqueLoop(s *Step, on *marks) {
	switch s.Variant {
	case Type1:
		on.addAll(sudoku.CellSet(s.Others...), s.Digits)
	case Type2:
		on.addAll(seenFrom(sudoku.CellSet(s.Others...)), s.Extra)
	case Type3:
		on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Others...)), s.Extra)
	case Type3Hidden:
		on.addAll(sudoku.CellSet(s.Others[2:]...), sudoku.AllDigits&^s.Extra)
	default:
		on.addAll(sudoku.CellSet(s.Others...), s.Digits&^s.Extra)
	}
}

func claimsOfUniversalGrave(s *Step, on *marks) {
	switch s.Variant {
	case Type1:
		on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^s.Digits)
	case Type2:
		on.addAll(seenFrom(sudoku.CellSet(s.Cells...)), s.Digits)
	case Type3:
		on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)).AndNot(sudoku.CellSet(s.Others...)), s.Extra)
	default:
		on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^(s.Digits|s.Extra))
	}
}

// claimsOfChain is for cycles: no cell outside that sees both of two of its candidates
// has their digit.
func claimsOfChain(s *Step, on *marks) {
	switch s.Variant {
	case XCycle, YCycle, XYCycle:
		var own sudoku.Cells
		for i := range s.Chains[0] {
			own = own.With(s.Chains[0][i].Candidate.Cell())
		}
		for _, k := range s.Eliminations {
			pair := s.Chains[0].endsSeen(k)
			on.addAll(seenFrom(sudoku.CellSet(pair[0].Cell(), pair[1].Cell())).AndNot(own), sudoku.DigitSet(k.Digit()))
		}
	}
}

// seenFrom returns the cells that see all of some cells.
func seenFrom(cells sudoku.Cells) sudoku.Cells {
	seen := sudoku.AllCells
	for c := range cells.All() {
		seen = seen.And(c.Peers())
	}
	return seen
}
