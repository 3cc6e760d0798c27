package export

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// A pack on new grids has no solution grid of earlier packs, and each of its own once. Which
// grids the draws of a level leave for those of the next is known only when they are drawn.
// So a plan draws them all, and writing draws them again in the same order.

// onNewGrids reports whether the pack has no grid of earlier packs.
func (d *drawing) onNewGrids() bool { return d.manifest.Request.NotIn != nil }

// request returns the request for the puzzles of a draw, after the draws before it. The
// conditions of the style come from the draw.
func (d *drawing) request(of *Draw) draw.Request {
	request := d.manifest.Request
	request.Style = draw.Plain
	if of.Level != 0 {
		request.Levels = seedbank.Only(of.Level)
	}
	if of.Style != nil {
		request.Clues = cmp.Or(request.Clues, of.Style.Clues)
		request.Symmetry = cmp.Or(request.Symmetry, of.Style.Symmetry)
	}
	if d.onNewGrids() {
		request.NotIn, request.Distinct = d.taken, true
	}
	return request
}

// newGrids draws the puzzles of a draw. Their grids are taken then.
func (d *drawing) newGrids(of *Draw) ([]seed.Isomorph, error) {
	request := d.request(of)
	request.N = of.Puzzles
	var canonizer transform.Canonizer
	list, taken := make([]seed.Isomorph, 0, of.Puzzles), slices.Clip(d.taken)
	for puzzle, err := range request.Draw(d.ctx, d.bank) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", of.What(), err)
		}
		list = append(list, puzzle)
		taken = append(taken, seed.SolutionKey(&canonizer, puzzle.Puzzle()))
	}
	d.taken = taken
	return list, nil
}

// take takes the grids of a draw away from the draws after it, and keeps its puzzles.
func (p *planner) take(of *Draw) error {
	if !p.onNewGrids() {
		return nil
	}
	list, err := p.newGrids(of)
	p.drawn = append(p.drawn, list...)
	return err
}

// checkGrids returns an error if there are too few new grids for a draw.
func (p *planner) checkGrids(d *Draw, selection *seedbank.Selection) (err error) {
	d.Distinct = true
	if d.Seeds, err = selection.Seeds(p.ctx); err != nil || d.Seeds >= d.Puzzles {
		return err
	}
	return p.tooFewGrids(d.Seeds, []Draw{*d})
}

// tooFewGrids returns the error for draws that have some new grids in all.
func (p *planner) tooFewGrids(left uint64, draws []Draw) (err error) {
	few := &draw.TooFewError{There: shuffle.Number(left), Distinct: true, Printed: draws[0].Style != nil}
	first, last := draws[0].Level, draws[len(draws)-1].Level
	if first == 0 {
		first, last = p.levels().Low, p.levels().High
	}
	if few.Of, err = p.gridsOf(first, last, few.Printed, nil); err != nil {
		return err
	}
	if few.Of == 0 {
		return &draw.NoMatchError{Printed: few.Printed}
	}
	return few
}

// ofMix returns the error for too few plain puzzles of some levels, beside those in print style, as
// one that counts the grids of both: some are left.
func (p *planner) ofMix(err error, first, last rating.Level, left uint64) error {
	_, few := errors.AsType[*draw.TooFewError](err)
	_, none := errors.AsType[*draw.NoMatchError](err)
	if !p.onNewGrids() || !few && !none || left == 0 {
		return err
	}
	of, err := p.mixedGrids(first, last, []seed.Key{})
	if err != nil {
		return err
	}
	return &draw.TooFewError{There: shuffle.Number(left), Distinct: true, Of: of}
}

// mixedGrids returns the number of grids of some levels that are not taken, of puzzles in print
// style and of plain ones, each counted once. It draws all puzzles in print style.
func (p *planner) mixedGrids(first, last rating.Level, taken []seed.Key) (uint64, error) {
	if !p.onNewGrids() {
		return 0, nil
	}
	of := planner{drawing: newDrawing(p.ctx, p.bank, p.manifest), Manifest: p.Manifest}
	of.taken = taken
	printed := uint64(0)
	for level := first; level <= last; level++ {
		d := of.printed(level)
		if d.Style == nil {
			continue
		}
		if _, err := of.count(&d); err != nil {
			return 0, err
		}
		if d.Puzzles = d.Seeds; d.Puzzles == 0 {
			continue
		}
		if _, err := of.newGrids(&d); err != nil {
			return 0, err
		}
		printed += d.Puzzles
	}
	plain, err := of.gridsOf(first, last, false, of.taken)
	return printed + plain, err
}

// gridsOf returns the number of grids of some levels that are not taken, each counted once: in
// the style of the pack, or of plain puzzles.
func (p *planner) gridsOf(first, last rating.Level, printed bool, taken []seed.Key) (uint64, error) {
	request := p.Request
	request.Levels = seedbank.Range[rating.Level]{Low: first, High: last}
	if !printed {
		request.Style = draw.Plain
	}
	selection, err := p.bank.Select(p.ctx, request.Filter())
	if err == nil {
		selection, err = selection.OnNewGrids(p.ctx, taken, true)
	}
	if err != nil {
		return 0, err
	}
	return selection.Seeds(p.ctx)
}

// countOwnGrids sets the seeds of each draw to the number of new grids that no draw of a lower level
// has. So many are left for it, whatever grids the others take. The levels of the draws ascend.
func (p *planner) countOwnGrids(draws []Draw, printed bool) error {
	if !p.onNewGrids() {
		return nil
	}
	before := uint64(0)
	for i := range draws {
		all, err := p.gridsOf(draws[0].Level, draws[i].Level, printed, p.taken)
		if err != nil {
			return err
		}
		draws[i].Seeds, before = all-before, all
	}
	return nil
}

// nextOf returns a function that gives the puzzles of a list.
func nextOf(list []seed.Isomorph) func() (seed.Isomorph, error) {
	return func() (puzzle seed.Isomorph, err error) {
		if len(list) == 0 {
			return puzzle, seedbank.ErrNoMore
		}
		puzzle, list = list[0], list[1:]
		return puzzle, nil
	}
}
