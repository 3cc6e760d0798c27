// Package usage has errors in command lines and flags whose values can be listed. All
// programs share them.
package usage

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// Error is an error in a command line.
type Error struct {
	Command string // as typed, such as seedoku mine
	Flag    string // the flag with the wrong value, or empty
	Reason  error
}

func (e *Error) Error() string { return e.Reason.Error() }

// Errorf returns an error in the command line of a command.
func Errorf(c *cli.Context, format string, args ...any) error {
	return &Error{Command: c.Command.HelpName, Reason: fmt.Errorf(format, args...)}
}

// Wrong returns the error for a flag with a wrong value.
func Wrong(c *cli.Context, flag string, reason error) error {
	return &Error{Command: c.Command.HelpName, Flag: flag, Reason: reason}
}

// Choice is a flag with values that can be listed, for completion. It does not check its
// value.
type Choice struct {
	Listed
	Values func() []string
}

// AnyFile as a value of a [Choice] stands for the name of any file.
const AnyFile = "/"

// Listed is the interface of flags that the library can list.
type Listed interface {
	cli.DocGenerationFlag
	cli.VisibleFlag
	cli.CategorizableFlag
}

// OneOf returns values for a [Choice].
func OneOf(values ...string) func() []string {
	return func() []string { return values }
}
