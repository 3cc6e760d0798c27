package chart

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"pgregory.net/rapid"
)

// stratum is what a test bank holds of one rating and number of clues.
type stratum struct {
	er    rating.Tenths
	clues int
	seedbank.Tally
}

// anyStats draws the stats of a bank: few or many strata, of any rating and number
// of clues that the types allow, or none at all.
func anyStats(t *rapid.T) *seedbank.Stats {
	strata := rapid.SliceOf(rapid.Custom(func(t *rapid.T) stratum {
		return stratum{
			er:    rating.Tenths(rapid.IntRange(10, int(rating.MaxTenths)).Draw(t, "er")),
			clues: rapid.IntRange(17, 80).Draw(t, "clues"),
			Tally: seedbank.Tally{
				Seeds: rapid.IntRange(0, 1e6).Draw(t, "seeds"),
				Rungs: rapid.IntRange(1, 1e7).Draw(t, "rungs"),
			},
		}
	})).Draw(t, "strata")
	return statsOf(strata...)
}

func statsOf(strata ...stratum) *seedbank.Stats {
	stats := &seedbank.Stats{ByLevel: map[rating.Level]*seedbank.Count{}}
	for _, st := range strata {
		level := rating.LevelOf(st.er)
		stats.Total = countedInto(stats.Total, st)
		stats.ByLevel[level] = countedInto(stats.ByLevel[level], st)
	}
	return stats
}

// countedInto adds a stratum to a count, or to a new one.
func countedInto(c *seedbank.Count, st stratum) *seedbank.Count {
	if c == nil {
		c = &seedbank.Count{
			Clues:   seedbank.Range[int]{Low: st.clues, High: st.clues},
			ER:      seedbank.Range[rating.Tenths]{Low: st.er, High: st.er},
			ByClues: map[int]seedbank.Tally{},
			ByER:    map[rating.Tenths]seedbank.Tally{},
		}
	}
	c.Tally = sum(c.Tally, st.Tally)
	c.ByClues[st.clues] = sum(c.ByClues[st.clues], st.Tally)
	c.ByER[st.er] = sum(c.ByER[st.er], st.Tally)
	c.Clues = seedbank.Range[int]{Low: min(c.Clues.Low, st.clues), High: max(c.Clues.High, st.clues)}
	c.ER = seedbank.Range[rating.Tenths]{Low: min(c.ER.Low, st.er), High: max(c.ER.High, st.er)}
	return c
}

func sum(a, b seedbank.Tally) seedbank.Tally {
	return seedbank.Tally{Seeds: a.Seeds + b.Seeds, Rungs: a.Rungs + b.Rungs}
}

// anyTechniques draws how many seeds use some of the techniques.
func anyTechniques(t *rapid.T) (list []seedbank.TechniqueCount) {
	for technique := range rating.Techniques() {
		if seeds := rapid.IntRange(0, 1e6).Draw(t, "seeds"); rapid.Bool().Draw(t, "used") && seeds > 0 {
			list = append(list, seedbank.TechniqueCount{Technique: technique, Seeds: seeds, Uses: 2 * seeds})
		}
	}
	return list
}
