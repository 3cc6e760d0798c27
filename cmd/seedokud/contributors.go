package main

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// withContributor returns a command that changes a contributor of a bank that exists.
func (p *program) withContributor(change func(*cli.Context, *change.Writer, string) error) *cli.Command {
	return &cli.Command{
		Arguments: "NAME",
		Flags:     []cli.Flag{userbank.FlagOfFile},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "give the name of one contributor")
			}
			bank, err := userbank.OpenStanding(c.Context, c.String("bank"))
			if err != nil {
				return err
			}
			return errors.Join(change(c, bank, c.Args().First()), bank.Close())
		},
	}
}

func (p *program) inviteCommand() *cli.Command {
	return p.withContributor(func(c *cli.Context, bank *change.Writer, name string) error {
		before, err := change.Contributors(c.Context, bank.Bank)
		if err != nil {
			return err
		}
		token, err := bank.Invite(c.Context, name)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(before, func(of change.Contributor) bool {
			return of.Name == name && !of.Invited.IsZero() && of.Revoked.IsZero()
		}) {
			p.Say("The earlier token of %s is no longer good.\n", name)
		}
		_, err = fmt.Fprintln(p.Stdout, token)
		return err
	})
}

func (p *program) revokeCommand() *cli.Command {
	return p.withContributor(func(c *cli.Context, bank *change.Writer, name string) error {
		return bank.Revoke(c.Context, name)
	})
}

func (p *program) contributorsCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{userbank.Flag, &cli.BoolFlag{Name: "json", Usage: "print JSON"}},
		Action: userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			list, err := change.Contributors(c.Context, bank)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return writeJSON(p.Stdout, list)
			}
			w := console.TerminalOf(p.Stdout).NewTable("contributor", "invited", "seeds", "to rate", "confirmed units", "")
			for i := range list {
				of := &list[i]
				w.AppendRow(table.Row{of.Name, day(of.Invited), of.Seeds, of.Claimed, of.Confirmed, fleet.Standing(of)})
			}
			_, err = fmt.Fprintln(p.Stdout, w.Render())
			return err
		}),
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}
