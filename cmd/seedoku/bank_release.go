package main

import (
	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/seedbank/export"
)

func bankReleaseCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "release",
		Usage:     "write all seeds as a data set to publish: a table, a card, checksums",
		ArgsUsage: "FOLDER [FLAG]...",
		Description: `Writes three files into a folder, which is made if need be.

Files:
  puzzles.csv.zst  a table of all seeds, each a minimal puzzle in canonical form,
                   with solution, level, ER, EP, ED, clues, techniques, symmetries
                   and ID
  README.md        a card: what the columns are, how many puzzles there are of each
                   level, how to read the table, the licence, the checksums
  SHA256SUMS       the checksums of both, for sha256sum -c

The same program writes the same files of the same bank, byte for byte. To have
some of the seeds or other formats, see seedoku bank dump.

Examples:
  seedoku bank release puzzles
  seedoku bank release --bank my.db puzzles`,
		Flags: []cli.Flag{
			bankFlag,
			&cli.BoolFlag{Name: "force", Usage: "write over files of the same names"},
		},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf(c, "name one folder for the files")
			}
			folder := c.Args().First()
			release := export.Release{Program: "seedoku " + buildinfo.Module(), Command: "seedoku bank release"}
			if !c.Bool("force") {
				if err := release.MustBeNew(folder); err != nil {
					return orForce(err, "; --force writes over them")
				}
			}
			bank, err := p.openBank(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			return orInterrupted(ctx, release.Write(ctx, bank, folder, p.printWritten))
		},
	}
}
