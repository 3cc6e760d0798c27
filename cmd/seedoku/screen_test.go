//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/creack/pty"
	"go.uber.org/goleak"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
)

// openTerminal returns both ends of a pseudo-terminal: what a program writes to
// tty, the test reads.
func openTerminal(t *testing.T, columns, lines uint16) (test, tty *os.File) {
	t.Helper()
	test, tty, err := pty.Open()
	if err != nil {
		t.Skipf("SKIPPED: no pseudo-terminals here: %v", err)
	}
	t.Cleanup(func() {
		test.Close()
		tty.Close()
	})
	if err := pty.Setsize(tty, &pty.Winsize{Cols: columns, Rows: lines}); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"TERM": "xterm", "LC_ALL": "C.UTF-8", "COLUMNS": "", "LINES": ""} {
		t.Setenv(name, value)
	}
	return test, tty
}

// What a run shows on terminals of three widths.
func TestFramesOnATerminal(t *testing.T) {
	for _, columns := range []uint16{60, 80, 120} {
		t.Run(fmt.Sprint(columns), func(t *testing.T) {
			test, tty := openTerminal(t, columns, 24)
			const end = "END"
			draw := func(lines []string) string {
				s, e := console.NewScreen(tty), newEmulator(int(columns))
				// Twice, to see that the second drawing takes the place of the first.
				for range 2 {
					if err := s.Draw(lines, int(columns)); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := io.WriteString(tty, end); err != nil {
					t.Fatal(err)
				}
				e.write(strings.TrimSuffix(readTo(t, test, end), end))
				if e.err != nil {
					t.Error(e.err)
				}
				return e.String()
			}
			mustBeGolden(t, fmt.Sprintf("%d.txt", columns), framesText(draw, console.TerminalOf(tty)))
		})
	}
}

// readTo reads until a text ends with a word.
func readTo(t *testing.T, r io.Reader, end string) string {
	t.Helper()
	var text []byte
	for !bytes.HasSuffix(text, []byte(end)) {
		var buffer [1 << 12]byte
		n, err := r.Read(buffer[:])
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, buffer[:n]...)
	}
	return string(text)
}

// Whatever the width was and is now, the lines that were drawn are gone.
func TestScreenIsCleanAfterResizing(t *testing.T) {
	for _, widths := range [][2]int{{80, 80}, {80, 60}, {80, 33}, {60, 120}} {
		var out bytes.Buffer
		s, e := console.NewScreen(&out), newEmulator(widths[0])
		flush := func() {
			e.write(strings.ReplaceAll(out.String(), "\n", "\r\n"))
			out.Reset()
		}
		e.write("before\r\n")
		long := strings.Repeat("x", widths[0]-1)
		s.Draw([]string{long, "", "short"}, widths[0])
		flush()
		e.resize(widths[1])
		e.write("^C")
		s.Draw([]string{"a", "b"}, widths[1])
		flush()
		if got := e.String(); got != "before\na\nb\n\n" || e.err != nil {
			t.Errorf("%v columns: %q, %v", widths, got, e.err)
		}
		s.Clear(widths[1])
		flush()
		if got := e.String(); got != "before\n\n" {
			t.Errorf("%v columns, when it is closed: %q", widths, got)
		}
	}
}

// Where there is no terminal, or one that cannot move its cursor, there are
// plain lines.
func TestDisplayInALog(t *testing.T) {
	mustBePlain := func(text, begin string) {
		t.Helper()
		if strings.ContainsAny(text, "\x1b\r\b") || !strings.HasPrefix(text, begin) || !strings.HasSuffix(text, "\n") {
			t.Errorf("%q", text)
		}
	}
	show := func(w io.Writer) {
		d := newDisplay(context.Background(), w, mining.View{})
		d.note(targeted)
		d.Show()
		d.Close()
	}
	var log bytes.Buffer
	show(&log)
	mustBePlain(log.String(), "0s elapsed: 98765 puzzles made (")
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("%d lines in a log:\n%s", n, &log)
	}

	test, tty := openTerminal(t, 60, 24)
	t.Setenv("TERM", "dumb")
	show(tty)
	io.WriteString(tty, "END")
	text := strings.ReplaceAll(strings.TrimSuffix(readTo(t, test, "END"), "END"), "\r\n", "\n")
	mustBePlain(text, "0s elapsed: 98765 puzzles made (")
	for line := range strings.Lines(text) {
		if len(line) > 61 {
			t.Errorf("%d characters: %s", len(line)-1, line)
		}
	}
}

// The goroutine of a display ends with it, whether anything was shown or not.
func TestDisplayWithoutProgress(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	var log bytes.Buffer
	d := newDisplay(context.Background(), &log, mining.View{})
	d.Show()
	d.Close()
	if log.Len() > 0 {
		t.Errorf("%q", &log)
	}
}

