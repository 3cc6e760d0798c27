package seedbank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
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

// mostRare is how many techniques are told as rare, besides those that no seed uses.
const mostRare = 10

// Records returns the records of the bank. It reads few of the seeds: a stratum
// has no seed that is rated higher than its ER.
func (b *Bank) Records(ctx context.Context) (*Records, error) {
	records, err := b.records(ctx)
	if err != nil {
		return nil, fmt.Errorf("looking for the records of %s: %w", b.path, plain(err))
	}
	return records, nil
}

func (b *Bank) records(ctx context.Context) (*Records, error) {
	search, err := b.newRecordSearch(ctx)
	if err != nil {
		return nil, err
	}
	var r Records
	for _, part := range []func(context.Context, *Records) error{
		search.byClues, search.bySymmetry, search.byLevel, search.rare, search.early,
	} {
		if err := part(ctx, &r); err != nil {
			return nil, err
		}
	}
	return &r, nil
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
	slices.SortStableFunc(strata, func(a, b stratum) int { return cmp.Compare(b.er, a.er) })
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
		return r, damagedRow("seeds", int64(c.seed), "it has no rung at place %d", c.place-1)
	}
	pick := source.PickSymmetric(c.place, symmetry)
	if pick.Isomorphs() == 0 {
		return r, damagedRow("seeds", int64(c.seed), "it cannot have the symmetry that it is listed for")
	}
	r = recordOf(pick)
	if r.ER != c.er || r.EP != c.ep || r.ED != c.ed {
		return r, damagedRow("seeds", int64(c.seed), "it was found by other values")
	}
	return r, nil
}

// recordOf returns the record that a pick holds.
func recordOf(pick *seed.Pick) Record {
	rated := pick.Rating()
	return Record{pick.Isomorph(0).ID(), pick.NumClues(), rated.ER, rated.EP, rated.ED}
}

// rare finds the techniques that the fewest seeds use.
func (s *recordSearch) rare(ctx context.Context, to *Records) error {
	counts, err := s.bank.techniqueCounts(ctx)
	if err != nil {
		return err
	}
	var used []RareTechnique
	for t := range rating.Techniques() {
		if count := counts[t]; count.Seeds > 0 {
			used = append(used, RareTechnique{TechniqueCount: count})
		} else {
			to.Rare = append(to.Rare, RareTechnique{TechniqueCount: TechniqueCount{Technique: t}})
		}
	}
	slices.SortStableFunc(used, func(a, b RareTechnique) int { return cmp.Compare(a.Seeds, b.Seeds) })
	for _, one := range used[:min(len(used), mostRare)] {
		if one.Example, err = s.example(ctx, one.Technique); err != nil {
			return err
		}
		to.Rare = append(to.Rare, one)
	}
	return nil
}

// example returns the first seed of the lowest ER that uses a technique.
func (s *recordSearch) example(ctx context.Context, t rating.Technique) (Record, error) {
	using, err := s.bank.Select(ctx, Filter{Uses: []rating.Technique{t}})
	if err != nil || using.Len() == 0 {
		return Record{}, err
	}
	pick, err := using.At(ctx, 0)
	if err != nil {
		return Record{}, err
	}
	return recordOf(pick), nil
}
