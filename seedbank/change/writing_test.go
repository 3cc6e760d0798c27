package change_test

import (
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// manySeeds returns n seeds of the starter bank, with their rungs.
func manySeeds(t seedtest.Cleaner, n int) (seeds []seed.Seed) {
	t.Helper()
	bank, err := seedbank.OpenFS(seedtest.Background, data.FS, data.Starter)
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	for batch, err := range bank.Batches(seedtest.Background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if seeds = append(seeds, batch.Seeds...); len(seeds) >= n {
			return seeds[:n]
		}
	}
	return seeds
}

func withoutRungs(seeds []seed.Seed) []seed.Seed {
	bare := append([]seed.Seed(nil), seeds...)
	for i := range bare {
		bare[i].Rungs = nil
	}
	return bare
}

// BenchmarkWriting stores and merges as many seeds at once as a night of mining
// brings in seconds.
func BenchmarkWriting(b *testing.B) {
	laddered := manySeeds(b, 5000)
	for _, kind := range []struct {
		name  string
		seeds []seed.Seed
	}{{"bare", withoutRungs(laddered)}, {"laddered", laddered}} {
		perSecond := func(b *testing.B) {
			b.ReportMetric(float64(len(kind.seeds))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
		}
		b.Run("insert/"+kind.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				bank := seedtest.MakeBank(b)
				b.StartTimer()
				seedtest.Insert(b, bank, kind.seeds)
			}
			perSecond(b)
		})
		other := seedtest.BankOf(b, kind.seeds)
		b.Run("merge-new/"+kind.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				bank := seedtest.MakeBank(b)
				b.StartTimer()
				merge(b, bank, other.Path())
			}
			perSecond(b)
		})
		full := seedtest.BankOf(b, kind.seeds)
		b.Run("merge-known/"+kind.name, func(b *testing.B) {
			for b.Loop() {
				merge(b, full, other.Path())
			}
			perSecond(b)
		})
	}
}
