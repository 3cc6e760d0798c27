package pack

import (
	"bytes"
	"encoding/csv"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/drawing/raster"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

var update = flag.Bool("update", false, "write the files of testdata anew")

// entryOf returns a puzzle of ours, with a rating that is made up: packs say
// what they are told.
func entryOf(source *rand.PCG) Entry {
	var solver sudoku.Solver
	random := rand.New(source)
	solution := solver.RandomSolution(random)
	puzzle, _ := sudoku.Complete(solution)
	var order []sudoku.Cell
	for _, c := range random.Perm(81) {
		order = append(order, sudoku.Cell(c))
	}
	solver.Minimize(&puzzle, order[:40+random.IntN(42)])
	result := rating.Result{
		ER: rating.Tenths(12 + random.IntN(100)), EP: 12, ED: 10,
		Hardest: rating.Technique(random.IntN(rating.NumTechniques)),
	}
	result.Uses[result.Hardest] = 1
	return Entry{
		ID:     fmt.Sprintf("%013d-%09d", random.Uint32(), random.IntN(1e9)),
		Seed:   fmt.Sprintf("%013d", random.Uint32()),
		Puzzle: puzzle,
		Rating: result,
	}
}

func entries(n int) (list []Entry) {
	for i := range n {
		list = append(list, entryOf(rand.NewPCG(7, uint64(i))))
	}
	return list
}

// write returns the file of some entries.
func write(t rapid.TB, format Format, settings Settings, list []Entry) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := format.New(&file, settings...)
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatalf("%s: writing entry %d: %v", format.Name, i, err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatalf("%s: closing: %v", format.Name, err)
	}
	size := file.Len()
	if err := w.Write(&Entry{}); !errors.Is(err, fs.ErrClosed) {
		t.Fatalf("%s: writing after the end: %v", format.Name, err)
	}
	if err := w.Close(); err != nil || file.Len() != size {
		t.Fatalf("%s: closing again: %v, %d bytes more", format.Name, err, file.Len()-size)
	}
	return file.Bytes()
}

// some returns as many entries as a file of the format holds, at most n.
func some(format Format, n int) []Entry {
	if format.Single {
		n = min(n, 1)
	}
	return entries(n)
}

// taken returns the settings that a format takes.
func taken(format Format, settings ...Setting) (list Settings) {
	for _, setting := range settings {
		if _, err := format.Option(setting.Name); err == nil {
			list = append(list, setting)
		}
	}
	return list
}

// goldenSettings returns the settings of the files of testdata.
func goldenSettings(format Format) Settings {
	return taken(format, Solution(), Title(`Tricky & "more"`), Created(goldenTime))
}

var goldenTime = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// TestGolden pins every byte of every format.
func TestGolden(t *testing.T) {
	for _, format := range Formats {
		t.Run(format.Name, func(t *testing.T) {
			got := write(t, format, goldenSettings(format), some(format, 3))
			path := filepath.Join("testdata", format.Name+"."+format.Extension)
			if *update {
				if err := os.WriteFile(path, got, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				if format.Binary {
					t.Fatalf("%d bytes, unlike the %d of %s", len(got), len(want), path)
				}
				t.Error(cmp.Diff(string(want), string(got)))
			}
		})
	}
}

// TestRoundTrip reads what was written, with the format named and recognised.
func TestRoundTrip(t *testing.T) {
	for _, format := range Formats {
		reader := readerOf(format)
		if reader == nil {
			continue
		}
		t.Run(format.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				n := 1
				if !format.Single {
					n = rapid.IntRange(1, 5).Draw(t, "entries")
				}
				var list []Entry
				for range n {
					list = append(list, entryOf(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
				}
				settings := taken(format, Title(rapid.SampledFrom([]string{"", "<a & b>"}).Draw(t, "title")))
				if rapid.Bool().Draw(t, "solution") {
					settings = append(settings, taken(format, Solution())...)
				}
				file := write(t, format, settings, list)
				for _, reader := range []func(io.Reader) iter.Seq2[read.Record, error]{reader, read.Puzzles} {
					got := records(t, reader(bytes.NewReader(file)))
					if len(got) != len(list) {
						t.Fatalf("%d records of %d entries in\n%s", len(got), len(list), file)
					}
					for i := range got {
						checkRecord(t, &got[i], &list[i])
					}
				}
			})
		})
	}
}

// readerOf returns the reader of a format, or nil if there is none.
func readerOf(format Format) func(io.Reader) iter.Seq2[read.Record, error] {
	for _, f := range read.Formats {
		if f.Name == format.Name && !format.Booklet {
			return f.Puzzles
		}
	}
	return nil
}

