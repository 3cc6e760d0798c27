package dataset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A set of numbers has as many as a map, and several sets share as many.
func TestKeySets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.SliceOfN(rapid.OneOf(rapid.Uint64Range(0, 20), rapid.Just(^uint64(0))), 0, 30)
		sets, in := make([]*keySet, rapid.IntRange(0, 3).Draw(t, "sets")), map[uint64]map[int]bool{}
		for i := range sets {
			sets[i] = new(keySet)
			all := map[uint64]bool{}
			for range rapid.IntRange(0, 5).Draw(t, "times") {
				keys := some.Draw(t, "keys")
				sets[i].add(keys)
				for _, key := range keys {
					all[key] = true
					if in[key] == nil {
						in[key] = map[int]bool{}
					}
					in[key][i] = true
				}
			}
			if got := sets[i].len(); got != uint64(len(all)) {
				t.Fatalf("%d numbers, want %d", got, len(all))
			}
		}
		want := uint64(0)
		for _, several := range in {
			if len(several) > 1 {
				want++
			}
		}
		if got := shared(sets); got != want {
			t.Fatalf("%d are in several sets, want %d", got, want)
		}
	})
}

// fileRow is a row of a csv as text.
type fileRow struct{ source, question, answer, er string }

// turned returns a row as another isomorph.
func (r fileRow) turned(t *testing.T, by uint64) fileRow {
	t.Helper()
	turn := transform.FromIndex(by)
	question, err1 := sudoku.ParseGrid(r.question)
	answer, err2 := sudoku.ParseGrid(r.answer)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	r.question, r.answer = turn.Grid(question).String(), turn.Grid(answer).String()
	return r
}

// filled returns a row with the first empty cell filled.
func (r fileRow) filled() fileRow {
	empty := strings.IndexByte(r.question, '.')
	r.question = r.question[:empty] + r.answer[empty:empty+1] + r.question[empty+1:]
	return r
}

// emptied returns a row without its first clue.
func (r fileRow) emptied() fileRow {
	clue := strings.IndexAny(r.question, "123456789")
	r.question = r.question[:clue] + "." + r.question[clue+1:]
	return r
}

// Whatever is wrong in the files is found, and said as it is.
func TestProofFindsDefects(t *testing.T) {
	bank := banktest.Starter(t)
	o := Options{Train: 60, Test: 20, Validation: 10, Augment: 3, Formats: []string{"csv", "npy"}}
	o.Request.Levels = seedbank.Only[rating.Level](6)
	folder := t.TempDir()
	manifest, err := Make(context.Background(), bank, folder, o, Run{})
	if err != nil {
		t.Fatal(err)
	}
	// Validation and training stand in csv alone for this test.
	m := &maker{path: folder, manifest: *manifest}
	m.manifest.Options.Formats = []string{"csv"}
	train, test := rowsOf(t, folder, Train), rowsOf(t, folder, Test)
	for _, c := range []struct {
		name string
		part Part
		rows func() []fileRow
		want string
	}{
		{"a puzzle of test in train", Train, func() []fileRow { return append(train[1:], test[3].turned(t, 1<<33)) }, "1 puzzles and 1 solution grids are in more than one part"},
		{"a puzzle of test with a clue more", Train, func() []fileRow { return append(train[1:], test[3].filled().turned(t, 1<<33)) }, "0 puzzles and 1 solution grids are in more than one part"},
		{"isomorphs in test", Test, func() []fileRow { return append(test[1:], test[1].turned(t, 1<<33)) }, "test has 20 rows, and 19 puzzles that are not isomorphs"},
		{"the same row twice", Train, func() []fileRow { return append(train[1:], train[1]) }, "train has 60 rows, and 59 different puzzles"},
		{"a row is missing", Train, func() []fileRow { return train[1:] }, "train has 59 rows, not 60"},
		{"another solution", Test, func() []fileRow {
			return append(test[1:], fileRow{"", test[0].question, test[1].answer, "66"})
		}, "test.csv: row 20: the answer is not the solution"},
		{"another solution of an isomorph", Test, func() []fileRow {
			row := test[1].turned(t, 1<<33)
			row.answer = test[1].answer
			return append(test[1:], row)
		}, "test.csv: row 20: the answer is not the solution"},
		{"two solutions", Test, func() []fileRow { return append(test[1:], test[0].emptied()) }, "test.csv: row 20: "},
	} {
		before := textOf(t, folder, c.part)
		write(t, folder, c.part, c.rows())
		var untrue *FalseError
		if _, err := m.prove(context.Background()); !errors.As(err, &untrue) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err := os.WriteFile(filepath.Join(folder, string(c.part)+".csv"), before, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if proof, err := m.prove(context.Background()); err != nil || len(proof.Parts) != 3 {
		t.Errorf("without a defect: %v", err)
	}
	m.manifest.Options.Formats = []string{"csv", "npy"}
	write(t, folder, Test, append(test[1:], test[0]))
	if _, err := m.prove(context.Background()); err == nil || !strings.Contains(err.Error(), "test.csv: row 1: ") || !strings.Contains(err.Error(), "csv and npy do not have the same puzzle") {
		t.Errorf("two formats with different rows: %v", err)
	}
	write(t, folder, Test, test[:19])
	if _, err := m.prove(context.Background()); err == nil || !strings.Contains(err.Error(), "test.csv: row 20: ") {
		t.Errorf("two formats with different numbers of rows: %v", err)
	}
}

func textOf(t *testing.T, folder string, part Part) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, string(part)+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func rowsOf(t *testing.T, folder string, part Part) (rows []fileRow) {
	t.Helper()
	lines := strings.Fields(string(textOf(t, folder, part)))
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		rows = append(rows, fileRow{cells[0], cells[1], cells[2], cells[3]})
	}
	return rows[:len(rows):len(rows)]
}

func write(t *testing.T, folder string, part Part, rows []fileRow) {
	t.Helper()
	text := "source,question,answer,rating\n"
	for _, r := range rows {
		text += strings.Join([]string{r.source, r.question, r.answer, r.er}, ",") + "\n"
	}
	if err := os.WriteFile(filepath.Join(folder, string(part)+".csv"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// A file of Parquet that was cut short is an error.
func TestProofOfACutFile(t *testing.T) {
	o := Options{Train: 5, Augment: 1, Formats: []string{"parquet"}}
	o.Request.Levels = seedbank.Only[rating.Level](6)
	folder := t.TempDir()
	manifest, err := Make(context.Background(), banktest.Starter(t), folder, o, Run{})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(filepath.Join(folder, "train.parquet"), 1000); err != nil {
		t.Fatal(err)
	}
	m := &maker{path: folder, manifest: *manifest}
	if _, err := m.prove(context.Background()); err == nil || !strings.Contains(err.Error(), "train.parquet") {
		t.Errorf("error %v", err)
	}
}
