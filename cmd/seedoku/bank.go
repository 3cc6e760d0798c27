package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func (p *program) bankPathCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{userbank.Flag},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			if _, err := os.Stat(path); os.IsNotExist(err) && c.String(userbank.Flag.Name) == "" {
				p.Say("The file does not exist yet: the starter bank in the program is in use.\n")
			}
			_, err = fmt.Fprintln(p.Stdout, path)
			return err
		},
	}
}

func (p *program) bankInitCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "empty", Usage: "without the seeds of the starter bank"},
		},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			create := userbank.Create
			if c.Bool("empty") {
				create = userbank.CreateEmpty
			}
			bank, err := create(c.Context, path)
			if err != nil {
				return err
			}
			if err := bank.Close(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.Stdout, path)
			return err
		},
	}
}

func (p *program) bankCompactCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{userbank.Flag},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			return change.Compact(c.Context, path)
		},
	}
}

// bankPath returns the file of the bank, whether it exists or not.
func bankPath(c *cli.Context) (string, error) { return userbank.Path(c.String(userbank.Flag.Name)) }

// openBankToWrite opens the bank to write, and makes it if there is none.
func (p *program) openBankToWrite(c *cli.Context) (*change.Writer, error) {
	return userbank.OpenToWrite(c.Context, c.String(userbank.Flag.Name))
}

// openBankToAdd opens the bank to write. done closes the bank. If the bank was made for this
// command and has no seeds, done deletes it.
func (p *program) openBankToAdd(c *cli.Context) (bank *change.Writer, done func() error, err error) {
	isNew := userbank.BeginningOf(c.String(userbank.Flag.Name)) == userbank.Empty
	if bank, err = p.openBankToWrite(c); err != nil {
		return nil, nil, err
	}
	if !isNew {
		return bank, bank.Close, nil
	}
	return bank, func() error {
		empty, err := isEmpty(context.WithoutCancel(c.Context), bank.Bank)
		if err := errors.Join(err, bank.Close()); err != nil || !empty {
			return err
		}
		if _, err := os.Stat(bank.Path() + "-wal"); err == nil { // another program has it open
			return nil
		}
		return os.Remove(bank.Path())
	}, nil
}

// isEmpty reports whether a bank has no seeds, not even claimed ones.
func isEmpty(ctx context.Context, bank *seedbank.Bank) (bool, error) {
	levels, err := bank.SeedsByLevel(ctx)
	if err != nil {
		return false, err
	}
	for _, n := range levels {
		if n > 0 {
			return false, nil
		}
	}
	claimed, err := change.Claimed(ctx, bank)
	return claimed == 0, err
}
