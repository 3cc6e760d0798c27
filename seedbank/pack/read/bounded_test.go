package read

import (
	"bytes"
	"compress/gzip"
	"errors"
	"flag"
	"io"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/sudoku"
)

// Reading a file may take this memory, in bytes. The promise is 50 MB, but files of tests are
// short.
const (
	mostHeap   = 32 << 20
	mostHonest = 16 << 20 // of a file without faults
)

// endless is one text over and over, made as it is read.
type endless struct {
	block    []byte
	at, left int // place in the block, and bytes still to come
	read     int
}

func newEndless(again string, length int) *endless {
	return &endless{block: bytes.Repeat([]byte(again), 1<<16/len(again)+1), left: length / len(again) * len(again)}
}

func (e *endless) Read(buf []byte) (int, error) {
	if e.left == 0 {
		return 0, io.EOF
	}
	n := copy(buf[:min(len(buf), e.left)], e.block[e.at:])
	e.at = (e.at + n) % len(e.block)
	e.left -= n
	e.read += n
	return n, nil
}

// heapGauge measures the heap, garbage included, now and then. A record that takes
// much leaves garbage, so that no peak of it is missed. Garbage is collected when it is a
// quarter of what lives: by default it may be as much, and then what tests before have left
// alive counts too.
type heapGauge struct {
	io.Reader
	before, most uint64
	read         int
}

func newHeapGauge(r io.Reader) *heapGauge {
	debug.SetGCPercent(25)
	runtime.GC()
	g := &heapGauge{Reader: r}
	g.measure()
	g.before, g.most = g.most, 0
	return g
}

func (g *heapGauge) measure() {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	g.most = max(g.most, stats.HeapAlloc)
}

func (g *heapGauge) Read(buf []byte) (int, error) {
	n, err := g.Reader.Read(buf)
	if g.read>>18 != (g.read+n)>>18 {
		g.measure()
	}
	g.read += n
	return n, err
}

// check reads a file and demands that this takes no more memory than most. It returns the
// numbers of sound records and of faults, and the first fault.
func (g *heapGauge) check(t *testing.T, most uint64) (sound, faults int, first error) {
	t.Helper()
	for record, err := range Puzzles(g) {
		if record.Line < 1 {
			t.Fatalf("line %d, error %v", record.Line, err)
		}
		if err == nil {
			sound++
			continue
		}
		if faults++; faults == 1 {
			first = err
		}
		if faults < 1000 {
			g.measure()
		}
	}
	g.measure()
	used := max(g.most, g.before) - g.before
	t.Logf("%d MB read, heap %.1f MB", g.read>>20, float64(used)/(1<<20))
	if used > most {
		t.Errorf("%d MB of heap, want at most %d", used>>20, most>>20)
	}
	return sound, faults, first
}

// honest are files of any length, each of one puzzle over and over.
var honest = []struct{ name, head, record, tail string }{
	{"line", "", known + "\n", ""},
	{"line of old Macs", "", known + "\r", ""},
	{"grid", "", rows(known) + "\r\n", ""},
	{"csv", "id,puzzle,solution\n", `"a ""good"" one",` + known + "," + knownSolution + "\n", ""},
	{"jsonl", "", `{"puzzle":"` + known + `","techniques":{"pointing":2}}` + "\n", ""},
	{"opensudoku", "<opensudoku>", "<folder name=\"a\"><game data=\"" + known + "\"/></folder>\n", "</opensudoku>"},
	{"sdk", "", "#Aa\n[Puzzle]\n" + rows(known) + "[State]\n", ""},
	{"exchange", "", exchangeLine(known), ""},
}

func exchangeLine(puzzle string) string {
	digits := strings.ReplaceAll(puzzle, ".", "0")
	return exchangeNameOf([]byte(digits)) + " " + digits + "  1.5\n"
}

var honestMB = flag.Int("honest", 10, "read honest files of this many `MB`")

// honestLength returns the length of honest files, in bytes.
func honestLength() int { return *honestMB << 20 }

