package publish

import (
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// A level has ranges of clues and of ER, or one value.
func TestRowOfALevel(t *testing.T) {
	var l levelCount
	for _, c := range []struct {
		clues int
		er    rating.Tenths
		want  string
	}{
		{24, 12, "| all | 1 | 24 | 1.2 |\n"},
		{26, 12, "| all | 2 | 24-26 | 1.2 |\n"},
		{25, 15, "| all | 3 | 24-26 | 1.2-1.5 |\n"},
	} {
		l.add(c.clues, c.er)
		if got := l.row("all"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// The time of the runs is told in words. What has not ended took none.
func TestTimeOfRuns(t *testing.T) {
	var r Release
	start := time.Now()
	for _, c := range []struct {
		took time.Duration
		want string
	}{
		{20 * time.Minute, "less than an hour"}, {0, "less than an hour"}, {50 * time.Minute, "1 hour together"}, {3 * time.Hour, "4 hours together"},
	} {
		run := seedbank.RunRecord{Run: seedbank.Run{Started: start}}
		if c.took > 0 {
			run.Ended = start.Add(c.took)
		}
		r.runs = append(r.runs, run)
		if got := r.time(); got != c.want {
			t.Errorf("%d runs took %q, want %q", len(r.runs), got, c.want)
		}
	}
}

// Rows have what the bank has noted of their seeds, and nothing where it has no notes.
func TestNotesInRows(t *testing.T) {
	known := row{Notes: seedbank.Notes{Minutes: 12, Bottlenecks: 0, Labels: rating.LabelSet(0).With(0).With(3), Turn: rating.LabelSet(0).With(3)}}
	for name, want := range map[string]string{
		"minutes": "12", "bottlenecks": "0", "hardest_label": rating.Label(3).String(),
		"labels": rating.Label(0).String() + " " + rating.Label(3).String(),
	} {
		c := table.Must(columns, name)[0]
		if got, none := string(c.Append(&known, nil)), string(c.Append(new(row), nil)); got != want || none != "" {
			t.Errorf("%s is %q, want %q; without notes %q", name, got, want, none)
		}
	}
}
