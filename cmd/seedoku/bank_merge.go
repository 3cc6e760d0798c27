package main

import (
	"fmt"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/urfave/cli/v2"
)

func bankMergeCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "add the seeds of other banks",
		ArgsUsage: "FILE...",
		Description: `Stores the seeds of other banks in the bank, with their ratings, ladders and
the records of the runs that found them. Isomorphs of seeds that the bank has
are left out. Where two banks rate a seed differently, that is reported, and the
bank keeps what it had; "bank verify --ratings" tells which is right.

With the flags that say which seeds, only those are added.

Examples:
  seedoku bank merge night1.db night2.db
  seedoku bank merge --level 9 night2.db
  seedoku bank merge --bank all.db *.db`,
		Flags: slices.Concat([]cli.Flag{bankFlag, levelFlag}, kindFlags()),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usagef(c, "name the banks to add")
			}
			selection := selectionFrom(c, "level")
			filter, err := selection.filter()
			if err != nil {
				return usagef(c, "%w", err)
			}
			ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			bank, err := p.openBankToWrite(ctx, c)
			if err != nil {
				return err
			}
			defer bank.Close()
			for _, path := range c.Args().Slice() {
				conflict := func(conflict *seedbank.Conflict) { p.report(path, conflict) }
				merged, err := bank.Merge(ctx, path, filter, conflict, p.mergeProgress(path))
				fmt.Fprintf(p.stdout, "%s: %d seeds stored, %d known before, %d rated differently, %d not asked for\n",
					path, merged.Stored, merged.Known, merged.Differ, merged.Others)
				if err != nil {
					return err
				}
			}
			return bank.Close()
		},
	}
}

// mergeProgress returns a function that says from time to time how far a merge
// is.
func (p *program) mergeProgress(path string) func(seedbank.Merged) {
	said := time.Now()
	return func(m seedbank.Merged) {
		if time.Since(said) >= progressPause {
			said = time.Now()
			fmt.Fprintf(p.stderr, "%s: %d seeds merged\n", path, m.Stored+m.Known+m.Differ+m.Others)
		}
	}
}