// The real program on a terminal that is resized: Ctrl-C leaves nothing of the
// picture there, only the summary.
func TestMineOnATerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("it mines for some seconds: run without -short")
	}
	c := exec.Command(realProgram(t), "mine", "--bank", filepath.Join(t.TempDir(), "bank.db"), "--workers", "1", "--target", "2-9=100000")
	c.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C.UTF-8", "COLUMNS=", "LINES=")
	test, err := pty.StartWithSize(c, &pty.Winsize{Cols: 100, Rows: 40})
	if err != nil {
		t.Skipf("SKIPPED: no pseudo-terminals here: %v", err)
	}
	defer test.Close()
	defer c.Process.Kill()
	terminal := &watchedTerminal{emulator: newEmulator(100), shown: make(chan string, 1)}
	ended := make(chan struct{})
	go func() {
		terminal.watch(test)
		close(ended)
	}()

	awaitShown(t, terminal, "puzzles made", "2 Easy       [", " of 100000")
	terminal.resize(60)
	if err := pty.Setsize(test, &pty.Winsize{Cols: 60, Rows: 40}); err != nil {
		t.Fatal(err)
	}
	text := awaitShown(t, terminal, "puzzles made", "2 Easy       [", " of 100000")
	if n := strings.Count(text, "puzzles made"); n != 1 {
		t.Errorf("it stands there %d times:\n%s", n, text)
	}
	if _, err := test.WriteString("\x03"); err != nil {
		t.Fatal(err)
	}
	<-ended
	if err := c.Wait(); err != nil {
		t.Error(err)
	}
	text = terminal.String()
	for _, gone := range []string{"^C", "puzzles made", "of 100000", "elapsed", "not seen yet"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q is still there:\n%s", gone, text)
		}
	}
	unbroken := strings.Join(strings.Fields(text), "") // the terminal, which became narrower, breaks lines within words and at spaces
	beginning, summary, ok := strings.Cut(unbroken, "Mininginto")
	if !ok || !strings.Contains(beginning, "isanew,emptybank.") || !strings.Contains(summary, "stored,0knownbefore") {
		t.Errorf("no summary:\n%s", text)
	}
	if terminal.err != nil {
		t.Error(terminal.err)
	}
}

// watchedTerminal is an emulator that one goroutine feeds and another looks at.
type watchedTerminal struct {
	sync.Mutex
	*emulator
	shown chan string // what it shows, the newest only
}

// watch feeds the terminal until the program has ended, one whole drawing at a
// time: a reader gets them in parts, and Ctrl-C throws away what nobody has read.
func (w *watchedTerminal) watch(from io.Reader) {
	const end = "\x1b[J" // of a drawing
	var text []byte
	for {
		var buffer [1 << 12]byte
		n, err := from.Read(buffer[:])
		text = append(text, buffer[:n]...)
		whole := bytes.LastIndex(text, []byte(end)) + len(end)
		if err != nil {
			whole = len(text)
		}
		if whole >= len(end) {
			w.show(string(text[:whole]))
			text = text[whole:]
		}
		if err != nil {
			return
		}
	}
}

func (w *watchedTerminal) show(text string) {
	w.Lock()
	w.write(text)
	shows := w.emulator.String()
	w.Unlock()
	select {
	case <-w.shown:
	default:
	}
	w.shown <- shows
}

func (w *watchedTerminal) resize(columns int) {
	w.Lock()
	defer w.Unlock()
	w.emulator.resize(columns)
}

func (w *watchedTerminal) String() string {
	w.Lock()
	defer w.Unlock()
	return w.emulator.String()
}

// awaitShown waits until a terminal shows some texts, and returns all it shows.
func awaitShown(t *testing.T, w *watchedTerminal, texts ...string) string {
	t.Helper()
	late := time.After(time.Minute)
	var shows string
	for {
		select {
		case shows = <-w.shown:
		case <-late:
			t.Fatalf("it never showed %q, but\n%s", texts, shows)
		}
		all := true
		for _, text := range texts {
			all = all && strings.Contains(shows, text)
		}
		if all {
			return shows
		}
	}
}

// Progress stands on a terminal at once. What is said meanwhile stands above it, and stays when
// the progress goes.
func TestProgressOnATerminal(t *testing.T) {
	test, tty := openTerminal(t, 60, 24)
	p := newProgram()
	p.Stderr = tty
	progress := p.Progress()
	progress.Say("1 of 2 done")
	time.Sleep(time.Second)
	p.Say("a note\n")
	progress.Say("2 of 2 done")
	time.Sleep(time.Second)
	progress.Close()
	p.Say("END")
	text := readTo(t, test, "END")
	if first, second := strings.Index(text, "1 of 2"), strings.Index(text, "2 of 2"); first < 0 || second < first {
		t.Errorf("%q", text)
	}
	e := newEmulator(60)
	e.write(text)
	if got := e.String(); got != "a note\nEND\n" || e.err != nil {
		t.Errorf("%q is left, %v", got, e.err)
	}
}
