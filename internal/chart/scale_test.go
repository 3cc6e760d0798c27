package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/drawing"
)

func anyScale(t *rapid.T) scale {
	return scale{
		greatest: rapid.IntRange(1, math.MaxInt).Draw(t, "greatest"),
		length:   drawing.Pixels(rapid.Float64Range(1, 1000).Draw(t, "length")),
		log:      rapid.Bool().Draw(t, "log"),
	}
}

// A scale goes from 0 to its length, a larger count is not nearer to the start,
// and a count of at least 1 is not at it.
func TestScaleIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScale(t)
		counts := rapid.SliceOfN(rapid.IntRange(0, s.greatest), 1, 20).Draw(t, "counts")
		counts = append(counts, 0, s.greatest)
		slices.Sort(counts)
		for i, count := range counts {
			if (count == 0) != (s.at(count) == 0) {
				t.Fatalf("%+v: %d is at %v", s, count, s.at(count))
			}
			if i > 0 && s.at(counts[i-1]) > s.at(count) {
				t.Fatalf("%+v: %d is at %v, %d at %v", s, counts[i-1], s.at(counts[i-1]), count, s.at(count))
			}
		}
		if end := s.at(s.greatest); math.Abs(float64(end-s.length)) > 1e-9*float64(s.length) {
			t.Fatalf("%+v ends at %v", s, end)
		}
	})
}

// Ticks are in the range of the scale and ascend; there are not too many to read,
// nor too few to measure by.
func TestTicksFitTheScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyScale(t)
		ticks := s.ticks()
		most, least := 6, 2 // 0 and at most five steps
		first := 0
		if s.log {
			most, least, first = 19, 1, 1
		}
		if len(ticks) < least || len(ticks) > most || ticks[0] != first || ticks[len(ticks)-1] > s.greatest {
			t.Fatalf("%+v has ticks %v", s, ticks)
		}
		if step := strconv.Itoa(ticks[1%len(ticks)]); !s.log && !strings.Contains("125", strings.TrimRight(step, "0")) {
			t.Fatalf("%+v has ticks %v, not 1, 2 or 5 times a power of ten", s, ticks)
		}
		for i := range ticks[1:] {
			switch last, tick := ticks[i], ticks[i+1]; {
			case s.log && tick != 10*last:
				t.Fatalf("%+v has ticks %v, not powers of ten", s, ticks)
			case !s.log && tick != (i+1)*ticks[1]:
				t.Fatalf("%+v has ticks %v, not equal steps", s, ticks)
			}
		}
	})
}
