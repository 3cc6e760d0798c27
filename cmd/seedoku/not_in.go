package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// notInFlag returns the flag that names what was given away. It keeps its values, so each
// run has its own.
func notInFlag() cli.Flag {
	return cli.NewFiles("not-in", "no puzzle of the packs, manifests, collections, IDs and names of seeds in `FILE`, nor one on the same solution grid; repeat it for several")
}

// away is the solution grids of puzzles that were given away.
type away struct {
	*program
	context context.Context
	bank    *seedbank.Bank
	grids   map[seed.Key]bool
	unknown int // IDs of seeds that the bank lacks
}

// notIn returns the solution grids of the puzzles in the files of --not-in, or nil without
// this flag.
func (p *program) notIn(c *cli.Context, bank *seedbank.Bank) ([]seed.Key, error) {
	files := cli.Files(c, "not-in")
	if len(files) == 0 {
		return nil, nil
	}
	a := &away{program: p, context: c.Context, bank: bank, grids: map[seed.Key]bool{}}
	for _, path := range files {
		if err := a.add(c, path); err != nil {
			return nil, fmt.Errorf("--not-in: %w", err)
		}
	}
	if a.unknown > 0 {
		p.Say("--not-in: the bank has not %s of IDs, so that puzzles on their solution grids may come.\n", phrase.Count(a.unknown, "seed"))
	}
	keys := make([]seed.Key, 0, len(a.grids))
	for key := range a.grids {
		keys = append(keys, key)
	}
	return keys, nil
}

// add adds the puzzles of a file, whatever it is.
func (a *away) add(c *cli.Context, path string) error {
	known, err := a.addKnown(path)
	if err != nil || known {
		return err
	}
	found, err := a.addPuzzles(c, path)
	if err == nil || found > 0 {
		return err
	}
	// What cannot be read has a manifest beside it.
	manifests, globErr := filepath.Glob(filepath.Join(globQuoted(filepath.Dir(path)), "*"+export.ManifestSuffix))
	if globErr != nil {
		return globErr
	}
	for _, beside := range manifests {
		m, manifestErr := readManifest(beside)
		if manifestErr != nil {
			continue
		}
		if ids, ok := m.PuzzlesOf(filepath.Base(path)); ok && len(ids) > 0 {
			return a.addIDs(ids)
		}
	}
	return fmt.Errorf("%w; if it is a pack, name its manifest", err)
}

// globQuoted returns the name of a folder as a pattern that matches only itself.
func globQuoted(folder string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(folder)
}

// addKnown adds the puzzles of a collection, a manifest or a list of names. It returns false if
// the file is none of them.
func (a *away) addKnown(path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || info.IsDir() {
		return false, err
	}
	collection, err := given.OpenToRead(a.context, path)
	switch {
	case err == nil:
		defer collection.Close()
		grids, err := collection.Grids(a.context, "")
		a.addGrids(grids)
		return true, err
	case !errors.Is(err, given.ErrNotOne):
		return false, err
	}
	if strings.HasSuffix(path, export.ManifestSuffix) {
		m, err := readManifest(path)
		if err != nil {
			return false, err
		}
		return true, a.addManifest(m)
	}
	return a.addNames(path)
}

func (a *away) addGrids(grids []seed.Key) {
	for _, grid := range grids {
		a.grids[grid] = true
	}
}

// addManifest adds the puzzles of a pack.
func (a *away) addManifest(m *export.Manifest) error {
	var ids []string
	for i := range m.Parts {
		part := &m.Parts[i]
		if uint64(len(part.IDs)) != part.Puzzles {
			return fmt.Errorf("the manifest has no IDs of %s, which has more than %d puzzles: name the pack itself", part.Files[0].Name, export.MaxIDs)
		}
		ids = append(ids, part.IDs...)
	}
	return a.addIDs(ids)
}

// addIDs adds the puzzles of IDs.
func (a *away) addIDs(ids []string) error {
	seeds := make([]seed.Key, len(ids))
	for i, text := range ids {
		id, err := seed.ParseID(text)
		if err != nil {
			return err
		}
		seeds[i] = id.Seed
	}
	return a.addSeeds(seeds)
}

// addSeeds adds the grids of seeds.
func (a *away) addSeeds(seeds []seed.Key) error {
	grids, err := a.bank.GridsOf(a.context, seeds)
	if err != nil {
		return err
	}
	missing := map[seed.Key]bool{}
	for _, key := range seeds {
		if grid, ok := grids[key]; ok {
			a.grids[grid] = true
		} else {
			missing[key] = true
		}
	}
	a.unknown += len(missing)
	return nil
}

// addNames adds the puzzles of a text that names a puzzle or a seed at the beginning of each
// line. It returns false if the first line does not.
func (a *away) addNames(path string) (bool, error) {
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	var seeds []seed.Key
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, bounds.Peek)
	for number := 1; lines.Scan(); number++ {
		fields := strings.FieldsFunc(lines.Text(), func(r rune) bool { return strings.ContainsRune(" \t\r,;", r) })
		if len(fields) == 0 {
			continue
		}
		key, err := seed.KeyNamed(fields[0])
		switch {
		case err == nil:
			seeds = append(seeds, key)
		case len(seeds) == 0:
			return false, nil
		default:
			return false, fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	if err := lines.Err(); err != nil || len(seeds) == 0 {
		return false, nil
	}
	return true, a.addSeeds(seeds)
}

// addPuzzles adds the puzzles of a file or a folder, and returns how many it found. A line that
// is no puzzle with one solution is an error, since it may be one that was given away.
func (a *away) addPuzzles(c *cli.Context, path string) (found int, err error) {
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	err = answerInputs(a.program, c, []string{path}, newExaminer, func(in *input, puzzle *copies.Puzzle) error {
		switch {
		case in.err != nil:
			return fmt.Errorf("%s: %w", in.where(), in.err)
		case !puzzle.Proper:
			return fmt.Errorf("%s: it has not exactly one solution", in.where())
		}
		found++
		a.grids[puzzle.Grid] = true
		return nil
	})
	return found, err
}
