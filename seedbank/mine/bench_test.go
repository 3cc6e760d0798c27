package mine

import (
	"math/rand/v2"
	"testing"
)

func BenchmarkPrune(b *testing.B) {
	p := newPruner(1)
	i := uint64(0)
	for b.Loop() {
		p.puzzle(i)
		i++
	}
}

// BenchmarkNeighbors looks for the neighbors of one puzzle, as a step of a walk
// does.
func BenchmarkNeighbors(b *testing.B) {
	p := newPruner(3).puzzle(0)
	for toward, goal := range goals {
		b.Run("toward "+string(toward), func(b *testing.B) {
			v := newNeighborhood(rand.New(rand.NewPCG(1, 1)))
			found := 0
			for b.Loop() {
				found += len(v.neighbors(&p, goal.reach))
			}
			b.ReportMetric(float64(found)/float64(b.N), "neighbors/op")
		})
	}
}
