package advice_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

func TestText(t *testing.T) {
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("the disk is full"), "the disk is full"},
		{fmt.Errorf("opening bank a.db: %w", seedbank.ErrDamaged), `opening bank a.db: it is damaged; "bank verify" tells more, and "bank salvage" takes out what is sound`},
		{seedbank.ErrOlderBank, `made by an older version of the program; any command that writes to it, such as "bank compact", brings it up to date, and "bank init" makes a copy of the starter bank that is`},
		{&draw.NoMatchError{}, "no such seed in the bank: see seedoku bank stats for what there is"},
		{&draw.NoMatchError{Contradiction: "a, and b"}, "no puzzle is of this kind: a, and b"},
		{&draw.NoMatchError{Pattern: true}, "no such seed in the bank that can be arranged into this pattern: seedoku mine --pattern makes some"},
		{&draw.NoMatchError{Pattern: true, Clues: "24"}, "no such seed in the bank with this number of clues in this pattern, which has 24 cells"},
		{&draw.NoMatchError{Pattern: true, Minutes: true}, "no such seed in the bank with these minutes; there are puzzles with other minutes"},
		{&draw.NoMatchError{Printed: true}, "no such seed in the bank in the style of printed puzzles"},
		{&draw.NoMatchError{Clues: "17-45"}, "no such seed in the bank with this number of clues; there are puzzles with 17-45"},
	} {
		if got := advice.Text(test.err); got != test.want {
			t.Errorf("%q; want %q", got, test.want)
		}
	}
}

// command finds the name of a command or a flag in a text of an error.
var command = regexp.MustCompile(`(Errorf|errors\.New|Sprintf)\(.*(seedoku [a-z]|bank (verify|salvage|compact|init|stats|merge|rerate)|[ "]--[a-z])`)

// exempt are files with errors that name flags: of another program, and of a server that
// would be open to everybody.
var exempt = []string{
	"internal/fleet/server.go",
}

// The errors of the library name no commands and no flags.
func TestLibraryNamesNoCommands(t *testing.T) {
	looked := 0
	for _, folder := range []string{"seedbank", "rating", "sudoku", "transform", "internal"} {
		err := filepath.WalkDir(filepath.Join("../../..", folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			source, err := os.ReadFile(path)
			for i, line := range strings.Split(string(source), "\n") {
				if looked++; command.MatchString(line) && !slices.Contains(exempt, filepath.ToSlash(path[len("../../../"):])) {
					t.Errorf("%s:%d: %s", path, i+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if looked < 10_000 {
		t.Errorf("only %d lines of the library were found", looked)
	}
}
