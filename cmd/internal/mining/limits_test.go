package mining

import (
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/seedbank/mine"
)

// aims is the progress at the beginning of a run of [mine.Lacking], whose bank has 1,000
// seeds in a megabyte.
func aims(pace time.Duration, growth int64) *mine.Progress {
	p := &mine.Progress{Round: 2000, Size: 1e6, Growth: growth, InBank: mine.ByLevel{1: 150, 2: 850}}
	p.Targets = []mine.TargetProgress{
		{Target: mine.Target{Name: "1 Beginner", Seeds: 200}, InBank: 150, Pace: pace},
		{Target: mine.Target{Name: "2 Easy", Seeds: 200}, InBank: 850},
		{Target: mine.Target{Name: "17 clues", Seeds: 2}, InBank: 0},
	}
	return p
}

// Before a run, what it aims at is said, with as much about time and size as is known.
func TestPlanText(t *testing.T) {
	const last = " When every level has its share, a round for twice as many seeds begins.\n"
	for _, test := range []struct {
		of    *mine.Progress
		limit time.Duration
		want  string
	}{
		{&mine.Progress{}, time.Hour, ""},
		{aims(0, 0), time.Hour, "  1 Beginner 150 of 200\n  17 clues 0 of 2\n" +
			"The bank has 1.00 MB, and with all of these at most 1.05 MB." + last},
		{aims(time.Second, 2e6), 90 * time.Minute, "  1 Beginner 150 of 200, about 50s\n  17 clues 0 of 2\n" +
			"The bank has 1.00 MB, and with all of these at most 1.05 MB. At the pace of the last such run it will have 4.00 MB at the end." + last},
		{aims(time.Second, 2e6), 0, "  1 Beginner 150 of 200, about 50s\n  17 clues 0 of 2\n" +
			"The bank has 1.00 MB, and with all of these at most 1.05 MB." + last},
	} {
		if test.want != "" {
			test.want = "It aims at what the bank lacks for 2000 seeds in proportion:\n" + test.want
		}
		if got := PlanText(test.of, test.limit); got != test.want {
			t.Errorf("got %q\nwant %q", got, test.want)
		}
	}
	large := aims(0, 0)
	large.Size, large.InBank = 100e9, mine.ByLevel{1: 150, 2: 300e6}
	if got := PlanText(large, 0); !strings.Contains(got, "The bank has 100 GB, and with all of these at most 100 GB.") {
		t.Errorf("a large bank: %s", got)
	}
	many := aims(0, 0)
	for range 20 {
		many.Targets = append(many.Targets, many.Targets[0])
	}
	if got := PlanText(many, 0); strings.Count(got, "\n  ") != mostAims+1 || !strings.Contains(got, "  and 10 kinds more\n") {
		t.Error(got)
	}
}

// The size at the end of a run follows its growth so far, up to the limit.
func TestSizeText(t *testing.T) {
	p := &mine.Progress{SizeBefore: 1e6, Size: 2e6}
	for _, test := range []struct {
		view View
		want string
	}{
		{View{}, "bank 2.00 MB"},
		{View{Limit: 4 * time.Hour}, "bank 2.00 MB, 5.00 MB at the end"},
		{View{Limit: 4 * time.Hour, MaxSize: 3e6}, "bank 2.00 MB, 3.00 MB before the end"},
		{View{Limit: time.Minute}, "bank 2.00 MB"},
	} {
		if got := test.view.sizeText(p, time.Hour); got != test.want {
			t.Errorf("%+v: %q, want %q", test.view, got, test.want)
		}
	}
	if got := (View{Limit: time.Hour}).sizeText(&mine.Progress{}, time.Minute); got != "" {
		t.Errorf("a bank of unknown size: %q", got)
	}
}

// A span is counted from where the run begins, and a time of day is the same whenever that is.
func TestSpans(t *testing.T) {
	const opening = time.Hour
	begin := time.Now()
	for _, test := range []struct {
		span     Span
		has      bool
		earliest time.Time
	}{
		{Span{}, false, time.Time{}},
		{Span{Length: 2 * time.Hour}, true, begin.Add(2 * time.Hour)},
		{Span{Length: 2 * time.Hour, until: begin.Add(2*time.Hour - opening)}, true, begin.Add(time.Hour)},
	} {
		ctx, release := test.span.Begin(t.Context())
		end, has := ctx.Deadline()
		if late := end.Sub(test.earliest); has != test.has || has && (late < 0 || late >= time.Hour) {
			t.Errorf("%+v ends at %v (%t), not at %v (%t)", test.span, end, has, test.earliest, test.has)
		}
		release()
	}
}
