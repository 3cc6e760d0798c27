package main

import (
	"fmt"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func (p *program) bankWithdrawCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.FlagToChange,
			&cli.IntFlag{Name: "run", Usage: "take back what run `N` has found"},
			&cli.StringFlag{Name: "contributor", Usage: "take back what the contributor `NAME` has given"},
			&cli.StringFlag{Name: "since", Usage: "take back only what came in runs that ended after `TIME`, such as 2026-11-23 or 2026-11-23T16:00:00Z"},
		},
		Action: cli.Interruptible(func(c *cli.Context) error {
			what, err := withdrawal(c)
			if err != nil {
				return err
			}
			bank, err := userbank.OpenToChange(c.Context, c.String(userbank.Flag.Name))
			if err != nil {
				return err
			}
			defer bank.Close()
			return p.withdraw(c, bank, what)
		}),
	}
}

// withdrawal reads the flags of a withdrawal.
func withdrawal(c *cli.Context) (what change.Withdrawal, err error) {
	what = change.Withdrawal{Run: seedbank.RunID(c.Int("run")), Contributor: c.String("contributor")}
	switch {
	case c.IsSet("run") == c.IsSet("contributor"):
		return what, cli.Errorf(c, "give --run or --contributor")
	case c.IsSet("contributor") && what.Contributor == "":
		return what, cli.Errorf(c, "--contributor: name the contributor")
	case c.IsSet("run") && what.Run < 1:
		return what, cli.Errorf(c, "--run %d: runs are numbered from 1", what.Run)
	case c.IsSet("since") && !c.IsSet("contributor"):
		return what, cli.Errorf(c, "--since needs --contributor")
	case !c.IsSet("since"):
		return what, nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if what.Since, err = time.Parse(layout, c.String("since")); err == nil {
			return what, nil
		}
	}
	return what, cli.Errorf(c, "--since %s: this is no time such as 2026-11-23 or 2026-11-23T16:00:00Z", c.String("since"))
}

// withdraw takes seeds back until nothing is left to take back.
func (p *program) withdraw(c *cli.Context, bank *change.Writer, what change.Withdrawal) error {
	if err := mustBeKnown(c, bank, what); err != nil {
		return err
	}
	total, err := p.withdrawAll(c, bank, what)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: %s taken back, %s of other seeds, and %s that were not rated; %s for others to do again\n",
		bank.Path(), phrase.Count(total.Seeds, "seed"), phrase.Count(total.Rungs, "rung"), phrase.Count(total.Claimed, "seed"), phrase.Count(total.Units, "unit"))
	return err
}

// withdrawAll takes seeds back, and shows how many.
func (p *program) withdrawAll(c *cli.Context, bank *change.Writer, what change.Withdrawal) (total change.Withdrawn, err error) {
	progress := p.Progress()
	defer progress.Close()
	total, err = bank.WithdrawAll(c.Context, what, func(total change.Withdrawn) {
		progress.Say("%s taken back", phrase.Count(total.Seeds+total.Claimed, "seed"))
	})
	return total, cli.OrEnded(c.Context, err, "interrupted before the end: the same command goes on from there")
}

// mustBeKnown returns an error if the bank has no such run or contributor.
func mustBeKnown(c *cli.Context, bank *change.Writer, what change.Withdrawal) error {
	runs, err := bank.Runs(c.Context, -1)
	for i := range runs {
		if r := &runs[i]; r.ID == what.Run || what.Run == 0 && r.Contributor == what.Contributor {
			return nil
		}
	}
	switch {
	case err != nil:
		return err
	case what.Run != 0:
		return cli.Errorf(c, "--run %d: the bank has no such run", what.Run)
	}
	return cli.Errorf(c, "--contributor %s: the bank has no run of this contributor", what.Contributor)
}
