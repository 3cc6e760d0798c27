package records

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"math"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Growth is the history of the records of a bank.
type Growth struct {
	Runs  []seedbank.RunRecord      // all, the oldest first
	Steps [NumMeasures][]GrowthStep // the oldest first
}

// GrowthStep is a seed that was better than all before it when it was stored.
type GrowthStep struct {
	Record
	Run int // the run that stored it, as an index of Growth.Runs

	// Part is the share of the run, 0 to 1, that was over when it stored the seed. It
	// is an estimate that assumes an even pace and no other run at the same time.
	Part float64
}

// Improvement is a record before and after a run.
type Improvement struct {
	Run     int // as an index of Growth.Runs
	Measure Measure
	Was, Is Record // before and after the run; Was is zero if there was none
}

// Improvements returns the improvements of the records, run by run.
func (g *Growth) Improvements() (list []Improvement) {
	for m := range NumMeasures {
		var was Record
		steps := g.Steps[m]
		for i := range steps {
			if i+1 < len(steps) && steps[i+1].Run == steps[i].Run {
				continue // the run found a better one
			}
			list = append(list, Improvement{steps[i].Run, m, was, steps[i].Record})
			was = steps[i].Record
		}
	}
	slices.SortStableFunc(list, func(a, b Improvement) int { return cmp.Compare(a.Run, b.Run) })
	return list
}

// ReadGrowth returns the history of the records of a bank, in the order in which it
// stored its seeds. Other processes may write to the bank meanwhile.
func ReadGrowth(ctx context.Context, bank *seedbank.Bank) (_ *Growth, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "following the records of")
	frozen, _, err := file.Freeze(ctx) // runs and seeds are those of one moment
	if err != nil {
		return nil, err
	}
	if frozen != file {
		defer func() { err = errors.Join(err, frozen.Close()) }()
	}
	return readGrowth(ctx, seedbank.Over(frozen))
}

func readGrowth(ctx context.Context, bank *seedbank.Bank) (*Growth, error) {
	runs, err := bank.Runs(ctx, -1)
	if err != nil {
		return nil, err
	}
	slices.Reverse(runs)
	g := &Growth{Runs: runs}
	s, err := newSearch(ctx, bank)
	if err != nil {
		return nil, err
	}
	var first [NumMeasures]firstSeeds
	for i := range s.strata {
		if err := s.follow(ctx, &first, &s.strata[i]); err != nil {
			return nil, err
		}
	}
	history := runHistory{file: s.file, starts: map[seedbank.RunID]seedbank.SeedID{}}
	for m := range NumMeasures {
		for _, c := range first[m].records() {
			record, err := s.record(ctx, &c.candidate, transform.NoSymmetry)
			if err != nil {
				return nil, err
			}
			run := slices.IndexFunc(runs, func(r seedbank.RunRecord) bool { return r.ID == c.run })
			if run < 0 {
				return nil, tables.DamagedRow("seeds", int64(c.seed), "there is no run %d", c.run)
			}
			part, err := history.part(ctx, c)
			if err != nil {
				return nil, err
			}
			g.Steps[m] = append(g.Steps[m], GrowthStep{record, run, part})
		}
	}
	return g, nil
}

// storedCandidate is a seed that may have been a record when it was stored.
type storedCandidate struct {
	candidate
	run seedbank.RunID
}

// firstSeeds are the first seeds that have each value of a measure. Higher values are
// better, so the measure of clues has the number of empty cells as its value.
type firstSeeds [math.MaxUint8 + 1]storedCandidate

// atLeast returns the number of the first seed with this value or a higher one, or
// the highest number if there is none.
func (f *firstSeeds) atLeast(value uint8) seedbank.SeedID {
	first := seedbank.SeedID(math.MaxInt64)
	for _, c := range f[value:] {
		if c.found() {
			first = min(first, c.seed)
		}
	}
	return first
}

// records returns the seeds that were better than all before them, the oldest first.
func (f *firstSeeds) records() (list []storedCandidate) {
	first := seedbank.SeedID(math.MaxInt64)
	for value := len(f) - 1; value >= 0; value-- {
		if c := f[value]; c.found() && c.seed < first {
			first = c.seed
			list = append(list, c)
		}
	}
	slices.Reverse(list)
	return list
}

