package figure

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares a text with a file, or writes the file.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s is not the same (go test ./rating/figure -update):\n%s", path, diff)
	}
}

// goldenFigures returns figures of steps of several kinds, by name.
func goldenFigures(t *testing.T) map[string]Figure {
	paths := []rating.Path{wayOf(t, cyclic), wayOf(t, dynamic)}
	wanted := map[string]bool{"Hidden single": true, "X-wing": true, "XYZ-wing": true, "XY-cycle": true, "Cell forcing chain": true}
	figures := map[string]Figure{}
	for i := range paths {
		for f := range Each(&paths[i]) {
			if name := f.Step.Name(); wanted[name] && figures[name].Step == nil {
				figures[name] = f
			}
		}
	}
	for name := range wanted {
		if figures[name].Step == nil {
			t.Errorf("there is no %s any more", name)
		}
	}
	return figures
}

func fileName(step string) string { return strings.ReplaceAll(strings.ToLower(step), " ", "-") }

// What people have looked at and found good.
func TestTextsLookTheSame(t *testing.T) {
	for name, f := range goldenFigures(t) {
		golden(t, fileName(name)+".txt", f.Text(Style{})+"\n"+f.Text(Style{Width: 60, Unicode: true}))
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// Each candidate and digit stands in a text once, and its mark says its part in
// the step, in every style. No line is wider than the style allows, if that is 75
// columns or more.
func TestTextsShowEveryFact(t *testing.T) {
	for f := range samples(t) {
		for _, style := range []Style{{}, {Unicode: true}, {Width: 80}, {Width: 75, Unicode: true}, {Width: 1}} {
			text := f.Text(style)
			want := written(&f)
			if strings.Count(text, "\n") > 25 {
				want = squared(&f)
			}
			if got := tokensOf(text); got != want {
				t.Fatalf("%v, %v, width %d: it says\n%s\nwant\n%s\n%s", f.Clues, f.Step, style.Width, got, want, text)
			}
			for line := range strings.Lines(text) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); style.Width >= 75 && n > style.Width {
					t.Fatalf("%d columns of %d:\n%s", n, style.Width, text)
				}
			}
			style.Color = true
			if plain := escapes.ReplaceAllString(f.Text(style), ""); plain != text {
				t.Fatalf("with colours it is another text:\n%s\nand\n%s", plain, text)
			}
		}
	}
}

var (
	rowLine  = regexp.MustCompile(`(?m)^(?:r[1-9]|  ) [|│] (.*)$`)
	noTokens = strings.NewReplacer("|", "", "│", "", " ", "", "(", "", ")", "")
)

// tokensOf returns what a text writes into the grid, without space and lines.
func tokensOf(text string) string {
	var b strings.Builder
	for _, line := range rowLine.FindAllStringSubmatch(text, -1) {
		if tokens := noTokens.Replace(line[1]); tokens != "" {
			b.WriteString(tokens + "\n")
		}
	}
	return b.String()
}

// written returns what tokensOf must find if a row has one line.
func written(f *Figure) string {
	var b strings.Builder
	for c := range sudoku.Cell(81) {
		if d := f.Position.Grid[c]; d != 0 {
			fmt.Fprint(&b, d)
		}
		for d := range f.Position.Candidates[c].All() {
			fmt.Fprintf(&b, "%s%d", markOf(f.Step, c.Candidate(d)), d)
		}
		if c.Column() == 8 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// squared returns what tokensOf must find if a row has three lines.
func squared(f *Figure) string {
	var all strings.Builder
	for line := range 27 {
		var b strings.Builder
		for column := range 9 {
			c := sudoku.CellAt(line/3, column)
			for d := sudoku.Digit(line%3*3 + 1); d <= sudoku.Digit(line%3*3+3); d++ {
				switch {
				case f.Position.Grid[c] != 0 && d == 5:
					fmt.Fprint(&b, f.Position.Grid[c])
				case f.Position.Grid[c] != 0:
				case f.Position.Candidates[c].Has(d):
					fmt.Fprintf(&b, "%s%d", markOf(f.Step, c.Candidate(d)), d)
				default:
					b.WriteString(".")
				}
			}
		}
		if b.Len() > 0 {
			all.WriteString(b.String() + "\n")
		}
	}
	return all.String()
}

// markOf returns the mark that a candidate must have, from the facts of a step.
func markOf(s *rating.Step, k sudoku.Candidate) string {
	on, off := false, false
	for _, chain := range s.Chains {
		for _, l := range chain {
			on = on || l.Candidate == k && l.On
			off = off || l.Candidate == k && !l.On
		}
	}
	in := func(cells []sudoku.Cell, digits sudoku.Digits) bool {
		return sudoku.CellSet(cells...).Has(k.Cell()) && digits.Has(k.Digit())
	}
	digits, extra, others := s.Digits, s.Extra, s.Others
	if strings.HasPrefix(s.Technique.String(), "aligned") {
		digits, extra = sudoku.AllDigits, sudoku.AllDigits
	}
	if len(others) == 0 {
		others = s.Cells
	}
	removed := false
	for _, gone := range s.Eliminations {
		removed = removed || gone == k
	}
	switch {
	case s.Places && k == s.Placement:
		return "="
	case removed:
		return "-"
	case on && off:
		return "#"
	case on:
		return "*"
	case off:
		return "/"
	case in(others, extra):
		return "+"
	case in(s.Cells, digits):
		return "*"
	}
	return ""
}

// The legend fills its lines, also with letters that take several bytes.
func TestLegendFillsItsLines(t *testing.T) {
	for _, f := range goldenFigures(t) {
		f.Language = "es"
		whole := f.legend(Style{}, true)
		width := utf8.RuneCountInString(strings.TrimSuffix(whole, "\n"))
		if got := f.legend(Style{Width: width}, true); got != whole {
			t.Errorf("in %d columns:\n%s\nwant\n%s", width, got, whole)
		}
	}
}
