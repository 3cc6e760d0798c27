package mining

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func TestValueText(t *testing.T) {
	for _, test := range []struct {
		toward walk.Objective
		value  int
		want   string
	}{
		{walk.TowardER, 107, "10.7"},
		{walk.TowardED, 98, "9.8"},
		{walk.TowardEffort(6), 1224, "122.4"},
		{walk.TowardEffort(9), 65_536, "6553.6"},
		{walk.TowardClues, 17, "17 clues"},
		{walk.TowardCluesFrom(19), 81 - 20, "20 clues"},
		{"hidden-quad", 1, "1 use"},
		{"hidden-quad", 2, "2 uses"},
	} {
		if got := valueText(test.toward, test.value); got != test.want {
			t.Errorf("toward %s, %d is written %q, want %q", test.toward, test.value, got, test.want)
		}
	}
}

// Of a walk that has looked for no seeds to go on from yet, as when a hub takes the results
// of the run before, there is nothing to say.
func TestWalkSentences(t *testing.T) {
	got := walkSentences(&mine.Progress{Starts: 1, Walks: []mine.WalkProgress{
		{Toward: "hidden-quad", Steps: 1},
		{Toward: "jellyfish", Steps: 1, At: 1, Ahead: 1, Best: 4},
	}})
	want := []string{
		"no seeds to walk from: pruned 1 puzzle for a start",
		"walking toward more uses of jellyfish: at 1 use, 1 seed to go on from (best 4 uses)",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	lacking := mine.Progress{Round: 1000, Walks: []mine.WalkProgress{{Toward: "hidden-quad", Steps: 1}, {Toward: "jellyfish", Steps: 4}}}
	if got := walkSentences(&lacking); !slices.Equal(got, []string{"5 steps of 2 walks"}) {
		t.Errorf("%q", got)
	}
}

// The last lines tell of no best seed where the bank has none.
func TestWalkOutcome(t *testing.T) {
	got := walkOutcome(&mine.Progress{Walks: []mine.WalkProgress{{Toward: walk.TowardCluesFrom(17)}, {Toward: walk.TowardClues, Steps: 1, Best: 22}}})
	want := "The walk toward fewer clues, down to 17 took 0 steps; the bank has no seed to walk from.\n" +
		"The walk toward fewer clues took 1 step; the best of the bank is 22 clues.\n"
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// A line names what is furthest from done. Of what the bank lacks, it names first the kinds
// that the bank has at all.
func TestMissingText(t *testing.T) {
	p := &mine.Progress{}
	for range 2 * mostMissing {
		p.Targets = append(p.Targets, mine.TargetProgress{Target: mine.Target{Name: "17 clues", Seeds: 2}})
	}
	p.Targets = append(p.Targets, mine.TargetProgress{Target: mine.Target{Name: "1 Beginner", Seeds: 200}, Before: 150, InBank: 160})
	for round, names := range map[int]bool{0: false, 2000: true} {
		p.Round = round
		if got := (View{}).missingText(p, time.Minute); strings.Contains(got, "1 Beginner 160 of 200 (4m0s left)") != names || !strings.Contains(got, "and 6 more") {
			t.Errorf("round %d: %q", round, got)
		}
	}
}
