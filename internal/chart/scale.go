package chart

import (
	"math"

	"github.com/seedoku/seedoku/internal/drawing"
)

// scale places counts on a line: 0 at its start, the greatest at its end.
type scale struct {
	greatest int // at least 1
	length   drawing.Pixels
	log      bool // logarithmic, not linear
}

// logFoot is the room that a logarithmic scale leaves below 1, in decades. It
// makes the bar of 1 visible.
const logFoot = 0.3

// at returns the distance of a count from the start. It is between 0 and the
// length, and larger for a larger count.
func (s scale) at(count int) drawing.Pixels {
	switch {
	case count == 0:
		return 0
	case s.log:
		return s.length * drawing.Pixels((math.Log10(float64(count))+logFoot)/(math.Log10(float64(s.greatest))+logFoot))
	}
	return s.length * drawing.Pixels(count) / drawing.Pixels(s.greatest)
}

// ticks returns the counts to write at the axis, in ascending order. On a
// logarithmic scale these are the powers of ten. On a linear scale they are 0
// and at most five equal steps of 1, 2 or 5 times a power of ten.
func (s scale) ticks() (list []int) {
	if s.log {
		for tick := 1; ; tick *= 10 {
			list = append(list, tick)
			if tick > s.greatest/10 {
				return list
			}
		}
	}
	step := 1
	for i := 0; step <= (s.greatest-1)/5; i++ {
		step = step / []int{1, 2, 5}[i%3] * []int{2, 5, 10}[i%3]
	}
	for i := range s.greatest/step + 1 {
		list = append(list, i*step)
	}
	return list
}
