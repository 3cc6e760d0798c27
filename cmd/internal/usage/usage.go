// Package usage holds what the programs share about the words of their command lines:
// mistakes in them, and flags whose values can be listed.
package usage

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// Error is a mistake in the words of a command line.
type Error struct {
	Command string // as one calls it
	Flag    string // whose value it is about, or empty
	Reason  error
}

func (e *Error) Error() string { return e.Reason.Error() }

// Errorf returns an error of usage of the command under way.
func Errorf(c *cli.Context, format string, args ...any) error {
	return &Error{Command: c.Command.HelpName, Reason: fmt.Errorf(format, args...)}
}

// Wrong returns the error of usage for a flag with a wrong value.
func Wrong(c *cli.Context, flag string, reason error) error {
	return &Error{Command: c.Command.HelpName, Flag: flag, Reason: reason}
}

// Choice is a flag with values that can be listed, for completion. It does not check
// what is given: whoever reads the flag does.
type Choice struct {
	Listed
	Values func() []string
}

// AnyFile stands among the values of a [Choice] for the name of any file.
const AnyFile = "/"

// Listed is what the library asks of the flags that it lists.
type Listed interface {
	cli.DocGenerationFlag
	cli.VisibleFlag
	cli.CategorizableFlag
}

// OneOf returns values for a [Choice].
func OneOf(values ...string) func() []string {
	return func() []string { return values }
}
