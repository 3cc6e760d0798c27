package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/publish"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/export"
)

func (p *program) releaseCommand() *cli.Command {
	return &cli.Command{
		Arguments: "FOLDER",
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.StringFlag{Name: "since", Usage: "say what is new since the release in `FOLDER`, and write tables of it", TakesFile: true},
			&cli.BoolFlag{Name: "force", Usage: "replace another release, and delete its other files"},
		},
		Action: cli.Interruptible(userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "name one folder for the files")
			}
			folder := c.Args().First()
			since, words := c.String("since"), []string{"seedoku", "bank", "release"}
			if since != "" {
				words = append(words, "--since", filepath.Base(since)) // a card that is published tells no paths of a machine
			}
			release := publish.Release{Program: "seedoku " + buildinfo.Module(), Command: shellLine(append(words, filepath.Base(folder))), Since: since}
			if !c.Bool("force") {
				err := publish.MustBeNew(folder)
				if _, taken := errors.AsType[*export.TakenError](err); taken {
					return fmt.Errorf("%w; --force writes over them", err)
				} else if err != nil {
					return err
				}
			}
			err := release.Write(c.Context, bank, folder, p.printWritten)
			if _, other := errors.AsType[*publish.OtherRaterError](err); other {
				return fmt.Errorf("%w: seedoku bank rerate rates them anew", err)
			}
			return cli.OrInterrupted(c.Context, err)
		})),
	}
}
