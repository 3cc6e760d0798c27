package cli

import "fmt"

// Error is an error in a command line.
type Error struct {
	Command string // as typed, such as seedoku mine
	Flag    string // the flag with the wrong value, or empty
	Reason  error
}

func (e *Error) Error() string { return e.Reason.Error() }

// Errorf returns an error in the command line of a command.
func Errorf(c *Context, format string, args ...any) error {
	return &Error{Command: c.Command.HelpName, Reason: fmt.Errorf(format, args...)}
}

// Wrong returns the error for a flag with a wrong value.
func Wrong(c *Context, flag string, reason error) error {
	return &Error{Command: c.Command.HelpName, Flag: flag, Reason: reason}
}
