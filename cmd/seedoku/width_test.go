package main

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// runOn runs a command on a terminal and returns what it prints there.
func runOn(t *testing.T, size console.Terminal, args ...string) string {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(userbank.Variable, "")
	var stdout, stderr bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: bufio.NewWriter(&stdout), stderr: &stderr, terminal: size}
	if status := p.run(append([]string{"seedoku"}, args...)); status != exitFine {
		t.Errorf("seedoku %s: exit status %d, %s", strings.Join(args, " "), status, &stderr)
	}
	return stdout.String()
}

// allCommands returns the words of all commands that read flags, such as bank
// verify.
func allCommands(list []*cli.Command, before ...string) (all [][]string) {
	for _, c := range list {
		if c.SkipFlagParsing {
			continue // its flags, --help among them, are another program's
		}
		words := append(slices.Clone(before), c.Name)
		all = append(all, words)
		all = append(all, allCommands(c.Subcommands, words...)...)
	}
	return all
}

// tooLong returns the lines that are longer than width although they have a place
// to break.
func tooLong(text string, width int) (lines []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		words := exampleWords(strings.TrimSuffix(line, " \\"))
		if utf8.RuneCountInString(line) > width && len(words) > 1 {
			lines = append(lines, line)
		}
	}
	return lines
}

// Help texts fit the terminal. They have the same words whatever its width.
func TestHelpFits(t *testing.T) {
	for _, command := range allCommands(wholeApp(&program{}).Commands) {
		args := append(command, "--help")
		words := func(text string) []string { return strings.Fields(strings.ReplaceAll(text, " \\\n", "\n")) }
		wide := runOn(t, console.Terminal{}, args...)
		for _, width := range []int{40, 60, 80, 200} {
			text := runOn(t, console.Terminal{Width: width}, args...)
			if lines := tooLong(text, min(width, console.UsualWidth)); len(lines) > 0 {
				t.Errorf("%v on %d columns: %q", args, width, lines)
			}
			if diff := cmp.Diff(words(wide), words(text)); diff != "" {
				t.Errorf("%v on %d columns:\n%s", args, width, diff)
			}
		}
	}
}

func TestFold(t *testing.T) {
	if got, want := (console.Terminal{Width: 10}).Fold("  one two three\nlonger-than-that x\n\nend"), "  one two\n  three\nlonger-than-that\nx\n\nend"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`([a-z]{0,12}[ \n]{0,3}|é|█){0,30}`).Draw(t, "text")
		width := rapid.IntRange(1, 40).Draw(t, "width")
		folded := console.Terminal{Width: width}.Fold(text)
		if !slices.Equal(strings.Fields(text), strings.Fields(folded)) {
			t.Errorf("%q has other words", folded)
		}
		if lines := tooLong(folded, width); len(lines) > 0 {
			t.Errorf("%q: longer than %d", lines, width)
		}
		if (console.Terminal{}).Fold(text) != text {
			t.Error("a file gets other lines")
		}
	})
}

func TestTablesFit(t *testing.T) {
	for _, width := range []int{60, 80, 120} {
		for _, args := range [][]string{{"bank", "stats"}, {"bank", "stats", "--techniques"}, {"bank", "verify", "--sample", "0.01%"}} {
			for _, unicode := range []bool{false, true} {
				text := runOn(t, console.Terminal{Width: width, Unicode: unicode}, args...)
				if n := longestLine(text); n > width {
					t.Errorf("%v: %d characters on %d columns\n%s", args, n, width, text)
				}
				if ascii := utf8.RuneCountInString(text) == len(text); ascii == unicode && args[1] == "stats" {
					t.Errorf("%v with unicode %v:\n%s", args, unicode, text)
				}
			}
		}
	}
}

func TestRoughly(t *testing.T) {
	for digits, want := range map[string]string{"0": "0", "123456": "123,456", "1234567": "1.23e6", "9999999": "1.00e7", "1218998108160": "1.22e12"} {
		if got := roughly(digits); got != want {
			t.Errorf("%s: %s, want %s", digits, got, want)
		}
	}
}
