package console

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// The time between two updates of a display: on a terminal, and elsewhere.
const (
	showEvery = 200 * time.Millisecond
	logEvery  = 10 * time.Second
)

// Display shows the progress of work from time to time: a picture on a terminal, and a
// line elsewhere. Errors of writing are ignored, so that the work goes on.
type Display struct {
	w      io.Writer
	shown  Shown
	screen *Screen    // nil if the terminal cannot move the cursor up
	mutex  sync.Mutex // is held while something is shown
	stop   chan struct{}
	ended  chan struct{}
}

// Shown is what a display shows. One goroutine at a time calls its functions.
type Shown struct {
	// Frame returns the lines of the picture, which must fit the terminal. Line
	// returns a line for a log. If they return nothing, nothing is shown.
	Frame func(Terminal) []string
	Line  func() string
}

// StartDisplay shows something on w until the display is closed.
func StartDisplay(w io.Writer, shown Shown) *Display {
	d := &Display{w: w, shown: shown, stop: make(chan struct{}), ended: make(chan struct{})}
	every := logEvery
	if TerminalOf(w).Moves {
		d.screen = NewScreen(w)
		every = showEvery
	}
	go d.run(every)
	return d
}

func (d *Display) run(every time.Duration) {
	defer close(d.ended)
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			d.Show()
		case <-d.stop:
			return
		}
	}
}

// Show shows the progress now. The terminal is asked each time what it can show,
// because its size can change.
func (d *Display) Show() {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	t := TerminalOf(d.w)
	if d.screen != nil {
		if lines := d.shown.Frame(t); len(lines) > 0 {
			d.screen.Draw(lines, t.Columns())
		}
	} else if line := d.shown.Line(); line != "" {
		fmt.Fprintln(d.w, t.Fold(line))
	}
}

// Above writes a text, above the picture if there is one.
func (d *Display) Above(text string) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.screen != nil {
		d.screen.Clear(TerminalOf(d.w).Columns())
	}
	io.WriteString(d.w, text)
}

// Close removes the picture, because a summary follows.
func (d *Display) Close() {
	close(d.stop)
	<-d.ended
	if d.screen != nil {
		d.screen.Clear(TerminalOf(d.w).Columns())
	}
}
