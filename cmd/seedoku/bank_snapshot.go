package main

import (
	"context"
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
			to := c.Args().First()
			if userbank.BeginningOf(c.String(userbank.Flag.Name)) == userbank.Copied {
				err = copyOfStarter(c.Context, to)
			} else {
				err = change.Snapshot(c.Context, to, path)
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Stdout, to)
			return err
		}),
	}
}

// copyOfStarter makes a bank as the user's begins.
func copyOfStarter(ctx context.Context, path string) error {
	bank, err := userbank.Create(ctx, path)
	if err != nil {
		return err
	}
	return bank.Close()
}
