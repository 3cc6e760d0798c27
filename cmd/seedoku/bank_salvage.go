package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) bankSalvageCommand() *cli.Command {
	return &cli.Command{
		Arguments: "DAMAGED",
		Flags:     []cli.Flag{userbank.FlagToWrite, cli.Workers},
		Action: cli.Interruptible(onPath(func(c *cli.Context, to string) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "name one damaged bank")
			}
			path := c.Args().First()
			if atomicfile.IsSame(path, to) {
				return cli.Errorf(c, "--bank: name another bank than the damaged one")
			}
			return p.salvage(c, path, mine.SalvageOptions{
				Workers:   cli.WorkerCount(c),
				Program:   buildinfo.Module(),
				Arguments: strings.Join(os.Args[1:], " "),
				Reject: func(clues sudoku.Grid, reason error) {
					p.Say("%s: left out %v: %v\n", path, clues, reason)
				},
			})
		})),
	}
}

// salvage stores the seeds found in a damaged bank, and prints a summary.
func (p *program) salvage(c *cli.Context, path string, options mine.SalvageOptions) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return fmt.Errorf("salvaging bank %s: %w", path, err)
	case info.IsDir():
		return fmt.Errorf("salvaging bank %s: it is a folder: name the files in it one after the other, with the same --bank", path)
	}
	bank, done, err := p.openBankToAdd(c)
	if err != nil {
		return err
	}
	progress := p.Progress()
	options.Report = func(so mine.Salvaged) { progress.Say("%s: %s found", path, phrase.Count(so.Found, "seed")) }
	salvaged, err := mine.Salvage(c.Context, path, bank, options)
	progress.Close()
	fmt.Fprintf(p.Stdout, "%s: %s stored with %s, %d known before; %d of them got new rungs; %d left out as false\n",
		path, phrase.Count(salvaged.Stored, "seed"), phrase.Count(salvaged.Rungs, "rung"), salvaged.Known, salvaged.Laddered, salvaged.Rejected)
	if lost := int(salvaged.Highest) - salvaged.Stored - salvaged.Known; lost > 0 && c.Context.Err() == nil {
		fmt.Fprintf(p.Stdout, "%s: its seeds are numbered up to %d, so at least %d are lost\n", path, salvaged.Highest, lost)
	}
	if err == nil && c.Context.Err() != nil {
		err = cli.Interrupted(c.Context, "interrupted before the end of the bank; the same command starts again and adds the rest")
	}
	return errors.Join(err, done())
}