// records returns what a reader yields without an error.
func records(t rapid.TB, file iter.Seq2[read.Record, error]) (list []read.Record) {
	t.Helper()
	line := 0
	for record, err := range file {
		if err != nil {
			t.Fatalf("record %d: %v", len(list), err)
		}
		if record.Line <= line {
			t.Fatalf("record %d is at line %d, behind line %d", len(list), record.Line, line)
		}
		line = record.Line
		list = append(list, record)
	}
	return list
}

func checkRecord(t rapid.TB, got *read.Record, want *Entry) {
	t.Helper()
	if got.Grid != want.Puzzle.Clues() {
		t.Errorf("clues %v, want %v", got.Grid, want.Puzzle.Clues())
	}
	if got.Solution != (sudoku.Grid{}) && got.Solution != want.Puzzle.Solution() {
		t.Errorf("solution %v, want %v", got.Solution, want.Puzzle.Solution())
	}
}

// TestCarried says which formats carry more than the clues.
func TestCarried(t *testing.T) {
	entry := entries(1)
	for _, test := range []struct {
		format                   string
		solution, id, rating, er bool
	}{
		{format: "line", solution: true},
		{format: "csv", solution: true, id: true, er: true},
		{format: "jsonl", solution: true, id: true, er: true},
		{format: "exchange", er: true},
	} {
		format, err := FormatNamed(test.format)
		if err != nil {
			t.Fatal(err)
		}
		record := records(t, readerOf(format)(bytes.NewReader(write(t, format, taken(format, Solution()), entry))))[0]
		if got := record.Solution == entry[0].Puzzle.Solution(); got != test.solution {
			t.Errorf("%s: the solution comes back: %v", test.format, got)
		}
		if got := record.ID == entry[0].ID; got != test.id {
			t.Errorf("%s: the ID comes back: %v", test.format, got)
		}
		if got := record.Rating == entry[0].Rating.ER.String(); got != test.er {
			t.Errorf("%s: the ER comes back: %v", test.format, got)
		}
	}
}

