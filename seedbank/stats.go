package seedbank

import (
	"context"
	"fmt"
	"math/big"

	"github.com/seedoku/seedoku/rating"
)

// Count is how many seeds and rungs there are of a kind, and how many puzzles:
// each isomorph of these counts once.
type Count struct {
	Seeds   int
	Rungs   int
	Puzzles *big.Int
	Clues   Range[int]           // fewest and most
	ER      Range[rating.Tenths] // lowest and highest
}

// add counts a stratum.
func (c *Count) add(st *stratum) {
	if c.Seeds+c.Rungs == 0 {
		c.Puzzles = new(big.Int)
		c.Clues = Range[int]{st.clues, st.clues}
		c.ER = Range[rating.Tenths]{st.er, st.er}
	}
	if st.ladder > 0 {
		c.Rungs += int(st.seeds)
	} else {
		c.Seeds += int(st.seeds)
	}
	c.Clues = Range[int]{min(c.Clues.Low, st.clues), max(c.Clues.High, st.clues)}
	c.ER = Range[rating.Tenths]{min(c.ER.Low, st.er), max(c.ER.High, st.er)}
	isomorphs := new(big.Int).SetUint64(st.isomorphs())
	c.Puzzles.Add(c.Puzzles, isomorphs.Mul(isomorphs, new(big.Int).SetUint64(st.seeds)))
}

// Stats is what a selection holds. The maps have no entry for what it has none
// of.
type Stats struct {
	Total   Count
	ByLevel map[rating.Level]*Count
	ByER    map[rating.Tenths]int // seeds and rungs
	ByClues map[int]int           // the same
}

// Stats counts the seeds and rungs of s.
func (s *Selection) Stats() Stats {
	stats := Stats{
		Total:   Count{Puzzles: new(big.Int)},
		ByLevel: map[rating.Level]*Count{},
		ByER:    map[rating.Tenths]int{},
		ByClues: map[int]int{},
	}
	for i := range s.strata {
		st := &s.strata[i]
		if stats.ByLevel[st.level] == nil {
			stats.ByLevel[st.level] = &Count{}
		}
		stats.ByLevel[st.level].add(st)
		stats.Total.add(st)
		stats.ByER[st.er] += int(st.seeds)
		stats.ByClues[st.clues] += int(st.seeds)
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
