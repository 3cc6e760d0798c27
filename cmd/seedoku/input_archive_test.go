package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
)

// A zip archive is read file by file, with the names in the places; hidden files
// are left out, and what is compressed in it is unpacked.
func TestArchive(t *testing.T) {
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	io.WriteString(z, puzzle)
	z.Close()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for _, file := range []struct{ name, text string }{
		{"b.txt", "# two\n" + puzzle + "\n" + puzzle[1:] + "\n"}, {"a/", ""}, {"a/c.gz", packed.String()}, {"__MACOSX/b.txt", "x"}, {".hidden", "x"},
	} {
		f, err := w.Create(file.name)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(f, file.text)
	}
	w.Close()
	_, book, _ := runStarter(t, console.Terminal{}, "gen", "--level", "1", "--format", "epub")
	for _, test := range []struct {
		what, text string
		want       []string
	}{
		{"whole", archive.String(), []string{"standard input/b.txt:2 ok", "standard input/b.txt:3 80 cells, want 81", "standard input/a/c.gz:1 ok"}},
		{"cut short", archive.String()[:archive.Len()/2], []string{"standard input the zip file is damaged or cut short"}},
		{"a book", book, []string{"standard input this is a file of format epub, which puzzles cannot be read from"}},
	} {
		p := program{cli.Program{Stdin: strings.NewReader(test.text)}}
		var got []string
		for batch := range p.inputs(nil) {
			for _, in := range batch {
				fate := "ok"
				if in.err != nil {
					fate = in.err.Error()
				} else if in.grid.String() != puzzle {
					fate = in.grid.String()
				}
				got = append(got, in.where()+" "+fate)
			}
		}
		if strings.Join(got, "\n") != strings.Join(test.want, "\n") {
			t.Errorf("%s: got\n%s", test.what, strings.Join(got, "\n"))
		}
	}
}

// archiveOf returns a zip archive of files with one text.
func archiveOf(t testing.TB, text []byte, names ...string) string {
	t.Helper()
	var archive bytes.Buffer
	w := zip.NewWriter(&archive)
	for _, name := range names {
		f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate})
		if err == nil {
			_, err = f.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return archive.String()
}

// readAll returns the places and errors of a text on standard input.
func readAll(text string) (got []string, errs []error) {
	p := program{cli.Program{Stdin: strings.NewReader(text)}}
	for batch := range p.inputs(nil) {
		for _, in := range batch {
			got, errs = append(got, in.where()), append(errs, in.err)
		}
	}
	return got, errs
}

// Names in archives do nothing to a terminal.
func TestNamesInArchives(t *testing.T) {
	for name, want := range map[string]string{
		"\x1b[2Jx\nseedoku: all well": `"standard input/\x1b[2Jx\nseedoku: all well"`,
		"a\u202egnp.txt":              `"standard input/a\u202egnp.txt"`,
		"a\rb":                        `"standard input/a\rb"`,
		"caf\xe9":                     `"standard input/caf\xe9"`,
		"Судоку 1.txt":                "standard input/Судоку 1.txt",
	} {
		got, errs := readAll(archiveOf(t, []byte("1"), name))
		if len(got) != 1 || errs[0] == nil || got[0] != want {
			t.Errorf("%q: %q, %v", name, got, errs)
		}
	}
}

// FuzzNamesInArchives demands of any name and any text that what is said of them is
// one line of what can be seen.
func FuzzNamesInArchives(f *testing.F) {
	f.Add("\x1b[2Jx\nseedoku: all well", []byte(""))
	f.Add("a/../b", []byte("puzzle\n\x1b\n"))
	f.Add("x\x1b/", []byte("puzzle"))
	f.Add("\u2066", []byte("{\"puzzle\":\"\\u001b[2J\"}"))
	f.Add("x.csv", []byte("a,\x1b[2J\n1,2"))
	f.Fuzz(func(t *testing.T, name string, text []byte) {
		if strings.HasSuffix(name, "/") { // a folder
			text = nil
		}
		got, errs := readAll(archiveOf(t, text, name))
		for i, place := range got {
			if phrase.Printable(place) != place {
				t.Fatalf("the place %q", place)
			}
			if err := errs[i]; err != nil && strings.ContainsFunc(phrase.Line(err.Error()), func(r rune) bool { return !strconv.IsPrint(r) && r != '\t' }) {
				t.Fatalf("the error %q", err)
			}
		}
	})
}

// Few bytes that are unpacked to very many without a puzzle are given up, in a file
// and in an archive as a whole; a puzzle now and then is enough to go on.
func TestBarrenInput(t *testing.T) {
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......\n"
	blank := bytes.Repeat([]byte("\n"), bounds.Barren*3/4)
	names := []string{"a", "b", "c", "d"}
	if got, errs := readAll(archiveOf(t, blank, names...)); len(got) != 2 || !errors.Is(errs[0], errNoPuzzle) || errs[1] == nil || errs[1].Error() != "no puzzle in 8 MiB of it: the rest is not read" {
		t.Errorf("%q, %v", got, errs)
	}
	if got, errs := readAll(archiveOf(t, append(blank, puzzle...), names...)); len(got) != 4 || errors.Join(errs...) != nil {
		t.Errorf("%q, %v", got, errs)
	}
	if got, errs := readAll(string(blank) + string(blank)); len(got) != 1 || errs[0] == nil || !strings.HasPrefix(errs[0].Error(), "no puzzle in 8 MiB") {
		t.Errorf("%q, %v", got, errs)
	}
}

// An archive with more files than its list has room for is refused.
func TestLongListOfAnArchive(t *testing.T) {
	entry := strings.Repeat("x", 1<<16-1)
	names := make([]string, bounds.Directory>>16+2)
	for i := range names {
		names[i] = entry
	}
	if _, errs := readAll(archiveOf(t, nil, names...)); len(errs) != 1 || !errors.Is(errs[0], errLongList) {
		t.Errorf("%d errors, first %v", len(errs), errors.Join(errs...))
	}
	if _, errs := readAll(archiveOf(t, nil, names[:100]...)); len(errs) != 100 {
		t.Errorf("%d errors of 100 empty files", len(errs))
	}
}
