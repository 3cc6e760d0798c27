package sudoku

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"
)

// linesOf returns the lines of a text.
func linesOf(t rapid.TB, r io.Reader) (list []string) {
	t.Helper()
	lines := ScanLines(r)
	for lines.Scan() {
		list = append(list, string(lines.Bytes()))
		if lines.Number() != len(list) {
			t.Fatalf("line %d has the number %d", len(list), lines.Number())
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// However lines end, also each in another way, and however they arrive, they are
// the same lines.
func TestScanLinesKnowsAllEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := rapid.SliceOf(rapid.StringMatching(`[ #.1-9]{0,5}`)).Draw(t, "lines")
		var text strings.Builder
		for i, line := range want {
			ends := []string{"\n", "\r\n", "\r"}
			if i > 0 && line == "" && strings.HasSuffix(text.String(), "\r") {
				ends = ends[1:] // an LF would be a part of the end before
			}
			text.WriteString(line + rapid.SampledFrom(ends).Draw(t, "end"))
		}
		whole := strings.NewReader(text.String())
		for _, r := range []io.Reader{whole, iotest.OneByteReader(strings.NewReader(text.String())), iotest.DataErrReader(strings.NewReader(text.String()))} {
			if got := linesOf(t, r); !slices.Equal(got, want) {
				t.Fatalf("%q has the lines %q, want %q", text.String(), got, want)
			}
		}
	})
}

// What was searched once is not searched again when more of a line arrives: ends
// of lines that appear there later are not seen.
func TestLineSplitterSearchesOnce(t *testing.T) {
	const length = 100
	var l lineSplitter
	data := []byte(strings.Repeat("a", length) + "\n")
	for n := range length {
		if advance, line, err := l.split(data[:n], false); advance != 0 || line != nil || err != nil {
			t.Fatalf("after %d bytes: %d, %q, %v", n, advance, line, err)
		}
		if n > 0 {
			data[n-1] = '\n'
		}
	}
	if advance, line, err := l.split(data, false); advance != length+1 || len(line) != length || err != nil {
		t.Errorf("the line is %q, %d bytes, %v", line, advance, err)
	}
	if advance, line, _ := l.split([]byte("b\nc"), true); advance != 2 || string(line) != "b" {
		t.Errorf("the next line is %q, %d bytes", line, advance)
	}
}

func TestNewlinesIsAReader(t *testing.T) {
	const text, want = "a\r\r\nb\r\n\r\n\nc\r", "a\n\nb\n\n\nc\n"
	if err := iotest.TestReader(Newlines(strings.NewReader(text)), []byte(want)); err != nil {
		t.Error(err)
	}
	broken := errors.New("the disk is on fire")
	if _, err := io.ReadAll(Newlines(iotest.ErrReader(broken))); !errors.Is(err, broken) {
		t.Errorf("got %v, want %v", err, broken)
	}
}

// The longest line is read; one byte more is an error with its place.
func TestScanLinesBoundsLines(t *testing.T) {
	longest := strings.Repeat("1", MaxLine)
	for _, end := range []string{"", "\n", "\r", "\r\n"} {
		if got := linesOf(t, strings.NewReader("#\n"+longest+end)); len(got) != 2 || got[1] != longest {
			t.Errorf("%d lines, want 2", len(got))
		}
		lines := ScanLines(strings.NewReader("#\r1" + longest + end))
		for lines.Scan() {
		}
		if lines.Scan() {
			t.Errorf("a scan goes on after its error with %d bytes", len(lines.Bytes()))
		}
		var parse *ParseError
		if !errors.As(lines.Err(), &parse) || parse.Line != 2 || !strings.Contains(parse.Reason, "1048576 bytes") {
			t.Errorf("got %v, want an error on line 2", lines.Err())
		}
	}
}

func FuzzScanLines(f *testing.F) {
	f.Add("\xef\xbb\xbfa\r\rb\r\n\n\xef\xbb\xbf")
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		for line := range strings.Lines(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)) {
			want = append(want, strings.TrimSuffix(line, "\n"))
		}
		if len(want) > 0 {
			want[0] = strings.TrimPrefix(want[0], "\xef\xbb\xbf")
		}
		if got := linesOf(t, iotest.HalfReader(strings.NewReader(text))); !slices.Equal(got, want) {
			t.Fatalf("%q has the lines %q, want %q", text, got, want)
		}
	})
}
