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

// selections keeps the selections of the filters that were asked for last, since to
// select takes much longer than to draw. Now and then the bank is looked at, and if
// somebody has written to it, everything is selected anew.
type selections struct {
	bank *seedbank.Bank

	mutex  sync.Mutex
	now    *edition
	looked time.Time // when the stamp of the bank was compared last
}

// edition is what is kept of a bank as long as nobody writes to it.
type edition struct {
	stamp string
	shelf *seedbank.Shelf
	kinds *lru[string, *kind]
	days  *lru[string, *day]
}

// day is the puzzle of a day of a kind, or why there is none.
type day struct {
	once   sync.Once
	puzzle seed.Isomorph
	err    error
}

// kind is the selection of a filter, or why there is none.
type kind struct {
	once      sync.Once
	selection *seedbank.Selection
	err       error
}

func newSelections(bank *seedbank.Bank) *selections { return &selections{bank: bank} }

// edition returns what is kept of the bank as it is now, or was a short while ago.
func (s *selections) edition() *edition {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if time.Since(s.looked) < staleAfter {
		return s.now
	}
	s.looked = time.Now()
	if stamp := s.bank.Stamp(); s.now == nil || s.now.stamp != stamp {
		s.now = &edition{stamp, seedbank.NewShelf(), newLRU[string, *kind](bounds.Kinds), newLRU[string, *day](bounds.Days)}
	}
	return s.now
}

// Select returns what passes a filter, from what is kept if it is there.
func (s *selections) Select(ctx context.Context, filter seedbank.Filter) (*seedbank.Selection, error) {
	key, now := fmt.Sprint(filter), s.edition()
	k := now.kinds.get(key, func() *kind { return &kind{} })
	k.once.Do(func() {
		// Others wait for it too, whoever asked first.
		if k.selection, k.err = s.bank.Select(context.WithoutCancel(ctx), filter); k.err == nil {
			k.selection = k.selection.On(now.shelf)
		}
	})
	if k.err != nil {
		now.kinds.drop(key)
	}
	return k.selection, k.err
}

// day returns the puzzle of a day, which draw looks for, unless that was done before.
func (s *selections) day(key string, draw func() (seed.Isomorph, error)) (seed.Isomorph, error) {
	now := s.edition()
	d := now.days.get(key, func() *day { return &day{} })
	d.once.Do(func() { d.puzzle, d.err = draw() })
	if d.err != nil {
		now.days.drop(key)
	}
	return d.puzzle, d.err
}

// keyOfKind names the kind of a request.
func keyOfKind(r *draw.Request) string {
	of := *r
	of.N, of.Skip, of.RandomSeed, of.Distinct = 0, 0, 0, false
	return url.Values(of.Values()).Encode()
}
