package seedbank

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/transform"
)

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
	rows, err := s.bank.file.DB.QueryContext(ctx, `
		SELECT er, count(*), sum(ep = er), sum(ed = er) FROM strata CROSS JOIN seeds ON stratum = strata.id
		WHERE er >= ? GROUP BY strata.id`, EarlyER)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var of EarlyCount
		if err := rows.Scan(&of.ER, &of.Seeds, &of.Pearls, &of.Diamonds); err != nil {
			return nil, tables.Scanned("strata", 0, err)
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
	err := s.bank.file.DB.QueryRowContext(ctx, `
		SELECT seeds.id, ep, ed FROM strata CROSS JOIN seeds ON stratum = strata.id
		WHERE er = ? AND `+condition+` ORDER BY ed DESC, seeds.id LIMIT 1`, er).Scan(&best.seed, &best.ep, &best.ed)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, tables.DamagedRow("seeds", 0, "a seed was counted that is not there")
	}
	if err != nil {
		return Record{}, tables.Scanned("seeds", int64(best.seed), err)
	}
	return s.record(ctx, &best, transform.NoSymmetry)
}
