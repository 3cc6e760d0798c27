package export_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Files of a pack that are there are kept, those that are missing are made, and
// others of their names are in the way.
func TestWriteAgainKeepsWhatStands(t *testing.T) {
	bank := banktest.Starter(t)
	for _, name := range []string{"each level", "a file each", "with clues added"} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			m, _ := write(t, bank, folder, packs[name])
			if err := m.MustBeNew(folder, "m.json"); err == nil {
				t.Error("a pack is new where it is already")
			}
			want := contents(t, folder)
			again := func(force bool) (wrote []string, err error) {
				err = m.WriteAgain(background, bank, folder, force, nil,
					func(path string) { wrote = append(wrote, path) },
					func(path string, reason error) { t.Errorf("%s: %v", path, reason) })
				return wrote, err
			}
			mustStand := func() {
				t.Helper()
				if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
					t.Error(diff)
				}
			}
			if wrote, err := again(false); err != nil || len(wrote) > 0 {
				t.Errorf("%v were written, %v; want nothing", wrote, err)
			}
			var victim string
			for victim = range want {
				break
			}
			path := filepath.Join(folder, victim)
			if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
				t.Fatal(err)
			}
			var taken *export.TakenError
			if _, err := again(false); !errors.As(err, &taken) {
				t.Errorf("a file of somebody else: %v", err)
			}
			if text, err := os.ReadFile(path); string(text) != "mine" {
				t.Errorf("it became %q, %v", text, err)
			}
			if wrote, err := again(true); err != nil || len(wrote) != len(want) {
				t.Errorf("%d files by force, %v; want %d", len(wrote), err, len(want))
			}
			mustStand()
		})
	}
}

// The files that are left of a pack are enough to make the others.
func TestWriteAgainMakesWhatIsMissing(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	m, _ := write(t, bank, folder, packs["with clues added"])
	want := contents(t, folder)
	for i := range m.Parts {
		m.Parts[i].IDs = nil // as of a pack of millions
	}
	m.Made = "" // which is not edited
	last := filepath.Join(folder, m.Parts[len(m.Parts)-1].Files[0].Name)
	if err := os.Remove(last); err != nil {
		t.Fatal(err)
	}
	var wrote []string
	err := m.WriteAgain(background, bank, folder, false, nil, func(path string) { wrote = append(wrote, path) }, nil)
	if err != nil || len(wrote) != 1 || wrote[0] != last {
		t.Errorf("%v were written, %v; want %s", wrote, err, last)
	}
	if diff := cmp.Diff(want, contents(t, folder)); diff != "" {
		t.Error(diff)
	}
}

// meddling is a context that does something when the first puzzle is drawn.
type meddling struct {
	context.Context
	do func()
}

func (m meddling) Err() error {
	m.do()
	return m.Context.Err()
}

// A file that somebody else writes while a pack is made again is not replaced.
func TestWriteAgainSparesNewFiles(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	m, _ := write(t, bank, folder, packs["with clues added"])
	path := filepath.Join(folder, m.Parts[0].Files[0].Name)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	ctx := meddling{background, sync.OnceFunc(func() {
		if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
			t.Error(err)
		}
	})}
	var taken *export.TakenError
	if err := m.WriteAgain(ctx, bank, folder, false, nil, nil, nil); !errors.As(err, &taken) {
		t.Errorf("error %v", err)
	}
	if text, err := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("the file became %.20q, %v", text, err)
	}
}

// A manifest without checksums, such as one that was only planned, does not say that its files are
// others.
func TestTornWithoutChecksums(t *testing.T) {
	folder := t.TempDir()
	m, _ := write(t, banktest.Starter(t), folder, packs["with clues added"])
	if torn := m.Torn(folder); len(torn) > 0 {
		t.Errorf("%v are torn", torn)
	}
	for i := range m.Parts {
		for k := range m.Parts[i].Files {
			m.Parts[i].Files[k].SHA256 = ""
		}
	}
	if torn := m.Torn(folder); len(torn) > 0 {
		t.Errorf("without checksums %v are torn", torn)
	}
}

