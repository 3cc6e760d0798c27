package fleet

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A file that cannot be read is an error at once, and not one of the network to try again.
func TestConnectingWithoutFiles(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	for _, options := range []ConnectOptions{{CredsFile: "none"}, {CAFile: "none"}, {CAFile: "connect_test.go"}} {
		options.Servers = "nats://127.0.0.1:1"
		if _, err := Connect(ctx, "worker", options); err == nil || errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
			t.Errorf("%+v: %v", options, err)
		}
	}
}

// A unit that fails too often is given up, also if as many dead units as may be are kept already.
func TestTooManyDeadUnits(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	a.during(func(ctx context.Context) {
		a.stored(1)
		dead, err := a.js.Stream(ctx, deadStream)
		if err != nil {
			t.Fatal(err)
		}
		config := dead.CachedInfo().Config
		config.MaxMsgs = 1
		if _, err = a.js.UpdateStream(ctx, config); err == nil {
			_, err = a.js.Publish(ctx, deadSubject, []byte("{}"))
		}
		if err != nil {
			t.Fatal(err)
		}
		w := mustWorker(t, a.stranger, "w")
		for failed := map[string]int{}; ; {
			j := mustGet(ctx, t, w)
			_, err := w.ask(ctx, postQuestion, (&result{Lease: j.task.Lease, Unit: j.unit.Name(), Undone: "it is too hard", Failed: true}).encode())
			if failed[j.unit.Name()]++; err != nil {
				t.Fatalf("failure %d: %v", failed[j.unit.Name()], err)
			}
			if failed[j.unit.Name()] == mostFailures {
				return
			}
		}
	}, "a")
}
