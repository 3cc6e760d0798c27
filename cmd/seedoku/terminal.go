package main

import (
	"cmp"
	"io"
	"os"
	"strconv"
	"strings"

	"golang.org/x/term"
)

// terminal is what the place where output goes can show.
type terminal struct {
	interactive bool // a person reads along
	width       int  // columns; 0 if there is no limit, as in a file
	colour      bool // understands colours
	moves       bool // the cursor can go back up, so that bars can grow
	unicode     bool // has the characters that boxes are drawn with
}

// terminalOf says what w can show, by the conventions of the environment: COLUMNS,
// NO_COLOR (https://no-color.org), TERM, and the locale of POSIX.
func terminalOf(w io.Writer) terminal {
	t := terminal{unicode: unicodeLocale()}
	file, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return t
	}
	t.interactive = true
	t.width = widthOf(file)
	t.moves = os.Getenv("TERM") != "dumb"
	t.colour = t.moves && os.Getenv("NO_COLOR") == ""
	return t
}

// widthOf returns the number of columns of a terminal, 80 if nobody knows.
func widthOf(file *os.File) int {
	if width, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && width > 0 {
		return width
	}
	if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
		return width
	}
	return 80
}

// unicodeLocale reports whether the locale has all characters. The first variable
// that is set counts.
func unicodeLocale() bool {
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"))
	locale = strings.ToLower(locale)
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}
