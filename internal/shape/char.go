package shape

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Classes of characters of a plain text, after [plain].
const (
	strong = ".0_*-" // always an empty cell, where they stand in a cell
	weak   = "xXoO?" // an empty cell only in a grid that has no other mark for one
	bars   = "|!"
	// between are the characters that may stand between cells, beside white space.
	between = bars + " ,;:/[]{}()\"'`+\\>&$"
)

// lookalikes are characters that people write in place of ASCII characters.
var lookalikes = [...]struct {
	char  byte
	alike string
}{
	{'.', "·•∙⋅・･．。◦‧░□▢◻☐⬜"},
	{'x', "×✕✖╳ｘ"},
	{'o', "○◯"},
	{'?', "？"},
	{'_', "＿"},
	{'*', "＊∗"},
	{'-', "‐‑‒–—―−－¯‾ー─━═┄┅┈┉╌╍╴╶╸╺╼╾"},
	{'|', "¦｜‖∣│┃║┆┇┊┋╎╏╵╷╹╻╽╿▏▕█"},
	{',', "，、"},
	{';', "；"},
	{':', "："},
	{'"', "“”„«»"},
	{'\'', "‘’"},
	{'[', "［【"},
	{']', "］】"},
}

// words are what programs write for an empty cell and for a space.
var words = [...]struct {
	text string
	char byte
}{{"null", '.'}, {"None", '.'}, {"NaN", '.'}, {"nil", '.'}, {"NA", '.'}, {"&nbsp;", ' '}}

// plain returns a line with one byte for each character and each of [words]: ASCII
// for similar characters, 'a' for any other letter and '~' for any other sign.
func plain(line string) string {
	if isPlain(line) {
		return line
	}
	var b strings.Builder
	for at := 0; at < len(line); {
		p, size, visible := firstChar(line[at:])
		if visible {
			b.WriteByte(p)
		}
		at += size
	}
	return b.String()
}

// firstChar returns the byte that stands in a plain line for the first character or
// word of a text, as plainChar does, and the length of that in the text.
func firstChar(text string) (p byte, size int, visible bool) {
	switch c := text[0]; {
	case c == 'n' || c == 'N' || c == '&':
		for i := range words {
			if strings.HasPrefix(text, words[i].text) {
				return words[i].char, len(words[i].text), true
			}
		}
	case c < utf8.RuneSelf: // most characters of most texts
		return c, 1, true
	}
	char, size := utf8.DecodeRuneInString(text)
	p, visible = plainChar(char)
	return p, size, visible
}

// isPlain reports whether a line has neither letters nor tabs nor anything
// outside of ASCII.
func isPlain(line string) bool {
	for i := range len(line) {
		if c := line[i]; c >= utf8.RuneSelf || c < ' ' || isLetter(c) {
			return false
		}
	}
	return true
}

// plainChar returns the byte that stands for a character in a plain line. A
// character without width, such as a byte order mark, has none.
func plainChar(char rune) (p byte, visible bool) {
	if char < utf8.RuneSelf {
		return byte(char), true
	}
	for i := range lookalikes {
		if strings.ContainsRune(lookalikes[i].alike, char) {
			return lookalikes[i].char, true
		}
	}
	switch {
	case '０' <= char && char <= '９':
		return byte(char - '０' + '0'), true
	case '─' <= char && char <= '╿': // what remains of the box drawings are corners and crossings
		return '+', true
	case unicode.IsSpace(char):
		return ' ', true
	case unicode.In(char, unicode.Cf, unicode.Mn):
		return 0, false
	case unicode.IsLetter(char):
		return 'a', true
	}
	return '~', true
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool  { return '1' <= c && c <= '9' }
func isStrong(c byte) bool { return strings.IndexByte(strong, c) >= 0 }
func isWeak(c byte) bool   { return strings.IndexByte(weak, c) >= 0 }
func isCell(c byte) bool   { return isDigit(c) || isStrong(c) || isWeak(c) }
func isBetween(c byte) bool {
	return c == '\t' || strings.IndexByte(between, c) >= 0
}

// offset returns the place of the nth character of plain(line) in the line
// itself, in bytes.
func offset(line string, n int) int {
	for at := 0; at < len(line); {
		_, size, visible := firstChar(line[at:])
		if visible && n == 0 {
			return at
		}
		if visible {
			n--
		}
		at += size
	}
	return len(line)
}