func TestHonestFilesAreReadInLittleMemory(t *testing.T) {
	for _, test := range honest {
		t.Run(test.name, func(t *testing.T) {
			length := honestLength()
			body := newEndless(test.record, length)
			sound, faults, first := newHeapGauge(io.MultiReader(strings.NewReader(test.head), body, strings.NewReader(test.tail))).check(t, mostHonest)
			if sound != length/len(test.record) || faults > 0 {
				t.Errorf("%d records and %d faults, the first of them %v", sound, faults, first)
			}
		})
	}
}

// objectLine is a line of a jsonl file.
const objectLine = `{"puzzle":"` + known + `"}` + "\n"

// hostile are files that never end and want to be kept in memory. What is wrong
// with them is said, with its place.
var hostile = []struct{ name, head, again, want string }{
	{"line", known + "\n", "1", "line 2: longer than 1048576 bytes"},
	{"zeros", "", "\x00", "line 1: not a text file (it has a zero byte)"},
	{"csv: quoted cell", "id,puzzle\na," + known + "\n\"b", "1\n", "line 3, column 1: a row longer than 1048576 bytes"},
	{"csv: quotes", "id,puzzle\n\"", `""`, "line 2: longer than 1048576 bytes"},
	{"csv: cells", "id,puzzle\n", ",", "line 2: longer than 1048576 bytes"},
	{"csv: cells in rows", "id,puzzle\n", strings.Repeat(",", 1<<20) + "\n", "a row of more than 4096 columns"},
	{"csv: cells in quotes", "id,puzzle\n", strings.Repeat("\"\n\",", 1<<18) + "\n", "a row of more than 4096 columns"},
	{"jsonl: line", objectLine, `{"puzzle":`, "line 2: longer than 1048576 bytes"},
	{"jsonl: lines", objectLine, `{"puzzle":` + strings.Repeat("[", 1<<19) + "\n", "nested more than 64 deep"},
	{"jsonl: names", objectLine, `{"` + strings.Repeat("a", 1<<19) + `":[{"b":[null]}],"puzzle":{}}` + "\n", "no puzzle in this JSON"},
	{"opensudoku: attribute", `<opensudoku><game data="`, "1", "line 1, column 13: an element or a text longer than 1048576 bytes"},
	{"opensudoku: attributes", `<opensudoku><game `, `a="" `, "line 1, column 13: an element or a text longer than 1048576 bytes"},
	{"opensudoku: name spaces", `<opensudoku>`, "<a" + strings.Repeat(` xmlns:a=""`, 1<<15) + ">", "an element or a text longer than 1048576 bytes, with those around it"},
	{"opensudoku: element", "<opensudoku>\n<", "a", "line 2, column 1: an element or a text longer than 1048576 bytes"},
	{"opensudoku: text", "<opensudoku>", "a", "line 1, column 13: an element or a text longer than 1048576 bytes"},
	{"opensudoku: name in pieces", "<opensudoku><name>", "a<!---->", "an element or a text longer than 1048576 bytes"},
	{"opensudoku: comment", "<opensudoku><!--", " a", "line 1, column 13: an element or a text longer than 1048576 bytes"},
	{"opensudoku: directive", "<!DOCTYPE a [", "<!ENTITY a 'a'>", "an element or a text longer than 1048576 bytes"},
	{"opensudoku: CDATA", "<opensudoku><![CDATA[", "a", "line 1, column 13: an element or a text longer than 1048576 bytes"},
	{"opensudoku: depth", "<opensudoku>", "<a>", "line 1, column 202: elements nested more than 64 deep"},
	{"opensudoku: states", "<opensudoku>", `<game data="version: 1 ` + strings.Repeat("|", 1<<19) + `"/>`, "its state has 524288 fields"},
	{"sdk: sections", "[Puzzle]\n" + rows(known), "[State]\n", ""},
	{"sdk: puzzles", "", "[Puzzle]\n", "a puzzle of 0 rows, want 9"},
	{"sdk: description", "[Puzzle]\n" + rows(known), "#Caaaa\n", "a description longer than 1048576 bytes"},
	{"sdk: line", "[Puzzle]\n#C", "a", "line 2: longer than 1048576 bytes"},
	{"exchange", exchangeLine(known), "a", "line 2: longer than 1048576 bytes"},
	{"exchange: words", exchangeLine(known), strings.Repeat("a ", 1<<18) + "\n", "line 2: want a name"},
	{"empty lines", "", "\n", ""},
	{"blank rows", "1 2\n3\n4\n", "\n", "a grid of 3 rows, want 9"},
	{"json: depth", "", `{"puzzle":[`, "nested more than 64 deep"},
	{"json: text", `[{"a":"`, "1", "a text longer than 1048576 bytes"},
	{"json: cells", "[\n", "1,\n", "not JSON: it ends within an array or an object"},
	{"json: names", "{\n", `"a":1,`, "not JSON"},
	{"html: cells", "<html><table><tr>", "<td>", "longer than 1048576 bytes"},
	{"html: tag", "<html><", "a", "longer than 1048576 bytes"},
	{"html: rows", "<html><table>", "<tr><td>1</td></tr>", "a row of 1 cell, want 9"},
}

