package cli

import (
	"github.com/seedoku/seedoku/cmd/internal/console"
)

// Interruptible returns an action whose context is done when the user wants the program to
// end.
func Interruptible(do func(*Context) error) func(*Context) error {
	return func(c *Context) error {
		ctx, stop := console.Interruptible(c.Context)
		defer stop()
		c.Context = ctx
		return do(c)
	}
}
