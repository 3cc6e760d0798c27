package rating

import "github.com/seedoku/seedoku/sudoku"

// A step holds because candidates are absent. A hidden single relies on the
// absence of its digit from the other cells of its house, a naked pair on the
// absence of all other digits from its cells. On a position with more candidates
// the step still holds, word for word, if these are absent there too.

// reliance adds to a set the candidates whose absence a step of a technique
// relies on, where the step holds on a position. It reads the position only for
// facts that the step does not contain. Steps within chains are added by
// [Step.relies].
type reliance func(s *Step, at *Position, on *marks)

// relies returns the candidates that must be absent for s to hold, whatever else
// is on the position. They are absent from the position where s was found.
func (s *Step) relies(table []technique, at *Position) marks {
	var on marks
	table[s.Technique].relies(s, at, &on)
	for _, chain := range s.Chains {
		for i := range chain {
			if note := chain[i].Pattern; note != nil {
				inner := note.relies(table, at)
				chain.dropCited(&inner, i)
				on.join(&inner)
			}
		}
	}
	return on
}

// reliesOfHidden adds Digits in all cells of Houses outside Cells.
func reliesOfHidden(s *Step, _ *Position, on *marks) {
	cells := sudoku.CellSet(s.Cells...)
	for _, h := range s.Houses {
		on.addAll(h.Cells().AndNot(cells), s.Digits)
	}
}

// reliesOfNakedCells adds all digits but Digits in Cells.
func reliesOfNakedCells(s *Step, _ *Position, on *marks) {
	on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^s.Digits)
}

// reliesOfCells is for patterns of cells that have just the candidates that they
// have.
func reliesOfCells(s *Step, at *Position, on *marks) {
	for _, cells := range [...][]sudoku.Cell{s.Cells, s.Others} {
		for _, c := range cells {
			on.addAll(sudoku.CellSet(c), sudoku.AllDigits&^at.Candidates[c])
		}
	}
}

// reliesOfChains is for chains. A candidate is true because all others of its cell
// or house are absent or false by links before. The assumptions of a cell or a
// house are all that it has.
func reliesOfChains(s *Step, _ *Position, on *marks) {
	for _, chain := range s.Chains {
		for i := range chain {
			if chain[i].On {
				rivals := chain[i].rivals()
				chain.dropCited(&rivals, i)
				on.join(&rivals)
			}
		}
	}
	var rivals marks
	switch s.Variant {
	case CellChain:
		rivals.addAll(sudoku.CellSet(s.Chains[0][0].Candidate.Cell()), sudoku.AllDigits)
	case RegionChain:
		rivals.addAll(s.Houses[0].Cells(), sudoku.DigitSet(s.Chains[0][0].Candidate.Digit()))
	}
	for _, chain := range s.Chains {
		rivals.drop(chain[0].Candidate)
	}
	on.join(&rivals)
}

// rivals returns the other candidates that could be true in the place of a
// candidate that is true by its cell or house.
func (l *Link) rivals() (rivals marks) {
	switch l.Reason {
	case InCell:
		rivals.addAll(sudoku.CellSet(l.Candidate.Cell()), sudoku.AllDigits)
	case InHouse:
		rivals.addAll(l.House.Cells(), sudoku.DigitSet(l.Candidate.Digit()))
	}
	rivals.drop(l.Candidate)
	return rivals
}

// dropCited takes from a set the candidates that are false by the links from which
// the i-th link follows.
func (c Chain) dropCited(set *marks, i int) {
	for _, from := range c[i].From {
		if !c[from].On {
			set.drop(c[from].Candidate)
		}
	}
}
