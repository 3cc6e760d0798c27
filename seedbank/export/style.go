package export

import (
	"context"
	"errors"
	"iter"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
	"github.com/seedoku/seedoku/transform"
)

// printClues are the numbers of clues that printed puzzles of each level have: many
// where reading them is to be a pleasure, and as they come where the fight is.
var printClues = [rating.NumLevels + 1]seedbank.Range[int]{
	1: {Low: 32, High: 36},
	2: {Low: 30, High: 34},
	3: {Low: 28, High: 32},
	4: {Low: 26, High: 30},
	5: {Low: 26, High: 30},
	6: {Low: 26, High: 30},
}

// printSymmetry is the symmetry that most newspapers and books print.
const printSymmetry = transform.Rotate180

// settleStyle says in the request of a manifest which style its puzzles have, if
// nobody has: booklets are printed.
func (m *Manifest) settleStyle() {
	format, err := pack.FormatNamed(m.Format)
	clues, symmetry := m.Request.Styled()
	switch {
	case err != nil || m.Request.Style != draw.AnyStyle:
	case format.Booklet && (clues || symmetry):
		m.Request.Style = draw.Print
	}
}

// Printed reports whether the style of printed puzzles chooses the clues and the
// symmetry of the puzzles of a request, level by level, in files of a format:
// [Drawn] draws them then.
func Printed(request *draw.Request, format pack.Format) bool {
	clues, symmetry := request.Styled()
	return (clues || symmetry) && (request.Style == draw.Print || request.Style == draw.AnyStyle && format.Booklet)
}

// styled reports whether the puzzles of a manifest have a style that changes
// something.
func (m *Manifest) styled() bool {
	clues, symmetry := m.Request.Styled()
	return m.Request.Style == draw.Print && (clues || symmetry)
}

// choose looks for what the style adds to a draw of one level: the most that the
// bank has enough seeds for. If it has too few of everything, the choice is what
// it has most seeds for. The draw is checked then.
func (m *Manifest) choose(ctx context.Context, bank *seedbank.Bank, d *Draw) error {
	var best *Draw
	var last error
	for _, style := range m.styles(d.Level) {
		tried := *d
		tried.Style = style
		var few *draw.TooFewError
		err := m.check(ctx, bank, &tried)
		switch {
		case errors.Is(err, seedbank.ErrNoMatch) || errors.As(err, &few):
			last = err
			continue
		case err != nil:
			return err
		}
		if best == nil || tried.Seeds > best.Seeds {
			best = &tried
		}
		if tried.Distinct {
			best = &tried
			break
		}
	}
	if best == nil {
		return last
	}
	*d = *best
	return nil
}

// styles returns what the print style may add to puzzles of a level, the best
// first and nothing last.
func (m *Manifest) styles(level rating.Level) (list []*draw.Request) {
	clues, symmetry := m.Request.Styled()
	clues = clues && printClues[level] != seedbank.Range[int]{}
	if clues && symmetry {
		list = append(list, &draw.Request{Clues: printClues[level], Symmetry: printSymmetry})
	}
	if clues {
		list = append(list, &draw.Request{Clues: printClues[level]})
	}
	if symmetry {
		list = append(list, &draw.Request{Symmetry: printSymmetry})
	}
	return append(list, nil)
}

// Drawn yields the puzzles of a pack that is not written, in the order of its one
// file. With Distinct in its request, it is an error if the bank has too few seeds.
func Drawn(ctx context.Context, bank *seedbank.Bank, options Options) iter.Seq2[seed.Isomorph, error] {
	return func(yield func(seed.Isomorph, error) bool) {
		options.File = "puzzles"
		err := options.pickLevel(ctx, bank)
		var m *Manifest
		if err == nil {
			m, err = Plan(ctx, bank, options)
		}
		if err == nil && options.Request.Distinct {
			err = m.mustBeDistinct()
		}
		if err != nil {
			yield(seed.Isomorph{}, err)
			return
		}
		drawing := &drawing{ctx: ctx, bank: bank, manifest: m, used: map[seed.Key]bool{}}
		puzzles, err := drawing.part(&m.Parts[0])
		if err != nil {
			yield(seed.Isomorph{}, err)
			return
		}
		puzzles(yield)
	}
}

// Settled returns the request for one puzzle of a level, with what the style of a pack
// fills in: the clues and the symmetry that the bank has enough puzzles with. It
// depends on what the bank has, and not on the order of its seeds.
func Settled(ctx context.Context, bank *seedbank.Bank, options Options) (draw.Request, error) {
	options.File = "puzzles"
	m, err := Plan(ctx, bank, options)
	if err != nil {
		return draw.Request{}, err
	}
	request := m.requestOf(&m.Parts[0].Draws[0])
	request.Style = draw.Plain // all of it is said
	return request, nil
}

// pickLevel picks the level of a single puzzle at random. Shares would give it the
// most frequent level every time.
func (o *Options) pickLevel(ctx context.Context, bank *seedbank.Bank) error {
	if o.Request.N != 1 || numLevels(o) == 1 {
		return nil
	}
	for puzzle, err := range o.Request.Draw(ctx, bank) {
		if err != nil {
			return err
		}
		o.Request.Levels = seedbank.Only(puzzle.Rating().Level())
	}
	return nil
}

// mustBeDistinct returns an error if several puzzles of a draw are of one seed.
func (m *Manifest) mustBeDistinct() error {
	for _, part := range m.Parts {
		for _, d := range part.Draws {
			if !d.Distinct {
				return &draw.TooFewError{There: shuffle.Number(d.Seeds), Distinct: true}
			}
		}
	}
	return nil
}
