package change_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A large bank for measurements: go test -run '^$' -bench Large -args
// -large-seeds 10000000 -large-bank large.db
var (
	largeSeeds = flag.Int("large-seeds", 30_000, "seeds of the large bank")
	largeBank  = flag.String("large-bank", "", "file to make the large bank in, and to keep it")
)

// makeLarge makes a bank of at least n seeds, or opens the one that is there.
func makeLarge(tb testing.TB, path string, n int) *change.Writer {
	tb.Helper()
	bank, err := change.Open(seedtest.Background, path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	if seedtest.SelectFrom(tb, bank, seedbank.Filter{}).Len() > 0 {
		return bank
	}
	if _, err := bank.StartRun(seedtest.Background, &seedbank.Run{Program: "test"}); err != nil {
		tb.Fatal(err)
	}
	seedtest.Insert(tb, bank, seedtest.SomeSeeds())
	copySeeds(tb, bank, n)
	return bank
}

// copySeeds makes a bank grow to at least n seeds, by storing those that it has
// many times over, under other names. To draw from it takes as long as from a
// true one.
func copySeeds(t seedtest.Cleaner, of seedtest.AnyBank, n int) {
	bank := seedtest.BankIn(of)
	t.Helper()
	some := int(seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len())
	times := (n + some - 1) / some
	for _, statement := range []string{
		`CREATE TEMP TABLE some AS SELECT seeds.*, strata.seeds AS step FROM seeds JOIN strata ON strata.id = stratum`,
		`INSERT INTO seeds (stratum, slot, key, solution, puzzle, ep, ed, uses, rungs, checksum, origin, run)
			WITH RECURSIVE copy (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copy WHERE k < ?1 - 1)
			SELECT stratum, slot + step * k, random(), random(), puzzle, ep, ed, uses, rungs, checksum, origin, run FROM copy CROSS JOIN some`,
		`UPDATE strata SET seeds = seeds * ?1`,
	} {
		arguments := []any{times}
		if statement[0] == 'C' {
			arguments = nil
		}
		if _, err := bank.Rows().DB.Exec(statement, arguments...); err != nil {
			t.Fatal(err)
		}
	}
}

// BenchmarkLarge selects and draws from a large bank.
func BenchmarkLarge(b *testing.B) {
	path := *largeBank
	if path == "" {
		path = filepath.Join(b.TempDir(), "bank.db")
	}
	bank := makeLarge(b, path, *largeSeeds)
	b.Logf("%d seeds", seedtest.SelectFrom(b, bank, seedbank.Filter{}).Len())
	level := seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 7, High: 7}}
	b.Run("Select", func(b *testing.B) {
		for b.Loop() {
			if _, err := bank.Select(seedtest.Background, level); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Draw", func(b *testing.B) {
		selection, err := bank.Select(seedtest.Background, level)
		if err != nil {
			b.Fatal(err)
		}
		random := rand.New(rand.NewPCG(1, 1))
		for b.Loop() {
			if _, err := selection.Draw(seedtest.Background, random); err != nil {
				b.Fatal(err)
			}
		}
	})
}
