package draw_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A draw whose context is done ends soon, though all of its seeds are in memory, and a stream goes on
// with the puzzle that it could not give.
func TestCancelledDrawsEnd(t *testing.T) {
	const cancelAt = 4000
	bank := banktest.Starter(t)
	for name, request := range map[string]draw.Request{
		"in memory":   {ER: seedbank.Range[rating.Tenths]{Low: 115, High: 119}},
		"print style": {ER: seedbank.Range[rating.Tenths]{Low: 84, High: 86}, Style: draw.Print},
		"distinct":    {ER: seedbank.Range[rating.Tenths]{Low: 50, High: 119}, Distinct: true},
		"in turn":     {ER: seedbank.Range[rating.Tenths]{Low: 110, High: 119}, Variety: draw.ByTechnique},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			n, last := 0, error(nil)
			for _, err := range request.Draw(ctx, bank) {
				if last = err; err != nil || n > 100_000 {
					break
				}
				if n++; n == cancelAt {
					cancel()
				}
			}
			if !errors.Is(last, context.Canceled) || n > cancelAt+1024 { // a block
				t.Errorf("cancelled after %d, it gave %d puzzles: %v", cancelAt, n, last)
			}

			stream, err := request.Stream(t.Context(), bank).Open(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			var got []seed.Isomorph
			for i := range 40 {
				if i%3 == 0 {
					puzzle, err := stream.Next(ctx)
					if err == nil { // it was at hand, in a block
						got = append(got, puzzle)
					} else if !errors.Is(err, context.Canceled) {
						t.Fatal(err)
					}
				}
				puzzle, err := stream.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, puzzle)
			}
			i := 0
			for want, err := range request.Draw(t.Context(), bank) {
				if err != nil {
					t.Fatal(err)
				}
				if i == len(got) {
					break
				}
				if got[i].ID() != want.ID() {
					t.Fatalf("puzzle %d is %v, not %v", i, got[i].ID(), want.ID())
				}
				i++
			}
			if i < len(got) {
				t.Errorf("the same request gives %d puzzles", i)
			}
		})
	}
}
