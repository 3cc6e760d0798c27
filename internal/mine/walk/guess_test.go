package walk

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestLogarithms(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, math.MaxInt).Draw(t, "n")
		got, want := float64(logarithm(n))/(1<<16), math.Log2(float64(n))
		if got > want+1e-9 || got < want-1.0/(1<<16)-1e-9 {
			t.Fatalf("the logarithm of %d is %v, want %v", n, got, want)
		}
	})
	if logarithm(0) >= logarithm(1) || 5*logarithm(0)-4*logarithm(1) <= -behind {
		t.Errorf("the logarithm of 0 is %d", logarithm(0))
	}
}
