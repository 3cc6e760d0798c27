package fleet

import (
	"fmt"
	"math"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
)

// yields counts the seeds of units by their kind and level. The zero value is empty.
//
// It counts only units whose result is in one part: the kind of the others is not known when
// their seeds come. The same unit has the same parts everywhere, so this favors no worker.
type yields map[work.UnitKind]*yield

// yield counts the seeds of units of one kind, by level.
type yield struct {
	units          int
	seeds, squares [rating.NumLevels + 1]float64 // sums over the units
}

// add counts a result.
func (y yields) add(r *result) {
	if r.Done == nil || r.Part > 0 {
		return
	}
	of := y[r.Done.Kind]
	if of == nil {
		of = new(yield)
		y[r.Done.Kind] = of
	}
	var seeds [rating.NumLevels + 1]float64
	for i := range r.seeds {
		seeds[r.seeds[i].Rating.Level()]++
	}
	of.units++
	for level, n := range seeds {
		of.seeds[level] += n
		of.squares[level] += n * n
	}
}

// Odd is the greatest difference between what a worker finds and what the fleet finds by units
// of the same kind. It is a hint to look closer, and no proof: nothing follows from it.
type Odd struct {
	Kind     work.UnitKind `json:"kind"`
	Level    rating.Level  `json:"level"`
	Seeds    int           `json:"seeds"`
	Expected float64       `json:"expected"`

	// Residual is that of a chi-square test: the difference in standard deviations, as the
	// units of the fleet vary.
	Residual float64 `json:"residual"`
}

func (o *Odd) String() string {
	return fmt.Sprintf("odd: %d seeds of level %d, %.0f expected", o.Seeds, o.Level, o.Expected)
}

// Numbers from which on a difference is told. Smaller ones come by chance too often in a fleet
// of a thousand workers with many kinds and levels each.
const (
	leastExpected = 10
	leastResidual = 5
)

// oddest returns the greatest difference between y and the whole fleet, nil if it is small.
func (y yields) oddest(fleet yields) (worst *Odd) {
	for kind, of := range y {
		all := fleet[kind]
		for level := range of.seeds {
			mean := all.seeds[level] / float64(all.units)
			expected := mean * float64(of.units)
			if expected < leastExpected {
				continue
			}
			variance := all.squares[level]/float64(all.units) - mean*mean
			spread := max(1, variance/mean) // 1 for seeds that come by chance, more where units differ
			residual := (of.seeds[level] - expected) / math.Sqrt(expected*spread)
			if math.Abs(residual) >= leastResidual && (worst == nil || math.Abs(residual) > math.Abs(worst.Residual)) {
				worst = &Odd{kind, rating.Level(level), int(of.seeds[level]), expected, residual}
			}
		}
	}
	return worst
}
