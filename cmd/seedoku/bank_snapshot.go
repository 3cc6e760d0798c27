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
		Action: cli.Interruptible(func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "name one file for the copy")
			}
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			if err := change.Snapshot(c.Context, c.Args().First(), path); err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Stdout, c.Args().First())
			return err
		}),
	}
}
