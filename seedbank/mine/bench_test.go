package mine

import (
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/seedbank/seed"
)

func BenchmarkPrune(b *testing.B) {
	p := newPruner(1)
	i := uint64(0)
	for b.Loop() {
		p.puzzle(i)
		i++
	}
}

// BenchmarkNeighbors looks for the neighbors of one puzzle by each kind of moves.
func BenchmarkNeighbors(b *testing.B) {
	p := newPruner(3).puzzle(0)
	for m := range moves {
		b.Run(moves[m].name, func(b *testing.B) {
			h := newNeighborhood(rand.New(rand.NewPCG(1, 1)))
			found := 0
			for b.Loop() {
				neighbors, _ := h.neighbors(nil, &p, &moves[m], 20*costPerNeighbor)
				found += len(neighbors)
			}
			b.ReportMetric(float64(found)/float64(b.N), "neighbors/op")
		})
	}
}

// BenchmarkLadders makes the ladders of random seeds that are rated.
func BenchmarkLadders(b *testing.B) {
	var m maker
	p := newPruner(1)
	var seeds []seed.Seed
	for i := range uint64(500) {
		s := m.seed(p.puzzle(i), seed.Prune)
		if err := m.rate(&s); err != nil {
			b.Fatal(err)
		}
		seeds = append(seeds, s)
	}
	i, rungs := 0, 0
	for b.Loop() {
		s := seeds[i%len(seeds)]
		if err := m.addLadders(&s, nil); err != nil {
			b.Fatal(err)
		}
		rungs += len(s.Rungs)
		i++
	}
	b.ReportMetric(float64(rungs)/float64(b.N), "rungs/op")
}
