package web

import (
	"context"
	"net/netip"
	"slices"
	"sync"
)

// turns lets only some work be done at a time. Free turns go round the clients that wait, and
// among the requests of a client to the first. So a client with a hundred requests does not
// delay the first request of another.
type turns struct {
	cores   *cores // for the work
	mutex   sync.Mutex
	free    int64
	waiting map[netip.Prefix][]*waiter // by client, none empty
	clients []netip.Prefix             // those that wait, the next one first
}

// waiter is a piece of work that waits for its turn.
type waiter struct {
	weight int64
	turn   chan struct{} // closed when the turn has come
}

// newTurns returns turns for work of a weight at a time.
func newTurns(c *cores, most int64) *turns {
	return &turns{cores: c, free: most, waiting: map[netip.Prefix][]*waiter{}}
}

// take waits for the turn of some work, for the client of ctx. When ctx is done before, take
// returns the cause.
func (t *turns) take(ctx context.Context, weight int64) error {
	if isDone(ctx) {
		return context.Cause(ctx)
	}
	client, w := clientIn(ctx), &waiter{weight, make(chan struct{})}
	t.mutex.Lock()
	if len(t.waiting[client]) == 0 {
		t.clients = append(t.clients, client)
	}
	t.waiting[client] = append(t.waiting[client], w)
	t.call()
	t.mutex.Unlock()
	select {
	case <-w.turn:
		return nil
	case <-ctx.Done():
		t.leave(client, w)
		return context.Cause(ctx)
	}
}

// give ends the turn of some work.
func (t *turns) give(weight int64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.free += weight
	t.call()
}

// call gives free turns to those that wait. The mutex must be held.
func (t *turns) call() {
	for len(t.clients) > 0 {
		client := t.clients[0]
		w := t.waiting[client][0]
		if w.weight > t.free { // lighter work does not overtake it for ever
			return
		}
		t.free -= w.weight
		close(w.turn)
		t.clients = t.clients[1:]
		if t.forget(client, w) {
			t.clients = append(t.clients, client)
		}
	}
}

// forget removes a waiter, and reports whether its client waits for other work.
func (t *turns) forget(client netip.Prefix, w *waiter) bool {
	list := slices.DeleteFunc(t.waiting[client], func(other *waiter) bool { return other == w })
	if t.waiting[client] = list; len(list) == 0 {
		delete(t.waiting, client)
	}
	return len(list) > 0
}

// leave ends the wait of work that nobody wants any more.
func (t *turns) leave(client netip.Prefix, w *waiter) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	select {
	case <-w.turn: // it has just come
		t.free += w.weight
	default:
		if !t.forget(client, w) {
			t.clients = slices.DeleteFunc(t.clients, func(other netip.Prefix) bool { return other == client })
		}
	}
	t.call()
}

// inTurn calls work in its turn, with a core.
func (t *turns) inTurn(ctx context.Context, work func() error) error {
	if err := t.take(ctx, 1); err != nil {
		return err
	}
	defer t.give(1)
	t.cores.take()
	defer t.cores.give()
	return work()
}

// clientKey is the key of the client in the context of a request.
type clientKey struct{}

// clientIn returns the client of the request with a context.
func clientIn(ctx context.Context) netip.Prefix {
	client, _ := ctx.Value(clientKey{}).(netip.Prefix)
	return client
}
