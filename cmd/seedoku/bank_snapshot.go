package main

import (
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func (p *program) bankSnapshotCommand() *cli.Command {
	return &cli.Command{
		Arguments: "FILE",
		Flags:     []cli.Flag{userbank.Flag},
		Action: cli.Interruptible(onPath(func(c *cli.Context, path string) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "name one file for the copy")
			}
			to := c.Args().First()
			var err error
			if userbank.BeginningOf(c.String(userbank.Flag.Name)) == userbank.Copied {
				err = made(userbank.Create(c.Context, to)) // as the user's begins
			} else {
				err = change.Snapshot(c.Context, to, path)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Stdout, to)
			return err
		})),
	}
}
