package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// runStarter runs a command on a terminal and on the starter bank.
func runStarter(t *testing.T, on console.Terminal, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(userbank.Variable, "")
	return clitest.Run(t, &newProgram().Program, on, args...)
}

// runOn runs a command on a terminal and returns what it prints there.
func runOn(t *testing.T, size console.Terminal, args ...string) string {
	t.Helper()
	status, stdout, stderr := runStarter(t, size, args...)
	if status != cli.Fine {
		t.Errorf("seedoku %s: exit status %d, %s", strings.Join(args, " "), status, stderr)
	}
	return stdout
}

// Help, the manual page and completion tell of every command.
func TestTexts(t *testing.T) {
	clitest.Texts(t, func() *cli.Program { return &newProgram().Program })
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
		if lines := clitest.TooLong(folded, width); len(lines) > 0 {
			t.Errorf("%q: longer than %d", lines, width)
		}
		if (console.Terminal{}).Fold(text) != text {
			t.Error("a file gets other lines")
		}
	})
}

func TestTablesFit(t *testing.T) {
	small := filepath.Join(t.TempDir(), "small.db")
	runOn(t, console.Terminal{}, "mine", "--bank", small, "--count", "5")
	for width, unicode := range map[int]bool{60: true, 80: false, 120: true} {
		for _, args := range [][]string{{"bank", "stats"}, {"bank", "stats", "--techniques"}, {"bank", "verify", "--bank", small}} {
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

func TestRoughly(t *testing.T) {
	for digits, want := range map[string]string{"0": "0", "123456": "123,456", "1234567": "1.23e6", "9999999": "1.00e7", "1218998108160": "1.22e12"} {
		if got := roughly(digits); got != want {
			t.Errorf("%s: %s, want %s", digits, got, want)
		}
	}
}
