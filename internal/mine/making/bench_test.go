package making

import (
	"testing"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

func BenchmarkPrune(b *testing.B) {
	p := NewPruner(1)
	i := uint64(0)
	for b.Loop() {
		p.Puzzle(i)
		i++
	}
}

// BenchmarkLadders makes the ladders of random seeds that are rated.
func BenchmarkLadders(b *testing.B) {
	var m Maker
	p := NewPruner(1)
	var seeds []seed.Seed
	for i := range uint64(500) {
		s := m.Seed(p.Puzzle(i), seed.Prune)
		if err := m.Rate(&s); err != nil {
			b.Fatal(err)
		}
		seeds = append(seeds, s)
	}
	i, rungs := 0, 0
	for b.Loop() {
		s := seeds[i%len(seeds)]
		if err := m.AddLadders(&s, nil); err != nil {
			b.Fatal(err)
		}
		rungs += len(s.Rungs)
		i++
	}
	b.ReportMetric(float64(rungs)/float64(b.N), "rungs/op")
}

func BenchmarkSymmetricPuzzles(b *testing.B) {
	pruner := NewPruner(1)
	i := uint64(0)
	for b.Loop() {
		pruner.Symmetric(transform.Rotate180, seedbank.Range[int]{}, i)
		i++
	}
}
