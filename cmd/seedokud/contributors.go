package main

import (
	"errors"
	"fmt"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/trust"
	"github.com/seedoku/seedoku/seedbank/change"
)

// withContributor returns an action that changes a contributor of a bank.
func (p *program) withContributor(change func(*cli.Context, *change.Writer, string) error) *cli.Command {
	return &cli.Command{
		Arguments: "NAME",
		Flags:     []cli.Flag{userbank.Flag},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return cli.Errorf(c, "give the name of one contributor")
			}
			bank, err := userbank.OpenToWrite(c.Context, c.String("bank"))
			if err != nil {
				return err
			}
			return errors.Join(change(c, bank, c.Args().First()), bank.Close())
		},
	}
}

func (p *program) inviteCommand() *cli.Command {
	return p.withContributor(func(c *cli.Context, bank *change.Writer, name string) error {
		token, err := bank.Invite(c.Context, name)
		if err == nil {
			_, err = fmt.Fprintln(p.Stdout, token)
		}
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
		Action: func(c *cli.Context) error {
			bank, err := userbank.OpenToWrite(c.Context, c.String("bank"))
			if err != nil {
				return err
			}
			defer bank.Close()
			list, err := change.Contributors(c.Context, bank.Bank)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return writeJSON(p.Stdout, list)
			}
			w := console.TerminalOf(p.Stdout).NewTable("contributor", "invited", "seeds", "to rate", "confirmed units", "")
			for i := range list {
				of := &list[i]
				w.AppendRow(table.Row{of.Name, day(of.Invited), of.Seeds, of.Claimed, of.Confirmed, standing(of)})
			}
			_, err = fmt.Fprintln(p.Stdout, w.Render())
			return err
		},
	}
}

func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Format(time.DateOnly)
}

// standing tells in words how a hub treats a contributor.
func standing(of *change.Contributor) string {
	switch {
	case of.Refused != "":
		return "refused: " + phrase.Shorten(phrase.Printable(of.Refused), 60)
	case !of.Revoked.IsZero():
		return "revoked " + day(of.Revoked)
	case of.Invited.IsZero():
		return "has no token"
	case of.Confirmed >= trust.Proven:
		return "proven"
	}
	return "new"
}
