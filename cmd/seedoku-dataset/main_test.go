package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/seedbank/change"
)

// run runs the program on the starter bank.
func run(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	t.Setenv("SEEDOKU_BANK", "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	return clitest.Run(t, &newProgram().Program, console.Terminal{}, args...)
}

// The folder may stand before the flags or after them, and the command on the card
// makes the same files.
func TestDataSet(t *testing.T) {
	one, two := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "two")
	flags := []string{"--levels", "hard", "--train", "200", "--test", "50", "--augment", "4", "--seed", "5"}
	if status, out, errs := run(t, append([]string{one}, flags...)...); status != 0 || !strings.Contains(out, filepath.Join(one, "train.csv")+"\n") {
		t.Fatalf("status %d, %s%s", status, out, errs)
	}
	card, err := os.ReadFile(filepath.Join(one, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	command := "\nseedoku dataset " + one + " --train 200 --test 50 --augment 4 --level hard --seed 5\n"
	if !strings.Contains(string(card), command) {
		t.Errorf("the card does not have %s: %s", command, card)
	}
	again := strings.Fields(strings.ReplaceAll(command, one, two))[2:]
	if status, _, errs := run(t, append(again[1:], again[0])...); status != 0 {
		t.Fatal(errs)
	}
	for _, name := range []string{"train.csv", "test.csv", "histogram.svg"} {
		a, err1 := os.ReadFile(filepath.Join(one, name))
		b, err2 := os.ReadFile(filepath.Join(two, name))
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Errorf("%s is another one: %v, %v", name, err1, err2)
		}
	}
	if status, _, errs := run(t, one, "--levels", "hard", "--train", "100", "--seed", "5"); status != cli.Failed || !strings.Contains(errs, "--force overwrites it") {
		t.Errorf("another set in the same folder: status %d, %s", status, errs)
	}
}

// Whoever interrupts the program is told how it goes on, and what else is wrong.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	t.Setenv("SEEDOKU_BANK", "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for flag, want := range map[string]string{
		"":                   "interrupted before all files were complete; the same command keeps complete files and goes on",
		"--force":            "interrupted before all files were complete; the same command without --force keeps complete files and goes on",
		"--bank nosuch.bank": "there is no bank nosuch.bank",
	} {
		var out, errs bytes.Buffer
		p := newProgram()
		p.Stdout, p.Stderr = bufio.NewWriter(&out), &errs
		words := strings.Fields("seedoku-dataset " + filepath.Join(t.TempDir(), "set") + " --train 10 --seed 1 " + flag)
		status := p.Run(ctx, words)
		if status != cli.Failed || !strings.Contains(errs.String(), want) {
			t.Errorf("%s: status %d, %s%s", flag, status, &out, &errs)
		}
	}
}

func TestVersion(t *testing.T) {
	for _, flag := range []string{"--version", "-v"} {
		if status, out, errs := run(t, flag); status != 0 || !strings.HasPrefix(out, "seedoku-dataset ") || !strings.Contains(out, "rater ") {
			t.Errorf("%s: status %d, %s%s", flag, status, out, errs)
		}
	}
}

func TestWrongUsage(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--train", "5"}, "name one folder"},
		{[]string{"x", "--train", "many"}, `--train: "many" is not a number`},
		{[]string{"x"}, "give the number of puzzles with --train, --test or --validation"},
		{[]string{"x", "--train", "3", "--train", "4"}, "--train: it is given twice, as 3 and as 4"},
		{[]string{"x", "--train", "5", "--augment", "0"}, "--augment: from 1"},
		{[]string{"x", "--train", "5", "--format", "npz"}, "did you mean --format npy?"},
		{[]string{"x", "--train", "5", "--split", "grid"}, `unknown flag "--split"`},
		{[]string{"x", "--train", "5", "--levels", "12"}, "--levels: "},
		{[]string{"x", "--train", "5", "--symmetry", "round"}, "--symmetry: "},
		{[]string{"x", "--train", "400000", "--augment", "400000", "--symmetry", "full"}, "--augment: from 1 to 362880"},
		{[]string{"x", "--train", "5", "--style", "print"}, `unknown flag "--style"`},
	} {
		if status, _, errs := run(t, c.args...); status != cli.Misuse || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d, %s", c.args, status, errs)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a folder was made")
	}
}

func TestShellLine(t *testing.T) {
	for want, words := range map[string][]string{
		`seedoku dataset a/b.c --train 5`: {"seedoku", "dataset", "a/b.c", "--train", "5"},
		`'über uns' ü 'it'\''s' '$x'`:     {"über uns", "ü", "it's", "$x"},
		`--levels '<4' ''`:                {"--levels", "<4", ""},
	} {
		if got := shellLine(words); got != want {
			t.Errorf("%s, wanted %s", got, want)
		}
	}
}

func TestTooFew(t *testing.T) {
	t.Setenv("SEEDOKU_BANK", "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	for _, c := range []struct{ part, want string }{
		{"--train", "in grids that no other part has; a higher --augment takes more puzzles of each seed\n"},
		{"--test", "in grids that no other part has\n"},
	} {
		status, _, errs := run(t, filepath.Join(t.TempDir(), "set"), c.part, "100000", "--levels", "1")
		if status != cli.Failed || !strings.HasSuffix(errs, c.want) {
			t.Errorf("%s: status %d, %s", c.part, status, errs)
		}
	}
}

// A bank as files for others, and once more with what is new.
func TestBankRelease(t *testing.T) {
	bank := filepath.Join(t.TempDir(), "one.db")
	if err := change.Create(t.Context(), bank); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(t.TempDir(), "out")
	release := func(status int, want string, args ...string) {
		t.Helper()
		if got, out, errs := run(t, append([]string{"bank-release", "--bank", bank}, args...)...); got != status || !strings.Contains(out+errs, want) {
			t.Errorf("%q: status %d, %s%s", args, got, out, errs)
		}
	}
	release(cli.Fine, filepath.Join(folder, "puzzles.csv.zst")+"\n"+filepath.Join(folder, "puzzles.parquet")+"\n"+
		filepath.Join(folder, "CHANGELOG.md")+"\n"+filepath.Join(folder, "README.md")+"\n"+filepath.Join(folder, "SHA256SUMS")+"\n", folder)
	release(cli.Failed, "out has other files of these names: CHANGELOG.md, README.md, SHA256SUMS and 2 more; --force writes over them", folder)
	release(cli.Fine, "", "--force", folder)
	release(cli.Fine, "new.parquet", "--since", folder, folder+"2")
	release(cli.Failed, "no such file", "--since", folder+"3", folder+"4")
	release(cli.Misuse, "name one folder for the files")
	card, err := os.ReadFile(filepath.Join(folder+"2", "README.md"))
	command := "\nseedoku bank release --since out out2\n"
	if err != nil || !strings.Contains(string(card), "\n# 0 Sudoku puzzles") || !strings.Contains(string(card), command) {
		t.Errorf("the card is %s, %v", card, err)
	}
}

// Help, the manual page and completion tell of every flag.
func TestTexts(t *testing.T) {
	clitest.Texts(t, func() *cli.Program { return &newProgram().Program })
}
