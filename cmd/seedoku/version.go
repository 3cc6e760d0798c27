package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/rating"
)

func versionCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version of the program and of its rater",
		Description: "Examples:\n  seedoku version",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			return p.printVersion()
		},
	}
}

func (p *program) printVersion() error {
	_, err := fmt.Fprintf(p.stdout, "seedoku %s (rater %v, %s, %s/%s)\n",
		version(), rating.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// version returns the version of the module from which the program was built.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}
