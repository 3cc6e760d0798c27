package fleet

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
)

// telling calls a function when a text is written.
type telling struct {
	text string
	call func()
}

func (w telling) Write(text []byte) (int, error) {
	if strings.Contains(string(text), w.text) {
		w.call()
	}
	return len(text), nil
}

func closed(c chan bool) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// A hub waits while another program writes to its bank, and goes on then.
func TestHubWaitsForAnotherWriter(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	other := seedtest.Open(t, a.bank.Path())
	if _, err := a.bank.Rows().DB.ExecContext(t.Context(), `PRAGMA busy_timeout = 10`); err != nil {
		t.Fatal(err)
	}
	waits := make(chan bool)
	a.options.Log = slog.New(slog.NewTextHandler(telling{"waits until it can write", sync.OnceFunc(func() { close(waits) })}, nil))
	made := a.during(func(ctx context.Context) {
		a.stored(10)
		tx, err := other.Rows().DB.BeginTx(ctx, nil)
		if err != nil {
			t.Fatal(err)
		}
		within(t, "the hub tells that it waits", func() bool { return closed(waits) })
		tx.Rollback()
		a.stored(10)
	}, "own")
	a.mustHaveAll(made, false)
}
