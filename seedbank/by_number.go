package seedbank

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
)

// ByNumber returns the puzzle of a number: the same for selections of equal filters
// from all banks that have the same seeds and rungs of this kind, in whichever order
// they came. Neighbors among the numbers have nothing in common. The error is
// [ErrNoMatch] if the selection is empty.
//
// The number chooses picks that are alike in what strata are told apart by, and a key.
// Of the seeds of these picks it is the one whose key comes next. So the keys of all
// of them are looked at: that takes 3 microseconds for each.
func (s *Selection) ByNumber(ctx context.Context, n uint64) (seed.Isomorph, error) {
	if s.Len() == 0 {
		return seed.Isomorph{}, ErrNoMatch
	}
	random := shuffle.Mix(n)
	group, err := s.alikeAt(ctx, random%s.Len())
	if err != nil {
		return seed.Isomorph{}, fmt.Errorf("choosing by number: %w", plain(err))
	}
	random = shuffle.Mix(random)
	pick, err := s.nextPick(ctx, group, random)
	if err != nil {
		return seed.Isomorph{}, fmt.Errorf("choosing by number: %w", plain(err))
	}
	return pick.Isomorph(shuffle.Mix(random) % pick.Isomorphs()), nil
}

// alike is a stratum with what tells it from others in any bank.
type alike struct {
	*stratum
	hardest rating.Technique
}

func (a *alike) compare(b *alike) int {
	return cmp.Or(
		cmp.Compare(a.er, b.er),
		cmp.Compare(a.clues, b.clues),
		cmp.Compare(a.automorphisms, b.automorphisms),
		cmp.Compare(a.hardest, b.hardest),
		cmp.Compare(a.rank(), b.rank()),
		cmp.Compare(a.conjugates, b.conjugates),
		cmp.Compare(a.isomorphs, b.isomorphs),
	)
}

// alikeAt returns the strata, one of each file, that have pick number i if the strata
// are in an order that is the same for all banks.
func (s *Selection) alikeAt(ctx context.Context, i uint64) ([]alike, error) {
	var all []alike
	for at := range s.strata {
		st := &s.strata[at]
		hardest, err := st.file.technique(ctx, st.hardest)
		if err != nil {
			return nil, err
		}
		all = append(all, alike{st, hardest})
	}
	slices.SortStableFunc(all, func(a, b alike) int { return a.compare(&b) })
	for len(all) > 0 {
		n, picks := 0, uint64(0)
		for n < len(all) && all[n].compare(&all[0]) == 0 {
			picks += all[n].number
			n++
		}
		if i < picks {
			return all[:n], nil
		}
		all, i = all[n:], i-picks
	}
	panic("seedbank: a pick beyond the last stratum")
}

// nextPick returns the pick of some strata whose seed has the first key from a given
// one on, after the last key beginning with the first one again. Of several picks of
// this seed it is the one whose pattern comes first.
func (s *Selection) nextPick(ctx context.Context, group []alike, from uint64) (*seed.Pick, error) {
	cache := s.newCache()
	var next []location
	least := ^uint64(0)
	for _, of := range group {
		places, err := s.places(ctx, cache, of.stratum)
		if err != nil {
			return nil, err
		}
		keys, err := keysOf(ctx, of.stratum, places)
		if err != nil {
			return nil, err
		}
		for i := range places {
			switch behind := uint64(keys[places[i].seed]) - from; {
			case behind < least:
				least, next = behind, append(next[:0], places[i])
			case behind == least:
				next = append(next, places[i])
			}
		}
	}
	var first *seed.Pick
	for _, l := range next {
		pick, err := s.pick(ctx, cache, l)
		if err != nil {
			return nil, err
		}
		if first == nil || comparePatterns(pick, first) < 0 {
			first = pick
		}
	}
	return first, nil
}

func comparePatterns(a, b *seed.Pick) int {
	low, high := a.Pattern().Words()
	otherLow, otherHigh := b.Pattern().Words()
	return cmp.Or(cmp.Compare(low, otherLow), cmp.Compare(high, otherHigh))
}

// places returns where all picks of a stratum are.
func (s *Selection) places(ctx context.Context, cache *cache, st *stratum) ([]location, error) {
	places := make([]location, 0, st.number)
	for i := st.end - st.number; i < st.end; i++ {
		l, err := s.locate(ctx, cache, i)
		if err != nil {
			return nil, err
		}
		places = append(places, l)
	}
	return places, nil
}

// keysAtOnce is how many seeds are asked for their keys at once.
const keysAtOnce = 500

// keysOf returns the keys of the seeds at places of a stratum.
func keysOf(ctx context.Context, st *stratum, places []location) (map[seedPlace]seed.Key, error) {
	keys := make(map[seedPlace]seed.Key, len(places))
	add := func(key seed.Key, place seedPlace) { keys[place] = key }
	if st.table.pages == "" {
		err := st.file.eachKey(ctx, `SELECT key, slot FROM seeds WHERE stratum = ?`, []any{st.id}, func(key seed.Key, slot int64) {
			add(key, seedPlace{file: st.file, stratum: st.id, slot: uint64(slot)})
		})
		return keys, err
	}
	var ids []any
	for i := range places {
		ids = append(ids, int64(places[i].seed.id))
	}
	for some := range slices.Chunk(ids, keysAtOnce) {
		marks := strings.Repeat(", ?", len(some))[2:]
		err := st.file.eachKey(ctx, `SELECT key, id FROM seeds WHERE id IN (`+marks+`)`, some, func(key seed.Key, id int64) {
			add(key, seedPlace{file: st.file, id: SeedID(id)})
		})
		if err != nil {
			return nil, err
		}
	}
	return keys, nil
}

// eachKey calls use with the keys of seeds that a query finds, and the number that
// stands beside each.
func (b *Bank) eachKey(ctx context.Context, query string, arguments []any, use func(seed.Key, int64)) error {
	rows, err := b.db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var beside sql.NullInt64
		if err := rows.Scan(&key, &beside); err != nil {
			return scanned("seeds", beside.Int64, err)
		}
		use(seed.Key(key), beside.Int64)
	}
	return rows.Err()
}
