package seedbank

import (
	"context"
	"fmt"
	"math/big"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// Tally is a number of seeds and one of rungs.
type Tally struct{ Seeds, Rungs int }

// Sum returns the number of both together.
func (t Tally) Sum() int { return t.Seeds + t.Rungs }

// with returns t and what a stratum holds.
func (t Tally) with(st *stratum) Tally {
	if st.ladder > 0 {
		t.Rungs += int(st.seeds)
	} else {
		t.Seeds += int(st.seeds)
	}
	return t
}

// Count is how many seeds and rungs there are of a kind, and how many puzzles:
// each isomorph of these counts once. The maps have no entry for what there is
// none of.
type Count struct {
	Tally
	Puzzles *big.Int
	Clues   Range[int]           // fewest and most
	ER      Range[rating.Tenths] // lowest and highest
	ByClues map[int]Tally
	ByER    map[rating.Tenths]Tally
}

func newCount() *Count {
	return &Count{Puzzles: new(big.Int), ByClues: map[int]Tally{}, ByER: map[rating.Tenths]Tally{}}
}

// add counts a stratum.
func (c *Count) add(st *stratum) {
	if c.Sum() == 0 {
		c.Clues = Range[int]{st.clues, st.clues}
		c.ER = Range[rating.Tenths]{st.er, st.er}
	}
	c.Tally = c.with(st)
	c.ByClues[st.clues] = c.ByClues[st.clues].with(st)
	c.ByER[st.er] = c.ByER[st.er].with(st)
	c.Clues = Range[int]{min(c.Clues.Low, st.clues), max(c.Clues.High, st.clues)}
	c.ER = Range[rating.Tenths]{min(c.ER.Low, st.er), max(c.ER.High, st.er)}
	isomorphs := new(big.Int).SetUint64(transform.Order / st.automorphisms)
	c.Puzzles.Add(c.Puzzles, isomorphs.Mul(isomorphs, new(big.Int).SetUint64(st.seeds)))
}

// Stats is what a selection holds.
type Stats struct {
	Total   *Count
	ByLevel map[rating.Level]*Count // without the levels that it has none of
}

// Stats counts the seeds and rungs of s.
func (s *Selection) Stats() Stats {
	stats := Stats{Total: newCount(), ByLevel: map[rating.Level]*Count{}}
	for i := range s.strata {
		st := &s.strata[i]
		if stats.ByLevel[st.level] == nil {
			stats.ByLevel[st.level] = newCount()
		}
		stats.ByLevel[st.level].add(st)
		stats.Total.add(st)
	}
	return stats
}

// SeedsByLevel returns the number of seeds of each level.
func (b *Bank) SeedsByLevel(ctx context.Context) (seeds [rating.NumLevels + 1]int, err error) {
	all, err := b.Select(ctx, Filter{})
	if err != nil {
		return seeds, err
	}
	for i := range all.strata {
		seeds[all.strata[i].level] += int(all.strata[i].seeds)
	}
	return seeds, nil
}

// TechniqueCount is how many seeds use a technique, and how often in all.
type TechniqueCount struct {
	Technique   rating.Technique
	Seeds, Uses int
}

// Techniques returns how often the seeds of the bank use each technique, in the
// order of the scale, without those that none uses.
func (b *Bank) Techniques(ctx context.Context) ([]TechniqueCount, error) {
	counts, err := b.techniqueCounts(ctx)
	if err != nil {
		return nil, fmt.Errorf("counting the techniques of %s: %w", b.path, err)
	}
	var list []TechniqueCount
	for t := range rating.Techniques() {
		if count, ok := counts[t]; ok {
			list = append(list, count)
		}
	}
	return list, nil
}

func (b *Bank) techniqueCounts(ctx context.Context) (map[rating.Technique]TechniqueCount, error) {
	rows, err := b.db.QueryContext(ctx, `
		SELECT name, sum(seeds), sum(uses) FROM technique_slots JOIN techniques ON techniques.id = technique GROUP BY name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	counts := map[rating.Technique]TechniqueCount{}
	for rows.Next() {
		var name string
		var count TechniqueCount
		if err := rows.Scan(&name, &count.Seeds, &count.Uses); err != nil {
			return nil, err
		}
		if count.Technique, err = techniqueNamed(name); err != nil {
			return nil, err
		}
		counts[count.Technique] = count
	}
	return counts, rows.Err()
}
