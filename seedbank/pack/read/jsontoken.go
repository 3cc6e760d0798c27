package read

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonTokens reads the tokens of one or more JSON values. It neither keeps nor
// allocates memory for each.
type jsonTokens struct {
	kind jsontext.Kind // kind of the current token
	text []byte        // text of a string, without escapes, or of another value; valid until the next token

	decoder *jsontext.Decoder
	file    io.Reader
	failed  error   // error of reading the file
	left    int     // bytes that may be read for the token at hand
	read    int64   // bytes so far
	ends    []int64 // where lines end,
	passed  int     // how many of these the last place asked for lies behind,
	lines   int     // how many were there before,
	begin   int64   // and where its line begins
}

// The kinds of tokens that are neither a number nor an array nor an object.
const (
	stringToken jsontext.Kind = '"'
	nullToken   jsontext.Kind = 'n'
)

// newJSONTokens returns the tokens of a file.
func newJSONTokens(file io.Reader) *jsonTokens {
	j := &jsonTokens{decoder: &jsontext.Decoder{}}
	j.reset(file, 1)
	return j
}

// reset starts with another file, whose first line has a number.
func (j *jsonTokens) reset(file io.Reader, line int) {
	*j = jsonTokens{decoder: j.decoder, text: j.text, ends: j.ends[:0], file: file, lines: line - 1}
	j.decoder.Reset(jsonFile{j}, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// next reads a token. At the end it returns [io.EOF], or [io.ErrUnexpectedEOF]
// within a value. Malformed JSON gives a [*sudoku.ParseError].
func (j *jsonTokens) next() error {
	j.left = maxRecord
	j.text = j.text[:0]
	var (
		value jsontext.Value
		err   error
	)
	switch j.kind = j.decoder.PeekKind(); j.kind {
	case '[', '{', ']', '}':
		_, err = j.decoder.ReadToken()
	case stringToken:
		if value, err = j.decoder.ReadValue(); err == nil {
			// Invalid UTF-8 becomes U+FFFD, as in package encoding/json.
			j.text, _ = jsontext.AppendUnquote(j.text, value)
		}
	default:
		value, err = j.decoder.ReadValue()
		j.text = append(j.text, value...)
	}
	if err == nil {
		return nil
	}
	return j.failure(err)
}

// failure returns the error of reading the file, or else the error in the JSON
// with its place.
func (j *jsonTokens) failure(err error) error {
	switch {
	case j.failed != nil && errors.Is(err, j.failed):
		return j.failed
	case errors.Is(err, io.ErrUnexpectedEOF):
		return io.ErrUnexpectedEOF
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		line := j.lineAt(syntax.ByteOffset)
		return malformed(line, int(syntax.ByteOffset-j.begin)+1, "not JSON: %v", syntax.Err)
	}
	return err
}

// line returns the line of the token at hand, from 1.
func (j *jsonTokens) line() int { return j.lineAt(j.decoder.InputOffset()) }

// place returns the line and the column where the text of the token at hand begins, if
// it has no escapes.
func (j *jsonTokens) place() (line, column int) {
	line, end := j.line(), j.decoder.InputOffset()
	if j.kind == stringToken {
		end--
	}
	return line, int(end-j.begin) - len(j.text) + 1
}

// lineAt returns the line of a place. Places ascend.
func (j *jsonTokens) lineAt(place int64) int {
	for j.passed < len(j.ends) && j.ends[j.passed] <= place {
		j.begin = j.ends[j.passed]
		j.passed++
	}
	return j.lines + j.passed + 1
}

// jsonFile is the file for a decoder, which reads ahead. It records the ends of
// lines, and fails if a token is too long.
type jsonFile struct{ *jsonTokens }

func (j jsonFile) Read(buf []byte) (n int, err error) {
	if j.failed = errTooLong; j.left > 0 {
		n, j.failed = j.file.Read(buf[:min(len(buf), j.left)])
	}
	j.line()
	j.ends = append(j.ends[:0], j.ends[j.passed:]...)
	j.lines, j.passed = j.lines+j.passed, 0
	for at := 0; ; {
		end := bytes.IndexByte(buf[at:n], '\n')
		if end < 0 {
			break
		}
		at += end + 1
		j.ends = append(j.ends, j.read+int64(at))
	}
	j.left -= n
	j.read += int64(n)
	return n, j.failed
}
