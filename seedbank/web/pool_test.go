package web

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/sudoku"
)

// do calls work with an examiner in its turn.
func do(ctx context.Context, p *pool, work func(*examine.Examiner)) error {
	_, err := found(ctx, p, func(x *examine.Examiner) (bool, error) { work(x); return true, nil })
	return err
}

// A panic is the error of one piece of work, and takes no examiner away.
func TestPoolOutlivesAPanic(t *testing.T) {
	p := newPool(newCores(1), 1, 1)
	for range 3 {
		var internal internalError
		err := do(context.Background(), p, func(*examine.Examiner) { panic("oh") })
		if !errors.As(err, &internal) || !strings.Contains(err.Error(), "panic: oh") {
			t.Fatalf("the panic is the error %v", err)
		}
	}
	if err := do(context.Background(), p, func(x *examine.Examiner) {
		if x == nil {
			t.Error("no examiner")
		}
	}); err != nil {
		t.Error(err)
	}
}

func TestPoolDoesNothingForNobody(t *testing.T) {
	p := newPool(newCores(1), 1, 1)
	gone, cancel := context.WithCancelCause(context.Background())
	why := errors.New("gone")
	cancel(why)
	for range 20 { // either branch of a select
		if err := do(gone, p, func(*examine.Examiner) { t.Error("work for nobody") }); !errors.Is(err, why) {
			t.Fatal(err)
		}
	}
	_, leave, err := p.enter(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := p.enter(context.Background()); !errors.Is(err, errBusy) {
		t.Errorf("a second request enters a full queue: %v", err)
	}
	leave()
	if _, leave, err = p.enter(context.Background()); err != nil {
		t.Error(err)
	}
	leave()
}

// A rating ends between two rounds when nobody waits for it any more, and a search after
// some dead ends. The examiner serves others.
func TestPoolInterruptsWork(t *testing.T) {
	grid, err := sudoku.ParseGrid("86.4...7.....6......7...4.6.7.6...32.3..976.......3..7..1...82.5....9....4.51....")
	if err != nil {
		t.Fatal(err)
	}
	deep, err := sudoku.ParseGrid(".....7.....6...7....................8...24........8.74.7....8426..2........1.....")
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	bank := banktest.Starter(t)
	p := newPool(newCores(1), 1, 1)
	why := errors.New("gone")
	for name, work := range map[string]func(*examine.Examiner) error{
		"rating": func(x *examine.Examiner) error { _, err := x.Rate(grid); return err },
		"check":  func(x *examine.Examiner) error { _, err := x.Check(ctx, bank, deep); return err },
		"solve":  func(x *examine.Examiner) error { _, err := x.Solve(deep); return err },
		"way":    func(x *examine.Examiner) error { _, err := x.Way(grid); return err },
		"steps":  func(x *examine.Examiner) error { _, err := x.Steps(&examine.Position{Puzzle: grid}); return err },
		"hint":   func(x *examine.Examiner) error { _, err := x.Hint(&examine.Position{Puzzle: grid}); return err },
	} {
		ctx, cancel := context.WithCancelCause(context.Background())
		if err := do(ctx, p, func(x *examine.Examiner) {
			cancel(why) // the client goes while the work is done
			if err := work(x); !errors.Is(err, why) {
				t.Errorf("%s: it went on, and ended with %v", name, err)
			}
		}); err != nil {
			t.Error(err)
		}
		if err := do(context.Background(), p, func(x *examine.Examiner) {
			if err := work(x); err != nil {
				t.Errorf("%s for the next client: %v", name, err)
			}
		}); err != nil {
			t.Error(err)
		}
	}
}

// The last used values stay.
func TestLRU(t *testing.T) {
	l := newLRU[int, int](2)
	made := 0
	get := func(key int) int {
		return l.get(key, func() int { made++; return 10 * key })
	}
	for _, key := range []int{1, 2, 1, 3, 1} {
		if got := get(key); got != 10*key {
			t.Errorf("%d has %d", key, got)
		}
	}
	if made != 3 {
		t.Errorf("%d values made, want 3", made)
	}
	get(2)
	l.drop(2)
	get(2)
	if made != 5 || len(l.entries) > 2 || l.order.Len() > 2 {
		t.Errorf("%d values made, want 5; %d kept", made, len(l.entries))
	}
}

// Each worker has room for a request, also on a machine with many cores: a site asks for as many
// lessons at once.
func TestQueueHasRoomForAllWorkers(t *testing.T) {
	s := New(nil, Options{Workers: 100})
	for range 100 {
		if _, _, err := s.pool.enter(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
}
