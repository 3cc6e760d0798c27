package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/seedbank"
)

func bankSnapshotCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "snapshot",
		Usage:     "copy the bank as it is at one moment, while others write to it",
		ArgsUsage: "FILE",
		Description: `Makes a bank in FILE, with what the bank holds now, as small as it can be. Miners
and hubs go on meanwhile. There must be no file of that name. A copy of the file
alone (cp) would miss what is still in the log beside it.

Examples:
  seedoku bank snapshot backup.db
  seedoku bank snapshot --bank my.db new.db && mv new.db served.db`,
		Flags: []cli.Flag{bankFlag},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf(c, "name one file for the copy")
			}
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			if err := seedbank.Snapshot(ctx, c.Args().First(), path); err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.stdout, c.Args().First())
			return err
		},
	}
}
