package change_test

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// What leaves the old bank between two attempts to replace it does not come back.
func TestSuccessorKeepsNothingThatIsGone(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	given := startRun(t, bank, "mallory", time.Now())
	c := &change.Collection{
		Seeds: seedtest.SomeSeeds()[5:7], Sources: slices.Repeat([]change.Source{{Run: given, Claimed: true}}, 2),
		Units:     []change.DoneUnit{{Name: 7, Run: given, Text: []byte("unit")}},
		Bookmarks: map[string]uint64{"place": 3},
	}
	if _, err := bank.Collect(seedtest.Background, given, c); err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Rows().DB.Exec(`INSERT INTO walked (objective, seed) VALUES ('x', 1)`); err != nil {
		t.Fatal(err)
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if err := s.CompleteNext(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	old := seedtest.Open(t, bank.Path())
	withdrawAll(t, old, "mallory")
	if _, err := old.Rows().DB.Exec(`DELETE FROM walked; DELETE FROM units; DELETE FROM bookmarks`); err != nil {
		t.Fatal(err)
	}
	if err := old.Close(); err != nil {
		t.Fatal(err)
	}
	again := replaceAgain(t, bank)
	for _, table := range []string{"claimed", "units", "walked", "bookmarks"} {
		var n int
		if err := again.Rows().DB.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil || n != 0 {
			t.Errorf("%d rows of %s are back, %v", n, table, err)
		}
	}
	mustBeWell(t, again)
}

// A seed that left while another came is no reason to replace the bank.
func TestSuccessorComparesSeeds(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:4])
	given := startRun(t, bank, "mallory", time.Now())
	if _, err := bank.Insert(seedtest.Background, given, seedtest.SomeSeeds()[4:5]); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	withdrawAll(t, bank, "mallory")
	seedtest.Insert(t, bank, seedtest.SomeSeeds()[5:6])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Replace(seedtest.Background); !errors.Is(err, seedbank.ErrInUse) {
		t.Errorf("replaced a bank that has another seed: %v", err)
	}
}

// Where no open file can be replaced, the old bank is closed first.
func TestSuccessorOfAClosedBank(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:4])
	want := contents(t, bank, seedbank.Filter{})
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	s := openSuccessorOf(t, bank)
	fill(t, s)
	if _, err := s.ReplaceClosed(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	again := seedtest.Open(t, bank.Path())
	mustBeWell(t, again)
	if got := contents(t, again, seedbank.Filter{}); len(got) != len(want) {
		t.Errorf("%d of %d seeds are left", len(got), len(want))
	}
	if _, err := os.Stat(change.SuccessorOf(bank.Path())); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the successor is left: %v", err)
	}
}
