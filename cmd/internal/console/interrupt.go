package console

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Interruptible returns a context that is done at a signal to end the program: by Ctrl-C, by
// kill, or when the terminal is closed. A second signal ends the program at once.
//
// Signals that were ignored when the program was started stay ignored: that is how nohup
// lets it go on without its terminal.
func Interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	signals = slices.DeleteFunc(signals, signal.Ignored)
	if len(signals) == 0 { // no signals would mean all signals
		return context.WithCancel(parent)
	}
	ctx, stop := signal.NotifyContext(parent, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
