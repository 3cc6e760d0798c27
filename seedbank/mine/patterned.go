package mine

import (
	"context"
	"fmt"
	"sync"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// PatternProgress tells how far the search for puzzles with a pattern is.
type PatternProgress struct {
	Name string
	Kept int // puzzles
	Tried
}

// checkPatterns completes options with patterns. A number of puzzles to find
// becomes a target for each pattern, which only puzzles of the run meet.
func (o *Options) checkPatterns() error {
	if len(o.Patterns) == 0 {
		return nil
	}
	if len(o.Targets) > 0 || o.Symmetry != transform.NoSymmetry {
		return fmt.Errorf("patterns go neither with targets nor with a symmetry")
	}
	for _, p := range o.Patterns {
		if err := pattern.Impossible(p.Cells); err != nil {
			return fmt.Errorf("pattern %s: %w", p.Name, err)
		}
		if o.Count > 0 {
			kind := seedbank.Filter{Pattern: p.Cells, Rungs: true, Levels: o.Levels}
			o.Targets = append(o.Targets, Target{Name: p.Name, Kind: kind, Seeds: o.Count, OfRun: true})
		}
	}
	o.climb = o.Strategy == Walk
	o.Count, o.Strategy = 0, AsNeeded
	return nil
}

func (o *Options) aim() aim { return aim{levels: o.Levels, climb: o.climb} }

// patternBatch makes the puzzles of a chain, and rates those that the bank does not
// know. Each is a seed with the clues of the pattern as its rung.
func (m *miner) patternBatch(ctx context.Context, w *worker, j job) (f findings, err error) {
	kept, tried, err := w.shaper.chain(ctx, m.options.Patterns[j.pattern-1].Cells, m.options.aim(), j.first)
	if err != nil {
		return f, err
	}
	f.unwanted = tried.Proper - len(kept)
	f.tried = tried
	type name struct {
		key   seed.Key
		added sudoku.Cells
	}
	seen := map[name]bool{}
	for i := range kept {
		core, added := w.shaper.core(&kept[i])
		s, fate, err := m.symmetricSeed(w, core, added, m.options.Levels)
		if err != nil {
			return f, err
		}
		n := name{key: s.Key()}
		if len(s.Rungs) > 0 {
			n.added = s.Rungs[0].Added
		}
		switch {
		case fate == symmetricKnown || seen[n]:
			f.known++
		case fate == symmetricUnwanted:
			f.unwanted++
		default:
			seen[n] = true
			f.seeds = append(f.seeds, s)
		}
	}
	return f, nil
}

// wantedPatterns returns the numbers of the patterns for which puzzles are missing,
// counted from 1.
func (d *demand) wantedPatterns() (numbers []int) {
	for i := range d.options.Patterns {
		if len(d.targets) == 0 || d.targets[i].Missing() > 0 {
			numbers = append(numbers, i+1)
		}
	}
	return numbers
}

// notePattern adds up what was tried for a pattern.
func (m *miner) notePattern(p *portion) {
	if p.pattern == 0 {
		return
	}
	of := &m.patterns[p.pattern-1]
	of.add(&p.tried)
	of.Kept += len(p.seeds)
}

// PrintPatterns makes puzzles with the patterns of some options, and hands them to
// print as lines: of each pattern as many as Count says, one pattern after the
// other. No two of them are isomorphic. They are not stored. It uses the options
// Patterns, Levels, Strategy, Workers, RandomSeed and Count, and returns what was
// tried.
func PrintPatterns(ctx context.Context, options Options, print func(lines []byte) error) (progress []PatternProgress, err error) {
	count := options.Count
	if err := options.checkPatterns(); err != nil {
		return nil, err
	}
	seen := map[seed.Key]bool{}
	for _, of := range options.Patterns {
		p := PatternProgress{Name: of.Name}
		err = printPattern(ctx, &options, of.Cells, count, seen, &p, print)
		progress = append(progress, p)
		if err != nil || ctx.Err() != nil {
			break
		}
	}
	return progress, err
}

// chained is the puzzles of a chain.
type chained struct {
	puzzles []sudoku.Puzzle
	tried   Tried
	err     error
}

// printPattern makes puzzles with one pattern, and hands those to print that are not
// among the seen.
func printPattern(ctx context.Context, o *Options, cells sudoku.Cells, count int, seen map[seed.Key]bool, progress *PatternProgress, print func([]byte) error) error {
	var mu sync.Mutex
	var begun Tried // by all chains: those under way when ctx is done are not taken
	newWork := func() func(uint64) chained {
		s := newShaper(o.RandomSeed)
		return func(first uint64) (c chained) {
			c.puzzles, c.tried, c.err = s.chain(ctx, cells, o.aim(), first)
			mu.Lock()
			defer mu.Unlock()
			begun.add(&c.tried)
			return c
		}
	}
	var canonizer transform.Canonizer
	err := ordered.Run(ctx, ordered.Pool{Workers: o.Workers}, batches(), newWork, func(c chained) error {
		progress.add(&c.tried)
		for i := range c.puzzles {
			clues := c.puzzles[i].Clues()
			key := seed.KeyOf(canonizer.Canonical(clues).Grid)
			if seen[key] {
				continue
			}
			seen[key] = true
			progress.Kept++
			if err := print(append(clues.AppendLine(make([]byte, 0, 88), '.'), '\n')); err != nil {
				return err
			}
			if progress.Kept == count {
				return errEnough
			}
		}
		return c.err
	})
	if ctx.Err() != nil {
		progress.Tried = begun
	}
	return endOf(ctx, err)
}
