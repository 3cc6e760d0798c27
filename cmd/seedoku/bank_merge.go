package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/wording"
)

func bankMergeCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "merge",
		Usage:     "add the seeds of other banks",
		ArgsUsage: "FILE...",
		Description: `Stores the seeds of other banks in the bank, with their ratings, their rungs (the
sets of clues that can be added) and the records of the runs that found them. Of
a seed that both have, the bank gets the rungs that it lacks. Where two banks
rate a seed differently, that is reported, and the bank keeps what it had; "bank
verify --ratings" tells which is right.

With the flags that say which seeds, only those are added.

Examples:
  seedoku bank merge night1.db night2.db
  seedoku bank merge --level 9 night2.db
  seedoku bank merge --bank all.db *.db`,
		Flags: append([]cli.Flag{bankFlag}, requestFlags(true)...),
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return usagef(c, "name the banks to add")
			}
			request, err := requestFrom(c)
			if err != nil {
				return err
			}
			ctx, stop := interruptible(c.Context)
			defer stop()
			bank, err := p.openBankToWrite(ctx, c)
			if err != nil {
				return err
			}
			defer bank.Close()
			for _, path := range c.Args().Slice() {
				if err := p.merge(ctx, bank, path, request.Filter()); err != nil {
					return err
				}
			}
			return bank.Close()
		},
	}
}

// merge adds the seeds of another bank.
func (p *program) merge(ctx context.Context, bank *seedbank.Bank, path string, filter seedbank.Filter) error {
	due := nowAndThen(progressPause)
	merged, err := bank.Merge(ctx, path, seedbank.MergeOptions{
		Filter:   filter,
		Conflict: func(conflict *seedbank.Conflict) { p.report(path, conflict) },
		Report: func(m seedbank.Merged) {
			if due() {
				p.say("%s: %s merged\n", path, wording.Count(m.Sum(), "seed"))
			}
		},
	})
	united := ""
	if merged.United > 0 {
		united = fmt.Sprintf(" (%d of them got %s)", merged.United, wording.Count(merged.Rungs, "new rung"))
	}
	fmt.Fprintf(p.stdout, "%s: %s stored, %d known before%s, %d rated differently, %d not asked for\n",
		path, wording.Count(merged.Stored, "seed"), merged.Known+merged.United, united, merged.Differ, merged.Others)
	return err
}