// measured returns the values of c, which has the given number of clues.
func (c *candidate) measured(clues int) [NumMeasures]uint8 {
	return [NumMeasures]uint8{uint8(c.er), uint8(c.ep), uint8(c.ed), uint8(81 - clues)}
}

// bestUpTo returns the highest value of the seeds up to number last, or 0 if
// there are none.
func (f *firstSeeds) bestUpTo(last seedbank.SeedID) uint8 {
	for value := len(f) - 1; value > 0; value-- {
		if c := f[value]; c.found() && c.seed <= last {
			return uint8(value)
		}
	}
	return 0
}

// follow enters the seeds of a stratum that can be the first with one of their values.
// It leaves out a seed if older seeds are at least as good in every measure. All seeds
// of a stratum have the same ER and number of clues. Once older seeds are as good in
// both, follow only reads seeds with a higher EP or ED than those.
func (s *search) follow(ctx context.Context, first *[NumMeasures]firstSeeds, st *tables.Stratum) error {
	most := (&candidate{er: st.ER, ep: st.ER, ed: st.ER}).measured(st.Clues)
	oldest := max(first[ER].atLeast(most[ER]), first[FewestClues].atLeast(most[FewestClues]))
	before := max(oldest, first[EP].atLeast(most[EP]), first[ED].atLeast(most[ED]))
	return tables.Each(ctx, s.file.DB, "seeds", `
		SELECT id, run, ep, ed FROM seeds WHERE stratum = ? AND id < ? AND (id < ? OR ep > ? OR ed > ?)`,
		[]any{st.ID, before, oldest, first[EP].bestUpTo(oldest), first[ED].bestUpTo(oldest)}, func(row tables.Row) error {
			c := storedCandidate{candidate: candidate{er: st.ER}}
			if err := row.Scan(&c.seed, &c.run, &c.ep, &c.ed); err != nil {
				return err
			}
			for m, value := range c.measured(st.Clues) {
				if known := &first[m][value]; !known.found() || c.seed < known.seed {
					*known = c
				}
			}
			return nil
		})
}

// runHistory finds the seeds that each run stored.
type runHistory struct {
	file   *tables.File
	starts map[seedbank.RunID]seedbank.SeedID // found so far
}

// part returns the share of the seeds of its run that was stored before c.
func (h *runHistory) part(ctx context.Context, c storedCandidate) (float64, error) {
	from, err := h.start(ctx, c.run)
	if err != nil {
		return 0, err
	}
	to, err := h.start(ctx, c.run+1)
	if err != nil || to <= from {
		return 0, err
	}
	part := float64(c.seed-from) / float64(to-from)
	return min(max(part, 0), 1), nil
}

// start returns the number of the first seed of a run, or of the next run that has
// seeds. Seeds have no index by run, so it is a binary search.
func (h *runHistory) start(ctx context.Context, run seedbank.RunID) (seedbank.SeedID, error) {
	if start, ok := h.starts[run]; ok {
		return start, nil
	}
	last, err := h.file.LastSeed(ctx)
	if err != nil {
		return 0, err
	}
	low, high := seedbank.SeedID(0), last+1 // low < start <= high
	for low+1 < high {
		middle := low + (high-low)/2
		found, err := h.runFrom(ctx, middle)
		if err != nil {
			return 0, err
		}
		if found >= run {
			high = middle
		} else {
			low = middle
		}
	}
	h.starts[run] = high
	return high, nil
}

// runFrom returns the run of the first seed with at least the given number. After
// the last seed it returns a number above every run.
func (h *runHistory) runFrom(ctx context.Context, id seedbank.SeedID) (run seedbank.RunID, err error) {
	err = h.file.DB.QueryRowContext(ctx, `SELECT run FROM seeds WHERE id >= ? ORDER BY id LIMIT 1`, id).Scan(&run)
	if errors.Is(err, sql.ErrNoRows) {
		return math.MaxInt64, nil
	}
	return run, tables.Scanned("seeds", 0, err)
}
