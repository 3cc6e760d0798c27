package book

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goitalic"
	"golang.org/x/image/font/gofont/goregular"

	"github.com/seedoku/seedoku/internal/bounds"
)

// Font is the letters of a book. The zero Font is the built-in one, which has
// Latin, Greek and Cyrillic letters in regular, bold and italic. A font that was
// read stands for all three.
type Font struct {
	file    []byte   // TrueType, or nil
	letters *letters // that it has, or nil
}

// ParseFont reads a file of a font with TrueType outlines, all of it, within the
// bounds of package bounds. It copies nothing: the file must not change.
func ParseFont(file []byte) (Font, error) {
	switch {
	case bytes.HasPrefix(file, []byte("OTTO")):
		return Font{}, errors.New("a font with PostScript outlines; a booklet takes TrueType outlines, mostly in files that end with .ttf")
	case bytes.HasPrefix(file, []byte("ttcf")):
		return Font{}, errors.New("a collection of fonts; a booklet takes a single one, in a file that ends with .ttf")
	case bytes.HasPrefix(file, []byte("wOF")):
		return Font{}, errors.New("a font packed for the web; a booklet takes it unpacked, in a file that ends with .ttf")
	}
	if err := bounds.Check("a font", int64(len(file)), bounds.Font, bounds.Bytes); err != nil {
		return Font{}, err
	}
	letters, err := readFont(file)
	if err != nil {
		return Font{}, fmt.Errorf("not a font with TrueType outlines: %w", err)
	}
	font := Font{file, letters}
	return font, font.Legible("0123456789")
}

// builtInLetters are the letters of the zero [Font], read when they are first
// asked for.
var builtInLetters = sync.OnceValues(func() (*letters, error) { return readFont(goregular.TTF) })

// Legible returns an error if f lacks a letter of a text, or if the text is not in
// UTF-8.
func (f Font) Legible(text string) error {
	has, whose := f.letters, "the given font"
	if f.file == nil {
		var err error
		if has, err = builtInLetters(); err != nil {
			return err
		}
		whose = "the built-in font, which is Latin, Greek and Cyrillic"
	}
	if err := readable(text); err != nil {
		return err
	}
	for _, letter := range text {
		if other, ok := standIns[letter]; ok && !has.has(letter) {
			letter = other
		}
		if letter != '\n' && letter != '\t' && !has.has(letter) {
			return fmt.Errorf("%w %q (%U) in %s", ErrNoLetter, letter, letter, whose)
		}
	}
	return nil
}

// standIns are the spaces and hyphens of which many fonts have one only, each with the one
// that is set for it.
var standIns = map[rune]rune{softHyphen: '-', '\u2010': '-', '\u2011': '-', '\u00a0': ' ', '\u2009': ' ', '\u202f': ' '}

// shown returns a text as the font shows it: spaces and hyphens that it lacks are others, and a
// soft hyphen, which was not used when a word was broken, is nothing.
func (f *Font) shown(text string) string {
	if !strings.ContainsFunc(text, func(letter rune) bool { return standIns[letter] != 0 }) {
		return text
	}
	has := f.letters
	if has == nil {
		has, _ = builtInLetters() // is without error, see Legible
	}
	return strings.Map(func(letter rune) rune {
		if letter == softHyphen {
			return -1
		}
		if other, ok := standIns[letter]; ok && !has.has(letter) {
			return other
		}
		return letter
	}, text)
}

// readable returns an error if a text is not in UTF-8, or has a character that XML does not
// allow.
//
// https://www.w3.org/TR/xml/#charsets
func readable(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("a text that is not in UTF-8")
	}
	for _, letter := range text {
		if letter < ' ' && letter != '\n' && letter != '\t' || letter == 0xfffe || letter == 0xffff {
			return fmt.Errorf("%w %q (%U) in any font", ErrNoLetter, letter, letter)
		}
	}
	return nil
}

// ErrNoLetter says that a text has a letter that its font does not have.
var ErrNoLetter = errors.New("no letter")

// face is a look of the letters: a style of the library that writes the file.
type face string

const (
	regular face = ""
	bold    face = "B"
	italic  face = "I"
)

// builtIn are the files of the zero [Font].
var builtIn = [...]struct {
	face face
	file []byte
}{{regular, goregular.TTF}, {bold, gobold.TTF}, {italic, goitalic.TTF}}

// of returns the file for a face. It is a copy, as the library may write on what
// it is handed.
func (f Font) of(i int) []byte {
	if f.file != nil {
		return slices.Clone(f.file)
	}
	return withHyphen(slices.Clone(builtIn[i].file))
}

// withHyphen gives the hyphen of a built-in font the shape and the width of its soft hyphen,
// which it writes there. Its own is as long as a minus, and longer than a dash.
func withHyphen(file []byte) []byte {
	const hyphen, soft = 16, 111 // glyphs
	f := &fontFile{file: file}
	if errors.Join(f.directory(), f.head(), f.location()) == nil { // always, as a test shows
		shapes, widths := f.tables["glyf"], f.tables["hmtx"]
		copy(shapes[f.offsets[hyphen]:f.offsets[hyphen+1]], shapes[f.offsets[soft]:f.offsets[soft+1]])
		copy(widths[4*hyphen:4*hyphen+4], widths[4*soft:])
	}
	return file
}
