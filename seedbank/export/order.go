package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// puzzles is a sequence of drawn puzzles, which ends at the first error.
type puzzles = iter.Seq2[seed.Isomorph, error]

// drawing draws the puzzles of a pack.
type drawing struct {
	ctx      context.Context
	bank     *seedbank.Bank
	manifest *Manifest
	used     map[seed.Key]bool // seeds of earlier draws, if later draws could take them again
	taken    []seed.Key        // solution grids of earlier packs and draws, if they must not come again
	styled   map[seed.ID]bool  // seeds and rungs in a style, if plain ones of their level follow
	plain    map[seed.ID]bool  // seeds and rungs of the plain puzzles of this part that follow
	repeats  bool              // whether a puzzle in a style is an isomorph of a plain one before it
	measures measures
	rater    rating.Rater // rates puzzles that are not rungs of the bank
}

func newDrawing(ctx context.Context, bank *seedbank.Bank, m *Manifest) *drawing {
	return &drawing{ctx: ctx, bank: bank, manifest: m, used: map[seed.Key]bool{}, styled: map[seed.ID]bool{}, plain: map[seed.ID]bool{}, measures: measures{}, taken: m.Request.NotIn}
}

// part returns the puzzles of a part, by their IDs if it has them, else by its
// draws.
func (d *drawing) part(p *Part) (puzzles, error) {
	if len(p.IDs) > 0 {
		return draw.Recall(d.ctx, d.bank, slices.Clone(p.IDs)), nil
	}
	if d.manifest.Order == Shuffled {
		return d.shuffled(p)
	}
	sources, err := d.sources(p)
	if err != nil {
		return nil, err
	}
	if d.manifest.Order == ByLevel {
		return d.oneByOne(sources), nil
	}
	return d.sorted(d.oneByOne(sources))
}

// sources returns the sources of the draws of a part.
func (d *drawing) sources(p *Part) (list []*source, err error) {
	for i := range p.Draws {
		source, err := d.source(p, i)
		if err != nil {
			return nil, err
		}
		list = append(list, source)
	}
	return list, nil
}

// shuffled returns the puzzles of a part in random order. If a plain puzzle came before a printed
// isomorph of it, the printed ones are drawn first.
func (d *drawing) shuffled(p *Part) (puzzles, error) {
	sources, err := d.sources(p)
	if err != nil || !p.hasPlain() || d.onNewGrids() {
		return d.mixed(sources), err
	}
	used, styled := maps.Clone(d.used), maps.Clone(d.styled)
	d.repeats = false
	clear(d.plain)
	var list []seed.Isomorph
	for puzzle, err := range d.mixed(sources) {
		if gaveUp := context.Cause(d.ctx); gaveUp != nil {
			return nil, cmp.Or(err, gaveUp)
		}
		if err != nil || d.repeats {
			d.used, d.styled = used, styled
			return d.printedFirst(p)
		}
		list = append(list, puzzle)
	}
	return seedbank.Listed(list...), nil
}

// printedFirst draws the printed puzzles of a part before all others.
func (d *drawing) printedFirst(p *Part) (puzzles, error) {
	sources, err := d.sources(p)
	if err != nil {
		return nil, err
	}
	for i, source := range sources {
		if p.isFollowed(i) {
			if err := source.drawAll(); err != nil {
				return nil, err
			}
		}
	}
	return d.mixed(sources), nil
}

// source gives the puzzles of a draw.
type source struct {
	left uint64
	next func() (seed.Isomorph, error)
}

// drawAll draws all puzzles of s at once.
func (s *source) drawAll() error {
	var list []seed.Isomorph
	for range s.left {
		puzzle, err := s.next()
		if err != nil {
			return err
		}
		list = append(list, puzzle)
	}
	s.next = nextOf(list)
	return nil
}

// hasPlain reports whether plain puzzles follow printed ones of their level.
func (p *Part) hasPlain() bool {
	for i := range p.Draws {
		if p.isFollowed(i) {
			return true
		}
	}
	return false
}

// isFollowed reports whether another draw of the same level follows draw i, and has different seeds:
// a draw that repeats seeds may have isomorphs of printed puzzles. Only small packs have such draws.
func (p *Part) isFollowed(i int) bool {
	if p.Puzzles > MaxIDs || i+1 >= len(p.Draws) {
		return false
	}
	next := &p.Draws[i+1]
	return next.Distinct && next.Level == p.Draws[i].Level
}

