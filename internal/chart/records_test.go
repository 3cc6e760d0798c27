package chart

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// anyRecord draws a record. Of its ratings ER is the highest, and ED the lowest.
func anyRecord(t *rapid.T) records.Record {
	ratings := rapid.SliceOfN(rapid.IntRange(10, 250), 3, 3).Draw(t, "ratings")
	slices.Sort(ratings)
	return records.Record{
		ID:    seed.ID{Seed: seed.Key(rapid.Uint64().Draw(t, "key"))},
		Clues: rapid.IntRange(17, 40).Draw(t, "clues"),
		ER:    rating.Tenths(ratings[2]), EP: rating.Tenths(ratings[1]), ED: rating.Tenths(ratings[0]),
	}
}

// anyRecords draws records of some numbers of clues, and how they grew over runs
// that took seconds or days, or have not ended.
func anyRecords(t *rapid.T) (*records.Records, *records.Growth) {
	all, growth := &records.Records{}, &records.Growth{}
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
		of := records.BestsOfClues{Clues: 17 + clues}
		for m := range of.Highest {
			of.Highest[m] = anyRecord(t)
		}
		all.ByClues = append(all.ByClues, of)
	}
	for m := range growth.Steps {
		for range rapid.IntRange(0, 8).Draw(t, "steps") {
			growth.Steps[m] = append(growth.Steps[m], records.GrowthStep{
				Record: anyRecord(t),
				Run:    rapid.IntRange(0, len(growth.Runs)-1).Draw(t, "run"),
				Part:   rapid.Float64Range(0, 1).Draw(t, "part"),
			})
		}
	}
	clues := growth.Steps[records.FewestClues]
	slices.SortFunc(clues, func(a, b records.GrowthStep) int { return b.Clues - a.Clues })
	for er := records.EarlyER; er < 120; er++ {
		if seeds := rapid.IntRange(0, 1e6).Draw(t, "seeds"); seeds > 0 && rapid.Bool().Draw(t, "has ER") {
			pearls := rapid.IntRange(0, seeds).Draw(t, "pearls")
			all.Early.ByER = append(all.Early.ByER, records.EarlyCount{ER: er, Seeds: seeds, Pearls: pearls, Diamonds: rapid.IntRange(0, pearls).Draw(t, "diamonds")})
		}
	}
	return all, growth
}

func drawRecords(t rapid.TB, all *records.Records, growth *records.Growth) []byte {
	t.Helper()
	var figure bytes.Buffer
	if err := Records(&figure, all, growth); err != nil {
		t.Fatal(err)
	}
	return figure.Bytes()
}

// Every step of the growth has a dot that names its puzzle, every best of a number of
// clues a bar, and every count of pearls and diamonds too. The same records give the
// same bytes.
func TestRecordsShowsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all, growth := anyRecords(t)
		figure := drawRecords(t, all, growth)
		if !bytes.Equal(figure, drawRecords(t, all, growth)) {
			t.Fatal("the same records give different figures")
		}
		notes := notesOf(t, figure)
		if len(all.ByClues) == 0 {
			if len(notes["bests"]) > 0 || !bytes.Contains(figure, []byte("<desc>The bank has no seeds.</desc>")) {
				t.Fatalf("a bank without seeds: %s", figure)
			}
			return
		}
		for m, steps := range growth.Steps {
			got := notes[fmt.Sprint("growth-", records.Measure(m))]
			if len(got) != len(steps) {
				t.Fatalf("%v: %d notes, want %d", records.Measure(m), len(got), len(steps))
			}
			for i := range steps {
				if !strings.HasSuffix(got[i], ": "+steps[i].ID.String()) {
					t.Errorf("%v: note %q of %v", records.Measure(m), got[i], steps[i].ID)
				}
			}
		}
		if got, want := len(notes["bests"]), int(records.NumRatings)*len(all.ByClues); got != want {
			t.Errorf("%d bars of clues, want %d", got, want)
		}
		early := 0
		for _, of := range all.Early.ByER {
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
		last := drawing.Pixels(plotLeft)
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
	if err := Records(&shortWriter{left: 100}, &records.Records{}, &records.Growth{}); !errors.Is(err, errFull) {
		t.Errorf("got error %v", err)
	}
}
