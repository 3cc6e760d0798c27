package export_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// someOfTheStarterBank returns a bank with some seeds of the starter bank of all
// levels, as if a version of the rater had rated them.
func someOfTheStarterBank(t *testing.T, rater int) *seedbank.Bank {
	t.Helper()
	starter := banktest.Starter(t)
	bank, err := change.Open(background, filepath.Join(t.TempDir(), "bank.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	run, err := bank.StartRun(background, &seedbank.Run{Started: time.Now(), Rater: rater})
	if err != nil {
		t.Fatal(err)
	}
	for batch, err := range starter.Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := bank.Insert(background, run, batch.Seeds); err != nil {
			t.Fatal(err)
		}
		break
	}
	return bank.Bank
}

// released writes a release of a bank into a folder, and returns its files.
func released(t *testing.T, bank *seedbank.Bank, folder string) map[string][]byte {
	t.Helper()
	release := export.Release{Program: "seedoku v1.2.3", Command: "seedoku bank release"}
	files := map[string][]byte{}
	err := release.Write(background, bank, folder, func(path string) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(path)] = content
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// rowsOf returns the rows of a compressed table, and the table.
func rowsOf(t *testing.T, packed []byte) (rows []map[string]string, unpacked []byte) {
	t.Helper()
	decoder, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer decoder.Close()
	if unpacked, err = decoder.DecodeAll(packed, nil); err != nil {
		t.Fatal(err)
	}
	cells, err := csv.NewReader(bytes.NewReader(unpacked)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range cells[1:] {
		row := map[string]string{}
		for i, cell := range line {
			row[cells[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows, unpacked
}

// A release has every seed of the bank, as the bank has it, and its card counts
// and sums what is in the files.
func TestReleaseHoldsTheBank(t *testing.T) {
	bank := someOfTheStarterBank(t, rating.Version)
	files := released(t, bank, t.TempDir())
	rows, table := rowsOf(t, files["puzzles.csv.zst"])
	byPuzzle := map[string]map[string]string{}
	byLevel := map[string]int{}
	for _, row := range rows {
		byPuzzle[row["puzzle"]] = row
		byLevel[row["level"]]++
	}
	seeds := 0
	var solver sudoku.Solver
	for batch, err := range bank.Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			s := &batch.Seeds[i]
			seeds++
			puzzle, err := solver.Prove(s.Puzzle.Clues())
			if err != nil {
				t.Fatal(err)
			}
			row, r := byPuzzle[puzzle.Clues().String()], &s.Rating
			got := []string{row["solution"], row["level"], row["er"], row["ep"], row["ed"], row["clues"], row["hardest"], row["id"]}
			want := []string{puzzle.Solution().String(), fmt.Sprint(r.Level()), r.ER.String(), r.EP.String(), r.ED.String(),
				fmt.Sprint(puzzle.NumClues()), r.Hardest.String(), s.Pick(0).Turn(transform.Identity()).ID().String()}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Fatalf("puzzle %v: %q, want %q", puzzle.Clues(), got, want)
			}
			for use := range strings.FieldsSeq(row["techniques"]) {
				name, n, _ := strings.Cut(use, ":")
				technique, err := rating.ParseTechnique(name)
				if err != nil || fmt.Sprint(r.Uses[technique]) != n {
					t.Fatalf("puzzle %v: %s, %v", puzzle.Clues(), use, err)
				}
			}
		}
	}
	if seeds == 0 || len(rows) != seeds || len(byPuzzle) != seeds {
		t.Errorf("%d rows with %d puzzles of %d seeds", len(rows), len(byPuzzle), seeds)
	}
	card := string(files["README.md"])
	wanted := []string{
		fmt.Sprintf("# %d Sudoku puzzles", seeds), fmt.Sprintf("| all | %d |", seeds), fmt.Sprintf("seedoku v1.2.3, version %d ", rating.Version),
		fmt.Sprintf("| puzzles.csv | %d | %x |", len(table), sha256.Sum256(table)),
		fmt.Sprintf("| puzzles.csv.zst | %d | %x |", len(files["puzzles.csv.zst"]), sha256.Sum256(files["puzzles.csv.zst"])),
	}
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		wanted = append(wanted, fmt.Sprintf("| %s | %d |", level.Title(), byLevel[fmt.Sprint(level)]))
	}
	for name := range rows[0] {
		wanted = append(wanted, fmt.Sprintf("\n| `%s` | ", name))
	}
	for _, want := range wanted {
		if !strings.Contains(card, want) {
			t.Errorf("the card does not have %q:\n%s", want, card)
		}
	}
	want := fmt.Sprintf("%x  README.md\n%x  puzzles.csv.zst\n", sha256.Sum256(files["README.md"]), sha256.Sum256(files["puzzles.csv.zst"]))
	if got := string(files["SHA256SUMS"]); got != want {
		t.Errorf("sums\n%swant\n%s", got, want)
	}
}

func TestReleasesAreTheSameAgain(t *testing.T) {
	bank := someOfTheStarterBank(t, rating.Version)
	first, second := released(t, bank, t.TempDir()), released(t, bank, t.TempDir())
	for name := range first {
		if !bytes.Equal(first[name], second[name]) {
			t.Errorf("%s is another one", name)
		}
	}
}

func TestReleaseDoesNotReplaceFiles(t *testing.T) {
	folder := t.TempDir()
	var release export.Release
	if err := release.MustBeNew(folder); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "README.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var taken *export.TakenError
	if err := release.MustBeNew(folder); !errors.As(err, &taken) {
		t.Errorf("a folder with a card: %v", err)
	}
}

// Ratings of two raters cannot be compared, so they are not in one table.
func TestReleaseOfOldRatings(t *testing.T) {
	folder := t.TempDir()
	var release export.Release
	err := release.Write(background, someOfTheStarterBank(t, rating.Version-1), folder, func(string) {})
	var other *export.OtherRaterError
	if !errors.As(err, &other) || other.Version != rating.Version-1 {
		t.Errorf("seeds of an older rater: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}
