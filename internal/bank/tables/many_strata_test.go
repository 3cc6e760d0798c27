package tables_test

import (
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
)

// All strata together claim no more picks than the file can hold, as memory is taken for them.
func TestStrataThatHoldTooMuch(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:20]).Rows()
	if _, err := bank.DB.Exec(`
		WITH RECURSIVE n (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n WHERE n < 1000)
		INSERT OR IGNORE INTO rung_strata (level, er, clues, automorphisms, hardest, rungs)
		SELECT 1, 10, 18 + n % 60, 1 << (n / 60 % 7), 1 + n / 420, 1 << 20 FROM n`); err != nil {
		t.Fatal(err)
	}
	strata, err := tables.ReadStrata(seedtest.Background, bank, tables.RungStrata, `WHERE number > 0`, nil, nil)
	if !errors.Is(err, tables.ErrDamaged) {
		t.Errorf("%d strata, %v", len(strata), err)
	}
}
