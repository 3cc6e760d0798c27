package cli

import (
	"bufio"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"strings"
	"syscall"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/migrations"
)

// Output is the flag for the file that a command writes to. With it, the program writes its
// standard output to the file, which appears only when it is complete.
var Output = &StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output", TakesFile: true}

// StandardOutput is the value of [Output], and of other flags for files, that stands for no file.
const StandardOutput = "-"

// Interruptible returns an action whose context is done when the user wants the program to
// end.
func Interruptible(do func(*Context) error) func(*Context) error {
	return func(c *Context) error {
		around := c.Context
		ctx, stop := console.Interruptible(around)
		defer func() { stop(); c.Context = around }()
		c.Context = ctx
		return worded(ctx, do(c))
	}
}

// beforeEnd is what programs say of an interruption.
const beforeEnd = "interrupted before the end"

// worded puts the words of programs into the error of an interruption. Packages end such an error
// with the text of its cause, such as "context canceled".
func worded(ctx context.Context, err error) error {
	for _, cause := range []error{context.Cause(ctx), context.Canceled} {
		if err == nil || cause == nil || !errors.Is(err, cause) {
			continue
		}
		if before, ok := strings.CutSuffix(err.Error(), cause.Error()); ok {
			return Interrupted(ctx, before+beforeEnd)
		}
	}
	return err
}

// OrInterrupted returns err, or an error that says interrupted if err is because ctx is done.
func OrInterrupted(ctx context.Context, err error) error { return OrEnded(ctx, err, beforeEnd) }

// OrEnded returns err, or an error with a text, as [Interrupted] does, if err is because ctx is done.
// What fails while ctx is done for another reason, such as a full disk, stays.
func OrEnded(ctx context.Context, err error, text string) error {
	if ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, context.Canceled)) {
		return Interrupted(ctx, text)
	}
	return err
}

// Interrupted returns the error of a command that ends early because ctx is done. If a
// signal was the cause, the exit status tells which.
func Interrupted(ctx context.Context, text string) error {
	var by console.Interrupt
	errors.As(context.Cause(ctx), &by)
	return &interruptedError{text, by.Signal}
}

type interruptedError struct {
	text string
	by   syscall.Signal // or 0
}

func (e *interruptedError) Error() string { return e.text }

// toFile returns an action that writes to the file of [Output], if there is one.
func (p *Program) toFile(do func(*Context) error) func(*Context) error {
	return func(c *Context) error {
		path := c.String(Output.Name)
		if path == "" || path == StandardOutput {
			return do(c)
		}
		if err := MustNotBeBank(c, Output.Name); err != nil {
			return err
		}
		return Interruptible(func(c *Context) error {
			return OrInterrupted(c.Context, atomicfile.WriteFile(path, func(w io.Writer) error {
				stdout, terminal := p.Stdout, p.Terminal
				defer func() { p.Stdout, p.Terminal = stdout, terminal }()
				p.Stdout, p.Terminal = bufio.NewWriterSize(endingWriter{c.Context, w}, 1<<16), console.TerminalOf(w)
				return cmp.Or(do(c), p.Stdout.Flush()) // the second may be the first once more
			}))
		})(c)
	}
}

// MustNotBeBank returns an error if the file of a flag, to which a command is to write, is a bank.
func MustNotBeBank(c *Context, flag string) error {
	if path := c.String(flag); isBank(path) {
		return Errorf(c, "--%s %s: this file is a bank of seeds, which is not replaced", flag, path)
	}
	return nil
}

// isBank reports whether a file is marked as a bank, in the header of its SQLite format. It may
// be the bank that the command reads.
//
// https://www.sqlite.org/fileformat.html#the_database_header
func isBank(path string) bool {
	const magic, mark = "SQLite format 3\x00", 68
	if atomicfile.IsDevice(path) {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	header := make([]byte, mark+4)
	_, err = io.ReadFull(file, header)
	return err == nil && string(header[:len(magic)]) == magic && binary.BigEndian.Uint32(header[mark:]) == migrations.ApplicationID
}

// endingWriter is a writer that fails when its context is done. It checks the
// context once for each buffer, not for each puzzle.
type endingWriter struct {
	context.Context
	io.Writer
}

func (w endingWriter) Write(data []byte) (int, error) {
	if w.Err() != nil {
		return 0, context.Cause(w)
	}
	return w.Writer.Write(data)
}
