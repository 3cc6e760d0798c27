package chart

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"pgregory.net/rapid"
)

// anyRecord draws a record. Of its ratings ER is the highest, and ED the lowest.
func anyRecord(t *rapid.T) seedbank.Record {
	ratings := rapid.SliceOfN(rapid.IntRange(10, 250), 3, 3).Draw(t, "ratings")
	slices.Sort(ratings)
	return seedbank.Record{
		ID:    seed.ID{Seed: seed.Key(rapid.Uint64().Draw(t, "key"))},
		Clues: rapid.IntRange(17, 40).Draw(t, "clues"),
		ER:    rating.Tenths(ratings[2]), EP: rating.Tenths(ratings[1]), ED: rating.Tenths(ratings[0]),
	}
}

// anyRecords draws records of some numbers of clues, and how they grew over runs
// that took seconds or days, or have not ended.
func anyRecords(t *rapid.T) (*seedbank.Records, *seedbank.Growth) {
	records, growth := &seedbank.Records{}, &seedbank.Growth{}
	begun := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	for i := range rapid.IntRange(1, 10).Draw(t, "runs") {
		run := seedbank.RunRecord{ID: seedbank.RunID(i + 1), Run: seedbank.Run{Started: begun}}
		if rapid.Bool().Draw(t, "ended") {
			run.Ended = begun.Add(time.Duration(rapid.Int64Range(0, int64(50*time.Hour)).Draw(t, "took")))
		}
		growth.Runs = append(growth.Runs, run)
	}
	for clues := range 24 {
		if !rapid.Bool().Draw(t, "has clues") {
			continue
		}
		of := seedbank.BestsOfClues{Clues: 17 + clues}
		for m := range of.Highest {
			of.Highest[m] = anyRecord(t)
		}
		records.ByClues = append(records.ByClues, of)
	}
	for m := range growth.Steps {
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			growth.Steps[m] = append(growth.Steps[m], seedbank.GrowthStep{
				Record: anyRecord(t),
				Run:    rapid.IntRange(0, len(growth.Runs)-1).Draw(t, "run"),
				Part:   rapid.Float64Range(0, 1).Draw(t, "part"),
			})
		}
	}
	clues := growth.Steps[seedbank.FewestClues]
	slices.SortFunc(clues, func(a, b seedbank.GrowthStep) int { return b.Clues - a.Clues })
	for er := seedbank.EarlyER; er < 120; er++ {
		if seeds := rapid.IntRange(0, 1e6).Draw(t, "seeds"); seeds > 0 && rapid.Bool().Draw(t, "has ER") {
			pearls := rapid.IntRange(0, seeds).Draw(t, "pearls")
			records.Early.ByER = append(records.Early.ByER, seedbank.EarlyCount{ER: er, Seeds: seeds, Pearls: pearls, Diamonds: rapid.IntRange(0, pearls).Draw(t, "diamonds")})
		}
	}
	return records, growth
}

func drawRecords(t rapid.TB, records *seedbank.Records, growth *seedbank.Growth) []byte {
	t.Helper()
	var figure bytes.Buffer
	if err := Records(&figure, records, growth); err != nil {
		t.Fatal(err)
	}
	return figure.Bytes()
}

// Every step of the growth has a dot that names its puzzle, every best of a number of
// clues a bar, and every count of pearls and diamonds too. The same records give the
// same bytes.
func TestRecordsShowsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		records, growth := anyRecords(t)
		figure := drawRecords(t, records, growth)
		if !bytes.Equal(figure, drawRecords(t, records, growth)) {
			t.Fatal("the same records give different figures")
		}
		notes := notesOf(t, figure)
		if len(records.ByClues) == 0 {
			if len(notes["bests"]) > 0 || !bytes.Contains(figure, []byte("<desc>The bank has no seeds.</desc>")) {
				t.Fatalf("a bank without seeds: %s", figure)
			}
			return
		}
		for m, steps := range growth.Steps {
			got := notes[fmt.Sprint("growth-", seedbank.Measure(m))]
			if len(got) != len(steps) {
				t.Fatalf("%v: %d notes, want %d", seedbank.Measure(m), len(got), len(steps))
			}
			for i := range steps {
				if !strings.HasSuffix(got[i], ": "+steps[i].ID.String()) {
					t.Errorf("%v: note %q of %v", seedbank.Measure(m), got[i], steps[i].ID)
				}
			}
		}
		if got, want := len(notes["bests"]), int(seedbank.NumRatings)*len(records.ByClues); got != want {
			t.Errorf("%d bars of clues, want %d", got, want)
		}
		early := 0
		for _, of := range records.Early.ByER {
			early += 1 + min(of.Pearls, 1) + min(of.Diamonds, 1)
		}
		if got := len(notes["early"]); got != early {
			t.Errorf("%d bars of pearls and diamonds, want %d", got, early)
		}
	})
}

// A later moment of the runs is not more to the left, and all are in the plot.
func TestTimelineIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, growth := anyRecords(t)
		times := newTimeline(growth.Runs)
		last := pixels(plotLeft)
		for run := range growth.Runs {
			for _, part := range []float64{0, 0.3, 1} {
				at := times.at(run, part)
				if at < last-1e-6 || at > plotLeft+plotWidth+1e-6 {
					t.Fatalf("%v of run %d is at %v, after %v", part, run, at, last)
				}
				last = at
			}
		}
	})
}

func TestTimeUnits(t *testing.T) {
	for took, want := range map[time.Duration]string{
		0: "seconds", time.Minute: "seconds", 2 * time.Minute: "minutes", 119 * time.Minute: "minutes", 2 * time.Hour: "hours",
	} {
		run := seedbank.RunRecord{Run: seedbank.Run{Started: time.Unix(0, 0)}, Ended: time.Unix(0, 0).Add(took)}
		if unit := newTimeline([]seedbank.RunRecord{run}).unit; unit.name != want {
			t.Errorf("%v is counted in %s, want %s", took, unit.name, want)
		}
	}
}

func TestRecordsReturnsTheErrorOfTheWriter(t *testing.T) {
	if err := Records(&shortWriter{left: 100}, &seedbank.Records{}, &seedbank.Growth{}); !errors.Is(err, errFull) {
		t.Errorf("got error %v", err)
	}
}
