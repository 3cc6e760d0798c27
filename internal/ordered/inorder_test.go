package ordered

import (
	"context"
	"errors"
	"iter"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func numbers(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; n < 0 || i < n; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

func square() func(int) int { return func(i int) int { return i * i } }

func TestRunKeepsTheOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(0, 300).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "workers")
		next := 0
		err := Run(context.Background(), Pool{Workers: workers}, numbers(n), square, func(r int) error {
			if r != next*next {
				t.Fatalf("result %d at place %d", r, next)
			}
			next++
			return nil
		})
		if err != nil || next != n {
			t.Fatalf("%d of %d results, error %v", next, n, err)
		}
	})
}

// Without an order, results do not wait for one that takes long, and each comes once.
func TestAsDone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, workers := rapid.IntRange(2, 300).Draw(t, "n"), rapid.IntRange(2, 5).Draw(t, "workers")
		first, taken := make(chan struct{}), map[int]bool{}
		waiting := func() func(int) int {
			return func(i int) int {
				if i == 0 {
					<-first
				}
				return i
			}
		}
		err := Run(context.Background(), Pool{Workers: workers, AsDone: true}, numbers(n), waiting, func(i int) error {
			if taken[i] || i >= n {
				t.Fatalf("result %d of %d comes again", i, n)
			}
			if taken[i] = true; len(taken) == n-1 {
				close(first)
			}
			return nil
		})
		if err != nil || len(taken) != n {
			t.Fatalf("%d of %d results, error %v", len(taken), n, err)
		}
	})
}

func TestRunEndsAtAnError(t *testing.T) {
	for _, asDone := range []bool{false, true} {
		full := errors.New("full")
		taken := 0
		err := Run(context.Background(), Pool{Workers: 3, AsDone: asDone}, numbers(-1), square, func(int) error {
			if taken++; taken == 50 {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || taken != 50 {
			t.Errorf("after %d results: %v; want 50 and %v", taken, err, full)
		}
	}
}

func TestRunEndsWithItsContext(t *testing.T) {
	enough := errors.New("enough")
	for _, asDone := range []bool{false, true} {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		taken := 0
		err := Run(ctx, Pool{Workers: 2, AsDone: asDone}, numbers(-1), square, func(int) error {
			if taken++; taken == 50 {
				cancel(enough)
			}
			return nil
		})
		if !errors.Is(err, enough) {
			t.Errorf("got %v, want %v", err, enough)
		}
	}
}

// However many workers there are, all of them have work at the same time.
func TestAllWorkersAreBusy(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 256} {
		n := OrCores(workers)
		var busy sync.WaitGroup
		busy.Add(n)
		together := func() func(int) int {
			first := true
			return func(i int) int {
				if first { // nobody goes on before all have begun
					first = false
					busy.Done()
					busy.Wait()
				}
				return i
			}
		}
		err := Run(context.Background(), Pool{Workers: workers}, numbers(3*n), together, func(int) error { return nil })
		if err != nil {
			t.Errorf("%d workers: %v", workers, err)
		}
	}
}
