package main

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// interruptible returns a context that is done when somebody wants the program
// to end: by Ctrl-C, by a plain kill, or by closing the terminal. Whoever asks a
// second time does not want to wait: then the program ends at once.
//
// What the program was told to ignore when it was started, it ignores: that is
// how nohup lets it go on without its terminal.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	signals = slices.DeleteFunc(signals, signal.Ignored)
	if len(signals) == 0 { // which would mean every signal there is
		return context.WithCancel(parent)
	}
	ctx, stop := signal.NotifyContext(parent, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// endingWriter is a writer that fails when somebody wants the program to end. The
// context is asked once for each buffer, not for each puzzle.
type endingWriter struct {
	ctx context.Context
	io.Writer
}

func (w endingWriter) Write(data []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, errors.New("interrupted before all was written: nothing is kept")
	}
	return w.Writer.Write(data)
}
