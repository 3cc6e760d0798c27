package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/copies"
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
	return cli.NewFiles("not-in", "no puzzle of the packs, manifests, collections, banks, IDs and names of seeds in `FILE`, nor one on the same solution grid; repeat it for several")
}

// away is the solution grids of puzzles that were given away.
type away struct {
	*program
	bank  *seedbank.Bank
	grids map[seed.Key]bool
	seeds map[seed.Key]bool // whose grids the bank has
}

// notIn returns the solution grids of the puzzles in the files of --not-in, or nil without
// this flag.
func (p *program) notIn(c *cli.Context, bank *seedbank.Bank) ([]seed.Key, error) {
	files := cli.Files(c, "not-in")
	if len(files) == 0 {
		return nil, nil
	}
	a := &away{program: p, bank: bank, grids: map[seed.Key]bool{}, seeds: map[seed.Key]bool{}}
	r := resolver{}
	for _, path := range files {
		if err := r.each(c.Context, path, func(n *named) error { return a.add(c, n) }); err != nil {
			return nil, fmt.Errorf("--not-in: %w", err)
		}
	}
	found, err := bank.GridsOf(c.Context, slices.Collect(maps.Keys(a.seeds)))
	if err != nil {
		return nil, err
	}
	if unknown := len(a.seeds) - len(found); unknown > 0 {
		p.Say("--not-in: the bank lacks %s that IDs name, so puzzles on their solution grids may come.\n", phrase.Count(unknown, "seed"))
	}
	a.addGrids(slices.Collect(maps.Values(found)))
	return slices.Collect(maps.Keys(a.grids)), nil
}

// add adds the puzzles of a file, whatever it is.
func (a *away) add(c *cli.Context, n *named) error {
	switch {
	case n.collection != nil:
		defer n.collection.Close()
		grids, err := n.collection.Grids(c.Context, "")
		a.addGrids(grids)
		return err
	case n.bank != nil:
		defer n.bank.Close()
		return a.addBank(c.Context, n.bank)
	case n.places != nil:
		return a.addPlaces(n.places)
	}
	return a.addList(c, n.path)
}

// addBank adds the grids of all seeds of a bank.
func (a *away) addBank(ctx context.Context, bank *seedbank.Bank) error {
	for batch, err := range bank.Batches(ctx, seedbank.Filter{}) {
		if err != nil {
			return err
		}
		for i := range batch.Seeds {
			a.grids[batch.Seeds[i].Solution] = true
		}
	}
	return nil
}

func (a *away) addGrids(grids []seed.Key) {
	for _, grid := range grids {
		a.grids[grid] = true
	}
}

// addPlaces adds the puzzles of a pack.
func (a *away) addPlaces(places []export.Place) error {
	for i := range places {
		id, err := seed.ParseID(places[i].ID)
		if err != nil {
			return err
		}
		a.seeds[id.Seed] = true
	}
	return nil
}

// addList adds what a file lists. A line that is neither a puzzle with one solution nor the name of
// one is an error, since it may be one that was given away.
func (a *away) addList(c *cli.Context, path string) error {
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	listed := a.inputsBy(read.List, []string{path})
	return answerInputs(a.program, c, listed, ofGrids(newExaminer), func(in *input, puzzle *copies.Puzzle) error {
		switch {
		case in.err != nil:
			return fmt.Errorf("%s: %w", in.where(), in.err)
		case in.seed != nil:
			a.seeds[*in.seed] = true
		case !puzzle.Proper:
			return fmt.Errorf("%s: it has not exactly one solution", in.where())
		default:
			a.grids[puzzle.Grid] = true
		}
		return nil
	})
}
