package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"
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
	for _, test := range []struct {
		what, text string
		want       []string
	}{
		{"whole", archive.String(), []string{"standard input/b.txt:2 ok", "standard input/b.txt:3 80 cells, want 81", "standard input/a/c.gz:1 ok"}},
		{"cut short", archive.String()[:archive.Len()/2], []string{"standard input the zip file is damaged or cut short"}},
	} {
		p := program{stdin: strings.NewReader(test.text)}
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
