package console

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Screen draws lines on a terminal, each time in place of the last ones. The cursor rests
// below them. The next drawing overwrites other text there, such as ^C.
type Screen struct {
	w     io.Writer
	drawn []int // the characters of each line on the terminal
}

// NewScreen returns a screen on a terminal.
func NewScreen(w io.Writer) *Screen { return &Screen{w: w} }

// Control sequences of ECMA-48: cursor up, erase in line, erase in page.
const (
	cursorUp   = "\x1b[%dA"
	eraseLine  = "\x1b[K"
	eraseBelow = "\x1b[J"
)

// Draw shows lines on a terminal of the given number of columns. No line may be
// longer.
func (s *Screen) Draw(lines []string, columns int) error {
	var out strings.Builder
	out.WriteString(s.back(columns))
	s.drawn = s.drawn[:0]
	for _, line := range lines {
		out.WriteString(line + eraseLine + "\n")
		s.drawn = append(s.drawn, utf8.RuneCountInString(line))
	}
	out.WriteString(eraseBelow)
	_, err := io.WriteString(s.w, out.String())
	return err
}

// Clear erases the lines.
func (s *Screen) Clear(columns int) error { return s.Draw(nil, columns) }

// back moves the cursor to where the drawing began. A terminal that was made
// narrower since has broken the lines that became too long for it.
func (s *Screen) back(columns int) string {
	rows := 0
	for _, length := range s.drawn {
		rows += max(1, (length+columns-1)/columns)
	}
	if rows == 0 {
		return "\r"
	}
	return fmt.Sprintf("\r"+cursorUp, rows)
}
