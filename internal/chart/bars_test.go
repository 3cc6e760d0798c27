package chart

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seedoku/seedoku/seedbank"
	"pgregory.net/rapid"
)

func anyCharset() *rapid.Generator[Charset] { return rapid.SampledFrom([]Charset{Blocks, ASCII, "-="}) }

// parts returns the length of a bar in parts of a character.
func (b brush) parts(bar string) (n int) {
	for _, r := range bar {
		n += slices.Index(b.shades, r) + 1
	}
	return n
}

// Bars are in proportion to the counts, to the nearest part of a character; the
// greatest has the whole length, and only 0 has no bar.
func TestBarsAreScaledToTheGreatest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := brush{[]rune(anyCharset().Draw(t, "charset")), rapid.IntRange(1, 100).Draw(t, "length")}
		whole := len(b.shades) * b.length
		counts := rapid.SliceOfN(rapid.IntRange(0, 1e6), 1, 20).Draw(t, "counts")
		greatest := slices.Max(counts)
		slices.Sort(counts)
		last := 0
		for _, count := range counts {
			length := b.parts(b.bar(count, greatest))
			if (count == 0) != (length == 0) || length < last {
				t.Fatalf("%d of %d has a bar of %d parts, after one of %d", count, greatest, length, last)
			}
			if off := length*greatest - whole*count; length > 1 && max(off, -off) > greatest/2 {
				t.Fatalf("%d of %d has a bar of %d parts of %d", count, greatest, length, whole)
			}
			last = length
		}
		if greatest > 0 && last != whole {
			t.Fatalf("the greatest has a bar of %d parts, want %d", last, whole)
		}
	})
}

// line is a line of bars: a label, then two numbers with or without bars.
var line = regexp.MustCompile(`^ (.*?\S) +(\d+)(?: ([^\d\s]+))? +(\d+)(?: ([^\d\s]+))?$`)

// The lines of a chart show every seed and rung once, are at most as wide as
// asked, and use the characters of the set alone.
func TestBarsFitAndShowAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stats := anyStats(t)
		width := rapid.IntRange(48, 200).Draw(t, "width")
		charset := anyCharset().Draw(t, "charset")
		total := totalOf(stats)
		text := Bars(stats, width, charset)
		if total.Sum() == 0 {
			if text != "" {
				t.Fatalf("bars of nothing:\n%s", text)
			}
			return
		}
		charts := strings.Split(text, "\n\n")
		if len(charts) != 3 {
			t.Fatalf("%d charts", len(charts))
		}
		for _, chart := range charts {
			var shown seedbank.Tally
			lines := strings.Split(strings.TrimSuffix(chart, "\n"), "\n")
			for i, text := range lines {
				if n := utf8.RuneCountInString(text); n > width || strings.HasSuffix(text, " ") {
					t.Fatalf("a line of %d characters, want at most %d and no space at its end: %q", n, width, text)
				}
				if i > 0 {
					shown = sum(shown, tallyOf(t, text, charset))
				}
			}
			if shown != total.Tally {
				t.Fatalf("the chart shows %+v, want %+v:\n%s", shown, total.Tally, chart)
			}
		}
	})
}

// tallyOf reads a line back.
func tallyOf(t rapid.TB, text string, charset Charset) seedbank.Tally {
	t.Helper()
	part := line.FindStringSubmatch(text)
	if part == nil {
		t.Fatalf("a line without label and numbers: %q", text)
	}
	for i, bar := range []string{part[3], part[5]} {
		if strings.Trim(bar, string(charset)) != "" || (bar == "") != (part[2+2*i] == "0") {
			t.Fatalf("the number %s has the bar %q in %q", part[2+2*i], bar, text)
		}
	}
	seeds, _ := strconv.Atoi(part[2])
	rungs, _ := strconv.Atoi(part[4])
	return seedbank.Tally{Seeds: seeds, Rungs: rungs}
}

// A chart without room or characters for bars still shows the numbers.
func TestBarsWithoutRoom(t *testing.T) {
	stats := statsOf(stratum{12, 25, seedbank.Tally{Seeds: 3, Rungs: 12_345_678}})
	want := ` Level       Seeds      Rungs
 1 Beginner      3   12345678

 Clues  Seeds      Rungs
 25         3   12345678

 ER        Seeds      Rungs
  1.0-1.4      3   12345678
`
	for _, width := range []int{-1, 0, 30} {
		if got := Bars(stats, width, Blocks); got != want {
			t.Errorf("width %d: got\n%s\nwant\n%s", width, got, want)
		}
	}
	if got := Bars(stats, 80, ""); strings.Join(strings.Fields(got), " ") != strings.Join(strings.Fields(want), " ") {
		t.Errorf("without characters: got\n%s\nwant\n%s", got, want)
	}
}

// Without rungs, the seeds have all the room.
func TestBarsWithoutRungs(t *testing.T) {
	stats := statsOf(stratum{12, 25, seedbank.Tally{Seeds: 4}}, stratum{15, 24, seedbank.Tally{Seeds: 2}})
	want := ` Level       Seeds
 1 Beginner      4 ##########
 2 Easy          2 #####

 Clues  Seeds
 24         2 #####
 25         4 ##########

 ER        Seeds
  1.0-1.4      4 ##########
  1.5-1.9      2 #####
`
	if got := Bars(stats, 29, ASCII); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
