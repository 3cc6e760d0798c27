package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// EarlyER is the ER from which on pearls and diamonds are counted. Below, they are
// nothing special or nearly absent: many of the easiest puzzles are diamonds, and
// hardly any of the others is even a pearl.
const EarlyER rating.Tenths = 70

// EarlyCount is how many of the seeds with an ER meet their hardest step early.
type EarlyCount struct {
	ER       rating.Tenths
	Seeds    int
	Pearls   int // with EP = ER: the hardest step comes before the first digit is placed
	Diamonds int // of these, with ED = ER: it is the first step
}

// Add adds the counts of another ER.
func (c *EarlyCount) Add(other EarlyCount) {
	c.Seeds += other.Seeds
	c.Pearls += other.Pearls
	c.Diamonds += other.Diamonds
}

// EarlyRecords are the pearls and diamonds of a bank. A diamond is a pearl too.
type EarlyRecords struct {
	ByER    []EarlyCount // from EarlyER on, ascending, without ratings that no seed has
	Pearl   Record       // with the highest ER, and among equals the highest ED
	Diamond Record       // with the highest ER
}

// Total returns the counts of all ER.
func (e *EarlyRecords) Total() (total EarlyCount) {
	for _, of := range e.ByER {
		total.Add(of)
	}
	return total
}

// ByPoint returns the counts of each whole point of ER, ascending, without points that
// no seed has. The ER of a count is the lowest of its point.
func (e *EarlyRecords) ByPoint() (points []EarlyCount) {
	for _, of := range e.ByER {
		point := of.ER / 10 * 10
		if last := len(points) - 1; last < 0 || points[last].ER != point {
			points = append(points, EarlyCount{ER: point})
		}
		points[len(points)-1].Add(of)
	}
	return points
}

// Highlights are the few records that are told with the numbers of a bank.
type Highlights struct {
	Hardest Record // highest ER
	Fewest  Record // fewest clues, and among equals the highest ER
	Early   EarlyRecords
}

// Highlights returns the highlights of the bank.
func (b *Bank) Highlights(ctx context.Context) (*Highlights, error) {
	h, err := b.highlights(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for the records of %s: %w", b.path, plain(err))
	}
	return h, nil
}

func (b *Bank) highlights(ctx context.Context) (*Highlights, error) {
	s, err := b.newRecordSearch(ctx)
	if err != nil {
		return nil, err
	}
	fewest := mostClues
	for i := range s.strata {
		fewest = min(fewest, s.strata[i].clues)
	}
	var hardest, sparsest contest
	for i := range s.strata {
		st := &s.strata[i]
		if st.er == s.strata[0].er {
			err = s.enter(ctx, &hardest, st)
		}
		if err == nil && st.clues == fewest {
			err = s.enter(ctx, &sparsest, st)
		}
		if err != nil {
			return nil, err
		}
	}
	var h Highlights
	if h.Hardest, err = s.record(ctx, &hardest.best[ER], transform.NoSymmetry); err != nil {
		return nil, err
	}
	if h.Fewest, err = s.record(ctx, &sparsest.best[ER], transform.NoSymmetry); err != nil {
		return nil, err
	}
	h.Early, err = s.pearlsAndDiamonds(ctx)
	return &h, err
}

// early finds the pearls and diamonds.
func (s *recordSearch) early(ctx context.Context, to *Records) (err error) {
	to.Early, err = s.pearlsAndDiamonds(ctx)
	return err
}

func (s *recordSearch) pearlsAndDiamonds(ctx context.Context) (e EarlyRecords, err error) {
	byER, err := s.earlyCounts(ctx)
	if err != nil {
		return e, err
	}
	var pearlER, diamondER rating.Tenths // the highest, or 0 if there is none
	for er := range rating.MaxTenths {
		of := byER[er]
		if of == nil {
			continue
		}
		e.ByER = append(e.ByER, *of)
		if of.Pearls > 0 {
			pearlER = er
		}
		if of.Diamonds > 0 {
			diamondER = er
		}
	}
	if e.Pearl, err = s.recordWhere(ctx, `ep = er`, pearlER); err != nil {
		return e, err
	}
	e.Diamond, err = s.recordWhere(ctx, `ed = er`, diamondER)
	return e, err
}

// earlyCounts counts by ER. It groups by strata, because this needs no sorting.
func (s *recordSearch) earlyCounts(ctx context.Context) (map[rating.Tenths]*EarlyCount, error) {
	byER := map[rating.Tenths]*EarlyCount{}
	rows, err := s.bank.db.QueryContext(ctx, `
		SELECT er, count(*), sum(ep = er), sum(ed = er) FROM strata CROSS JOIN seeds ON stratum = strata.id
		WHERE er >= ? GROUP BY strata.id`, EarlyER)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var of EarlyCount
		if err := rows.Scan(&of.ER, &of.Seeds, &of.Pearls, &of.Diamonds); err != nil {
			return nil, scanned("strata", 0, err)
		}
		if all := byER[of.ER]; all != nil {
			all.Add(of)
		} else {
			byER[of.ER] = &of
		}
	}
	return byER, rows.Err()
}

// recordWhere returns the seed with the highest ED among the seeds of an ER that fulfil
// a condition, or none if the ER is 0.
func (s *recordSearch) recordWhere(ctx context.Context, condition string, er rating.Tenths) (Record, error) {
	if er == 0 {
		return Record{}, nil
	}
	best := candidate{er: er}
	err := s.bank.db.QueryRowContext(ctx, `
		SELECT seeds.id, ep, ed FROM strata CROSS JOIN seeds ON stratum = strata.id
		WHERE er = ? AND `+condition+` ORDER BY ed DESC, seeds.id LIMIT 1`, er).Scan(&best.seed, &best.ep, &best.ed)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, damagedRow("seeds", 0, "a seed was counted that is not there")
	}
	if err != nil {
		return Record{}, scanned("seeds", int64(best.seed), err)
	}
	return s.record(ctx, &best, transform.NoSymmetry)
}
