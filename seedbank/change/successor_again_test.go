package change_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// outdatedBank returns a bank with five seeds of an older rater.
func outdatedBank(t *testing.T) *change.Writer {
	t.Helper()
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if _, err := bank.Rows().DB.Exec(`UPDATE runs SET rater = 0`); err != nil {
		t.Fatal(err)
	}
	return bank
}

// replaceAgain goes on with the successor of a closed bank, and replaces the bank.
func replaceAgain(t *testing.T, old *change.Writer) *change.Writer {
	t.Helper()
	s := openSuccessorOf(t, old)
	fill(t, s)
	if _, err := s.Replace(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	return seedtest.Open(t, old.Path())
}

// withdrawAll takes everything back that a contributor has given.
func withdrawAll(t *testing.T, bank *change.Writer, contributor string) (total change.Withdrawn) {
	t.Helper()
	for steps := 0; !total.Complete; steps++ {
		n, err := bank.Withdraw(seedtest.Background, change.Withdrawal{Contributor: contributor})
		if err != nil || steps > 100 {
			t.Fatalf("after %d steps: %v", steps, err)
		}
		total.Add(n)
	}
	return total
}

// A run that begins while a rerating is interrupted has a number of its own.
func TestSuccessorSharesNoRun(t *testing.T) {
	bank := outdatedBank(t)
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	given := startRun(t, bank, "mallory", time.Now())
	if _, err := bank.Insert(seedtest.Background, given, seedtest.SomeSeeds()[5:7]); err != nil {
		t.Fatal(err)
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	again := replaceAgain(t, bank)
	runs, err := again.Runs(seedtest.Background, 9)
	if err != nil || len(runs) != 3 {
		t.Fatalf("runs %+v, %v; want three", runs, err)
	}
	if rated := runs[1]; rated.Arguments != "bank rerate" || rated.Ended.IsZero() || rated.Contributor != "" || runs[0].Contributor != "mallory" {
		t.Errorf("runs %+v", runs)
	}
	mustBeWell(t, again)
	if n := withdrawAll(t, again, "mallory"); n.Seeds != 2 {
		t.Errorf("taken back: %+v, want 2 seeds", n)
	}
	mustBeWell(t, again)
}

// Seeds of a run that begins during a rerating are taken along.
func TestSuccessorTakesRunsThatBegin(t *testing.T) {
	bank := outdatedBank(t)
	s := openSuccessorOf(t, bank)
	fillWhile(t, s, func(done int) {
		if done > 5 {
			return
		}
		if _, err := bank.Insert(t.Context(), startRun(t, bank, "mallory", time.Now()), seedtest.SomeSeeds()[5:7]); err != nil {
			t.Fatal(err)
		}
	})
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(t.Context()); err != nil {
		t.Fatal(err)
	}
	again := seedtest.Open(t, bank.Path())
	mustBeWell(t, again)
	if n := withdrawAll(t, again, "mallory"); n.Seeds != 2 {
		t.Errorf("taken back: %+v, want 2 seeds", n)
	}
}

// A successor that has another run under a number of the bank is refused.
func TestSuccessorWithAnotherRun(t *testing.T) {
	bank := outdatedBank(t)
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, edit := range []string{`arguments = 'other'`, `started = '2001-02-03T04:05:06Z'`, `random_seed = 7`, `program = 'other'`, `contributor = (SELECT id FROM contributors)`} {
		t.Run(edit, func(t *testing.T) {
			if _, err := bank.Invite(seedtest.Background, "mallory"); err != nil {
				t.Fatal(err)
			}
			db := bank.Rows().DB
			if _, err := db.Exec(`CREATE TEMP TABLE kept AS SELECT * FROM runs; UPDATE runs SET ` + edit + ` WHERE id = 2`); err != nil {
				t.Fatal(err)
			}
			if s, err := change.OpenSuccessor(seedtest.Background, bank.Path()); err == nil || !strings.Contains(err.Error(), "run 2 of the successor, the file ending in .rerated, is another run") {
				t.Errorf("opened: %v", errors.Join(err, s.Close()))
			}
			if _, err := db.Exec(`REPLACE INTO runs SELECT * FROM kept; DROP TABLE kept`); err != nil {
				t.Fatal(err)
			}
		})
	}
}
