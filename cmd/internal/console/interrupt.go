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
	ctx, cancel := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, signals...)
	go func() {
		defer signal.Stop(caught)
		select {
		case sent := <-caught:
			by, _ := sent.(syscall.Signal)
			cancel(Interrupt{by})
		case <-ctx.Done():
		}
	}()
	return ctx, func() { cancel(nil) }
}

// Interrupt is the cause with which a context of [Interruptible] is done after a signal.
type Interrupt struct{ Signal syscall.Signal }

func (i Interrupt) Error() string { return i.Signal.String() }

// Is reports that i is a kind of [context.Canceled].
func (Interrupt) Is(target error) bool { return target == context.Canceled }
