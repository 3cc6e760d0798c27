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
	"github.com/seedoku/seedoku/seedbank/seed"
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

// A scan of all seeds tells of those that it cannot read, and gives the others. Streams do with
// these.
func TestScanTellsOfLostSeeds(t *testing.T) {
	for _, loss := range []string{
		`DELETE FROM strata WHERE id = (SELECT stratum FROM seeds WHERE id = 7)`,
		`UPDATE seeds SET stratum = 900000 WHERE id = 7`,
		`DELETE FROM seeds WHERE id = 7`,
		`UPDATE sqlite_dbpage SET data = zeroblob(4096) WHERE pgno = (SELECT min(pageno) FROM dbstat WHERE name = 'seeds' AND pagetype = 'leaf')`,
	} {
		bank := seedtest.BankOf(t, seedtest.SomeSeeds())
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		db := tables.Connect(bank.Path(), nil)
		db.SetMaxOpenConns(1)
		for _, sql := range []string{`PRAGMA foreign_keys = OFF`, loss} {
			if _, err := db.Exec(sql); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		lossy := reopened(t, bank.Path())
		found := 0
		err := lossy.Scan(seedtest.Background, seedbank.Filter{}, 1, nil, func(*seed.Seed) error {
			found++
			return nil
		})
		if !errors.Is(err, tables.ErrLostSeeds) || !errors.Is(err, seedbank.ErrDamaged) || found == 0 || found >= len(seedtest.SomeSeeds()) {
			t.Errorf("after %s: %d seeds, %v; want %v", loss, found, err, tables.ErrLostSeeds)
		}
		if !seedtest.SelectFrom(t, lossy, seedbank.Filter{}).ReadAll(seedtest.Background, 1) {
			t.Errorf("after %s, a stream would read the seeds one by one", loss)
		}
	}
}

// Techniques and rungs that cannot be read are damage. Those that a newer program knows are not.
func TestUnreadablePathIsDamage(t *testing.T) {
	for damage, is := range map[string]bool{
		`UPDATE seeds SET uses = x'01' WHERE id = 1`:                 true,
		`UPDATE seeds SET uses = x'6401' WHERE id = 1`:               true,
		`UPDATE seeds SET rungs = x'01' WHERE id = 1`:                true,
		`UPDATE techniques SET name = name || ' of a later program'`: false,
	} {
		bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
		if _, err := bank.Rows().DB.Exec(damage); err != nil {
			t.Fatal(err)
		}
		if _, err := bank.Seed(seedtest.Background, 1); err == nil || errors.Is(err, seedbank.ErrDamaged) != is {
			t.Errorf("after %s: %v; damage: %t", damage, err, is)
		}
	}
}

// Who stores a seed that shares its solution with a damaged one is told of that.
func TestUnreadableRelativeIsDamage(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.Relatives()[:1])
	if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET rungs = x'01'`); err != nil {
		t.Fatal(err)
	}
	_, err := bank.Insert(seedtest.Background, 1, seedtest.Relatives()[1:2])
	if !errors.Is(err, seedbank.ErrDamaged) || !strings.Contains(err.Error(), "row 1 of table seeds") {
		t.Errorf("got %v, want damage of row 1", err)
	}
}

// A bank whose last seeds cannot be read can be selected from: it has others.
func TestSelectWithoutTheLastSeeds(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	db := tables.Connect(bank.Path(), nil)
	_, err := db.Exec(`UPDATE sqlite_dbpage SET data = zeroblob(4096) WHERE pgno = (
		SELECT pageno FROM dbstat WHERE name = 'seeds' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1)`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	lossy := reopened(t, bank.Path())
	if _, err := lossy.Rows().LastSeed(seedtest.Background); err == nil {
		t.Fatal("the last seed can be read")
	}
	selection, err := lossy.Select(seedtest.Background, seedbank.Filter{})
	if err != nil || selection.Len() != uint64(len(seedtest.SomeSeeds())) {
		t.Errorf("selecting all seeds: %v", err)
	}
}

// reopened opens a bank that a test has damaged. The end of the test closes it.
func reopened(t *testing.T, path string) *seedbank.Bank {
	t.Helper()
	bank, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}
