package seedbank

import (
	"cmp"
	"context"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Measure is what puzzles are compared by. The first three measures are ratings, of
// which the highest is the record; of clues it is the fewest.
type Measure uint8

// The measures.
const (
	ER Measure = iota
	EP
	ED
	FewestClues
	NumMeasures

	NumRatings = FewestClues // measures that are ratings
)

var measureNames = [NumMeasures]string{"ER", "EP", "ED", "clues"}

func (m Measure) String() string { return measureNames[m] }

// Record is a puzzle that is the best of its kind in a bank. The zero Record says
// that there is none.
type Record struct {
	ID         seed.ID
	Clues      int
	ER, EP, ED rating.Tenths
}

// Held reports whether there is a puzzle.
func (r *Record) Held() bool { return r.Clues > 0 }

// Value returns what r has of a measure: tenths, or a number of clues.
func (r *Record) Value(m Measure) int {
	return [NumMeasures]int{int(r.ER), int(r.EP), int(r.ED), r.Clues}[m]
}

// Bests are the seeds with the highest ratings in a group of seeds. Among seeds with
// the same rating, the one with the higher ER wins, then EP, then ED.
type Bests struct {
	Seeds   int // in the group
	Highest [NumRatings]Record
}

// BestsOfClues are the bests of the seeds with a number of clues.
type BestsOfClues struct {
	Clues int
	Bests
}

// BestsOfSymmetry are the bests of the seeds that can be arranged to have a symmetry.
// The IDs name arrangements that have it.
type BestsOfSymmetry struct {
	Symmetry transform.Symmetry
	Bests
	Added Record // the rung with the highest ER; none if there is a seed of as high an ER
}

// FewestOfLevel tells of the seeds of a level with the fewest clues.
type FewestOfLevel struct {
	Level rating.Level
	Seeds int    // that have as few clues as Best
	Best  Record // of these seeds, the one with the highest ER
}

// recordSearch looks for records among the seeds that a bank has when it begins.
type recordSearch struct {
	bank   *Bank
	strata []stratum // of all seeds, the highest ER first
	cache  *cache    // of the seeds that hold records
}

func (b *Bank) newRecordSearch(ctx context.Context) (*recordSearch, error) {
	all, err := b.Select(ctx, Filter{})
	if err != nil {
		return nil, err
	}
	return &recordSearch{b, hardestFirst(all.strata), newCache()}, nil
}

// hardestFirst sorts strata by ER, the highest first.
func hardestFirst(strata []stratum) []stratum {
	slices.SortStableFunc(strata, func(a, b stratum) int { return cmp.Compare(b.ER, a.ER) })
	return strata
}

// record returns the record that a candidate holds, arranged to have a symmetry.
func (s *recordSearch) record(ctx context.Context, c *candidate, symmetry transform.Symmetry) (r Record, err error) {
	if !c.found() {
		return r, nil
	}
	source, err := s.cache.source(ctx, s.bank, seedPlace{id: c.seed})
	if err != nil {
		return r, err
	}
	if c.place >= source.Len() {
		return r, tables.DamagedRow("seeds", int64(c.seed), "it has no rung at place %d", c.place-1)
	}
	pick := source.PickSymmetric(c.place, symmetry)
	if pick.Isomorphs() == 0 {
		return r, tables.DamagedRow("seeds", int64(c.seed), "it cannot have the symmetry that it is listed for")
	}
	r = recordOf(pick)
	if r.ER != c.er || r.EP != c.ep || r.ED != c.ed {
		return r, tables.DamagedRow("seeds", int64(c.seed), "it was found by other values")
	}
	return r, nil
}

// recordOf returns the record that a pick holds.
func recordOf(pick *seed.Pick) Record {
	rated := pick.Rating()
	return Record{pick.Isomorph(0).ID(), pick.NumClues(), rated.ER, rated.EP, rated.ED}
}

// candidate is a seed or rung that may hold a record.
type candidate struct {
	seed       SeedID
	place      int // 0 for the seed itself, 1 for its first rung
	er, ep, ed rating.Tenths
}

// found reports whether c is not the zero candidate.
func (c *candidate) found() bool { return c.seed != 0 }

// ranks returns the ratings by which candidates are compared for a measure: the
// rating that it is about, then all of them.
func (c *candidate) ranks(m Measure) [1 + NumRatings]rating.Tenths {
	all := [NumRatings]rating.Tenths{c.er, c.ep, c.ed}
	return [1 + NumRatings]rating.Tenths{all[m], c.er, c.ep, c.ed}
}

// beats reports whether c is better than another candidate.
func (c *candidate) beats(m Measure, other *candidate) bool {
	mine, theirs := c.ranks(m), other.ranks(m)
	return !other.found() || slices.Compare(mine[:], theirs[:]) > 0
}

// contest holds the best candidates so far, by measure. Among equals it keeps the one
// that came first.
type contest struct {
	seeds int // that take part
	best  [NumRatings]candidate
}

func (k *contest) offer(c candidate) {
	for m := range NumRatings {
		if c.beats(m, &k.best[m]) {
			k.best[m] = c
		}
	}
}

// open reports whether a puzzle of an ER could be better than the best so far. No
// EP and no ED is higher than the ER.
func (k *contest) open(er rating.Tenths) bool {
	most := candidate{er: er, ep: er, ed: er}
	for m := range NumRatings {
		if most.beats(m, &k.best[m]) {
			return true
		}
	}
	return false
}

// bests returns the records that a contest ends with.
func (s *recordSearch) bests(ctx context.Context, k *contest, symmetry transform.Symmetry) (bests Bests, err error) {
	bests.Seeds = k.seeds
	for m := range NumRatings {
		if bests.Highest[m], err = s.record(ctx, &k.best[m], symmetry); err != nil {
			return bests, err
		}
	}
	return bests, nil
}

// enter lets the seeds of a stratum take part in a contest. Strata must come with the
// highest ER first. Then a seed that is worse than the best so far both in EP and in
// ED cannot win anything, and is not read.
func (s *recordSearch) enter(ctx context.Context, k *contest, st *stratum) error {
	if !k.open(st.ER) {
		return nil
	}
	rows, err := s.bank.file.DB.QueryContext(ctx, `
		SELECT id, ep, ed FROM seeds WHERE stratum = ? AND (ep >= ? OR ed >= ?) ORDER BY slot`,
		st.ID, k.best[EP].ep, k.best[ED].ed)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		c := candidate{er: st.ER}
		if err := rows.Scan(&c.seed, &c.ep, &c.ed); err != nil {
			return tables.Scanned("seeds", int64(c.seed), err)
		}
		k.offer(c)
	}
	return rows.Err()
}

// RareTechnique is a technique that few seeds use.
type RareTechnique struct {
	TechniqueCount
	Example Record // a seed with the lowest ER; none if no seed uses the technique
}

// Records are the puzzles of a bank that are best in something.
type Records struct {
	ByClues    []BestsOfClues    // ascending, without the numbers that no seed has
	BySymmetry []BestsOfSymmetry // without the symmetries that no puzzle has
	ByLevel    []FewestOfLevel   // ascending, without the levels that no seed has
	Early      EarlyRecords

	// Rare begins with the techniques that no seed uses, in the order of the scale. The
	// rarest of the others follow, the rarest first.
	Rare []RareTechnique
}

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
