package change_test

import (
	"errors"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
)

// A bank whose techniques have numbers that this program gives none takes no seeds.
func TestTechniqueNumberOutOfRange(t *testing.T) {
	for _, number := range []int{0, -3} {
		bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
		if _, err := bank.Rows().DB.Exec(`PRAGMA foreign_keys = OFF; UPDATE techniques SET id = ? WHERE id = 1`, number); err != nil {
			t.Fatal(err)
		}
		if _, err := bank.Insert(seedtest.Background, 1, seedtest.SomeSeeds()[3:8]); !errors.Is(err, seedbank.ErrDamaged) {
			t.Errorf("technique %d: %v, want %v", number, err, seedbank.ErrDamaged)
		}
	}
}
