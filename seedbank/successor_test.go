package seedbank

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A table that is new in the format has to be handed over as well.
func TestSuccessorKnowsAllTables(t *testing.T) {
	rows, err := makeBank(t).Rows().DB.Query(`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, name)
	}
	want := []string{
		"bookmarks", "claimed", "contributors", "goose_db_version", "rung_pages", "rung_strata", "runs", "seeds", "strata", "symmetric_pages", "symmetric_strata",
		"technique_slots", "techniques", "walked",
	}
	if diff := cmp.Diff(want, tables); diff != "" {
		t.Errorf("tables that a successor gets, tables of a bank:\n%s", diff)
	}
}

// fill gives the successor of a bank all seeds, as they are.
func fill(t *testing.T, s *Successor) {
	t.Helper()
	for missing, err := range s.Missing(background, 100) {
		if err != nil {
			t.Fatal(err)
		}
		var seeds []RatedSeed
		for _, old := range missing {
			found, err := s.Seed(background, old.ID)
			if err != nil {
				t.Fatal(err)
			}
			seeds = append(seeds, RatedSeed{OldSeed: old, Seed: found})
		}
		if err := s.Insert(background, seeds); err != nil {
			t.Fatal(err)
		}
	}
}

func openSuccessorOf(t *testing.T, of anyBank) *Successor {
	bank := bankIn(of)
	t.Helper()
	s, err := OpenSuccessor(background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestSuccessorHoldsTheSame(t *testing.T) {
	bank := bankOf(t, someSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if changes, err := s.Replace(background); err != nil || changes != (Changes{}) {
		t.Fatalf("changes %+v, %v; want none", changes, err)
	}
	again, err := Open(background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, again, Filter{}), samePuzzles); diff != "" {
		t.Errorf("seeds of the bank, seeds of the successor:\n%s", diff)
	}
	mustBeWell(t, again)
}

// Seeds that come while the others are rated are not lost.
func TestSuccessorNeedsAllSeeds(t *testing.T) {
	bank := bankOf(t, someSeeds()[:5])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	insert(t, bank, someSeeds()[5:6])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(background); !errors.Is(err, ErrInUse) {
		t.Errorf("replaced a bank that has a seed more: %v", err)
	}
	s = openSuccessorOf(t, bank)
	if done, of := s.Done(); done != 5 || of != 6 {
		t.Errorf("opened again: %d of %d seeds done, want 5 of 6", done, of)
	}
	fill(t, s)
	if _, err := s.Replace(background); err != nil {
		t.Error(err)
	}
}

// A successor that was begun by the rules of an older rater is begun anew.
func TestSuccessorByOldRules(t *testing.T) {
	bank := bankOf(t, someSeeds()[:5])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.next.Rows().DB.Exec(`UPDATE runs SET rater = 0`); err != nil {
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
	bank, other := bankOf(t, someSeeds()[:5]), bankOf(t, someSeeds()[1:6])
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.next.Rows().DB.Exec(`DELETE FROM seeds WHERE id = 5`); err != nil { // the last is now the other's, too, as number 3
		t.Fatal(err)
	}
	if err := errors.Join(s.Close(), bank.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := other.Rows().DB.Exec(`VACUUM INTO ?`, bank.Path()+".other"); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(successorOf(bank.Path()), successorOf(bank.Path()+".other")); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenSuccessor(background, bank.Path()+".other"); err == nil || !strings.Contains(err.Error(), "the successor of another bank: remove it") {
		t.Errorf("opened: %v", err)
	}
}
