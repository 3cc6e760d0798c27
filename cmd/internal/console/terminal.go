package console

import (
	"cmp"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/seedoku/seedoku/internal/chart"
)

// Terminal describes what the destination of output can show. The zero value is a file.
type Terminal struct {
	Interactive bool // a person reads along
	Width       int  // columns; 0 if there is no limit, as in a file
	Height      int  // lines; 0 if there is no limit
	Color       bool // understands colors
	Moves       bool // the cursor can go back up, so that bars can grow
	Unicode     bool // has the characters that boxes are drawn with
}

// TerminalOf says what w can show, by the conventions of the environment: COLUMNS,
// NO_COLOR (https://no-color.org), TERM, and the locale of POSIX.
func TerminalOf(w io.Writer) Terminal {
	t := Terminal{Unicode: unicodeLocale()}
	file, ok := w.(*os.File)
	if !ok || !IsTerminal(file) {
		return t
	}
	t.Interactive = true
	t.Width, t.Height = sizeOf(file)
	t.Moves = takesSequences(file)
	t.Color = t.Moves && os.Getenv("NO_COLOR") == ""
	return t
}

// IsTerminal reports whether a file is a terminal.
func IsTerminal(file *os.File) bool { return term.IsTerminal(int(file.Fd())) }

// UsualWidth and UsualHeight are the columns and lines of a terminal of unknown
// size.
const UsualWidth, UsualHeight = 80, 24

// sizeOf returns the number of columns and of lines of a terminal.
func sizeOf(file *os.File) (width, height int) {
	width, height, err := term.GetSize(int(file.Fd()))
	if err != nil || width <= 0 || height <= 0 {
		width, height = UsualWidth, UsualHeight
	}
	return sizeFrom("COLUMNS", width), sizeFrom("LINES", height)
}

// sizeFrom returns the number in a variable of the environment, or else a given
// one.
func sizeFrom(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// Columns returns the greatest length of a line of a chart or a table.
func (t Terminal) Columns() int { return cmp.Or(t.Width, UsualWidth) }

// Charset returns the characters that draw bars. A file gets the same as a
// terminal of the same locale.
func (t Terminal) Charset() chart.Charset {
	if t.Unicode {
		return chart.Blocks
	}
	return chart.ASCII
}

// unicodeLocale reports whether the locale has all characters. The first variable
// that is set counts. Windows has none, and has all characters.
func unicodeLocale() bool {
	if runtime.GOOS == "windows" {
		return true
	}
	locale := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG"))
	locale = strings.ToLower(locale)
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}
