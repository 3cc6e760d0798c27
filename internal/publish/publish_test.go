package publish_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/publish"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// someOfTheStarterBank returns a bank with some seeds of the starter bank of all
// levels, as if a version of the rater had rated them.
func someOfTheStarterBank(t *testing.T, rater int) *seedbank.Bank {
	t.Helper()
	starter := banktest.Starter(t)
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
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
	return releasedSince(t, bank, folder, "")
}

// releasedSince is released, with what is new since the release in another folder.
func releasedSince(t *testing.T, bank *seedbank.Bank, folder, since string) map[string][]byte {
	t.Helper()
	release := publish.Release{Since: since, Program: "seedoku v1.2.3", Command: "seedoku bank release"}
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
	rows, _ := rowsOf(t, files["puzzles.csv.zst"])
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
		fmt.Sprintf("| puzzles.csv.zst | %d | %x |", len(files["puzzles.csv.zst"]), sha256.Sum256(files["puzzles.csv.zst"])),
	}
	for level := range rating.Levels() {
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
	for name, content := range files {
		if line := fmt.Sprintf("%x  %s\n", sha256.Sum256(content), name); name != "SHA256SUMS" && !strings.Contains(string(files["SHA256SUMS"]), line) {
			t.Errorf("the sums do not have %s", line)
		}
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
	if err := publish.MustBeNew(folder); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "README.md"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	var taken *export.TakenError
	if err := publish.MustBeNew(folder); !errors.As(err, &taken) {
		t.Errorf("a folder with a card: %v", err)
	}
	other := t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "removed.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := publish.MustBeNew(other); !errors.As(err, &taken) {
		t.Errorf("a folder with a list of puzzles left out: %v", err)
	}
}

// A release that replaces another leaves no file of it.
func TestReleaseLeavesNothingOfAnotherOne(t *testing.T) {
	bank, folder := bankWith(t, nil), t.TempDir()
	for _, name := range []string{"removed.txt", "new.parquet", "new.csv.zst", "mine.txt"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var taken *export.TakenError
	if err := publish.MustBeNew(folder); !errors.As(err, &taken) || !slices.Equal(taken.Names, []string{"removed.txt", "new.parquet", "new.csv.zst"}) {
		t.Errorf("a folder with files of another release: %v", err)
	}
	files := released(t, bank, folder)
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range list {
		if name := entry.Name(); files[name] == nil && name != "mine.txt" {
			t.Errorf("%s is left", name)
		}
	}
}

// bankWith returns a bank with seeds.
func bankWith(t *testing.T, seeds []seed.Seed) *seedbank.Bank {
	t.Helper()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
	run, err := bank.StartRun(background, &seedbank.Run{Started: time.Now(), Rater: rating.Version})
	if err == nil {
		_, err = bank.Insert(background, run, seeds)
	}
	if err != nil {
		t.Fatal(err)
	}
	return bank.Bank
}

// An earlier release, without what was left out, and with the rows of the table of what is
// new, is the later release.
func TestSinceAnEarlierRelease(t *testing.T) {
	var seeds []seed.Seed
	for batch, err := range someOfTheStarterBank(t, rating.Version).Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, batch.Seeds...)
	}
	seeds = seeds[:60]
	first, second := t.TempDir(), t.TempDir()
	before := slices.Clone(seeds[:50])
	before[20].Rating.EP-- // of two seeds, the ratings change
	before[20].Rating.ED = min(before[20].Rating.ED, before[20].Rating.EP)
	before[30].Rating.EP--
	before[30].Rating.ED = min(before[30].Rating.ED, before[30].Rating.EP)
	old, _ := rowsOf(t, released(t, bankWith(t, before), first)["puzzles.csv.zst"])
	files := releasedSince(t, bankWith(t, seeds[5:]), second, first)
	whole, _ := rowsOf(t, files["puzzles.csv.zst"])
	news, _ := rowsOf(t, files["new.csv.zst"])
	made := map[string]map[string]string{}
	for _, row := range append(old, news...) {
		made[row["puzzle"]] = row
	}
	for removed := range strings.Lines(string(files["removed.txt"])) {
		delete(made, strings.TrimSpace(removed))
	}
	want := map[string]map[string]string{}
	for _, row := range whole {
		want[row["puzzle"]] = row
	}
	if diff := cmp.Diff(made, want); diff != "" || len(news) != 12 || len(want) != 55 {
		t.Errorf("%d new rows of %d: %s", len(news), len(want), diff)
	}
	const entry = "Since 50 puzzles: 10 new, 2 with other values in the columns of both releases, 5 left out.\n"
	if log := string(files["CHANGELOG.md"]); !strings.Contains(log, "## 55 puzzles, seedoku v1.2.3\n\n"+entry) ||
		!strings.HasSuffix(log, "\n\n## 50 puzzles, seedoku v1.2.3\n\nThe first release.\n") {
		t.Errorf("the changelog is\n%s", log)
	}
	if card := string(files["README.md"]); !strings.Contains(card, entry) || !strings.Contains(card, "- config_name: new\n  data_files: new.parquet\n") {
		t.Errorf("the card is\n%s", card)
	}
	again := releasedSince(t, bankWith(t, seeds[5:]), t.TempDir(), second)
	if _, removed := again["removed.txt"]; removed || !strings.Contains(string(again["CHANGELOG.md"]), "Since 55 puzzles: 0 new, 0 with other values in the columns of both releases, 0 left out.\n") {
		t.Errorf("the same bank again:\n%s", again["CHANGELOG.md"])
	}
}

