package mine

import (
	"context"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank/change"
)

// BenchmarkRun mines 50 random seeds on one core into an empty bank, with ladders
// and without.
func BenchmarkRun(b *testing.B) {
	const count = 50
	benchmarkFilling(b, count, func(bank *change.Writer, ladders work.Ladders) (int, error) {
		progress, err := Run(context.Background(), bank, Options{Workers: 1, RandomSeed: 1, Count: count, Ladders: ladders})
		return progress.Stored, err
	})
}

// BenchmarkImport imports 50 random minimal puzzles on one core into an empty bank,
// with ladders and without.
func BenchmarkImport(b *testing.B) {
	p := making.NewPruner(1)
	arrivals := make([]Arrival, 50)
	for i := range arrivals {
		puzzle := p.Puzzle(uint64(i))
		arrivals[i] = Arrival{Place: "benchmark", Clues: puzzle.Clues()}
	}
	benchmarkFilling(b, len(arrivals), func(bank *change.Writer, ladders work.Ladders) (int, error) {
		progress, err := Run(context.Background(), bank, Options{Workers: 1, Ladders: ladders, Strategy: Import{Arrivals: slices.Values([][]Arrival{arrivals})}})
		return progress.Stored, err
	})
}

// benchmarkFilling measures what stores some seeds in an empty bank.
func benchmarkFilling(b *testing.B, count int, fill func(*change.Writer, work.Ladders) (stored int, err error)) {
	for _, ladders := range []work.Ladders{work.AllLadders, work.NoLadders} {
		b.Run("ladders="+string(ladders), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				bank := newBank(b)
				b.StartTimer()
				if stored, err := fill(bank, ladders); err != nil || stored != count {
					b.Fatalf("stored %d, %v", stored, err)
				}
			}
			b.ReportMetric(float64(count)*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
		})
	}
}
