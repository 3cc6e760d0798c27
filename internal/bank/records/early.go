package records

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// EarlyER is the lowest ER at which pearls and diamonds are counted. Below it they
// are of no interest: many of the easiest puzzles are diamonds, and among the
// others hardly any is a pearl.
const EarlyER rating.Tenths = tables.EarlyER

// EarlyCount is the number of pearls and diamonds among the seeds with an ER.
type EarlyCount struct {
	ER       rating.Tenths
	Seeds    int
	Pearls   int // with EP = ER: the hardest step comes before the first digit is placed
	Diamonds int // with ED = ER: the hardest step is the first step; they count as pearls too
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

// ByPoint returns the counts of each whole point of ER, ascending. It leaves out
// points without seeds. The ER of a count is the lowest ER of its point.
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

func (s *search) pearlsAndDiamonds(ctx context.Context) (e EarlyRecords, err error) {
	byER, err := s.earlyCounts(ctx)
	if err != nil {
		return e, err
	}
	var pearlER, diamondER rating.Tenths // the highest, or 0 if there is none
	for _, of := range byER {
		if of.Seeds > 0 {
			e.ByER = append(e.ByER, of)
		}
		if of.Pearls > 0 {
			pearlER = of.ER
		}
		if of.Diamonds > 0 {
			diamondER = of.ER
		}
	}
	if e.Pearl, err = s.recordWhere(ctx, `true`, pearlER); err != nil {
		return e, err
	}
	e.Diamond, err = s.recordWhere(ctx, `ed = er`, diamondER)
	return e, err
}

// earlyCounts counts by ER. It groups by strata, because this needs no sorting.
func (s *search) earlyCounts(ctx context.Context) (byER [rating.MaxTenths]EarlyCount, err error) {
	err = tables.Each(ctx, s.file.DB, "strata", `
		SELECT er, strata.seeds, count(ep), sum(ed IS er) FROM strata LEFT JOIN seeds ON stratum = strata.id AND ep = er AND `+tables.IsEarly+`
		WHERE er >= ? GROUP BY strata.id`, []any{EarlyER}, func(row tables.Row) error {
		var of EarlyCount
		if err := row.Scan(&of.ER, &of.Seeds, &of.Pearls, &of.Diamonds); err != nil {
			return err
		}
		if of.ER >= rating.MaxTenths {
			return tables.DamagedRow("strata", 0, "%w", tables.ErrOutOfRange)
		}
		byER[of.ER].ER = of.ER
		byER[of.ER].Add(of)
		return nil
	})
	return byER, err
}

// recordWhere returns the seed with the highest ED among the pearls with the given ER
// that meet a condition in SQL. It returns the zero Record if er is 0.
func (s *search) recordWhere(ctx context.Context, condition string, er rating.Tenths) (Record, error) {
	if er == 0 {
		return Record{}, nil
	}
	best := candidate{er: er}
	err := s.file.DB.QueryRowContext(ctx, `
		SELECT seeds.id, ep, ed FROM strata CROSS JOIN seeds ON stratum = strata.id AND ep = er AND `+tables.IsEarly+`
		WHERE er = ? AND `+condition+` ORDER BY ed DESC, seeds.id LIMIT 1`, er).Scan(&best.seed, &best.ep, &best.ed)
	if errors.Is(err, sql.ErrNoRows) {
		return Record{}, tables.DamagedRow("seeds", 0, "a seed was counted that is not there")
	}
	if err != nil {
		return Record{}, tables.Scanned("seeds", int64(best.seed), err)
	}
	return s.record(ctx, &best, transform.NoSymmetry)
}
