package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// volumesToCompare is the puzzles of a collection. The bank has their seeds.
type volumesToCompare struct {
	bank       *seedbank.Bank
	mutex      sync.Mutex
	collection *given.Collection
	rater      rating.Rater // of puzzles that are no rungs of the bank
}

// closest does not look for mistyped cells.
func (v *volumesToCompare) closest(ctx context.Context, x *copies.Examiner, _ sudoku.Grid, p *copies.Puzzle) (to copied, err error) {
	if p == nil || !p.Proper {
		return to, nil
	}
	v.mutex.Lock()
	defer v.mutex.Unlock()
	places, err := v.collection.On(ctx, p.Grid)
	if err != nil || len(places) == 0 {
		return to, err
	}
	to.Match = copies.Match{Relation: copies.SameGrid}
	var index copies.Index
	for _, at := range places {
		id, err := seed.ParseID(at.ID)
		if err != nil {
			return to, fmt.Errorf("%s: puzzle %d of %s: %w", v.collection.Path(), at.Number, phrase.Printable(at.File), err)
		}
		switch puzzle, err := v.bank.Recall(ctx, id, v.rater.Class); {
		case errors.Is(err, seedbank.ErrNoMatch): // another bank had its seed
			index.Skip()
		case err != nil:
			return to, err
		default:
			of, err := x.Puzzle(puzzle.Puzzle().Clues())
			if err != nil {
				return to, err
			}
			index.Add(&of)
		}
	}
	if match := index.Find(p); match.Relation > to.Relation {
		to.Match = match
	}
	at := places[to.Number]
	to.of = volumeOf(at.Number, at.Page, phrase.Printable(at.File), phrase.Printable(at.Volume))
	return to, nil
}

// volumeOf returns the place of a puzzle of a pack. The page is 0 if it has none.
func volumeOf(number, page int, file, pack string) source {
	s := source{key: "puzzle-of", pairs: []any{"n", number, "file", file, "page", page, "pack", pack}}
	if page > 0 {
		s.key += "-page"
	}
	if file != pack {
		s.key += "-pack"
	}
	return s
}

func (v *volumesToCompare) Close() error { return v.collection.Close() }
