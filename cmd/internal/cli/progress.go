package cli

import (
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/seedoku/seedoku/cmd/internal/console"
)

// Progress shows the progress of work on standard error. On a terminal it updates one place
// from the first second; elsewhere it writes a line now and then.
type Progress struct {
	program *Program
	display *console.Display
	text    atomic.Pointer[string]
}

// Progress begins to show progress, until it is closed.
func (p *Program) Progress() *Progress {
	progress := &Progress{program: p}
	progress.display = console.StartDisplay(p.Stderr, console.Shown{Line: progress.line, Frame: progress.frame})
	p.shown = progress.display
	return progress
}

// Say sets the text of the progress.
func (p *Progress) Say(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	p.text.Store(&text)
}

func (p *Progress) line() string {
	if text := p.text.Load(); text != nil {
		return *text
	}
	return ""
}

func (p *Progress) frame(t console.Terminal) []string {
	text := p.line()
	if text == "" {
		return nil
	}
	t.Width = t.Columns() - 1 // the last column is for terminals that break a full line
	return strings.Split(t.Fold(text), "\n")
}

// Close removes the progress from the terminal.
func (p *Progress) Close() {
	p.program.shown = nil
	p.display.Close()
}
