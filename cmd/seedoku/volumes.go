package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
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
	to.of = fmt.Sprintf("puzzle %d of %s", at.Number, phrase.Printable(at.File))
	if at.Page > 0 {
		to.of += fmt.Sprintf(", page %d,", at.Page)
	}
	if at.File != at.Volume {
		to.of += " in the pack " + phrase.Printable(at.Volume)
	}
	to.of = strings.TrimSuffix(to.of, ",")
	return to, nil
}

func (v *volumesToCompare) close() error { return v.collection.Close() }
