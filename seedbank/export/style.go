package export

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Unprinted returns the draws of plain puzzles in a pack of print style: those
// for which the bank has too few puzzles in that style.
func (m *Manifest) Unprinted() (plain []Draw) {
	for _, part := range m.Parts {
		for _, d := range part.Draws {
			if d.Style == nil && m.Request.Added(d.Level) != nil {
				plain = append(plain, d)
			}
		}
	}
	return plain
}

// planner plans the draws of a pack.
type planner struct {
	*drawing
	*Manifest
	formats pack.Several
	asked   bool            // the style was requested, so puzzles must not be plain
	drawn   []seed.Isomorph // the puzzles of the draws of a level, on new grids
}

// printed returns a draw of the puzzles of a level in the style of the pack. It
// records the conditions of the style in the draw, so that the manifest stays
// valid if the style changes.
func (p *planner) printed(level rating.Level) Draw {
	return Draw{Level: level, Style: p.Request.Added(level)}
}

// ofLevel returns the draws for n puzzles of a level.
func (p *planner) ofLevel(level rating.Level, n uint64) ([]Draw, error) {
	styled := p.printed(level)
	if styled.Style == nil {
		return p.split(styled, n)
	}
	if _, err := p.count(&styled); err != nil {
		return nil, err
	}
	if styled.Seeds < n && p.asked {
		return nil, p.tooFew(styled.Seeds, []Draw{styled})
	}
	return p.split(styled, n)
}

// tooFew returns the error for draws in a style for which the bank has too few seeds.
func (p *planner) tooFew(seeds uint64, draws []Draw) error {
	if p.onNewGrids() {
		return p.tooFewGrids(seeds, draws)
	}
	if seeds == 0 {
		return &draw.NoMatchError{Printed: true}
	}
	return &draw.TooFewError{There: shuffle.Number(seeds), Distinct: true, Printed: true}
}

// split returns the draws for n puzzles of the level of a draw: as many in its style
// as there are seeds, and plain ones for the rest.
func (p *planner) split(styled Draw, n uint64) (list []Draw, err error) {
	if styled.Style == nil {
		styled.Puzzles = n
		if err := p.check(&styled); err != nil {
			return nil, err
		}
		return []Draw{styled}, p.take(&styled)
	}
	if styled.Puzzles = min(n, styled.Seeds); styled.Puzzles > 0 {
		styled.Distinct = true
		if err := p.take(&styled); err != nil {
			return nil, err
		}
		list = append(list, styled)
	}
	if rest := n - styled.Puzzles; rest > 0 {
		plain := Draw{Level: styled.Level, Puzzles: rest}
		if err := p.check(&plain); err != nil {
			return nil, p.ofMix(err, styled.Level, styled.Level, styled.Puzzles+plain.Seeds)
		}
		plain.Distinct = plain.Distinct && (plain.Seeds >= n || p.onNewGrids())
		if none, err := p.allPrinted(styled, plain); err != nil || none {
			return nil, cmp.Or(err, p.tooFew(styled.Seeds, []Draw{styled}))
		}
		if err := p.take(&plain); err != nil {
			return nil, err
		}
		list = append(list, plain)
	}
	return list, nil
}

// allPrinted reports whether all puzzles of a plain draw are in the style of another draw of its level,
// from which it takes none.
func (p *planner) allPrinted(styled, plain Draw) (bool, error) {
	if plain.Distinct {
		return false, nil
	}
	printed, err := p.count(&styled)
	all, err2 := p.count(&plain)
	return printed == all, cmp.Or(err, err2)
}

// count sets the number of seeds for a draw, which may be 0, and returns the number
// of puzzles.
func (p *planner) count(d *Draw) (puzzles shuffle.Uint128, err error) {
	request := p.request(d)
	selection, err := p.bank.Select(p.ctx, request.Filter())
	if err == nil && p.onNewGrids() {
		selection, err = selection.OnNewGrids(p.ctx, request.NotIn, true)
	}
	if err == nil {
		puzzles = selection.Puzzles()
		d.Seeds, err = selection.Seeds(p.ctx)
	}
	return puzzles, err
}

// inAll returns the draws for n puzzles of all levels in a style. The share of each
// level is its share of the seeds in that style. If there are too few, the remaining
// puzzles are plain, in proportion to the seeds without the style.
func (p *planner) inAll(n uint64) ([]Draw, error) {
	var styled []Draw
	var weights []*big.Int
	sum := uint64(0)
	levels := p.levels()
	for level := levels.Low; level <= levels.High; level++ {
		d := p.printed(level)
		if _, err := p.count(&d); err != nil {
			return nil, err
		}
		styled = append(styled, d)
	}
	if err := p.countOwnGrids(styled, true); err != nil {
		return nil, err
	}
	for i := range styled {
		sum += styled[i].Seeds
		weights = append(weights, new(big.Int).SetUint64(styled[i].Seeds))
	}
	if sum < n && p.asked {
		return nil, p.tooFew(sum, styled)
	}
	numbers := make([]uint64, len(styled)) // puzzles of each level
	if sum > 0 {
		numbers = shares(min(n, sum), weights)
	}
	if rest := n - min(n, sum); rest > 0 {
		whole := Draw{Puzzles: rest}
		if err := p.check(&whole); err != nil {
			left, countErr := p.mixedGrids(levels.Low, levels.High, p.taken)
			return nil, cmp.Or(countErr, p.ofMix(err, levels.Low, levels.High, left))
		}
		plain, err := p.byLevel(whole)
		if err != nil {
			return nil, err
		}
		for i := range plain {
			numbers[plain[i].Level-levels.Low] += plain[i].Puzzles
		}
	}
	var list []Draw
	for i := range styled {
		if numbers[i] == 0 {
			continue
		}
		if p.onNewGrids() { // earlier levels may have taken some
			if _, err := p.count(&styled[i]); err != nil {
				return nil, err
			}
		}
		draws, err := p.split(styled[i], numbers[i])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", styled[i].What(), err)
		}
		list = append(list, draws...)
	}
	return list, nil
}

// apart sets Apart for the draws with a style. With added clues, a seed can have
// another level and be drawn there too.
func apart(draws []Draw) {
	styled := slices.ContainsFunc(draws, func(d Draw) bool { return d.Style != nil })
	for i := range draws {
		draws[i].Apart = styled
	}
}

// has reports whether a puzzle of the level of d has the style of d.
func (d *Draw) has(puzzle *seed.Isomorph) bool {
	if d.Style == nil {
		return false
	}
	clues := puzzle.Puzzle().Clues().Filled()
	return d.Style.Clues.Has(clues.Len()) && d.Style.Symmetry.Has(clues)
}
