package web

import (
	"context"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// selections caches the selections of the latest filters, because selecting takes
// much longer than drawing. Once a minute it checks whether the bank has changed; if
// so, it drops the cache. What is not in the cache is chosen in turns. Work that has a turn
// asks for no other turn.
type selections struct {
	bank  *seedbank.Bank
	turns *turns

	mutex  sync.Mutex
	now    *edition
	looked time.Time // time of the last comparison of stamps
}

// edition is the cache for one state of the bank.
type edition struct {
	stamp string
	shelf *seedbank.Shelf
	kinds *lru[string, maker[*seedbank.Selection]] // by filter
	days  *lru[string, maker[seed.Isomorph]]       // by day and kind

	labels  *lru[string, maker[census]]       // one
	numbers *lru[string, maker[*bankNumbers]] // one
}

// maker makes a value once.
type maker[V any] func() (V, error)

// made returns the value of a key. If another goroutine is making it, it waits.
// Errors and panics are not cached.
func made[V any](in *lru[string, maker[V]], key string, make maker[V]) (value V, err error) {
	failed := true
	defer func() {
		if failed {
			in.drop(key)
		}
	}()
	value, err = in.get(key, func() maker[V] { return sync.OnceValues(make) })()
	failed = err != nil
	return value, err
}

// edition returns the cache for the current or a very recent state of the bank.
func (s *selections) edition() *edition {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if time.Since(s.looked) < staleAfter {
		return s.now
	}
	s.looked = time.Now()
	if stamp := s.bank.Stamp(); s.now == nil || s.now.stamp != stamp {
		s.now = &edition{
			stamp, seedbank.NewShelf(), newLRU[string, maker[*seedbank.Selection]](bounds.Kinds), newLRU[string, maker[seed.Isomorph]](bounds.Days),
			newLRU[string, maker[census]](1), newLRU[string, maker[*bankNumbers]](1),
		}
	}
	return s.now
}

// Select returns the selection of a filter, from the cache if possible.
func (s *selections) Select(ctx context.Context, filter seedbank.Filter) (*seedbank.Selection, error) {
	now := s.edition()
	return made(now.kinds, fmt.Sprint(filter), func() (*seedbank.Selection, error) {
		return inTurn(ctx, s.turns, func(ctx context.Context) (*seedbank.Selection, error) {
			selection, err := s.bank.Select(ctx, filter)
			if err != nil {
				return nil, err
			}
			return selection.On(now.shelf), nil
		})
	})
}

// day returns the puzzle of a day, from the cache or from draw.
func (s *selections) day(ctx context.Context, key string, draw func(context.Context) (seed.Isomorph, error)) (seed.Isomorph, error) {
	return made(s.edition().days, key, func() (seed.Isomorph, error) { return inTurn(ctx, s.turns, draw) })
}

// inTurn calls make in its turn. Other requests may wait for the same value, so the end of the
// request with ctx does not end it.
func inTurn[V any](ctx context.Context, of *turns, make func(context.Context) (V, error)) (value V, err error) {
	ctx = context.WithoutCancel(ctx)
	err = of.inTurn(ctx, func() error {
		value, err = make(ctx)
		return err
	})
	return value, err
}

// keyOfKind returns the cache key of the kind of a request.
func keyOfKind(r *draw.Request) string {
	of := *r
	of.N, of.Skip, of.RandomSeed, of.Distinct, of.Variety = 0, 0, 0, false, draw.NoVariety
	return url.Values(of.Values()).Encode()
}
