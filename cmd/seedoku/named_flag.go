package main

import (
	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
)

// namedFlag is a flag that keeps its names. The flags of the library make them anew
// each time that they are asked, by a regular expression, and the library asks all
// flags for each that it looks up.
type namedFlag struct {
	usage.Listed
	names []string
}

func (f *namedFlag) Names() []string { return f.names }

// withNames returns flags that keep their names.
func withNames(flags []cli.Flag) []cli.Flag {
	named := make([]cli.Flag, len(flags))
	for i, flag := range flags {
		named[i] = flag
		if flag, ok := flag.(usage.Listed); ok {
			named[i] = &namedFlag{flag, flag.Names()}
		}
	}
	return named
}
