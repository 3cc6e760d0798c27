package export_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// volumes writes packs that share no grid, and counts the puzzles of each grid.
type volumes struct {
	bank  *seedbank.Bank
	grids map[seed.Key]int
	keys  []seed.Key
}

// write writes a pack without the grids of those before, and returns its puzzles by level.
func (v *volumes) write(t *testing.T, options export.Options) map[rating.Level]int {
	t.Helper()
	options.Request.NotIn = append([]seed.Key{}, v.keys...)
	m, _ := write(t, v.bank, t.TempDir(), options)
	var canonizer transform.Canonizer
	var solver sudoku.Solver
	byLevel := map[rating.Level]int{}
	for _, part := range m.Parts {
		for puzzle, err := range draw.Recall(background, v.bank, part.IDs) {
			if err != nil {
				t.Fatal(err)
			}
			n, solution := solver.Solutions(puzzle.Puzzle().Clues(), 2)
			grid := seed.KeyOf(canonizer.Canonical(solution).Grid)
			if n != 1 || v.grids[grid] > 0 {
				t.Fatalf("puzzle %v has %d solutions, on a grid that had %d puzzles", puzzle.ID(), n, v.grids[grid])
			}
			v.grids[grid]++
			v.keys = append(v.keys, grid)
			byLevel[rating.LevelOf(puzzle.Pick().Ratings().ER)]++
		}
	}
	return byLevel
}

// Volumes of all kinds of packs share no grid, neither with each other nor within.
func TestVolumesShareNoGrid(t *testing.T) {
	v := &volumes{bank: banktest.Starter(t), grids: map[seed.Key]int{}}
	few := seedbank.Range[rating.Tenths]{Low: 85, High: 88} // 1413 plain seeds, and 103 in print style
	for random := range uint64(2) {                         // volumes of one kind, and then one of each other kind
		got := v.write(t, export.Options{Request: draw.Request{Levels: levels(7, 9), RandomSeed: random, Style: draw.Print}, PerLevel: 20, Format: "line"})
		for level := rating.Level(7); level <= 9; level++ {
			if got[level] != 20 {
				t.Errorf("volume %d has %d puzzles of level %d", random, got[level], level)
			}
		}
	}
	v.write(t, export.Options{Request: draw.Request{Levels: levels(2, 3)}, PerLevel: 20, Format: "html"})
	v.write(t, export.Options{Request: draw.Request{Levels: levels(8, 9), ER: few, N: 120, Style: draw.Plain}, Format: "line"})
	v.write(t, export.Options{Request: draw.Request{Levels: levels(9, 9), ER: few, N: 120, Style: draw.Plain}, Order: export.Shuffled, Format: "line"})
	v.write(t, export.Options{Request: draw.Request{Levels: levels(8, 9), ER: few, N: 40, Style: draw.Print}, Order: export.Shuffled, Format: "line"})
}

// The error for too few grids counts those that are left, and all.
func TestTooFewGrids(t *testing.T) {
	v := &volumes{bank: banktest.Starter(t), grids: map[seed.Key]int{}}
	options := export.Options{Request: draw.Request{Levels: levels(6, 6), ER: seedbank.Only[rating.Tenths](56), RandomSeed: 3, N: 1000, Style: draw.Plain}, Format: "line"}
	v.write(t, options)
	options.Request.NotIn = v.keys
	_, err := export.Plan(background, v.bank, options)
	var few *draw.TooFewError
	if !errors.As(err, &few) || few.There.Lo+1000 != few.Of {
		t.Fatal(err)
	}
	options.Request.N = few.There.Lo
	v.write(t, options)
	if options.Request.NotIn, options.Request.N = v.keys, 1; len(v.grids) != int(few.Of) {
		t.Errorf("%d grids, want %d", len(v.grids), few.Of)
	}
	if _, err := export.Plan(background, v.bank, options); !errors.As(err, &few) || fmt.Sprint(few.There) != "0" {
		t.Errorf("%v", err)
	}
}

// Where plain puzzles stand beside those in print style, the error counts the grids of both.
func TestTooFewGridsOfAMix(t *testing.T) {
	v := &volumes{bank: banktest.Starter(t), grids: map[seed.Key]int{}}
	v.write(t, export.Options{Request: draw.Request{Levels: levels(3, 3), ER: fewPrinted, N: 20, Style: draw.Print}, Format: "line"})
	for name, set := range map[string]func(o *export.Options, n uint64){
		"-n":          func(o *export.Options, n uint64) { o.Request.N = n },
		"--per-level": func(o *export.Options, n uint64) { o.PerLevel = n },
	} {
		options := export.Options{Request: draw.Request{Levels: levels(3, 3), ER: fewPrinted, NotIn: v.keys}, Format: "line"}
		set(&options, export.MostForPeople)
		_, err := export.Plan(background, v.bank, options)
		var few *draw.TooFewError
		if !errors.As(err, &few) || few.There.Lo+20 != few.Of {
			t.Errorf("%s: %v", name, err)
			continue
		}
		set(&options, few.There.Lo)
		m, err := export.Plan(background, v.bank, options)
		if err != nil || len(m.Unprinted()) == 0 {
			t.Errorf("%s: %d puzzles, which should be there: %v", name, few.There.Lo, err)
		}
	}
}

// Levels can have grids in common: a pack can still have as many puzzles as there are grids, all
// of them in the style that is asked for.
func TestAllGridsOfSeveralLevels(t *testing.T) {
	bank := banktest.Starter(t)
	for _, request := range []draw.Request{
		{Levels: levels(7, 9), Style: draw.Print},
		{Levels: levels(1, 2), Style: draw.Plain},
	} {
		request.NotIn, request.N = []seed.Key{}, export.MaxIDs
		options := export.Options{Format: "line", Request: request, Order: export.Ascending}
		if request.Style == draw.Plain {
			options.Order = export.ByLevel
		}
		_, err := export.Plan(background, bank, options)
		var few *draw.TooFewError
		if !errors.As(err, &few) || few.There.Lo == 0 || few.There.Lo != few.Of {
			t.Fatal(err)
		}
		options.Request.N = few.Of
		m, err := export.Plan(background, bank, options)
		if err != nil {
			t.Errorf("%d grids of %v: %v", few.Of, request.Levels, err)
		} else if plain := m.Unprinted(); m.Puzzles() != few.Of || len(plain) > 0 {
			t.Errorf("%d puzzles on %d grids of %v, plain: %v", m.Puzzles(), few.Of, request.Levels, plain)
		}
	}
}
