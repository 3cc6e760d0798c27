package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/sudoku"
)

func bankSalvageCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "salvage",
		Usage:     "take what is sound out of a damaged bank",
		ArgsUsage: "DAMAGED",
		Description: `Reads the file of a bank page by page, however damaged it is, and stores in
another bank every seed in it that proves itself: a puzzle that is proper,
minimal and in canonical form. Seeds and their rungs (the sets of clues that can
be added) are rated anew, so this takes as long as to rate them. Puzzles keep
their IDs. The damaged file stays as it is.

If this is interrupted, the seeds that have been rated are stored. Started again,
it begins at the beginning and rates everything once more.

Examples:
  seedoku bank salvage damaged.db --bank new.db`,
		Flags: []cli.Flag{bankFlag, workersFlag},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usage.Errorf(c, "name one damaged bank")
			}
			path := c.Args().First()
			workers, err := workerCount(c)
			if err != nil {
				return err
			}
			to, err := bankPath(c)
			if err != nil {
				return err
			}
			if sameFile(path, to) {
				return usage.Errorf(c, "--bank: name another bank than the damaged one")
			}
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			return p.salvage(ctx, c, path, mine.SalvageOptions{
				Workers:   workers,
				Program:   buildinfo.Module(),
				Arguments: strings.Join(os.Args[1:], " "),
				Reject: func(clues sudoku.Grid, reason error) {
					p.say("%s: left out %v: %v\n", path, clues, reason)
				},
			})
		},
	}
}

// salvage stores what is left of a damaged bank, and sums up.
func (p *program) salvage(ctx context.Context, c *cli.Context, path string, options mine.SalvageOptions) error {
	switch info, err := os.Stat(path); {
	case err != nil:
		return fmt.Errorf("salvaging bank %s: %w", path, err)
	case info.IsDir():
		return fmt.Errorf("salvaging bank %s: it is a folder: name the files in it one after the other, with the same --bank", path)
	}
	bank, err := p.openBankToWrite(ctx, c)
	if err != nil {
		return err
	}
	due := nowAndThen(progressPause)
	options.Report = func(done mine.Salvaged) {
		if due() {
			p.say("%s: %s found\n", path, phrase.Count(done.Found, "seed"))
		}
	}
	done, err := mine.Salvage(ctx, path, bank, options)
	fmt.Fprintf(p.stdout, "%s: %s stored with %s, %d known before; %d of them got new rungs; %d left out as false\n",
		path, phrase.Count(done.Stored, "seed"), phrase.Count(done.Rungs, "rung"), done.Known, done.Laddered, done.Rejected)
	if lost := int(done.Highest) - done.Stored - done.Known; lost > 0 && ctx.Err() == nil {
		fmt.Fprintf(p.stdout, "%s: its seeds are numbered up to %d, so %d at least got lost\n", path, done.Highest, lost)
	}
	if err == nil && ctx.Err() != nil {
		err = errors.New("interrupted before all was read; the same command begins again, and knows the seeds that are stored")
	}
	return errors.Join(err, bank.Close())
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	second, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(first, second)
}
