package mine

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// idsOf returns the IDs of the first puzzles of a request.
func idsOf(t *testing.T, bank *change.Writer, request draw.Request) (ids []string) {
	t.Helper()
	for puzzle, err := range request.Draw(context.Background(), bank.Bank) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, puzzle.ID().String())
	}
	return ids
}

// New seeds in print style of easy levels get rungs with up to 60 clues. Stored ones get the same
// by Broaden, once, and what was drawn from them before stays.
func TestBroaden(t *testing.T) {
	targets, err := ParseTargets([]string{"print:1-3=6", "print:5=2"})
	if err != nil {
		t.Fatal(err)
	}
	with, without := newBank(t), newBank(t)
	run(t, with, Options{Workers: 2, RandomSeed: 4, Targets: targets})
	run(t, without, Options{Workers: 2, RandomSeed: 4, Targets: targets, Ladders: work.NoLadders})
	drawn := draw.Request{N: 40, RandomSeed: 1, Style: draw.Print, Levels: seedbank.Range[rating.Level]{Low: 1, High: 9}}
	before := idsOf(t, without, drawn)
	progress := run(t, without, Options{Workers: 2, Strategy: Broaden{}})
	if made := progress.Broad; made[1] == 0 || made[2] == 0 || made[3] == 0 || made[5] != 0 || progress.Stored != 0 {
		t.Errorf("%+v", progress)
	}
	if diff := cmp.Diff(before, idsOf(t, without, drawn)); diff != "" {
		t.Errorf("other puzzles in print style than before: %s", diff)
	}
	if again := run(t, without, Options{Workers: 2, Strategy: Broaden{}}); again.Broad != (ByLevel{}) || again.Known == 0 {
		t.Errorf("again: %+v", again)
	}
	banktest.MustBeTrue(t, with)
	banktest.MustBeTrue(t, without)
	for _, bank := range []*change.Writer{with, without} {
		many := draw.Request{N: 30, RandomSeed: 1, Style: draw.Print, Levels: seedbank.Only(rating.Level(1)), Clues: seedbank.Range[int]{Low: 50, High: 60}}
		if n := len(idsOf(t, bank, many)); n != 30 {
			t.Errorf("%d puzzles of many clues", n)
		}
	}
	both := 0
	for _, s := range seeds(t, with) {
		stored, err := without.SeedNamed(context.Background(), s.Key())
		if errors.Is(err, seedbank.ErrNoMatch) {
			continue // which of two seeds comes first depends on the time that they take
		}
		if err == nil && len(s.Rungs) > 0 && len(stored.Rungs) > 0 && s.Rungs[0].Added != stored.Rungs[0].Added {
			continue // so does in which of several ways a seed is put in print style
		}
		both++
		if err != nil || !slices.Equal(stored.Rungs, s.Rungs) {
			t.Errorf("%v has the rungs %v as mined, %v as stored and broadened, %v", s.Puzzle.Clues(), s.Rungs, stored.Rungs, err)
		}
	}
	if both < 5 {
		t.Errorf("%d seeds were found with and without ladders", both)
	}
	if _, err := Run(context.Background(), with, Options{Strategy: Broaden{}, Targets: targets}); err == nil {
		t.Error("no error with targets")
	}
}
