package mine

import (
	"context"
	"errors"
	"sync"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank/mine/internal/making"
	"github.com/seedoku/seedoku/sudoku"
)

// PrintPatterns makes puzzles of the strategy [Patterns], one pattern after the other, and
// hands them to print as lines. No two of them are isomorphic. It does not store them. It
// uses only the options Strategy, Levels, Workers and RandomSeed.
func PrintPatterns(ctx context.Context, options Options, print func(lines []byte) error) (progress []PatternProgress, err error) {
	if err := options.check(); err != nil {
		return nil, err
	}
	patterns, ok := options.Strategy.(Patterns)
	if !ok {
		return nil, errors.New("no pattern is given")
	}
	seen := newUnlike()
	for _, of := range patterns.Of {
		p := PatternProgress{Name: of.Name}
		pr := &patternPrinter{options: &options, of: patterns, cells: of.Cells, seen: seen, progress: &p}
		err = pr.print(ctx, print)
		progress = append(progress, p)
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	return progress, err
}

// patternPrinter prints puzzles with one pattern.
type patternPrinter struct {
	options  *Options
	of       Patterns
	cells    sudoku.Cells
	seen     *unlike
	progress *PatternProgress
}

// chained has the puzzles of a chain.
type chained struct {
	puzzles []sudoku.Puzzle
	tried   making.Tried
	err     error
}

// print makes puzzles and hands the unseen ones to print.
func (p *patternPrinter) print(ctx context.Context, print func([]byte) error) error {
	var mu sync.Mutex
	var begun making.Tried // by all chains, even those that ended after ctx was done
	newWork := func() func(uint64) chained {
		s := making.NewShaper(p.options.RandomSeed)
		return func(first uint64) (c chained) {
			c.puzzles, c.tried, c.err = s.Chain(ctx, p.cells, making.Aim{Levels: p.options.Levels, Climb: p.of.Climb}, first)
			mu.Lock()
			defer mu.Unlock()
			begun.Add(&c.tried)
			return c
		}
	}
	err := ordered.Run(ctx, ordered.Pool{Workers: p.options.Workers}, batches(), newWork, func(c chained) error {
		p.progress.Add(&c.tried)
		for i := range c.puzzles {
			line := p.seen.line(&c.puzzles[i])
			if line == nil {
				continue
			}
			p.progress.Kept++
			if err := print(line); err != nil {
				return err
			}
			if p.progress.Kept == p.of.Each {
				return errEnough
			}
		}
		return c.err
	})
	if ctx.Err() != nil {
		p.progress.Tried = begun
	}
	return endOf(ctx, err)
}
