package seed

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Whatever is known of a seed but its origin changes the checksum.
func TestChecksumCoversEverything(t *testing.T) {
	made := goldenSeed(t)
	made.Rungs = []Rung{{Added: sudoku.CellSet(newCell(&made)), ER: 12, EP: 12, ED: 12, Automorphisms: 1}}
	before := made.Checksum()
	for what, change := range map[string]func(*Seed){
		"puzzle":               func(s *Seed) { s.Puzzle = s.Puzzle.With(sudoku.AllCells) },
		"ER":                   func(s *Seed) { s.Rating.ER++ },
		"EP":                   func(s *Seed) { s.Rating.EP++ },
		"ED":                   func(s *Seed) { s.Rating.ED++ },
		"hardest":              func(s *Seed) { s.Rating.Hardest++ },
		"uses":                 func(s *Seed) { s.Rating.Uses[rating.NumTechniques-1]++ },
		"automorphisms":        func(s *Seed) { s.Automorphisms++ },
		"solution":             func(s *Seed) { s.Solution++ },
		"rungs":                func(s *Seed) { s.Rungs = nil },
		"cells of a rung":      func(s *Seed) { s.Rungs[0].Added = sudoku.AllCells },
		"ER of a rung":         func(s *Seed) { s.Rungs[0].ER++ },
		"EP of a rung":         func(s *Seed) { s.Rungs[0].EP++ },
		"ED of a rung":         func(s *Seed) { s.Rungs[0].ED++ },
		"hardest of a rung":    func(s *Seed) { s.Rungs[0].Hardest++ },
		"automorphisms, there": func(s *Seed) { s.Rungs[0].Automorphisms++ },
	} {
		s := made
		s.Rungs = append([]Rung(nil), made.Rungs...)
		change(&s)
		if s.Checksum() == before {
			t.Errorf("%s: the checksum is the same", what)
		}
	}
	made.Origin = Walk
	if made.Checksum() != before {
		t.Error("the origin changes the checksum")
	}
}

// newCell returns a cell without a clue.
func newCell(s *Seed) sudoku.Cell {
	return sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).First()
}
