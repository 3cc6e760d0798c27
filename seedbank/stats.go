package seedbank

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
)

// Tally is a number of seeds and a number of rungs.
type Tally struct{ Seeds, Rungs int }

// Sum returns the number of seeds and rungs together.
func (t Tally) Sum() int { return t.Seeds + t.Rungs }

// with returns t increased by the seeds or rungs of a stratum.
func (t Tally) with(st *stratum) Tally {
	if st.Minimal {
		t.Seeds += int(st.Number)
	} else {
		t.Rungs += int(st.Number)
	}
	return t
}

// Count is the number of seeds, of rungs and of puzzles of a kind. Each isomorph
// of a seed or rung counts as one puzzle. The maps have no entries with value 0.
type Count struct {
	Tally
	Puzzles Uint128
	Clues   Range[int]           // fewest and most
	ER      Range[rating.Tenths] // lowest and highest
	ByClues map[int]Tally
	ByER    map[rating.Tenths]Tally
}

func newCount() *Count {
	return &Count{ByClues: map[int]Tally{}, ByER: map[rating.Tenths]Tally{}}
}

// add counts a stratum.
func (c *Count) add(st *stratum) {
	if c.Sum() == 0 {
		c.Clues = Range[int]{st.Clues, st.Clues}
		c.ER = Range[rating.Tenths]{st.ER, st.ER}
	}
	c.Tally = c.with(st)
	c.ByClues[st.Clues] = c.ByClues[st.Clues].with(st)
	c.ByER[st.ER] = c.ByER[st.ER].with(st)
	c.Clues = Range[int]{min(c.Clues.Low, st.Clues), max(c.Clues.High, st.Clues)}
	c.ER = Range[rating.Tenths]{min(c.ER.Low, st.ER), max(c.ER.High, st.ER)}
	c.Puzzles = c.Puzzles.Add(shuffle.Multiply(st.Number, st.Isomorphs))
}

// Stats counts the contents of a selection.
type Stats struct {
	Total   *Count
	ByLevel map[rating.Level]*Count // without levels that have no seeds and rungs
}

// Stats counts the seeds and rungs of s.
func (s *Selection) Stats() Stats { return statsOf(s.strata) }

func statsOf(strata []stratum) Stats {
	stats := Stats{Total: newCount(), ByLevel: map[rating.Level]*Count{}}
	for i := range strata {
		st := &strata[i]
		if stats.ByLevel[st.Level] == nil {
			stats.ByLevel[st.Level] = newCount()
		}
		stats.ByLevel[st.Level].add(st)
		stats.Total.add(st)
	}
	return stats
}

// Seeds returns the number of different seeds in s: a seed counts once, no matter
// how many of its rungs are in s.
func (s *Selection) Seeds(ctx context.Context) (uint64, error) {
	if !s.hasRungs() {
		return s.Len(), nil
	}
	if s.seeds == nil {
		return s.countSeeds(ctx)
	}
	if n := s.seeds.Load(); n > 0 {
		return n, nil
	}
	n, err := s.countSeeds(ctx)
	s.seeds.Store(n)
	return n, err
}

func (s *Selection) countSeeds(ctx context.Context) (_ uint64, err error) {
	defer s.bank.file.Explain(&err, "counting seeds of")
	seeds := map[SeedID]bool{}
	for i := range s.strata {
		if err := s.eachPick(ctx, i, func(at listed) { seeds[at.seed] = true }); err != nil {
			return 0, err
		}
	}
	return uint64(len(seeds)), nil
}

// Size returns the size of the bank in bytes.
func (b *Bank) Size(ctx context.Context) (_ int64, err error) {
	defer b.file.Explain(&err, "measuring")
	return b.file.Size(ctx)
}

// SeedsByLevel returns the number of seeds of each level.
func (b *Bank) SeedsByLevel(ctx context.Context) (seeds [rating.NumLevels + 1]int, err error) {
	all, err := b.Select(ctx, Filter{})
	if err != nil {
		return seeds, err
	}
	for i := range all.strata {
		seeds[all.strata[i].Level] += int(all.strata[i].Number)
	}
	return seeds, nil
}

// TechniqueCount is the number of seeds that use a technique and the total number
// of its steps in them.
type TechniqueCount struct {
	Technique   rating.Technique
	Seeds, Uses int
}

// Techniques returns how often the seeds of the bank use each technique, in the
// order of the scale. It leaves out techniques that no seed uses.
func (b *Bank) Techniques(ctx context.Context) (counts []TechniqueCount, err error) {
	defer b.file.Explain(&err, "counting the techniques of")
	counts, err = tables.All(ctx, b.file.DB, "technique_slots", `
		SELECT name, sum(seeds), sum(uses) FROM technique_slots JOIN techniques ON techniques.id = technique GROUP BY name`, nil, func(row tables.Row) (of TechniqueCount, err error) {
		var name string
		if err := row.Scan(&name, &of.Seeds, &of.Uses); err != nil {
			return of, err
		}
		of.Technique, err = techniqueNamed(name)
		return of, err
	})
	sortCounts(counts)
	return counts, err
}

// sortCounts puts counts in the order of the scale.
func sortCounts(counts []TechniqueCount) {
	slices.SortFunc(counts, func(a, b TechniqueCount) int { return cmp.Compare(a.Technique, b.Technique) })
}

// TechniqueLevels returns the number of seeds of each level that use each technique.
func (b *Bank) TechniqueLevels(ctx context.Context) (_ map[rating.Technique][rating.NumLevels + 1]int, err error) {
	defer b.file.Explain(&err, "counting the techniques by level of")
	counts := map[rating.Technique][rating.NumLevels + 1]int{}
	err = tables.Each(ctx, b.file.DB, "technique_slots", `
		SELECT name, level, sum(technique_slots.seeds) FROM technique_slots
		JOIN techniques ON techniques.id = technique JOIN strata ON strata.id = stratum GROUP BY name, level`, nil, func(row tables.Row) error {
		var name string
		var level, seeds int
		if err := row.Scan(&name, &level, &seeds); err != nil {
			return err
		}
		t, err := techniqueNamed(name)
		if err != nil {
			return err
		}
		if level < 1 || level > rating.NumLevels {
			return fmt.Errorf("level %d of a stratum is none", level)
		}
		of := counts[t]
		of[level] = seeds
		counts[t] = of
		return nil
	})
	return counts, err
}

// Practice returns the number of seeds that train each technique, which is the
// number that a filter with this technique as Practice selects. It leaves out
// techniques that no seed trains.
func (b *Bank) Practice(ctx context.Context) (map[rating.Technique]int, error) {
	selection, err := b.Select(ctx, Filter{Practice: slices.Collect(rating.Techniques())})
	if err != nil {
		return nil, err
	}
	counts := map[rating.Technique]int{}
	for i := range selection.strata {
		st := &selection.strata[i]
		t, err := b.file.Technique(ctx, st.Hardest)
		if err != nil {
			return nil, fmt.Errorf("counting the practice of %s: %w", b.file.Path, tables.InRow(st.Table.Name, st.ID, err))
		}
		counts[t] += int(st.Number)
	}
	return counts, nil
}

func techniqueNamed(name string) (rating.Technique, error) {
	t, err := rating.ParseTechnique(name)
	if err != nil {
		return 0, fmt.Errorf("technique %.*q is not known to this version of the program", bounds.Name, name)
	}
	return t, nil
}