func TestHostileFilesAreReadInLittleMemory(t *testing.T) {
	for _, test := range hostile {
		t.Run(test.name, func(t *testing.T) {
			file := io.MultiReader(strings.NewReader(test.head), newEndless(test.again, 20<<20))
			_, faults, first := newHeapGauge(file).check(t, mostHeap)
			var parse *sudoku.ParseError
			switch {
			case test.want == "" && faults > 0:
				t.Errorf("%d faults, the first of them %v", faults, first)
			case test.want != "" && (!errors.As(first, &parse) || !strings.Contains(first.Error(), test.want)):
				t.Errorf("%d faults, the first of them %v; want %q", faults, first, test.want)
			}
		})
	}
}

// Compressed files may be of any length as well.
func TestCompressedFilesAreReadInLittleMemory(t *testing.T) {
	for name, compress := range compressors {
		t.Run(name, func(t *testing.T) {
			length := honestLength()
			var packed bytes.Buffer
			w := compress(&packed)
			if _, err := io.Copy(w, newEndless(known+"\n", length)); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			sound, faults, first := newHeapGauge(Unpack(&packed)).check(t, mostHonest)
			if sound != length/len(known+"\n") || faults > 0 {
				t.Errorf("%d records and %d faults, the first of them %v", sound, faults, first)
			}
		})
	}
}

// A small file that unpacks to gigabytes of one byte is one line that is too long.
func TestBombsAreOneError(t *testing.T) {
	for name, compress := range compressors {
		t.Run(name, func(t *testing.T) {
			var packed bytes.Buffer
			w := compress(&packed)
			if _, err := io.Copy(w, newEndless("1", 16*honestLength())); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			t.Logf("%d KB unpack to %d MB", packed.Len()>>10, 16*honestLength()>>20)
			sound, faults, first := newHeapGauge(Unpack(&packed)).check(t, mostHeap)
			var parse *sudoku.ParseError
			if sound != 0 || faults != 1 || !errors.As(first, &parse) || parse.Line != 1 {
				t.Errorf("%d records and %d faults, the first of them %v; want one on line 1", sound, faults, first)
			}
		})
	}
}

// compressors are the ways to compress that Unpack undoes.
var compressors = map[string]func(io.Writer) io.WriteCloser{
	"zstd": func(w io.Writer) io.WriteCloser {
		encoder, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			panic(err)
		}
		return encoder
	},
	"gzip": func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
}

// FuzzBounded demands that any text after any head, over and over, is read in
// bounded memory.
func FuzzBounded(f *testing.F) {
	for _, test := range hostile {
		if len(test.again) < 100 {
			f.Add(test.head, test.again)
		}
	}
	f.Fuzz(func(t *testing.T, head, again string) {
		if again == "" {
			t.Skip("nothing comes again, so the file is not a long one")
		}
		const length, most = 3 << 20, 10_000 // bytes, and records
		gauge := newHeapGauge(io.MultiReader(strings.NewReader(head), newEndless(again, length)))
		n := 0
		for range Puzzles(gauge) {
			if n++; n == most {
				break
			}
		}
		gauge.measure()
		if used := max(gauge.most, gauge.before) - gauge.before; used > mostHeap {
			t.Errorf("%d MB of heap", used>>20)
		}
	})
}
