package main

import (
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
)

func (p *program) bankReleaseCommand() *cli.Command {
	return &cli.Command{
		Arguments: "FOLDER [FLAG]...",
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "force", Usage: "overwrite files of the same names"},
		},
		Action: cli.Interruptible(userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "name one folder for the files")
			}
			folder := c.Args().First()
			release := export.Release{Program: "seedoku " + buildinfo.Module(), Command: "seedoku bank release"}
			if !c.Bool("force") {
				if err := release.MustBeNew(folder); err != nil {
					return orForce(err, "; --force writes over them")
				}
			}
			return cli.OrInterrupted(c.Context, release.Write(c.Context, bank, folder, p.printWritten))
		})),
	}
}
