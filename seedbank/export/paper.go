package export

import (
	"context"
	"errors"
	"iter"
	"math"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// OnPaper is a request for a file of a format, with its style settled.
type OnPaper struct {
	draw.Request

	// Without is the name of the field that keeps a booklet from the style
	// [draw.Print], or empty.
	Without string

	// Unprinted is how many puzzles of a booklet are not in the style
	// [draw.Print], because the bank has too few that are.
	Unprinted uint64
}

// Settle settles the style of a request for a file of a format: booklets are printed
// if nobody has said anything about the style, as far as the bank goes, and the rest
// is plain.
func Settle(ctx context.Context, bank *seedbank.Bank, request draw.Request, format pack.Format) (*OnPaper, error) {
	o := &OnPaper{Request: request}
	if !format.Booklet {
		return o, nil
	}
	o.Request, o.Without = request.ForPaper()
	if o.Style == request.Style {
		return o, nil
	}
	there, err := o.printed(ctx, bank)
	if err != nil || request.N == 0 || there >= request.N {
		return o, err
	}
	if o.Unprinted = request.N - there; there == 0 {
		o.Style = draw.Plain
	}
	return o, nil
}

// printed returns how many puzzles in the style [draw.Print] there are behind those
// that are skipped, as far as a uint64 can count.
func (o *OnPaper) printed(ctx context.Context, bank *seedbank.Bank) (uint64, error) {
	selection, err := o.Select(ctx, bank)
	if errors.Is(err, seedbank.ErrNoMatch) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	there, err := o.There(ctx, selection)
	switch skip := shuffle.Number(o.Skip); {
	case err != nil || there.Less(skip):
		return 0, err
	case there.Hi > 0:
		return math.MaxUint64 - o.Skip, nil
	}
	return there.Lo - o.Skip, nil
}

// Draw yields the puzzles: those that are printed, and then the rest.
func (o *OnPaper) Draw(ctx context.Context, bank *seedbank.Bank) iter.Seq2[seed.Isomorph, error] {
	if o.Unprinted == 0 || o.Style != draw.Print {
		return o.Request.Draw(ctx, bank)
	}
	return func(yield func(seed.Isomorph, error) bool) {
		printed, used := o.Request, map[seed.Key]bool{}
		printed.N -= o.Unprinted
		for puzzle, err := range printed.Draw(ctx, bank) {
			if used[puzzle.Pick().Key()] = true; !yield(puzzle, err) || err != nil {
				return
			}
		}
		o.drawPlain(ctx, bank, used)(yield)
	}
}

// drawPlain yields the puzzles that are not printed, of seeds that are not used
// already.
func (o *OnPaper) drawPlain(ctx context.Context, bank *seedbank.Bank, used map[seed.Key]bool) puzzles {
	return func(yield func(seed.Isomorph, error) bool) {
		plain, left := o.Request, o.Unprinted
		plain.Style, plain.N, plain.Skip = draw.Plain, 0, 0
		for puzzle, err := range plain.Draw(ctx, bank) {
			if err == nil && used[puzzle.Pick().Key()] {
				continue
			}
			if !yield(puzzle, err) || err != nil {
				return
			}
			if left--; left == 0 {
				return
			}
		}
		yield(seed.Isomorph{}, &draw.TooFewError{There: shuffle.Number(o.N - left), Distinct: o.Distinct})
	}
}
