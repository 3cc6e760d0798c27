package publish

import (
	"testing"

	"github.com/seedoku/seedoku/rating"
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
