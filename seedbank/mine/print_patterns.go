package mine

import (
	"context"
	"errors"
	"sync"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/ordered"
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
	printer := chainPrinter{&options, newUnlike(), print}
	for _, of := range patterns.Of {
		p := PatternProgress{Name: of.Name}
		err = printer.print(ctx, &p, patterns.Each, 0, func(ctx context.Context, s *making.Shaper, first uint64) ([]sudoku.Puzzle, making.Tried, error) {
			return s.Chain(ctx, of.Cells, making.Aim{Levels: options.Levels, Climb: patterns.Climb}, first)
		})
		progress = append(progress, p)
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	return progress, err
}

// chainPrinter prints puzzles that chains find. No two of them are isomorphic.
type chainPrinter struct {
	options *Options
	seen    *unlike
	to      func(lines []byte) error
}

// chained has the puzzles of a chain.
type chained struct {
	puzzles []sudoku.Puzzle
	tried   making.Tried
	err     error
}

// print prints the unseen puzzles of chains. It ends after most puzzles, or mostInVain chains
// in a row without one, if these numbers are not 0.
func (p *chainPrinter) print(ctx context.Context, progress *PatternProgress, most, mostInVain int, chain func(ctx context.Context, s *making.Shaper, first uint64) ([]sudoku.Puzzle, making.Tried, error)) error {
	chains, end := context.WithCancel(ctx) // a chain in progress is not waited for when there are enough
	defer end()
	var mu sync.Mutex
	var begun making.Tried // by all chains, even those that ended after ctx was done
	newWork := func() func(uint64) chained {
		s := making.NewShaper(p.options.RandomSeed)
		return func(first uint64) (c chained) {
			c.puzzles, c.tried, c.err = chain(chains, s, first)
			mu.Lock()
			defer mu.Unlock()
			begun.Add(&c.tried)
			return c
		}
	}
	vain := 0
	err := ordered.Run(ctx, ordered.Pool{Workers: p.options.Workers}, batches(), newWork, func(c chained) (err error) {
		defer func() {
			if err != nil {
				end()
			}
		}()
		progress.Add(&c.tried)
		vain++
		for i := range c.puzzles {
			line := p.seen.line(&c.puzzles[i])
			if line == nil {
				continue
			}
			vain = 0
			progress.Kept++
			if err := p.to(line); err != nil {
				return err
			}
			if progress.Kept == most {
				return errEnough
			}
		}
		if c.err == nil && vain > 0 && vain == mostInVain {
			return errEnough
		}
		return c.err
	})
	if ctx.Err() != nil {
		progress.Tried = begun
	}
	return endOf(ctx, err)
}
