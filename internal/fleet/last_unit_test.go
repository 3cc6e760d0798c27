package fleet

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A hub knows what is left only if the stream has said whether it has the last unit.
func TestLastUnitWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h, err := openHub(t.Context(), connectHub(t, a.server), a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	if !h.planLast(t.Context()) {
		t.Error("without a unit to plan, something is not known")
	}
	h.unit = someUnit
	if !h.planLast(t.Context()) {
		t.Error("a stream that has the last unit does not say so")
	}
	if err := h.js.DeleteStream(t.Context(), unitStream); err != nil {
		t.Fatal(err)
	}
	if h.planLast(t.Context()) {
		t.Error("nobody has said whether the last unit is planned, and the hub knows it")
	}
	h.link.close()
	h.gate.link.close()
	if err := h.mining.Close(nil); err != nil {
		t.Error(err)
	}
}

// busyStreams are streams of a cluster that has begun to take a message, and says so some times.
type busyStreams struct {
	jetstream.JetStream
	times int
}

func (s *busyStreams) PublishMsg(ctx context.Context, m *nats.Msg, options ...jetstream.PublishOpt) (*jetstream.PubAck, error) {
	if s.times--; s.times >= 0 {
		return nil, &jetstream.APIError{Code: 409, ErrorCode: inProcessCode}
	}
	return s.JetStream.PublishMsg(ctx, m, options...)
}

// A hub that ends asks again while a cluster still takes the last unit. If that does not end,
// the hub does not know whether the cluster has the unit.
func TestLastUnitInProcess(t *testing.T) {
	t.Parallel()
	if known, _ := askLast(t, 1000); known {
		t.Error("a cluster that never ends to take the unit has it")
	}
	for range 5 { // on a machine that stands still meanwhile, the time to ask is over too early
		known, left := askLast(t, 3)
		if known && left == -1 {
			return
		}
		t.Logf("the hub knows: %t; %d times left", known, left)
	}
	t.Error("a hub whose cluster has taken the unit does not know it")
}

// askLast has a hub plan its last unit at a cluster that says some times that it still takes
// it. It returns what the hub knows, and how many of these times are left, or -1 after one more.
func askLast(t *testing.T, times int) (known bool, left int) {
	t.Helper()
	a := newAttacked(t)
	h, err := openHub(t.Context(), connectHub(t, a.server), a.bank, &a.options)
	if err != nil {
		t.Fatal(err)
	}
	streams := &busyStreams{h.js, times}
	h.js, h.unit = streams, someUnit
	known = h.planLast(t.Context())
	h.link.close()
	h.gate.link.close()
	if err := h.mining.Close(nil); err != nil {
		t.Error(err)
	}
	return known, streams.times
}