// A release with fewer columns is compared by what both have, and what is not a release is
// refused.
func TestEarlierReleases(t *testing.T) {
	bank := someOfTheStarterBank(t, rating.Version)
	rows, _ := rowsOf(t, released(t, bank, t.TempDir())["puzzles.csv.zst"])
	var few strings.Builder
	few.WriteString("puzzle,old\n")
	for _, row := range rows[1:] {
		few.WriteString(row["puzzle"] + ",1\n")
	}
	for text, want := range map[string]string{
		few.String():            "",
		"":                      "it has no header",
		"clues,old\n":           "it has no column puzzle",
		"puzzle,old\n1,2\n":     "line 2: ",
		"puzzle,old\n1,2,3\n":   "wrong number of fields",
		"puzzle,old\n" + "\"\n": "parse error on line 2",
	} {
		folder := t.TempDir()
		var packed bytes.Buffer
		err := file.Compress(&packed, file.Fast, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return err
		})
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, "puzzles.csv.zst"), packed.Bytes(), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
		release, to := publish.Release{Since: folder}, t.TempDir()
		err = release.Write(background, bank, to, func(string) {})
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "puzzles.csv.zst: ")):
			t.Errorf("%q: %v, want %q", text, err, want)
		case want == "":
			log, readErr := os.ReadFile(filepath.Join(to, "CHANGELOG.md"))
			if err = errors.Join(err, readErr); err != nil || !strings.Contains(string(log), ": 1 new, 0 with other values") {
				t.Errorf("with fewer columns: %v, %s", err, log)
			}
		}
	}
	release := publish.Release{Since: t.TempDir()}
	if err := release.Write(background, bank, t.TempDir(), func(string) {}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

// Ratings of two raters cannot be compared, so they are not in one table.
func TestReleaseOfOldRatings(t *testing.T) {
	folder := t.TempDir()
	var release publish.Release
	err := release.Write(background, someOfTheStarterBank(t, rating.Version-1), folder, func(string) {})
	var other *publish.OtherRaterError
	if !errors.As(err, &other) || other.Version != rating.Version-1 {
		t.Errorf("seeds of an older rater: %v", err)
	}
	if left, _ := os.ReadDir(folder); len(left) > 0 {
		t.Errorf("files are left: %v", left)
	}
}

// background is the context of tests.
var background = context.Background()
