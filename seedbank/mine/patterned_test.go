package mine

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// shapesNamed returns patterns that come with the project.
func shapesNamed(t *testing.T, names ...string) (list []Pattern) {
	t.Helper()
	for _, name := range names {
		p, err := pattern.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Pattern(p))
	}
	return list
}

// A run stores puzzles of each pattern as rungs of true rating, as many as asked for,
// and the same ones with any number of workers.
func TestMiningPatterns(t *testing.T) {
	var found []map[seed.Key]seed.Seed
	for _, workers := range []int{1, 3} {
		bank := newBank(t)
		patterns := shapesNamed(t, "smile", "digit-8")
		progress := run(t, bank, Options{Workers: workers, RandomSeed: 8, Strategy: Patterns{Of: patterns, Each: 5}, Levels: seedbank.Range[rating.Level]{Low: 2, High: 7}})
		for i, p := range patterns {
			selection, err := bank.Select(context.Background(), seedbank.Filter{Pattern: p.Cells, Rungs: true})
			if err != nil {
				t.Fatal(err)
			}
			of := progress.Patterns[i]
			if selection.Len() < 5 || of.Kept != int(selection.Len()) || of.Name != p.Name || of.Proper < of.Kept || progress.Targets[i].Missing() > 0 {
				t.Errorf("%d puzzles are in the bank; progress %+v, %+v", selection.Len(), of, progress.Targets[i])
			}
			for n := range selection.Len() {
				pick, err := selection.At(context.Background(), n)
				if err != nil {
					t.Fatal(err)
				}
				if rated := pick.Rating(); rated.Level() < 2 || rated.Level() > 7 {
					t.Errorf("%v is of level %d", pick.Key(), rated.Level())
				}
			}
		}
		banktest.MustBeTrue(t, bank)
		all := map[seed.Key]seed.Seed{}
		for _, s := range seeds(t, bank) {
			all[s.Key()] = s
		}
		found = append(found, all)
	}
	if diff := cmp.Diff(slices.Sorted(maps.Keys(found[0])), slices.Sorted(maps.Keys(found[1]))); diff != "" || len(found[0]) == 0 {
		t.Errorf("%d seeds, other ones with more workers: %s", len(found[0]), diff)
	}
}

// A unit that is done twice, as a hub has it done to check a worker, counts once for a pattern, and
// so do two results of it that come together.
func TestPatternsDoneAgain(t *testing.T) {
	plan := openPlan(t, newBank(t), Options{RandomSeed: 8, Strategy: Patterns{Of: shapesNamed(t, "smile"), Each: 50}})
	u, err := plan.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var once, again []Delivery
	for _, part := range do(t, u) {
		once = append(once, Delivery{Found: part, Unit: u})
		again = append(again, Delivery{Found: part, Unit: u, Again: true})
	}
	for range 2 {
		if _, err := plan.Collect(t.Context(), append(once, again...), nil); err != nil {
			t.Fatal(err)
		}
		once = nil
	}
	p := plan.Progress()
	if found := p.Targets[0].InBank; found == 0 || p.Stored != found || p.Patterns[0].Kept != found || sumOf(p.Symmetric) != found {
		t.Errorf("%d puzzles count for the pattern, %d seeds are stored, %d puzzles kept: %v", found, p.Stored, p.Patterns[0].Kept, p.Symmetric)
	}
}

// A search that is ended says what it tried.
func TestHopelessPattern(t *testing.T) {
	var cells sudoku.Cells // as few as can be, so that hardly any puzzle is like this
	for c := range 17 {
		cells = cells.With(sudoku.CellAt(c%9, (5*c+c/9)%9))
	}
	plan := openPlan(t, newBank(t), Options{Strategy: Patterns{Of: []Pattern{{Name: "sparse", Cells: cells}}, Each: 1}})
	u, err := plan.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	err = new(work.Worker).Do(&ending{t.Context(), 5}, u, nil, func(f work.Found) error {
		return plan.take(&Delivery{Found: f, Unit: u})
	})
	p := plan.Progress()
	if of := p.Patterns[0]; !errors.Is(err, context.Canceled) || of.Grids != 1 || of.Moves == 0 || of.Moves > 5 || of.Kept != 0 || p.Targets[0].Missing() != 1 {
		t.Errorf("%+v, %v", of, err)
	}
}

// ending is a context that is done after some questions.
type ending struct {
	context.Context
	questions int
}

func (e *ending) Err() error {
	if e.questions--; e.questions < 0 {
		return context.Canceled
	}
	return nil
}

// Printed puzzles have the patterns, in their order, and no two are isomorphic.
func TestPrintPatterns(t *testing.T) {
	patterns := shapesNamed(t, "smile", "ring")
	var printed bytes.Buffer
	progress, err := PrintPatterns(context.Background(), Options{Strategy: Patterns{Of: patterns, Each: 12}, RandomSeed: 1}, func(lines []byte) error {
		_, err := printed.Write(lines)
		return err
	})
	if err != nil || len(progress) != 2 || progress[0].Kept != 12 || progress[1].Kept != 12 {
		t.Fatalf("%+v, %v", progress, err)
	}
	var canonizer transform.Canonizer
	seen := map[sudoku.Grid]bool{}
	for i, line := range bytes.Fields(printed.Bytes()) {
		grid, err := sudoku.ParseGrid(string(line))
		if err != nil || grid.Filled() != patterns[i/12].Cells {
			t.Errorf("line %d: %s, %v", i, line, err)
		}
		seen[canonizer.Canonical(grid).Grid] = true
	}
	if len(seen) != 24 {
		t.Errorf("%d different puzzles were printed", len(seen))
	}
}

func TestPatternsThatCannotBe(t *testing.T) {
	bank := newBank(t)
	few := []Pattern{{Name: "few", Cells: sudoku.CellSet(1, 2, 3)}}
	var impossible *pattern.ImpossibleError
	if _, err := Run(context.Background(), bank, Options{Strategy: Patterns{Of: few}}); !errors.As(err, &impossible) {
		t.Errorf("a pattern of three clues: %v", err)
	}
	ring := shapesNamed(t, "ring")
	for _, options := range []Options{
		{Strategy: Patterns{Of: ring}, Targets: []Target{ofLevel(1, 2)}},
	} {
		if _, err := Run(context.Background(), bank, options); err == nil {
			t.Errorf("no error for %+v", options)
		}
	}
}

// When there are enough puzzles, chains that still search are not waited for.
func TestEnoughEndsTheOtherChains(t *testing.T) {
	puzzle := seedtest.Must(sudoku.Complete(new(sudoku.Solver).RandomSolution(rand.New(rand.NewPCG(1, 2)))))
	ctx, end := context.WithTimeout(t.Context(), time.Minute)
	defer end()
	printer := chainPrinter{&Options{Workers: 2}, newUnlike(), func([]byte) error { return nil }}
	var progress PatternProgress
	searches := make(chan bool, 100)
	err := printer.print(ctx, &progress, 1, 0, func(ctx context.Context, _ *making.Shaper, first uint64) (kept []sudoku.Puzzle, tried making.Tried, err error) {
		if first > 0 {
			searches <- true
			<-ctx.Done()
			return nil, tried, nil
		}
		<-searches
		return []sudoku.Puzzle{puzzle}, tried, nil
	})
	if err != nil || ctx.Err() != nil || progress.Kept != 1 {
		t.Errorf("%v, %v, %d kept", err, ctx.Err(), progress.Kept)
	}
}