func TestSingle(t *testing.T) {
	list := entries(2)
	for _, format := range Formats {
		w, err := format.New(io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(&list[0]); err != nil {
			t.Errorf("%s: first entry: %v", format.Name, err)
		}
		if err := w.Write(&list[1]); (err != nil) != format.Single {
			t.Errorf("%s: second entry: %v", format.Name, err)
		}
	}
}

// TestEmpty demands that a pack of no puzzles is a file of its format.
func TestEmpty(t *testing.T) {
	for _, format := range Formats {
		if format.Single || readerOf(format) == nil {
			continue
		}
		if got := records(t, readerOf(format)(bytes.NewReader(write(t, format, goldenSettings(format), nil)))); len(got) > 0 {
			t.Errorf("%s: %d records of no entries", format.Name, len(got))
		}
	}
}

// failing is a file that has no room for more than some bytes.
type failing struct{ room int }

func (f *failing) Write(text []byte) (int, error) {
	if f.room -= len(text); f.room < 0 {
		return 0, io.ErrShortWrite
	}
	return len(text), nil
}

// TestWriteErrors demands that no error of the file below is lost.
func TestWriteErrors(t *testing.T) {
	for _, format := range Formats {
		list := some(format, 1)
		whole := len(write(t, format, goldenSettings(format), list))
		for _, room := range []int{0, whole / 2, whole - 1} {
			w, err := format.New(&failing{room}, goldenSettings(format)...)
			if err != nil {
				t.Fatal(err)
			}
			if w.Write(&list[0]) == nil && w.Close() == nil {
				t.Errorf("%s: no error with room for %d of %d bytes", format.Name, room, whole)
			}
		}
	}
}

func TestFormatsAreNamed(t *testing.T) {
	seen := map[string]bool{}
	for _, format := range Formats {
		if seen[format.Name] || format.Name == "" || format.Extension == "" || format.Summary == "" {
			t.Errorf("%q, extension %q: %q", format.Name, format.Extension, format.Summary)
		}
		seen[format.Name] = true
	}
	if _, err := FormatNamed("docx"); err == nil || !strings.Contains(err.Error(), "opensudoku") {
		t.Errorf("an unknown format: %v", err)
	}
}

// TestCSVAsOthersReadIt reads a table with the parser of the standard library.
func TestCSVAsOthersReadIt(t *testing.T) {
	list := entries(3)
	format, _ := FormatNamed("csv")
	rows, err := csv.NewReader(bytes.NewReader(write(t, format, nil, list))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 4 || strings.Join(rows[0], ",") != "id,puzzle,solution,clues,level,er,ep,ed,hardest,techniques,seed,symmetry" {
		t.Fatalf("rows %v", rows)
	}
	for i, row := range rows[1:] {
		if row[0] != list[i].ID || row[1] != list[i].Puzzle.Clues().String() || row[2] != list[i].Puzzle.Solution().String() {
			t.Errorf("row %d: %v", i, row)
		}
	}
}

// TestOpenSudokuAsOthersReadIt reads the XML into what the app expects.
func TestOpenSudokuAsOthersReadIt(t *testing.T) {
	var file struct {
		Version int `xml:"version,attr"`
		Folder  []struct {
			Name    string `xml:"name,attr"`
			Created int64  `xml:"created,attr"`
			Game    []struct {
				Created int64  `xml:"created,attr"`
				Data    string `xml:"data,attr"`
			} `xml:"game"`
		} `xml:"folder"`
	}
	list := entries(3)
	format, _ := FormatNamed("opensudoku")
	text := write(t, format, goldenSettings(format), list)
	if err := xml.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	if file.Version != 2 || len(file.Folder) != 1 || len(file.Folder[0].Game) != 3 {
		t.Fatalf("%+v", file)
	}
	folder := file.Folder[0]
	if folder.Name != `Tricky & "more"` || folder.Created != goldenTime.UnixMilli() {
		t.Errorf("folder %q of %d", folder.Name, folder.Created)
	}
	for i, game := range folder.Game {
		if want := string(list[i].Puzzle.Clues().AppendLine(nil, '0')); game.Data != want {
			t.Errorf("game %d: %s, want %s", i, game.Data, want)
		}
	}
	if bytes.Contains(text, []byte(`=""`)) {
		t.Errorf("an empty attribute in\n%s", text)
	}
}

// TestExchangeRecords checks their 100 bytes.
func TestExchangeRecords(t *testing.T) {
	list := entries(9)
	format, _ := FormatNamed("exchange")
	text := write(t, format, nil, list)
	if len(text) != 900 {
		t.Fatalf("%d bytes, want 900", len(text))
	}
	for i := range list {
		if record := text[100*i:]; record[12] != ' ' || record[94] != ' ' || record[99] != '\n' {
			t.Errorf("record %d: %q", i, record[:100])
		}
	}
}

func TestPNGIsAPicture(t *testing.T) {
	format, _ := FormatNamed("png")
	picture, err := png.Decode(bytes.NewReader(write(t, format, nil, entries(1))))
	if err != nil {
		t.Fatal(err)
	}
	width, height := inPixels.size()
	if size := picture.Bounds().Size(); size.X != width || size.Y != height {
		t.Errorf("size %v", size)
	}
}

// The longest caption ends before the picture does, in full.
func TestLongCaptions(t *testing.T) {
	e := entries(1)[0]
	e.ID = "W3MWMWMWMWMWM-WMWMWMWMWMWMWM-WMWMWMWMWM"
	picture := raster.New(inPixels.size())
	inPixels.draw(picture, &e, false)
	margin, side := int(inPixels.margin), int(9*inPixels.cell)
	last, size := 0, picture.Rect.Max
	for y := side + margin + 20; y < size.Y; y++ {
		for x := range size.X {
			if r, _, _, _ := picture.At(x, y).RGBA(); r != 0xffff {
				last = max(last, x)
			}
		}
	}
	if most := margin + side; last > most || last < most-20 {
		t.Errorf("the caption ends at %d, want %d or a little less", last, most)
	}
	if size := captionSize(t, &e); size >= 11 || size < 6 {
		t.Errorf("size %v", size)
	}
	if size := captionSize(t, &entries(1)[0]); size != 13 {
		t.Errorf("a short caption has the size %v", size)
	}
}

// captionSize returns the size of the letters of the caption of an SVG.
func captionSize(t *testing.T, e *Entry) float64 {
	t.Helper()
	var b bytes.Buffer
	if err := writeSVG(&b, e, false); err != nil {
		t.Fatal(err)
	}
	_, foot, _ := strings.Cut(b.String(), "</g>")
	_, text, _ := strings.Cut(foot, `font-size="`)
	text, _, _ = strings.Cut(text, `"`)
	size, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return size
}

func BenchmarkPicture(b *testing.B) {
	list := entries(1)
	for b.Loop() {
		if err := writePNG(io.Discard, &list[0], false); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWrite(b *testing.B) {
	for _, format := range Formats {
		if format.Single {
			continue
		}
		b.Run(format.Name, func(b *testing.B) {
			list := entries(100)
			w, err := format.New(io.Discard, taken(format, Solution())...)
			if err != nil {
				b.Fatal(err)
			}
			for i := 0; b.Loop(); i++ {
				if err := w.Write(&list[i%len(list)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