// After an edit of a manifest, whatever is edited, its former files count as other files. To
// write and read a manifest is no edit.
func TestEditedManifest(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	m, _ := write(t, bank, folder, packs["with clues added"])
	for name, edit := range map[string]func(*export.Manifest){
		"":        func(*export.Manifest) {},
		"sorting": func(m *export.Manifest) { m.Order = export.ByEffort },
		"order":   func(m *export.Manifest) { ids := m.Parts[0].IDs; ids[0], ids[1] = ids[1], ids[0] },
		"program": func(m *export.Manifest) { m.Program = "another" },
	} {
		var text bytes.Buffer
		if err := m.Encode(&text); err != nil {
			t.Fatal(err)
		}
		edited, err := export.ReadManifest(&text)
		if err != nil {
			t.Fatal(err)
		}
		edit(edited)
		isEdited := name != "" && name != "program" // the name of the program is in no file
		err = edited.WriteAgain(background, bank, folder, false, nil, nil, nil)
		taken, isTaken := errors.AsType[*export.TakenError](err)
		if isTaken != isEdited || isTaken && !taken.Edited || !isTaken && err != nil || edited.Edited() != isEdited {
			t.Errorf("edited %q: edited %v, %v", name, edited.Edited(), err)
		}
	}
}

// A part has its IDs at once or by days.
func TestPartWithDaysAndIDs(t *testing.T) {
	m, _ := write(t, banktest.Starter(t), t.TempDir(), packs["with clues added"])
	ids := m.Parts[0].IDs
	text := fmt.Sprintf(`{"format":"csv","parts":[{"name":"x.csv","puzzles":1,"ids":[%q],"days":[{"date":"2027-01-01","ids":[%q]}]}]}`, ids[0], ids[1])
	if _, err := export.ReadManifest(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "the days have the IDs") {
		t.Errorf("days and IDs: %v", err)
	}
}

// An error names a field as the file does.
func TestFieldOfAnotherKind(t *testing.T) {
	_, err := export.ReadManifest(strings.NewReader(`{"made":5}`))
	if err == nil || err.Error() != "line 1: made: want a text, not a number" {
		t.Errorf("a number for a text: %v", err)
	}
}

// An export that is interrupted leaves no file.
func TestInterrupted(t *testing.T) {
	bank, folder := banktest.Starter(t), t.TempDir()
	m, err := export.Plan(background, bank, export.Options{Request: draw.Request{N: 1_000_000}, Format: "csv"})
	if err != nil {
		t.Fatal(err)
	}
	enough := errors.New("enough")
	ctx, cancel := context.WithCancelCause(background)
	cancel(enough)
	if err := m.Write(ctx, bank, folder, nil); err == nil {
		t.Error("no error of an interrupted export")
	}
	if files := contents(t, folder); len(files) > 0 {
		t.Errorf("%d files are left", len(files))
	}
}

// olderManifest is one that an older version wrote. Its puzzles of level 2 were not in
// print style, since there were too few, nor sorted, and it is so large that it lists
// no IDs.
const olderManifest = `{"program": "seedoku", "rater": 1, "licence": "MIT",
"request": {"level": "2-7", "seed": "3", "style": "print"}, "format": "line", "options": {},
"parts": [
{"name": "level-1.txt", "puzzles": 6, "sha256": "", "draws": [{"level": 1, "puzzles": 6, "distinct": true, "style": {"clues": "32-36", "symmetry": "rotate180"}}]},
{"name": "level-2.txt", "puzzles": 7, "sha256": "", "draws": [{"level": 2, "puzzles": 7, "distinct": true, "style": {"clues": "30-34"}}]},
{"name": "level-7.txt", "puzzles": 5, "sha256": "", "draws": [{"level": 7, "puzzles": 5, "distinct": true, "style": {"symmetry": "rotate180"}}]},
{"name": "level-5.txt", "puzzles": 8, "sha256": "", "draws": [{"level": 5, "puzzles": 8, "distinct": true}]}]}`

