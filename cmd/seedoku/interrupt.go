package main

import (
	"context"
	"os/signal"
	"syscall"
)

// interruptible returns a context that is done when somebody wants the program
// to end: by Ctrl-C, by a plain kill, or by closing the terminal. Whoever asks a
// second time does not want to wait: then the program ends at once.
func interruptible(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(parent, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
