package web

import (
	"context"
	"errors"
	"net/url"
	"sync"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// selections keeps the selections of the kinds that were asked for last, since to
// select takes much longer than to draw. After a while the bank is looked at again:
// somebody may have added to it.
type selections struct {
	bank  *seedbank.Bank
	kinds *lru[string, *kind]
}

// kind is the selection of a kind, or why there is none.
type kind struct {
	made      time.Time
	once      sync.Once
	selection *seedbank.Selection
	err       error
}

// keptKinds is the number of selections that are kept. Each takes some kB, and a
// bit for each seed of the bank if it is by techniques.
const keptKinds = 64

func newSelections(bank *seedbank.Bank) *selections {
	return &selections{bank: bank, kinds: newLRU[string, *kind](keptKinds)}
}

// of returns what a request is drawn from. It has the errors of
// [draw.Request.Select].
func (s *selections) of(ctx context.Context, r *draw.Request) (*seedbank.Selection, error) {
	key := keyOfKind(r)
	isStale := func(k *kind) bool { return time.Since(k.made) > staleAfter }
	k := s.kinds.get(key, isStale, func() *kind { return &kind{made: time.Now()} })
	k.once.Do(func() {
		// Others wait for it too, whoever asked first.
		k.selection, k.err = r.Select(context.WithoutCancel(ctx), s.bank)
	})
	if k.err != nil && !errors.Is(k.err, seedbank.ErrNoMatch) {
		s.kinds.drop(key)
	}
	return k.selection, k.err
}

// keyOfKind names the kind of a request.
func keyOfKind(r *draw.Request) string {
	of := *r
	of.N, of.Skip, of.RandomSeed, of.Distinct = 0, 0, 0, false
	return url.Values(of.Values()).Encode()
}
