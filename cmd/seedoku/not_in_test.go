package main

import (
	"os"
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
// away: no puzzle on one of its solution grids comes again, and a check finds what it has.
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
	list := filepath.Join(t.TempDir(), "list.txt")
	pick := []string{"--level", "4", "--seed", "2", "--style", "plain"}
	away := map[seed.Key]bool{}
	gen := append([]string{"gen", "--distinct", "-n", "1"}, pick...)
	lines := printedBy(t, gen)
	if err := os.WriteFile(list, []byte(lines), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, key := range grids(lines) {
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
			for _, against := range []string{files[0], folder} {
				if said := printedBy(t, []string{"check", "--against", against, list}); !strings.Contains(said, "a copy of ") {
					t.Errorf("%s: %s", against, said)
				}
			}
		})
	}
}

// The manifests of a folder are read once for all of its pictures.
func TestManifestsOfAFolderAreReadOnce(t *testing.T) {
	folder := t.TempDir()
	printedBy(t, []string{"export", "--level", "4", "-n", "2", "--seed", "1", "--format", "svg", "--dir", folder, "--name", "p"})
	pictures, err := filepath.Glob(filepath.Join(folder, "*.svg"))
	if err != nil || len(pictures) != 2 {
		t.Fatal(pictures, err)
	}
	manifests, err := filepath.Glob(filepath.Join(folder, "*.manifest.json"))
	if err != nil || len(manifests) != 1 {
		t.Fatal(manifests, err)
	}
	r := resolver{}
	for _, picture := range pictures {
		if n, err := r.resolve(t.Context(), picture); err != nil || len(n.places) != 1 {
			t.Errorf("%s: %v, %v", picture, n, err)
		}
		os.Remove(manifests[0])
	}
}
