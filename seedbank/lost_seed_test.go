package seedbank_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// A seed that the lists name but that is not there is damage, not a wish that nothing
// matches.
func TestLostSeedIsDamage(t *testing.T) {
	for _, c := range []struct {
		name, loss, problem string
		filter              seedbank.Filter
	}{
		{"by slot", `UPDATE seeds SET stratum = 900000 + id`, "it has no seed in slot 0", seedbank.Filter{}},
		{"by number", `UPDATE seeds SET id = 900000 + id`, "a list names it, but it is not there", seedbank.Filter{Rungs: true, Clues: seedbank.Only(40)}},
	} {
		t.Run(c.name, func(t *testing.T) {
			bank := seedtest.BankOf(t, seedtest.SomeSeeds())
			db := tables.Connect(bank.Path(), nil)
			defer db.Close()
			db.SetMaxOpenConns(1)
			for _, sql := range []string{`PRAGMA foreign_keys = OFF`, c.loss} {
				if _, err := db.Exec(sql); err != nil {
					t.Fatal(err)
				}
			}
			selection, err := bank.Select(seedtest.Background, c.filter)
			if err != nil {
				t.Fatal(err)
			}
			_, err = selection.Draw(seedtest.Background, rand.New(rand.NewPCG(1, 1)))
			if !errors.Is(err, seedbank.ErrDamaged) || !strings.Contains(err.Error(), c.problem) {
				t.Errorf("got %v, want damage: %s", err, c.problem)
			}
		})
	}
}

// Reading all seeds tells of those whose stratum or run is lost, whatever is asked for.
func TestBatchesTellOfLostRows(t *testing.T) {
	for table, problem := range map[string]string{"strata": "its stratum is lost", "runs": "its run is lost"} {
		for _, filter := range []seedbank.Filter{{}, {Levels: seedbank.Only(rating.Level(9))}} {
			bank := seedtest.BankOf(t, seedtest.SomeSeeds())
			db := tables.Connect(bank.Path(), nil)
			defer db.Close()
			db.SetMaxOpenConns(1)
			for _, sql := range []string{`PRAGMA foreign_keys = OFF`, `DELETE FROM ` + table} {
				if _, err := db.Exec(sql); err != nil {
					t.Fatal(err)
				}
			}
			var failed error
			for _, err := range bank.Batches(seedtest.Background, filter) {
				failed = err
			}
			if !errors.Is(failed, seedbank.ErrDamaged) || !strings.Contains(failed.Error(), problem) {
				t.Errorf("got %v, want damage: %s", failed, problem)
			}
		}
	}
}
