package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seedoku/seedoku/seedbank"
	"pgregory.net/rapid"
)

// Lengths of bars are in the order of the numbers, the greatest fills the
// column, and only what is not there has none.
func TestBarsAreScaledToTheGreatest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		counts := rapid.SliceOfN(rapid.IntRange(0, 1e9), 1, 20).Draw(t, "counts")
		greatest := 0
		for _, count := range counts {
			greatest = max(greatest, count)
		}
		for _, count := range counts {
			length := eighths(bar(count, greatest))
			if (count == 0) != (length == 0) {
				t.Fatalf("%d of %d has a bar of %d eighths", count, greatest, length)
			}
			if exact := 8 * barWidth * count; count > 0 && max(greatest, length*greatest-exact, exact-length*greatest) > greatest {
				t.Fatalf("%d of %d has a bar of %d eighths", count, greatest, length)
			}
		}
		if full := eighths(bar(greatest, greatest)); greatest > 0 && full != 8*barWidth {
			t.Fatalf("the greatest has a bar of %d eighths", full)
		}
	})
}

// eighths returns the length of a bar.
func eighths(bar string) (n int) {
	for _, r := range bar {
		n += int('▏'-r) + 1
	}
	return n
}

func TestLinesOfBarsFitATerminal(t *testing.T) {
	b := bars{heading: "Level"}
	for _, line := range []barLine{
		{"7 Very hard", seedbank.Tally{Seeds: 12_345_678, Rungs: 123_456_789}},
		{"8 Fiendish", seedbank.Tally{Seeds: 1}},
	} {
		b.add(line.label, line.tally)
	}
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(lines) != 3 {
		t.Fatalf("%d lines", len(lines))
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > 80 || strings.HasSuffix(line, " ") {
			t.Errorf("a line of %d characters: %q", n, line)
		}
	}
	if want := " 8 Fiendish          1 ▏                               0"; lines[2] != want {
		t.Errorf("got  %q\nwant %q", lines[2], want)
	}
}
