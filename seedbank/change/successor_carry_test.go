package change_test

import (
	"slices"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Seeds that are not outdated keep their minutes and labels, and their rungs too. The others lose
// them.
func TestSuccessorCarriesMinutesAndLabels(t *testing.T) {
	seeds := trueSeeds(t)
	for outdated := range 2 {
		bank := seedtest.MakeBank(t) // its first run is outdated
		run := startRun(t, bank, "", time.Now())
		if _, err := bank.Collect(seedtest.Background, run, &change.Collection{Seeds: seeds, Made: len(seeds)}); err != nil {
			t.Fatal(err)
		}
		filled(t, bank)
		if _, err := bank.Rows().DB.Exec(`UPDATE seeds SET rated = 1 WHERE id <= ?`, outdated); err != nil {
			t.Fatal(err)
		}
		mustEditBank(t, bank, `INSERT INTO bookmarks (name, place) VALUES ('withdrawals', 3)`) // from before
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		again := replaceAgain(t, bank)
		if lacked := filled(t, again); lacked > 0 != (outdated > 0) {
			t.Errorf("%d of %d seeds are outdated, and %d minutes and labels are lacking", outdated, len(seeds), lacked)
		}
		mustBeTrue(t, again)
	}
}

// No seed gets the minutes and labels of another one that was taken back from the old bank, and
// whose number it has now.
func TestSuccessorWhileSeedsAreTakenBack(t *testing.T) {
	seeds := trueSeeds(t)
	bank := seedtest.MakeBank(t)
	own, anns := startRun(t, bank, "", time.Now()), startRun(t, bank, "ann", time.Now())
	insert := func(run seedbank.RunID, seeds []seed.Seed) {
		c := &change.Collection{Seeds: seeds, Sources: slices.Repeat([]change.Source{{Run: run}}, len(seeds)), Made: len(seeds)}
		if _, err := bank.Collect(seedtest.Background, own, c); err != nil {
			t.Fatal(err)
		}
	}
	insert(own, seeds[:4])
	insert(anns, seeds[4:7])
	filled(t, bank)
	s := openSuccessorOf(t, bank)
	for missing, err := range s.Missing(seedtest.Background, 1) {
		if err != nil {
			t.Fatal(err)
		}
		first, err := s.Seed(seedtest.Background, missing[0].ID)
		if err == nil {
			err = s.Insert(seedtest.Background, []change.RatedSeed{{OldSeed: missing[0], Seed: first}})
		}
		if err != nil {
			t.Fatal(err)
		}
		break
	}
	withdrawAll(t, bank, "ann")
	insert(own, seeds[7:10])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	fill(t, s)
	if _, err := s.Replace(seedtest.Background); err != nil {
		t.Fatal(err)
	}
	mustBeTrue(t, seedtest.Open(t, bank.Path()))
}
