package depth

import (
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// Each operation is a puzzle.
func BenchmarkProber(b *testing.B) {
	sets := []struct {
		name    string
		puzzles []sudoku.Puzzle
	}{
		{"random", sample(b, "random", 500)},
		{"hardest", sample(b, "hardest", 500)},
		{"loki", []sudoku.Puzzle{prove(b, loki)}},
	}
	measures := []struct {
		name    string
		measure func(*Prober, *sudoku.Puzzle)
	}{
		{"trials", func(p *Prober, puzzle *sudoku.Puzzle) { p.Trials(puzzle) }},
		{"refuted", func(p *Prober, puzzle *sudoku.Puzzle) { p.Refuted(puzzle) }},
		{"backdoors", func(p *Prober, puzzle *sudoku.Puzzle) { p.Backdoors(puzzle) }},
		{"without", func(p *Prober, puzzle *sudoku.Puzzle) { p.Without(puzzle) }},
		{"tridagon", func(p *Prober, puzzle *sudoku.Puzzle) { p.Tridagon(puzzle) }},
	}
	for _, m := range measures {
		for _, set := range sets {
			b.Run(m.name+"/"+set.name, func(b *testing.B) {
				p := new(Prober)
				i := 0
				for b.Loop() {
					m.measure(p, &set.puzzles[i%len(set.puzzles)])
					i++
				}
			})
		}
	}
}
