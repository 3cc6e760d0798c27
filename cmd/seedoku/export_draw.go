package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// puzzles returns those of a part: by their IDs, if it has them, or drawn.
func (e *exporter) puzzles(ctx context.Context, part *part) (puzzles, error) {
	if len(part.IDs) > 0 {
		return e.recalled(ctx, slices.Clone(part.IDs)), nil
	}
	var sources []*seedSource
	for i := range part.Draws {
		source, err := e.source(ctx, &part.Draws[i])
		if err != nil {
			return nil, err
		}
		sources = append(sources, source)
	}
	if e.manifest.Order == shuffled {
		return mixed(ctx, sources, rand.New(rand.NewPCG(e.manifest.RandomSeed, 1))), nil
	}
	drawn := oneByOne(ctx, sources)
	if e.manifest.Order == ascending {
		return e.sorted(ctx, drawn)
	}
	return drawn, nil
}

// seedSource draws puzzles.
type seedSource struct {
	left uint64
	next func(context.Context) (*seedbank.Drawn, error)
}

// source returns the source of a draw.
func (e *exporter) source(ctx context.Context, d *draw) (*seedSource, error) {
	selection, err := e.selectionOf(ctx, d)
	if err != nil {
		return nil, err
	}
	if !d.Distinct {
		return &seedSource{d.Puzzles, selection.Stream(e.manifest.RandomSeed).Next}, nil
	}
	stream := selection.Distinct(e.manifest.RandomSeed)
	if !e.filter.Rungs || d.Level == 0 {
		return &seedSource{d.Puzzles, stream.Next}, nil
	}
	return &seedSource{d.Puzzles, e.unused(stream)}, nil
}

// unused returns a function that draws a puzzle of a seed that no other level
// has used; when there are none left, of one that another level has.
func (e *exporter) unused(stream *seedbank.DistinctStream) func(context.Context) (*seedbank.Drawn, error) {
	var leftOut []seedbank.ID
	return func(ctx context.Context) (*seedbank.Drawn, error) {
		for {
			drawn, err := stream.Next(ctx)
			if errors.Is(err, seedbank.ErrNoMore) && len(leftOut) > 0 {
				id := leftOut[0]
				leftOut = leftOut[1:]
				return e.bank.Recall(ctx, id)
			}
			if err != nil {
				return nil, err
			}
			if key := drawn.Pick().Seed.Key(); !e.used[key] {
				e.used[key] = true
				return drawn, nil
			}
			leftOut = append(leftOut, drawn.ID())
		}
	}
}

// oneByOne yields all puzzles of a source, then those of the next.
func oneByOne(ctx context.Context, sources []*seedSource) puzzles {
	return func(yield func(*seedbank.Drawn, error) bool) {
		for _, source := range sources {
			for range source.left {
				if drawn, err := source.next(ctx); !yield(drawn, err) || err != nil {
					return
				}
			}
		}
	}
}

// mixed yields the puzzles of all sources in random order.
func mixed(ctx context.Context, sources []*seedSource, random *rand.Rand) puzzles {
	left := uint64(0)
	for _, source := range sources {
		left += source.left
	}
	return func(yield func(*seedbank.Drawn, error) bool) {
		for ; left > 0; left-- {
			n, from := random.Uint64N(left), 0
			for n >= sources[from].left {
				n -= sources[from].left
				from++
			}
			sources[from].left--
			if drawn, err := sources[from].next(ctx); !yield(drawn, err) || err != nil {
				return
			}
		}
	}
}

// sorted returns puzzles in the order of their ER, those of the same as they
// come.
func (e *exporter) sorted(ctx context.Context, from puzzles) (puzzles, error) {
	type rated struct {
		er rating.Tenths
		id seedbank.ID
	}
	var list []rated
	for drawn, err := range from {
		if err != nil {
			return nil, err
		}
		list = append(list, rated{drawn.Pick().Rating.ER, drawn.ID()})
	}
	slices.SortStableFunc(list, func(a, b rated) int { return int(a.er) - int(b.er) })
	return func(yield func(*seedbank.Drawn, error) bool) {
		for _, r := range list {
			if drawn, err := e.bank.Recall(ctx, r.id); !yield(drawn, err) || err != nil {
				return
			}
		}
	}, nil
}

// recalled yields the puzzles that IDs name.
func (e *exporter) recalled(ctx context.Context, ids []string) puzzles {
	recall := func(text string) (*seedbank.Drawn, error) {
		id, err := seedbank.ParseID(text)
		if err != nil {
			return nil, err
		}
		drawn, err := e.bank.Recall(ctx, id)
		if err != nil {
			err = fmt.Errorf("puzzle %s: %w", text, err)
		}
		return drawn, err
	}
	return func(yield func(*seedbank.Drawn, error) bool) {
		for _, id := range ids {
			if drawn, err := recall(id); !yield(drawn, err) || err != nil {
				return
			}
		}
	}
}
