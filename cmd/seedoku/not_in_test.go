package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A pack of any format, with its manifest where it cannot be read, tells what was given
// away: no puzzle on one of its solution grids comes again.
func TestNotInTakesEveryFormat(t *testing.T) {
	grids := func(lines string) (keys []seed.Key) {
		var solver sudoku.Solver
		var canonizer transform.Canonizer
		for line := range strings.Lines(lines) {
			grid, err := sudoku.ParseGrid(line)
			if err != nil {
				t.Fatal(err)
			}
			p, err := solver.Prove(grid)
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, seed.SolutionKey(&canonizer, p))
		}
		return keys
	}
	pick := []string{"--level", "4", "--seed", "2", "--style", "plain"}
	away := map[seed.Key]bool{}
	gen := append([]string{"gen", "--distinct", "-n", "1"}, pick...)
	for _, key := range grids(printedBy(t, gen)) {
		away[key] = true
	}
	for _, format := range pack.Formats {
		t.Run(format.Name, func(t *testing.T) {
			folder := t.TempDir()
			printedBy(t, append([]string{"export", "-n", "1", "--format", format.Name, "--output", filepath.Join(folder, "pack."+format.Extension)}, pick...))
			files, err := filepath.Glob(filepath.Join(folder, "pack*."+format.Extension))
			if err != nil || len(files) == 0 {
				t.Fatal("no file", err)
			}
			came := printedBy(t, append(slices.Clone(gen), "--not-in", files[0]))
			for _, key := range grids(came) {
				if away[key] {
					t.Errorf("%s gives %s again", format.Name, came)
				}
			}
		})
	}
}
