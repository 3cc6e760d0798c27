package mine

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// numbers are n items, or no end of them if n is negative.
func numbers(n int) func(context.Context) iter.Seq[int] {
	return func(context.Context) iter.Seq[int] {
		return func(yield func(int) bool) {
			for i := 0; (n < 0 || i < n) && yield(i); i++ {
			}
		}
	}
}

// cubing is a pipeline that drops every third number, and cubes the others and
// their negatives.
func cubing(workers int, take func(int) error) *pipeline[*int, int, int, int] {
	return &pipeline[*int, int, int, int]{
		workers: workers,
		newCore: func() *int { return new(int) },
		first:   func(_ context.Context, core *int, item int) int { *core++; return item },
		between: func(_ context.Context, item int, pass func(int) error) error {
			if item%3 == 0 { // dropped
				return nil
			}
			return errors.Join(pass(item), pass(-item))
		},
		second: func(core *int, item int) int { *core++; return item * item * item },
		take:   take,
	}
}

func TestPipelineKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(0, 100).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "workers")
		var got, want []int
		for i := range n {
			if i%3 != 0 {
				want = append(want, i*i*i, -i*i*i)
			}
		}
		err := cubing(workers, func(cube int) error { got = append(got, cube); return nil }).run(context.Background(), numbers(n))
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("got %v, error %v; want %v", got, err, want)
		}
	})
}

// Whatever ends the pipeline, portions that were passed on before are taken.
func TestPipelineEnds(t *testing.T) {
	broken := errors.New("broken")
	t.Run("at an error between the stages", func(t *testing.T) {
		taken := 0
		p := cubing(3, func(int) error { taken++; return nil })
		passed := 0
		p.between = func(_ context.Context, item int, pass func(int) error) error {
			if passed == 50 {
				return broken
			}
			passed++
			return pass(item)
		}
		if err := p.run(context.Background(), numbers(-1)); !errors.Is(err, broken) || taken != 50 {
			t.Errorf("took %d of 50, error %v", taken, err)
		}
	})
	t.Run("at an error of take", func(t *testing.T) {
		taken := 0
		p := cubing(3, func(int) error {
			if taken++; taken == 50 {
				return broken
			}
			return nil
		})
		if err := p.run(context.Background(), numbers(-1)); !errors.Is(err, broken) || taken != 50 {
			t.Errorf("took %d, want 50; error %v", taken, err)
		}
	})
	t.Run("with its context", func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		passed, taken := 0, 0
		p := cubing(3, func(int) error {
			if taken++; taken == 50 {
				cancel()
			}
			return nil
		})
		p.between = func(_ context.Context, item int, pass func(int) error) error {
			passed++
			return pass(item)
		}
		if err := p.run(ctx, numbers(-1)); err != nil || taken != passed || taken < 50 {
			t.Errorf("took %d of %d, error %v", taken, passed, err)
		}
	})
	t.Run("when nobody can wait any longer", func(t *testing.T) {
		p := cubing(2, func(int) error { return broken })
		p.between = func(ctx context.Context, item int, pass func(int) error) error {
			if err := pass(item); err != nil {
				return err
			}
			<-ctx.Done() // until the second stage has failed
			return errStopped
		}
		if err := p.run(context.Background(), numbers(-1)); err != broken {
			t.Errorf("got %v, want %v", err, broken)
		}
	})
}

// No more work is done at a time than there are workers, in both stages
// together, and each core serves one at a time.
func TestStagesShareTheCores(t *testing.T) {
	const workers = 3
	var busy, most atomic.Int32
	work := func(core *int) {
		*core++ // a race, were it shared
		n := busy.Add(1)
		for m := most.Load(); n > m && !most.CompareAndSwap(m, n); m = most.Load() {
		}
		busy.Add(-1)
	}
	p := cubing(workers, func(int) error { return nil })
	p.first = func(_ context.Context, core *int, item int) int { work(core); return item }
	p.second = func(core *int, item int) int { work(core); return item }
	if err := p.run(context.Background(), numbers(5000)); err != nil {
		t.Fatal(err)
	}
	if most.Load() > workers {
		t.Errorf("%d workers were at work at the same time, of %d", most.Load(), workers)
	}
}

// However many workers a run has, all of them make puzzles at the same time.
func TestAllWorkersOfARunAreBusy(t *testing.T) {
	const workers = 256
	var together sync.WaitGroup
	together.Add(workers)
	simple := newPruner(1).puzzle(0)
	stub := source{origin: seed.Prune, open: func() func(uint64) sudoku.Puzzle {
		first := true
		return func(uint64) sudoku.Puzzle {
			if first { // nobody goes on before all have begun
				first = false
				together.Done()
				together.Wait()
			}
			return simple
		}
	}}
	progress, err := runFrom(context.Background(), stub, newBank(t), &Options{Workers: workers, Count: 1})
	if err != nil || progress.Stored != 1 {
		t.Errorf("stored %d, error %v", progress.Stored, err)
	}
}

// However the seeds on their way turn out, a run ends with exactly the number
// of new seeds that was asked for.
func TestRunCountsWhatIsNewAlone(t *testing.T) {
	bank := newBank(t)
	var puzzles []sudoku.Puzzle
	for i := range uint64(6) {
		puzzles = append(puzzles, newPruner(1).puzzle(i))
	}
	// Each puzzle comes many times, so that it is on its way more than once.
	repeating := source{origin: seed.Prune, open: func() func(uint64) sudoku.Puzzle {
		return func(i uint64) sudoku.Puzzle { return puzzles[i/20%uint64(len(puzzles))] }
	}}
	progress, err := runFrom(context.Background(), repeating, bank, &Options{Workers: 2, Count: 6})
	if err != nil || progress.Stored != 6 || len(seeds(t, bank)) != 6 || progress.Known == 0 {
		t.Errorf("%+v, error %v; want 6 seeds", progress, err)
	}
}
