package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack/read"
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
		p.Say("--not-in: the bank lacks %s that IDs name, so puzzles on their solution grids may come.\n", phrase.Count(a.unknown, "seed"))
	}
	keys := make([]seed.Key, 0, len(a.grids))
	for key := range a.grids {
		keys = append(keys, key)
	}
	return keys, nil
}

// add adds the puzzles of a file, whatever it is.
func (a *away) add(c *cli.Context, path string) error {
	if atomicfile.IsFolder(path) {
		return eachFile(path, func(path string, err error) error {
			if err != nil {
				return fmt.Errorf("%s: %w", phrase.Printable(path), withoutPath(err))
			}
			return a.add(c, path)
		})
	}
	known, err := a.addKnown(path)
	if err != nil || known {
		return err
	}
	found, err := a.addList(c, path)
	if err == nil || found > 0 {
		return err
	}
	places, err := besideOf(path, err)
	if err != nil {
		return err
	}
	return a.addPlaces(places)
}

// besideOf returns the puzzles of a file that cannot be read, by a manifest beside it. If there is
// none, it returns the error of reading the file with advice.
func besideOf(path string, unread error) (places []export.Place, err error) {
	manifests, err := filepath.Glob(filepath.Join(globQuoted(filepath.Dir(path)), "*"+export.ManifestSuffix))
	if err != nil {
		return nil, err
	}
	for _, beside := range manifests {
		if m, err := readManifest(beside); err == nil {
			if places = m.PlacesOf(filepath.Base(path)); len(places) > 0 {
				return places, nil
			}
		}
	}
	if canBeReadAgain(path) && isUnreadable(path) {
		return nil, fmt.Errorf("%w; if it is a pack, name its manifest", unread)
	}
	return nil, unread
}

// isUnreadable reports whether a file has a format that puzzles cannot be read from.
func isUnreadable(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	format, _ := read.Detect(read.Unpack(file))
	return format.Puzzles == nil
}

// globQuoted returns the name of a folder as a pattern that matches only itself.
func globQuoted(folder string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "?", `\?`, "[", `\[`).Replace(folder)
}

// addKnown adds the puzzles of a collection or a manifest. It returns false if the file is none
// of them.
func (a *away) addKnown(path string) (bool, error) {
	path, err := listPath(path)
	if err != nil {
		return false, err
	}
	switch info, err := os.Stat(path); {
	case err != nil || !info.Mode().IsRegular(): // a folder or a pipe is a list
		return false, err
	case info.Size() == 0:
		return false, fmt.Errorf("%s: %w", phrase.Printable(path), errEmpty)
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
	places, err := placesIn(path)
	if err != nil || places == nil {
		return false, err
	}
	return true, a.addPlaces(places)
}

// placesIn returns the puzzles of a manifest, whatever its name is. It returns nil if a file is none.
func placesIn(path string) ([]export.Place, error) {
	if !canBeReadAgain(path) {
		return nil, nil
	}
	m, err := readManifest(path)
	switch {
	case err != nil && strings.HasSuffix(path, export.ManifestSuffix):
		return nil, err
	case err != nil || len(m.Parts) == 0:
		return nil, nil
	}
	for i := range m.Parts {
		if part := &m.Parts[i]; uint64(len(part.IDs)) != part.Puzzles {
			return nil, fmt.Errorf("the manifest has no IDs of %s, which has more than %d puzzles: name the pack itself", part.Files[0].Name, export.MaxIDs)
		}
	}
	return m.Places(), nil
}

// listPath returns a path, or the file of the collection of this name if there is no such file.
func listPath(path string) (string, error) {
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return path, nil
	}
	collection, err := collectionPath(path)
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(collection); err != nil {
		return "", fmt.Errorf("%s: neither a file nor a collection", phrase.Printable(path))
	}
	return collection, nil
}

func (a *away) addGrids(grids []seed.Key) {
	for _, grid := range grids {
		a.grids[grid] = true
	}
}

// addPlaces adds the puzzles of a pack.
func (a *away) addPlaces(places []export.Place) error {
	seeds := make([]seed.Key, len(places))
	for i := range places {
		id, err := seed.ParseID(places[i].ID)
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

// addList adds what a file lists, and returns how much it found. A line that is
// neither a puzzle with one solution nor the name of one is an error, since it may be one that
// was given away.
func (a *away) addList(c *cli.Context, path string) (found int, err error) {
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	var seeds []seed.Key
	listed := a.inputsBy(read.List, []string{path})
	err = answerInputs(a.program, c, listed, newExaminer, func(in *input, puzzle *copies.Puzzle) error {
		switch {
		case in.err != nil:
			return fmt.Errorf("%s: %w", in.where(), in.err)
		case in.seed != nil:
			seeds = append(seeds, *in.seed)
		case !puzzle.Proper:
			return fmt.Errorf("%s: it has not exactly one solution", in.where())
		default:
			a.grids[puzzle.Grid] = true
		}
		found++
		return nil
	})
	if err != nil {
		return found, err
	}
	return found, a.addSeeds(seeds)
}
