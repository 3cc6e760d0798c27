package change_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A table that is new in the format has to be handed over as well.
func TestSuccessorKnowsAllTables(t *testing.T) {
	tables := listOf(t, seedtest.MakeBank(t), `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
	want := []string{
		"bookmarks", "claimed", "contributors", "goose_db_version", "labels", "minutes", "rung_pages", "rung_strata", "runs", "seeds", "strata", "symmetric_pages", "symmetric_strata",
		"technique_slots", "techniques", "units", "walked",
	}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("tables that a successor gets, tables of a bank:\n%s", diff)
	}
}

// fill gives the successor of a bank all seeds, as they are.
func fill(t *testing.T, s *change.Successor) {
	t.Helper()
	fillWhile(t, s, func(int) {})
}

// fillWhile does what fill does. It calls between with the number of seeds done.
func fillWhile(t *testing.T, s *change.Successor, between func(done int)) {
	t.Helper()
	for missing, err := range s.Missing(seedtest.Background, 100) {
		if err != nil {
			t.Fatal(err)
		}
		var seeds []change.RatedSeed
		for _, old := range missing {
			found, err := s.Seed(seedtest.Background, old.ID)
			if err != nil {
				t.Fatal(err)
			}
			seeds = append(seeds, change.RatedSeed{OldSeed: old, Seed: found})
		}
		if err := s.Insert(seedtest.Background, seeds); err != nil {
			t.Fatal(err)
		}
		done, _ := s.Done()
		between(done)
	}
}

func openSuccessorOf(t *testing.T, of seedtest.AnyBank) *change.Successor {
	bank := seedtest.BankIn(of)
	t.Helper()
	s, err := change.OpenSuccessor(seedtest.Background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSuccessorHoldsTheSame(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if changes, err := s.Replace(seedtest.Background); err != nil || changes != (change.Changes{}) {
		t.Fatalf("changes %+v, %v; want none", changes, err)
	}
	again := seedtest.Open(t, bank.Path())
	if diff := cmp.Diff(seedtest.ByKey(seedtest.SomeSeeds()), contents(t, again, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Errorf("seeds of the bank, seeds of the successor:\n%s", diff)
	}
	mustBeWell(t, again)
}

// A successor that lacks seeds replaces nothing.
func TestSuccessorThatIsNotFull(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := openSuccessorOf(t, bank).Replace(seedtest.Background)
	if err == nil || errors.Is(err, seedbank.ErrInUse) || !strings.Contains(err.Error(), "0 of 5 seeds") {
		t.Errorf("an empty one: %v", err)
	}
}

// Seeds that come while the others are rated are not lost.
func TestSuccessorNeedsAllSeeds(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	seedtest.Insert(t, bank, seedtest.SomeSeeds()[5:6])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(seedtest.Background); !errors.Is(err, seedbank.ErrInUse) {
		t.Errorf("replaced a bank that has a seed more: %v", err)
	}
	s = openSuccessorOf(t, bank)
	if done, of := s.Done(); done != 5 || of != 6 {
		t.Errorf("opened again: %d of %d seeds done, want 5 of 6", done, of)
	}
	fill(t, s)
	if _, err := s.Replace(seedtest.Background); err != nil {
		t.Error(err)
	}
}

// A successor that was begun by the rules of an older rater is begun anew.
func TestSuccessorByOldRules(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.Next().Rows().DB.Exec(`UPDATE runs SET rater = 0`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if done, of := openSuccessorOf(t, bank).Done(); done != 0 || of != 5 {
		t.Errorf("%d of %d seeds done, want 0 of 5", done, of)
	}
}

func TestSuccessorOfAnotherBank(t *testing.T) {
	bank, other := seedtest.BankOf(t, seedtest.SomeSeeds()[:5]), seedtest.BankOf(t, seedtest.SomeSeeds()[1:6])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.Next().Rows().DB.Exec(`DELETE FROM seeds WHERE id = 5`); err != nil { // the last is now the other's, too, as number 3
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), bank.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Rows().DB.Exec(`VACUUM INTO ?`, bank.Path()+".other"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(change.SuccessorOf(bank.Path()), change.SuccessorOf(bank.Path()+".other")); err != nil {
		t.Fatal(err)
	}
	if _, err := change.OpenSuccessor(seedtest.Background, bank.Path()+".other"); err == nil || !strings.Contains(err.Error(), "was begun from another bank, or seeds were taken back since: remove it") {
		t.Errorf("opened: %v", err)
	}
}

// What is wrong with the old bank is told with its name.
func TestSuccessorOfADamagedBank(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET rung_runs = x'01'`); err != nil {
		t.Fatal(err)
	}
	for _, err := range openSuccessorOf(t, bank).Missing(seedtest.Background, 100) {
		if !errors.Is(err, seedbank.ErrDamaged) || !strings.Contains(err.Error(), bank.Path()) {
			t.Errorf("got %v, want damage of %s", err, bank.Path())
		}
	}
}
