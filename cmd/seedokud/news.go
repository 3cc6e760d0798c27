package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/internal/phrase"
)

// news receives the log while a display is open. On a terminal, the last lines are
// shown below the picture, and all of them when it is closed; elsewhere everything is
// written at once.
type news struct {
	io.Writer
	kept bool // on a terminal while a display is open

	mutex sync.Mutex
	lines []string
	gone  int // number of earlier lines, which were too many
}

// noticeTo returns a function that writes what becomes of the connection to a hub.
func noticeTo(news io.Writer) fleet.Notice {
	return func(text string, reason error) {
		if reason != nil {
			text += fmt.Sprintf(" (%v%s); trying again", reason, adviceOnConnecting(reason))
		}
		fmt.Fprintln(news, "seedokud:", text)
	}
}

// adviceOnConnecting returns which flag helps after an error, or nothing.
func adviceOnConnecting(err error) string {
	if _, unknown := errors.AsType[x509.UnknownAuthorityError](err); unknown {
		return ": --ca-file names its certificate"
	}
	if _, plain := errors.AsType[tls.RecordHeaderError](err); plain {
		return ": it is not an address of HTTPS; that of a NATS server begins with nats://"
	}
	return ""
}

// mostNews is the number of lines that stand below a picture. mostKept is the number of
// lines that are kept until it is closed.
const mostNews, mostKept = 5, 1000

func newNews(w io.Writer) *news { return &news{Writer: w} }

func (n *news) Write(text []byte) (int, error) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if !n.kept {
		return n.Writer.Write(text)
	}
	n.lines = append(n.lines, strings.TrimRight(string(text), "\n"))
	over := max(0, len(n.lines)-mostKept)
	n.lines, n.gone = n.lines[over:], n.gone+over
	return len(text), nil
}

// keep begins or ends keeping lines back. At the end it writes the lines that
// were kept.
func (n *news) keep(kept bool) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.kept = kept
	if n.gone > 0 {
		fmt.Fprintf(n.Writer, "%s before these are left out.\n", phrase.Count(n.gone, "line"))
	}
	for _, line := range n.lines {
		io.WriteString(n.Writer, line+"\n")
	}
	n.lines, n.gone = nil, 0
}

// last returns the last lines that are kept, each cut to a width.
func (n *news) last(width int) (lines []string) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for _, line := range n.lines[max(0, len(n.lines)-mostNews):] {
		lines = append(lines, cut(line, width))
	}
	return lines
}

// cut cuts a line that is longer than a width.
func cut(line string, width int) string {
	if runes := []rune(line); len(runes) > width {
		return string(runes[:width])
	}
	return line
}

// shownDisplay is a display with the news below it.
type shownDisplay struct {
	*console.Display
	news *news
}

// openDisplay opens a display, and keeps the news until it is closed.
func openDisplay(w io.Writer, news *news, shown console.Shown) shownDisplay {
	news.keep(console.TerminalOf(w).Moves)
	frame := shown.Frame
	shown.Frame = func(t console.Terminal) []string {
		lines := frame(t)
		below := news.last(t.Columns() - 1)
		if t.Height > 0 {
			lines = lines[:max(0, min(len(lines), t.Height-1-len(below)))]
		}
		return append(lines, below...)
	}
	return shownDisplay{console.StartDisplay(w, shown), news}
}

// startDisplay shows a line that changes.
func startDisplay(w io.Writer, news *news, line func() string) shownDisplay {
	return openDisplay(w, news, console.Shown{Line: line, Frame: func(t console.Terminal) []string {
		if line := line(); line != "" {
			t.Width = t.Columns() - 1
			return strings.Split(t.Fold(line), "\n")
		}
		return nil
	}})
}

func (d shownDisplay) Close() {
	d.Display.Close()
	d.news.keep(false)
}
