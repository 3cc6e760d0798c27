package console

import (
	"context"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

// Interruptible returns a context that is done when somebody wants the program
// to end: by Ctrl-C, by a plain kill, or by closing the terminal. Whoever asks a
// second time does not want to wait: then the program ends at once.
//
// What the program was told to ignore when it was started, it ignores: that is
// how nohup lets it go on without its terminal.
func Interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	signals := []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP}
	signals = slices.DeleteFunc(signals, signal.Ignored)
	if len(signals) == 0 { // which would mean every signal there is
		return context.WithCancel(parent)
	}
	ctx, stop := signal.NotifyContext(parent, signals...)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
