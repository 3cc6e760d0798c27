package seedbank

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/rating"
)

// A large bank for measurements: go test -run '^$' -bench Large -args
// -large-seeds 10000000 -large-bank large.db
var (
	largeSeeds = flag.Int("large-seeds", 30_000, "seeds of the large bank")
	largeBank  = flag.String("large-bank", "", "file to make the large bank in, and to keep it")
)

// makeLarge makes a bank of at least n seeds by storing some many times over,
// under other names. To draw from it takes as long as from a true one.
func makeLarge(tb testing.TB, path string, n int) *Bank {
	tb.Helper()
	bank, err := Open(background, path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	if held := selectAll(tb, bank).Len(); held > 0 {
		return bank
	}
	if _, err := bank.StartRun(background, &Run{Program: "test"}); err != nil {
		tb.Fatal(err)
	}
	some := someSeeds()
	insert(tb, bank, some)
	times := (n + len(some) - 1) / len(some)
	for _, statement := range []string{
		`CREATE TEMP TABLE some AS SELECT seeds.*, strata.seeds AS step FROM seeds JOIN strata ON strata.id = stratum`,
		`INSERT INTO seeds (stratum, slot, key, grid, puzzle, ep, ed, uses, ladders, origin, run)
			WITH RECURSIVE copy (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copy WHERE k < ?1 - 1)
			SELECT stratum, slot + step * k, random(), random(), puzzle, ep, ed, uses, ladders, origin, run FROM copy CROSS JOIN some`,
		`UPDATE strata SET seeds = seeds * ?1`,
	} {
		arguments := []any{times}
		if statement[0] == 'C' {
			arguments = nil
		}
		if _, err := bank.db.Exec(statement, arguments...); err != nil {
			tb.Fatal(err)
		}
	}
	return bank
}

func selectAll(tb testing.TB, bank *Bank) *Selection {
	tb.Helper()
	all, err := bank.Select(background, Filter{})
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

// BenchmarkLarge selects and draws from a large bank.
func BenchmarkLarge(b *testing.B) {
	path := *largeBank
	if path == "" {
		path = filepath.Join(b.TempDir(), "bank.db")
	}
	bank := makeLarge(b, path, *largeSeeds)
	b.Logf("%d seeds", selectAll(b, bank).Len())
	level := Filter{Levels: Range[rating.Level]{Low: 7, High: 7}}
	b.Run("Select", func(b *testing.B) {
		for b.Loop() {
			if _, err := bank.Select(background, level); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Draw", func(b *testing.B) {
		selection, err := bank.Select(background, level)
		if err != nil {
			b.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			if _, err := selection.Draw(background, random); err != nil {
				b.Fatal(err)
			}
		}
	})
}
