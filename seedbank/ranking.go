package seedbank

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// ranking has the best seeds of a bank for an objective by which seeds of one stratum
// differ. To read a hundred thousand seeds takes a second or so. Therefore a ranking reads
// all seeds once, and later only the new ones.
type ranking struct {
	toward Objective
	value  func(r *rating.Result, clues int) int

	read SeedID // the newest seed that was read
	top  int    // the best value of all seeds, with those where walks have been

	// best holds seeds where no walk has been: all of them, or, once it was cut, those
	// that do not come after bar.
	best []rankedSeed
	cut  bool
	bar  rankedSeed
}

type rankedSeed struct {
	Start
	er rating.Tenths
}

// rankings are the rankings of a bank that were asked for. The lock guards all of them.
type rankings struct {
	sync.Mutex
	by     map[Objective]*ranking
	fewest int // seeds that a ranking keeps, at least, when it is cut
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
	if len(r.best) < limit && r.cut { // walks have been at too many of the seeds that were kept
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

// bestRanked returns the best value toward an objective by which seeds of one stratum
// differ, and false if no walk toward it can set out from any seed.
func (b *Bank) bestRanked(ctx context.Context, toward Objective) (value int, ok bool, err error) {
	b.rankings.Lock()
	defer b.rankings.Unlock()
	r := b.rankings.of(toward)
	if err := r.update(ctx, b, 0); err != nil {
		return 0, false, fmt.Errorf("looking for the best seeds of %s: %w", b.file.Path, tables.Plain(err))
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

// update adds the new seeds of the bank, and removes the seeds where walks have been. It
// cuts the best to no fewer than twice the number that is asked for.
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

// readNew adds the new seeds where no walk has been. It reads no seeds that are newer than
// the techniques it knows. All else is read before the rows, which may take the only
// connection.
func (r *ranking) readNew(ctx context.Context, b *Bank, been map[SeedID]bool, most int) error {
	var newest SeedID
	if err := b.file.DB.QueryRowContext(ctx, `SELECT ifnull(max(id), 0) FROM seeds`).Scan(&newest); err != nil {
		return err
	}
	techniques, err := tables.ReadTechniques(ctx, b.file.DB, "main")
	if err != nil {
		return err
	}
	rows, err := b.file.DB.QueryContext(ctx, `
		SELECT seeds.id, stratum, clues, er, ep, ed, uses FROM seeds JOIN strata ON strata.id = stratum
		WHERE seeds.id > ? AND seeds.id <= ? ORDER BY seeds.id`, r.read, newest)
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
			return tables.Scanned("seeds", int64(s.ID), err)
		}
		if err := seed.UnpackUses(uses, &result, techniques.Named); err != nil {
			return tables.InRow("seeds", int64(s.ID), err)
		}
		r.read, s.Value, s.er = s.ID, r.value(&result, clues), result.ER
		r.top = max(r.top, s.Value)
		if s.Value > 0 && !been[s.ID] && (!r.cut || r.order(s, r.bar) <= 0) {
			r.best = append(r.best, s)
		}
		if len(r.best) >= 2*most {
			r.sort(most)
		}
	}
	return rows.Err()
}

// byER says which of the seeds with an equal value come first: those with the highest ER
// (+1) or those with the lowest (-1). Of seeds with an equal ED, those with the lowest ER
// are nearest to a diamond. To set out from these first, and not from the hardest, gave
// 1.6 times as many seeds with an ED of 9.0 or more, in three pairs of walks of 20 to 60
// steps from the same bank, and as many diamonds.
var byER = map[Objective]int{TowardEP: +1, TowardED: -1}

// order is negative if s comes before t. The better one comes first, then the one that
// byER puts first, then the newer one.
func (r *ranking) order(s, t rankedSeed) int {
	return cmp.Or(cmp.Compare(t.Value, s.Value), byER[r.toward]*cmp.Compare(t.er, s.er), cmp.Compare(t.ID, s.ID))
}

// sort puts the best seeds first, and cuts them to a number if there are more.
func (r *ranking) sort(most int) {
	slices.SortFunc(r.best, r.order)
	if len(r.best) > most {
		r.best, r.cut, r.bar = r.best[:most], true, r.best[most-1]
	}
}
