package draw_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// shelves gives out one volume after another, none on a grid of those before.
type shelves struct {
	bank  *seedbank.Bank
	taken map[seed.Key]bool
	keys  []seed.Key
}

// draw draws a volume, and fails if one of its grids was there before.
func (s *shelves) draw(t *testing.T, r draw.Request) (n int, err error) {
	t.Helper()
	var canonizer transform.Canonizer
	r.NotIn = append([]seed.Key{}, s.keys...)
	for puzzle, err := range r.Draw(context.Background(), s.bank) {
		if err != nil {
			return n, err
		}
		n++
		grid := seed.SolutionKey(&canonizer, puzzle.Puzzle())
		if s.taken[grid] {
			t.Fatalf("puzzle %d of a volume is on a grid that was there before", n)
		}
		s.taken[grid] = true
		s.keys = append(s.keys, grid)
	}
	return n, nil
}

// Volumes share no grid, until exactly the grids are left that no volume has.
func TestVolumesShareNoGrid(t *testing.T) {
	s := &shelves{bank: banktest.Starter(t), taken: map[seed.Key]bool{}}
	r := draw.Request{Levels: seedbank.Only[rating.Level](6), Distinct: true, N: 2500, RandomSeed: 5}
	all, err := r.Select(context.Background(), s.bank)
	if err != nil {
		t.Fatal(err)
	}
	on, err := all.OnNewGrids(context.Background(), nil, true)
	if err != nil || on.Len() >= all.Len() {
		t.Fatalf("%d of %d seeds, %v", on.Len(), all.Len(), err)
	}
	left := on.Len()
	for ; left >= r.N; left -= r.N {
		if n, err := s.draw(t, r); err != nil || n != int(r.N) {
			t.Fatalf("%d puzzles, %v", n, err)
		}
	}
	var few *draw.TooFewError
	if n, err := s.draw(t, r); !errors.As(err, &few) || n > 0 || few.There != shuffle.Number(left) || few.Of != on.Len() {
		t.Fatalf("%d puzzles, %v; want %d of %d", n, err, left, on.Len())
	}
	if r.N = left; left > 0 {
		if n, err := s.draw(t, r); err != nil || n != int(left) {
			t.Fatalf("%d puzzles, %v", n, err)
		}
	}
}

// Puzzles for paper are plain where the print style has no grid left.
func TestVolumesForPaperShareNoGrid(t *testing.T) {
	s := &shelves{bank: banktest.Starter(t), taken: map[seed.Key]bool{}}
	for volume := range 3 {
		r := draw.Request{Levels: seedbank.Only[rating.Level](3), Paper: true, Distinct: true, N: 600, RandomSeed: uint64(volume)}
		if n, err := s.draw(t, r); err != nil || n != int(r.N) {
			t.Fatalf("volume %d: %d puzzles, %v", volume, n, err)
		}
	}
}
