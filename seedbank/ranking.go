package seedbank

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ranking has the best seeds of a bank for an objective by which seeds of one stratum
// differ. To read all seeds takes a second for some hundred thousand, so this is done
// once, and later only the new ones are read.
type ranking struct {
	toward Objective
	value  func(*rating.Result, int) int

	read SeedID // the newest seed that was read
	top  int    // the best value of all, wherever walks have been
	best []rankedSeed
	cut  bool       // best lacks seeds: those after bar
	bar  rankedSeed // the last one that was kept
}

type rankedSeed struct {
	Start
	er rating.Tenths
}

// rankings are the rankings of a bank, as far as they were read.
type rankings struct {
	sync.Mutex
	by     map[Objective]*ranking
	fewest int // the least length to which the best seeds are cut
}

func newRankings() rankings { return rankings{by: map[Objective]*ranking{}, fewest: 4096} }

// ranked returns the starts toward an objective by which seeds of one stratum differ,
// the best first.
func (b *Bank) ranked(ctx context.Context, toward Objective, limit int) ([]Start, error) {
	b.rankings.Lock()
	defer b.rankings.Unlock()
	r := b.rankings.of(toward)
	if err := r.update(ctx, b, limit); err != nil {
		return nil, err
	}
	if len(r.best) < limit && r.cut {
		*r = ranking{toward: r.toward, value: r.value}
		if err := r.update(ctx, b, limit); err != nil {
			return nil, err
		}
	}
	starts := make([]Start, min(limit, len(r.best)))
	for i := range starts {
		starts[i] = r.best[i].Start
	}
	return starts, nil
}

// bestRanked returns the best value for such an objective, and false if no seed has one.
func (b *Bank) bestRanked(ctx context.Context, toward Objective) (value int, ok bool, err error) {
	b.rankings.Lock()
	defer b.rankings.Unlock()
	r := b.rankings.of(toward)
	if err := r.update(ctx, b, 0); err != nil {
		return 0, false, fmt.Errorf("looking for the best seeds of %s: %w", b.path, plain(err))
	}
	return r.top, r.top > 0, nil
}

// of returns the ranking for an objective.
func (all *rankings) of(toward Objective) *ranking {
	if all.by[toward] == nil {
		all.by[toward] = &ranking{toward: toward, value: toward.Measure()}
	}
	return all.by[toward]
}

// update reads what is new in the bank, and drops the seeds where walks have been.
func (r *ranking) update(ctx context.Context, b *Bank, limit int) error {
	been, err := b.walkedBy(ctx, Walk{Toward: r.toward})
	if err != nil {
		return err
	}
	r.best = slices.DeleteFunc(r.best, func(s rankedSeed) bool { return been[s.ID] })
	most := max(b.rankings.fewest, 2*limit)
	if err := r.readNew(ctx, b, been, most); err != nil {
		return err
	}
	r.sort(most)
	return nil
}

// readNew adds the seeds that are new, but for those where walks have been.
func (r *ranking) readNew(ctx context.Context, b *Bank, been map[SeedID]bool, most int) error {
	techniques, err := readTechniques(ctx, b.db, "main") // before the rows, which may have the only connection
	if err != nil {
		return err
	}
	rows, err := b.db.QueryContext(ctx, `
		SELECT seeds.id, stratum, clues, er, ep, ed, uses FROM seeds JOIN strata ON strata.id = stratum
		WHERE seeds.id > ? ORDER BY seeds.id`, r.read)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var s rankedSeed
		var clues int
		var result rating.Result
		var uses []byte
		if err := rows.Scan(&s.ID, &s.Stratum, &clues, &result.ER, &result.EP, &result.ED, &uses); err != nil {
			return scanned("seeds", int64(s.ID), err)
		}
		if err := seed.UnpackUses(uses, &result, techniques.named); err != nil {
			return inRow("seeds", int64(s.ID), err)
		}
		r.read, s.Value, s.er = s.ID, r.value(&result, clues), result.ER
		r.top = max(r.top, s.Value)
		if s.Value > 0 && !been[s.ID] && !(r.cut && r.order(s, r.bar) > 0) {
			r.best = append(r.best, s)
		}
		if len(r.best) == 2*most {
			r.sort(most)
		}
	}
	return rows.Err()
}

// byER is how ER decides among seeds of equal value, hardest first or easiest first.
var byER = map[Objective]int{TowardEP: +1, TowardED: -1}

// order is negative if s comes before t: better ones first, and of equal value and ER the
// newer one.
func (r *ranking) order(s, t rankedSeed) int {
	return cmp.Or(cmp.Compare(t.Value, s.Value), byER[r.toward]*cmp.Compare(t.er, s.er), cmp.Compare(t.ID, s.ID))
}

// sort puts the best seeds first, and leaves out all but the best if there are more than
// most.
func (r *ranking) sort(most int) {
	slices.SortFunc(r.best, r.order)
	if len(r.best) > most {
		r.best, r.cut, r.bar = r.best[:most], true, r.best[most-1]
	}
}
