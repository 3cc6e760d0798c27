package main

import (
	"github.com/urfave/cli/v2"
)

func manCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "print the manual page",
		Description: `Prints the manual page in the form that man reads.

Examples:
  seedoku man > seedoku.1 && man ./seedoku.1`,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			page, err := c.App.ToManWithSection(1)
			if err != nil {
				return err
			}
			_, err = p.stdout.WriteString(page)
			return err
		},
	}
}
