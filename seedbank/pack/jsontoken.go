package pack

import (
	"bytes"
	"errors"
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// tokenKind is what a token of JSON is: '[', ']', '{' or '}', or a value by the
// character that it begins with.
type tokenKind byte

const (
	stringToken  tokenKind = '"'
	numberToken  tokenKind = '0'
	nullToken    tokenKind = 'n'
	booleanToken tokenKind = 't'
)

// jsonTokens cuts JSON as RFC 8259 has it into tokens, without keeping or
// allocating anything for each. There may be several values, one after the other.
type jsonTokens struct {
	file  *textReader
	ahead []byte    // what the file has ready,
	at    int       // and how much of it was read
	line  int       // of the byte read last
	kind  tokenKind // of the token at hand
	name  bool      // it is the name of a member
	text  []byte    // of a string, without escapes, or of another value; until the next token

	open   []byte // [ or { for each array and object around
	after  bool   // a value or member has been read there: a comma or an end follows
	comma  bool   // a comma has been read: no end follows
	value  bool   // a name has been read: its value follows
	column int    // of the byte read last, from 1

	half    rune // the last character that \u gave in this string,
	halfEnd int  // and the length of the text behind it
}

// next reads a token. At the end it returns [io.EOF], or [io.ErrUnexpectedEOF]
// within a value. What is no JSON gives a [*sudoku.ParseError].
func (j *jsonTokens) next() error {
	c, err := j.skipSpace()
	if err == nil && len(j.open) > 0 && j.after && c == ',' {
		j.after, j.comma = false, true
		c, err = j.skipSpace()
	}
	switch {
	case errors.Is(err, io.EOF) && len(j.open) > 0:
		return io.ErrUnexpectedEOF
	case err != nil:
		return err
	case c == ']' || c == '}':
		return j.end(c)
	case len(j.open) > 0 && j.after:
		return j.unexpected(c, "a comma or an end")
	}
	inObject := len(j.open) > 0 && j.open[len(j.open)-1] == '{'
	j.name = inObject && !j.value
	j.comma, j.value = false, false
	if j.name {
		return j.readName(c)
	}
	j.after = true
	return j.readValue(c)
}

// end takes the end of an array or object.
func (j *jsonTokens) end(c byte) error {
	if len(j.open) == 0 || j.comma || j.value || c != j.open[len(j.open)-1]+2 {
		return j.unexpected(c, "a value")
	}
	j.open = j.open[:len(j.open)-1]
	j.kind, j.name, j.after = tokenKind(c), false, true
	return nil
}

// readName reads the name of a member and the colon behind it.
func (j *jsonTokens) readName(c byte) error {
	if c != '"' {
		return j.unexpected(c, "a name in quotes")
	}
	if err := j.readString(); err != nil {
		return err
	}
	c, err := j.skipSpace()
	switch {
	case errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	case err == nil && c != ':':
		return j.unexpected(c, "a colon")
	}
	j.value = true
	return err
}

func (j *jsonTokens) readValue(c byte) error {
	switch {
	case c == '[' || c == '{':
		j.kind, j.after = tokenKind(c), false
		j.open = append(j.open, c)
		return nil
	case c == '"':
		return j.readString()
	case c == '-' || '0' <= c && c <= '9':
		return j.readNumber(c)
	}
	return j.readWord(c)
}

// jsonWords are the values that are words.
var jsonWords = [...]struct {
	word string
	kind tokenKind
}{{"null", nullToken}, {"true", booleanToken}, {"false", booleanToken}}

func (j *jsonTokens) readWord(c byte) error {
	for _, w := range jsonWords {
		if w.word[0] != c {
			continue
		}
		j.kind, j.text = w.kind, append(j.text[:0], c)
		for i := 1; i < len(w.word); i++ {
			c, err := j.readByte()
			if err != nil {
				return err
			}
			if c != w.word[i] {
				return j.unexpected(c, "the word "+w.word)
			}
			j.text = append(j.text, c)
		}
		return nil
	}
	return j.unexpected(c, "a value")
}

func (j *jsonTokens) readNumber(c byte) error {
	j.kind, j.text = numberToken, append(j.text[:0], c)
	for {
		c, err := j.readByte()
		if err != nil && len(j.open) == 0 && errors.Is(err, io.ErrUnexpectedEOF) {
			break
		}
		if err != nil {
			return err
		}
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c|0x20 != 'e' {
			j.unread()
			break
		}
		if j.text = append(j.text, c); len(j.text) > maxRecord {
			return errTooLong
		}
	}
	if !isJSONNumber(j.text) {
		return malformed(j.line, 0, "not JSON: %q is no number", j.text)
	}
	return nil
}

// isJSONNumber asks for a number as RFC 8259, section 6, has it.
func isJSONNumber(text []byte) bool {
	text = bytes.TrimPrefix(text, []byte("-"))
	whole := digitsOf(text)
	if whole == 0 || whole > 1 && text[0] == '0' {
		return false
	}
	if text = text[whole:]; len(text) > 0 && text[0] == '.' {
		n := digitsOf(text[1:])
		if text = text[1+n:]; n == 0 {
			return false
		}
	}
	if len(text) > 0 && text[0]|0x20 == 'e' {
		if text = text[1:]; len(text) > 0 && (text[0] == '+' || text[0] == '-') {
			text = text[1:]
		}
		return len(text) > 0 && digitsOf(text) == len(text)
	}
	return len(text) == 0
}

// digitsOf returns how many digits a text begins with.
func digitsOf(text []byte) (n int) {
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// readString reads a string behind its first quote. Each byte that is no UTF-8
// becomes U+FFFD, as in package encoding/json.
func (j *jsonTokens) readString() error {
	j.kind, j.text, j.half = stringToken, j.text[:0], 0
	for {
		c, err := j.readByte()
		switch {
		case err != nil:
			return err
		case c == '"':
			if !utf8.Valid(j.text) {
				j.text = []byte(string([]rune(string(j.text))))
			}
			return nil
		case c < ' ':
			return j.unexpected(c, "the end of a string")
		case c == '\\':
			if err := j.readEscape(); err != nil {
				return err
			}
		default:
			j.text = append(j.text, c)
			j.readPlain()
		}
		if len(j.text) > maxRecord {
			return errTooLong
		}
	}
}

// readPlain reads on in a string as far as it is plain ASCII and at hand.
func (j *jsonTokens) readPlain() {
	end := j.at
	for end < len(j.ahead) && ' ' <= j.ahead[end] && j.ahead[end] < utf8.RuneSelf && j.ahead[end] != '"' && j.ahead[end] != '\\' {
		end++
	}
	j.text = append(j.text, j.ahead[j.at:end]...)
	j.column += end - j.at
	j.at = end
}

// jsonEscapes are what stands behind a backslash, and what it means.
const jsonEscapes, jsonEscaped = `"\/bfnrt`, "\"\\/\b\f\n\r\t"

func (j *jsonTokens) readEscape() error {
	c, err := j.readByte()
	if err != nil {
		return err
	}
	if at := bytes.IndexByte([]byte(jsonEscapes), c); at >= 0 {
		j.text = append(j.text, jsonEscaped[at])
		return nil
	}
	if c != 'u' {
		return j.unexpected(c, "an escape")
	}
	unit, err := j.readHex()
	if err != nil {
		return err
	}
	// Half of a surrogate pair is no character, until the other half follows.
	if pair := utf16.DecodeRune(j.half, unit); pair != utf8.RuneError && j.halfEnd == len(j.text) {
		j.text = utf8.AppendRune(j.text[:j.halfEnd-len("\ufffd")], pair)
		return nil
	}
	j.text = utf8.AppendRune(j.text, unit) // U+FFFD for a half
	j.half, j.halfEnd = unit, len(j.text)
	return nil
}

// readHex reads the four digits of an escaped character.
func (j *jsonTokens) readHex() (unit rune, err error) {
	for range 4 {
		c, err := j.readByte()
		if err != nil {
			return 0, err
		}
		at := bytes.IndexByte([]byte("0123456789abcdef"), c|0x20)
		if '0' <= c && c <= '9' {
			at = int(c - '0')
		}
		if at < 0 || c < '0' {
			return 0, j.unexpected(c, "four hexadecimal digits")
		}
		unit = unit<<4 | rune(at)
	}
	return unit, nil
}

// read reads a byte.
func (j *jsonTokens) read() (byte, error) {
	if j.at == len(j.ahead) {
		j.file.Discard(j.at) // it is there
		j.ahead, j.at = nil, 0
		if _, err := j.file.Peek(1); err != nil {
			return 0, err
		}
		j.ahead, _ = j.file.Peek(j.file.Buffered())
	}
	c := j.ahead[j.at]
	j.at++
	j.column++
	return c, nil
}

// unread gives back the byte that was read last.
func (j *jsonTokens) unread() {
	j.at--
	j.column--
}

// readByte reads a byte within a token, where the file does not end.
func (j *jsonTokens) readByte() (byte, error) {
	c, err := j.read()
	if err != nil && errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return c, err
}

// skipSpace reads the first byte of a token.
func (j *jsonTokens) skipSpace() (byte, error) {
	for {
		c, err := j.read()
		if err != nil || c > ' ' {
			return c, err
		}
		switch c {
		case '\n':
			j.line, j.column = j.line+1, 0
		case ' ', '\t', '\r':
		default:
			return c, nil
		}
	}
}

// unexpected returns the error for a byte in place of what was wanted.
func (j *jsonTokens) unexpected(c byte, want string) error {
	column, text := j.column, []byte{c}
	for !utf8.FullRune(text) {
		c, err := j.read()
		if err != nil {
			break
		}
		text = append(text, c)
	}
	char, _ := utf8.DecodeRune(text)
	return malformed(j.line, column, "not JSON: %q in place of %s", char, want)
}
