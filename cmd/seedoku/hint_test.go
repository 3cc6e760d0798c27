package main

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
)

// Lines are no wider than asked for, unless a word is, and lose no word.
func TestFoldedLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé<>=0-9]{1,12}`), 1, 40).Draw(t, "words")
		before := strings.Repeat(" ", rapid.IntRange(0, 4).Draw(t, "before"))
		width := rapid.IntRange(20, 80).Draw(t, "width")
		text := before + strings.Join(words, " ")
		got := console.Terminal{Width: width}.FoldLine(text, 3)
		if strings.Join(strings.Fields(got), " ") != strings.Join(words, " ") || !strings.HasPrefix(got, before+words[0]) {
			t.Fatalf("%q is folded as %q", text, got)
		}
		lines := strings.Split(got, "\n")
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > width {
				t.Fatalf("%d columns of %d in %q", n, width, got)
			}
			if i == 0 {
				continue
			}
			first := strings.Fields(line)[0]
			if !strings.HasPrefix(line, "   "+first) || utf8.RuneCountInString(lines[i-1]+" "+first) <= width {
				t.Fatalf("line %d of %q", i, got)
			}
		}
		if (console.Terminal{}).FoldLine(text, 3) != text {
			t.Fatal("folded where there is no limit")
		}
	})
}

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// On a terminal a hint keeps within its width, and has colours if it can show
// them, which change nothing else.
func TestHintsOnTerminals(t *testing.T) {
	const puzzle = "8........2..4...5..7..68..1..8..2.9.4..8......3....7..9..5...8.....1...6......3.."
	show := func(terminal console.Terminal, args ...string) string {
		status, stdout, stderr := clitest.Run(t, &newProgram().Program, terminal, append([]string{"hint", puzzle}, args...)...)
		if status != cli.Fine {
			t.Fatalf("%v: exit status %d, %s", args, status, stderr)
		}
		return stdout
	}
	for _, args := range [][]string{nil, {"--all"}, {"--all", "--brief"}, {"--all", "--pictures"}} {
		for _, width := range []int{80, 120} {
			plain := show(console.Terminal{Interactive: true, Width: width, Unicode: true}, args...)
			for line := range strings.Lines(plain) {
				if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > width && !strings.Contains(line, puzzle) {
					t.Errorf("%v: %d columns of %d: %s", args, n, width, line)
				}
			}
			coloured := show(console.Terminal{Interactive: true, Width: width, Unicode: true, Color: true}, args...)
			if got := colours.ReplaceAllString(coloured, ""); got != plain {
				t.Errorf("%v: with colours it prints\n%s\nwithout\n%s", args, got, plain)
			}
			if brief := len(args) == 2 && args[1] == "--brief"; (coloured != plain) == brief {
				t.Errorf("%v: there are colours: %v", args, coloured != plain)
			}
		}
		// The grid of a narrow terminal can be a little wider than it.
		narrow := show(console.Terminal{Interactive: true, Width: 60}, args...)
		for line := range strings.Lines(narrow) {
			grid := strings.ContainsAny(line, "|") || strings.Contains(line, "+--") || strings.HasPrefix(line, "     c1 ")
			if len(line) > 61 && !grid && !strings.Contains(line, puzzle) {
				t.Errorf("%v: %d columns: %s", args, len(line)-1, line)
			}
		}
	}
}

// FuzzFrom demands that what --from takes is a position, or an error, and that what
// it makes of a drawn grid is a position again.
func FuzzFrom(f *testing.F) {
	for _, text := range []string{"r1c2=5,r3c4<>7", "r1c2, r1c3<>57; R1C9=1", ".53|...|9..", strings.Repeat("1........\n", 9), "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56...... r1c2=5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		position, err := positionText(text)
		if err != nil {
			return
		}
		if again, err := positionText(position); err != nil || again != position {
			t.Errorf("%q becomes %q, and that %q, %v", text, position, again, err)
		}
	})
}