// source returns the source of draw i of a part.
func (d *drawing) source(p *Part, i int) (*source, error) {
	of := &p.Draws[i]
	if d.onNewGrids() {
		list, err := d.newGrids(of)
		return &source{of.Puzzles, nextOf(list)}, err
	}
	request := d.request(of)
	request.Distinct = of.Distinct
	stream, err := request.Stream(d.ctx, d.bank).Open(d.ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", of.What(), err)
	}
	stream = seedbank.InBlocks(stream, of.Puzzles)
	next := func() (seed.Isomorph, error) { return stream.Next(d.ctx) }
	switch {
	case of.Distinct && (of.Apart || of.Level != 0 && request.Filter().Rungs):
		next = d.unused(next)
	case of.Apart:
		next = unlike(next, of.Level, p.Draws[:i])
	}
	switch {
	case p.isFollowed(i):
		next = d.marking(next, d.styled)
	case i > 0 && p.isFollowed(i-1):
		next = d.marking(next, d.plain)
	}
	return &source{of.Puzzles, next}, nil
}

// marking returns next, and marks the seeds and rungs that come.
func (d *drawing) marking(next func() (seed.Isomorph, error), in map[seed.ID]bool) func() (seed.Isomorph, error) {
	return func() (seed.Isomorph, error) {
		puzzle, err := next()
		if err == nil {
			pick := pickOf(&puzzle)
			in[pick] = true
			d.repeats = d.repeats || d.styled[pick] && d.plain[pick]
		}
		return puzzle, err
	}
}

// pickOf identifies the seed or rung of a puzzle.
func pickOf(puzzle *seed.Isomorph) seed.ID {
	return seed.ID{Seed: puzzle.Pick().Key(), Added: puzzle.Pick().Added()}
}

// unused returns a function that gives those puzzles of next whose seeds no other draw has
// used. When none remain, it also gives puzzles of used seeds, but no isomorphs of printed ones.
func (d *drawing) unused(next func() (seed.Isomorph, error)) func() (seed.Isomorph, error) {
	var leftOut []seed.Isomorph
	return func() (seed.Isomorph, error) {
		for {
			puzzle, err := next()
			if errors.Is(err, seedbank.ErrNoMore) && len(leftOut) > 0 {
				puzzle, leftOut = leftOut[0], leftOut[1:]
				return puzzle, nil
			}
			if err != nil {
				return puzzle, err
			}
			if key := puzzle.Pick().Key(); !d.used[key] {
				d.used[key] = true
				return puzzle, nil
			}
			if !d.styled[pickOf(&puzzle)] {
				leftOut = append(leftOut, puzzle)
			}
		}
	}
}

// unlike returns a function that gives those puzzles of next that are not in the style of
// other draws of their level.
func unlike(next func() (seed.Isomorph, error), level rating.Level, others []Draw) func() (seed.Isomorph, error) {
	return func() (seed.Isomorph, error) {
		for {
			puzzle, err := next()
			like := func(d Draw) bool { return d.Level == level && d.has(&puzzle) }
			if err != nil || !slices.ContainsFunc(others, like) {
				return puzzle, err
			}
		}
	}
}

// oneByOne yields all puzzles of a source, then all puzzles of the next.
func (d *drawing) oneByOne(sources []*source) puzzles {
	return func(yield func(seed.Isomorph, error) bool) {
		for _, source := range sources {
			for range source.left {
				if puzzle, err := source.next(); !yield(puzzle, err) || err != nil {
					return
				}
			}
		}
	}
}

// mixed yields the puzzles of all sources in random order.
func (d *drawing) mixed(sources []*source) puzzles {
	random, left := rand.New(rand.NewPCG(d.manifest.Request.RandomSeed, 1)), uint64(0)
	for _, source := range sources {
		left += source.left
	}
	return func(yield func(seed.Isomorph, error) bool) {
		for ; left > 0; left-- {
			n, from := random.Uint64N(left), 0
			for n >= sources[from].left {
				n -= sources[from].left
				from++
			}
			sources[from].left--
			if puzzle, err := sources[from].next(); !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}

// rated has the sort key of a puzzle and its ID.
type rated struct {
	er     rating.Tenths
	second int // effort or seconds, by the order
	id     seed.ID
}

// inOrder yields the puzzles of a list.
func (d *drawing) inOrder(list []rated) puzzles {
	return func(yield func(seed.Isomorph, error) bool) {
		for _, r := range list {
			if puzzle, err := d.bank.Recall(d.ctx, r.id, d.rater.Class); !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}
