package read

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/sudoku"
)

// isBinary reports whether the first line of a file has a zero byte, as far as
// [Detect] has read it. A text in UTF-16 without a byte order mark has some too.
func isBinary(file *textReader) bool {
	head, _ := file.Peek(file.Buffered())
	line, _, _ := bytes.Cut(head, []byte("\n"))
	return bytes.IndexByte(line, 0) >= 0
}

// textReader is a buffered file in which every line end is LF.
type textReader struct{ *bufio.Reader }

// buffer returns r as text. It skips the byte order mark that some editors put
// first.
func buffer(r io.Reader) *textReader {
	if t, ok := r.(*textReader); ok {
		return t
	}
	t := &textReader{bufio.NewReaderSize(sudoku.Newlines(inUTF8(r)), bounds.Peek)}
	mark := []byte("\xef\xbb\xbf")
	// Peek at one byte first, because a person at a terminal may not type three.
	if head, _ := t.Peek(1); bytes.Equal(head, mark[:1]) {
		if head, _ := t.Peek(3); bytes.Equal(head, mark) {
			t.Discard(len(mark))
		}
	}
	return t
}

// inUTF8 returns a text in UTF-16 with a byte order mark, as Windows writes it, in UTF-8. It
// returns every other file as it is.
func inUTF8(r io.Reader) io.Reader {
	var head [2]byte
	n, _ := io.ReadFull(r, head[:1])
	if head[0] >= 0xfe {
		second, _ := io.ReadFull(r, head[1:])
		n += second
	}
	whole := io.MultiReader(bytes.NewReader(head[:n]), r)
	if head[0]^head[1] == 0xff^0xfe && n == 2 {
		return transform.NewReader(whole, unicode.UTF16(unicode.BigEndian, unicode.ExpectBOM).NewDecoder())
	}
	return whole
}

// prologs are the beginnings of what may stand before the first element of a page, and their ends.
var prologs = [...][2]string{{"<?", "?>"}, {"<!--", "-->"}}

// tellingLine returns the first line that is neither empty nor a comment, from behind an XML
// declaration. It looks only at the first [bounds.Peek] bytes, and returns "" if there is no
// such line.
func tellingLine(r *textReader) string {
	for want := 1; ; want = r.Buffered() + 1 {
		_, err := r.Peek(want)
		head, _ := r.Peek(r.Buffered())
		for len(head) > 0 {
			line, rest, complete := bytes.Cut(head, []byte("\n"))
			line = bytes.TrimSpace(line)
			if (complete || err != nil) && len(line) > 0 && line[0] != '#' {
				i := slices.IndexFunc(prologs[:], func(p [2]string) bool { return bytes.HasPrefix(line, []byte(p[0])) })
				if i < 0 {
					return string(line)
				}
				_, rest, complete = bytes.Cut(head, []byte(prologs[i][1]))
				if !complete && err != nil {
					return string(line)
				}
			}
			head = rest
		}
		if err != nil {
			return ""
		}
	}
}

// maxRecord is the length of the longest record of any format, in bytes: a line,
// a row of a table, an element with those around it, a description. Readers keep
// no more than one record in memory, so that a file may be of any length.
const maxRecord = sudoku.MaxLine

// errTooLong is what a boundedReader returns when a record is too long.
var errTooLong = errors.New("record too long")

// boundedReader limits the file of a decoder that keeps everything it reads in
// memory. The user of the decoder resets the limit for each token.
type boundedReader struct {
	*textReader
	left int // bytes that may still be read; -1 after an attempt to read more
}

func (b *boundedReader) ReadByte() (byte, error) {
	if b.left <= 0 {
		b.left = -1
		return 0, errTooLong
	}
	b.left--
	return b.textReader.ReadByte()
}
