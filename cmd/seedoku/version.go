package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/internal/buildinfo"
)

func versionCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:        "version",
		Usage:       "print the version of the program, its commit, and the version of its rater",
		Description: "Examples:\n  seedoku version",
		Action: func(c *cli.Context) error {
			return p.printVersion()
		},
	}
}

func (p *program) printVersion() error {
	_, err := fmt.Fprintln(p.stdout, buildinfo.Line("seedoku"))
	return err
}