// What the style meant stands in manifests, so that older packs are made again as
// they were.
func TestOlderManifest(t *testing.T) {
	bank := banktest.Starter(t)
	m, err := export.ReadManifest(strings.NewReader(olderManifest))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := m.WriteAgain(background, bank, folder, true, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	for name, request := range map[string]draw.Request{
		"level-1.txt": {Levels: levels(1, 1), N: 6, Clues: seedbank.Range[int]{Low: 32, High: 36}, Symmetry: transform.Rotate180},
		"level-2.txt": {Levels: levels(2, 2), N: 7, Clues: seedbank.Range[int]{Low: 30, High: 34}},
		"level-7.txt": {Levels: levels(7, 7), N: 5, Symmetry: transform.Rotate180},
		"level-5.txt": {Levels: levels(5, 5), N: 8},
	} {
		want := ""
		request.RandomSeed, request.Distinct = 3, true
		for puzzle, err := range request.Draw(background, bank) {
			if err != nil {
				t.Fatal(err)
			}
			want += puzzle.Puzzle().Clues().String() + "\n"
		}
		if got := string(contents(t, folder)[name]); got != want {
			t.Errorf("%s:\n%swant\n%s", name, got, want)
		}
	}
}

func FuzzManifest(f *testing.F) {
	f.Add(`{"program":"x","rater":1,"licence":"MIT","request":{"level":"3"},"format":"csv","options":{},"parts":[{"name":"a.csv","puzzles":1,"sha256":"","draws":[{"puzzles":1,"distinct":true}]}]}`)
	f.Add(`{"format":"pdf","options":{"title":"x"},"parts":[{"name":"../a"}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		m, err := export.ReadManifest(strings.NewReader(text))
		if err != nil {
			return
		}
		for _, part := range m.Parts {
			if strings.ContainsAny(part.Files[0].Name, "/\x00") || part.Files[0].Name == ".." {
				t.Errorf("a part may have the name %q", part.Files[0].Name)
			}
		}
		var first, second bytes.Buffer
		if err := m.Encode(&first); err != nil {
			t.Fatal(err)
		}
		again, err := export.ReadManifest(bytes.NewReader(first.Bytes()))
		if err != nil {
			t.Fatalf("%s is not read again: %v", &first, err)
		}
		if err := again.Encode(&second); err != nil || first.String() != second.String() {
			t.Errorf("%s becomes %s, %v", &first, &second, err)
		}
	})
}

// FuzzManifestOptions demands that the options of a stranger's manifest that is read
// make a file, in every format of booklets.
func FuzzManifestOptions(f *testing.F) {
	for _, options := range []string{
		`{}`, `{"title":"T","picture":"base64:iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1Pe"}`, `{"title":"T","font":"base64:AAEAAA=="}`, `{"introduction":"# a\n\n|b|","notes":30,"per-page":1}`,
		`{"paper":"6x9","bleed":true,"pencil":"dots","pencil-from":1,"lang":"de"}`, `{"title":"T","show":"id,er,level,clues,program","large-print":true,"solutions":"parts"}`,
	} {
		for format := range booklets {
			f.Add(format, options)
		}
	}
	var solver sudoku.Solver
	puzzle, _ := sudoku.Complete(solver.RandomSolution(rand.New(rand.NewPCG(1, 1))))
	f.Fuzz(func(t *testing.T, format int, options string) {
		name := booklets[max(format, -format, 0)%len(booklets)]
		m, err := export.ReadManifest(strings.NewReader(`{"format":"` + name + `","options":` + options + `,"parts":[]}`))
		if err != nil || m.Format != name {
			return
		}
		kind, err := pack.FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := kind.New(io.Discard, m.Options...)
		if err != nil {
			t.Fatalf("%s was read and cannot be followed: %v", options, err)
		}
		if err := w.Write(&pack.Entry{ID: "ID", Puzzle: puzzle, Rating: rating.Result{ER: 25}}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Errorf("%s, %s: %v", name, options, err)
		}
	})
}

// booklets are the formats with the most options.
var booklets = []string{"pdf", "html", "epub"}

// A mistyped ID is told with its place, before anything is written.
func TestManifestWithABadID(t *testing.T) {
	m, _ := write(t, banktest.Starter(t), t.TempDir(), export.Options{Format: "line", File: "week", Request: draw.Request{N: 3}})
	m.Parts[0].IDs[1] = m.Parts[0].IDs[1][1:]
	var text bytes.Buffer
	if err := m.Encode(&text); err != nil {
		t.Fatal(err)
	}
	_, err := export.ReadManifest(&text)
	if !errors.Is(err, seed.ErrBadID) || !strings.Contains(err.Error(), "puzzle 2 of "+m.Parts[0].Files[0].Name) {
		t.Errorf("a manifest with a bad ID: %v", err)
	}
}

// A part without files is an error, not a panic.
func TestPartWithoutFiles(t *testing.T) {
	m, _ := write(t, banktest.Starter(t), t.TempDir(), packs["with clues added"])
	text := fmt.Sprintf("{\"format\":\"csv\",\"parts\":[\n{\"files\":[],\"puzzles\":1,\"ids\":[%q]}]}", m.Parts[0].IDs[0])
	if _, err := export.ReadManifest(strings.NewReader(text)); err == nil || err.Error() != "line 2: a part has at least one file" {
		t.Errorf("a part without files: %v", err)
	}
}

// A part whose puzzles are not those of its draws is an error, not a panic.
func TestPartWithWrongNumber(t *testing.T) {
	for numbers, want := range map[string]string{
		`"puzzles":0,"draws":[]`:                            "line 2: a has no puzzle: take this part away",
		`"puzzles":1,"draws":[{"puzzles":2}]`:               "line 2: a has 1 puzzle, but its draws have 2",
		`"puzzles":3,"draws":[]`:                            "line 2: a has 3 puzzles, but its draws have 0",
		`"puzzles":3,"draws":[{"puzzles":2},{"puzzles":1}]`: "",
	} {
		text := "{\"format\":\"svg\",\"parts\":[\n{\"name\":\"a\"," + numbers + "}]}"
		got := ""
		if _, err := export.ReadManifest(strings.NewReader(text)); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", numbers, got, want)
		}
	}
}

// White space before a manifest, however much, is none of it.
func TestManifestAfterSpace(t *testing.T) {
	for _, space := range []string{"", "\ufeff", "\ufeff\n", strings.Repeat("\r\n", 5000)} {
		if _, err := export.ReadManifest(strings.NewReader(space + olderManifest)); err != nil {
			t.Errorf("after %d bytes: %v", len(space), err)
		}
	}
	for _, text := range []string{"", " ", "\ufeff\ufeff{}", "x{}", "[]"} {
		if _, err := export.ReadManifest(strings.NewReader(text)); err == nil || err.Error() != "not a manifest of a pack" {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A part has no more IDs than a manifest lists.
func TestPartWithTooManyIDs(t *testing.T) {
	var ids strings.Builder
	for i := range export.MaxIDs + 1 {
		fmt.Fprintf(&ids, ",%q", seed.ID{Seed: seed.Key(i)})
	}
	for _, field := range []string{`"ids":[%s]`, `"days":[{"date":"2027-01-01","ids":[%s]}]`} {
		text := fmt.Sprintf("{\"format\":\"line\",\"parts\":[\n{\"name\":\"a.txt\","+field+"}]}", ids.String()[1:])
		_, err := export.ReadManifest(strings.NewReader(text))
		if want := "line 2: 100001 puzzles with IDs: a part has at most 100000"; err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", field, err, want)
		}
	}
}
