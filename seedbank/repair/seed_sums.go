package repair

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// seedSums holds a sum for each seed; 0 is the sum of a seed without marks. The IDs of a bank
// are close together, unless most seeds were taken out: then a sum takes eight bytes. A map
// has the sums of other IDs, which a damaged bank may name.
type seedSums struct {
	first tables.SeedID
	close []uint64
	other map[tables.SeedID]uint64
}

// widest is the most IDs for each seed of a bank that still count as close together.
const widest = 4

// newSeedSums returns the sums of the seeds of a bank, all 0.
func newSeedSums(ctx context.Context, f *tables.File) (*seedSums, error) {
	var first, last tables.SeedID
	var seeds uint64
	row := f.DB.QueryRowContext(ctx, `SELECT coalesce(min(id), 0), coalesce(max(id), 0), count(*) FROM seeds`)
	if err := row.Scan(&first, &last, &seeds); err != nil {
		return nil, err
	}
	s := &seedSums{first: first, other: map[tables.SeedID]uint64{}}
	if span := uint64(last-first) + 1; span/widest < seeds {
		s.close = make([]uint64, span)
	}
	return s, nil
}

func (s *seedSums) add(id tables.SeedID, mark uint64) {
	if i := uint64(id - s.first); i < uint64(len(s.close)) {
		s.close[i] += mark
	} else {
		s.other[id] += mark
	}
}

func (s *seedSums) of(id tables.SeedID) uint64 {
	if i := uint64(id - s.first); i < uint64(len(s.close)) {
		return s.close[i]
	}
	return s.other[id]
}

// number returns how many seeds have marks.
func (s *seedSums) number() (n int) {
	for _, sum := range s.close {
		if sum != 0 {
			n++
		}
	}
	for _, sum := range s.other {
		if sum != 0 {
			n++
		}
	}
	return n
}
