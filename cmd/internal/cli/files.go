package cli

import (
	"strings"

	library "github.com/urfave/cli/v2"
)

// NewFiles returns a flag that takes the name of a file and can be repeated. Names can have
// commas, at which the library divides the values of its own flags. [Files] reads it.
func NewFiles(name, usage string) Flag {
	return &library.GenericFlag{Name: name, Usage: usage, TakesFile: true, Value: new(files)}
}

// files is the values of a flag of [NewFiles].
type files []string

func (f *files) Set(name string) error {
	*f = append(*f, name)
	return nil
}

func (f *files) String() string { return strings.Join(*f, " ") }

// Files returns the names that a flag of [NewFiles] has got.
func Files(c *Context, name string) []string {
	if f, ok := c.Generic(name).(*files); ok {
		return *f
	}
	return nil
}
