package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func (p *program) bankPathCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{userbank.Flag},
		Action: onPath(func(c *cli.Context, path string) error {
			if _, err := os.Stat(path); os.IsNotExist(err) && c.String(userbank.Flag.Name) == "" {
				p.Say("The file does not exist yet: the starter bank in the program is in use.\n")
			}
			_, err := fmt.Fprintln(p.Stdout, path)
			return err
		}),
	}
}

func (p *program) bankInitCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.FlagOfFile,
			&cli.BoolFlag{Name: "empty", Usage: "without the seeds of the starter bank"},
		},
		Action: onPath(func(c *cli.Context, path string) error {
			create := userbank.Create
			if c.Bool("empty") {
				create = userbank.CreateEmpty
			}
			if err := made(create(c.Context, path)); err != nil {
				return err
			}
			_, err := fmt.Fprintln(p.Stdout, path)
			return err
		}),
	}
}

func (p *program) bankCompactCommand() *cli.Command {
	return &cli.Command{
		Flags:  []cli.Flag{userbank.FlagOfFile},
		Action: onPath(func(c *cli.Context, path string) error { return change.Compact(c.Context, path) }),
	}
}

// made closes a bank that was just made, if there was no error.
func made(bank *change.Writer, err error) error {
	if err != nil {
		return err
	}
	return bank.Close()
}

// onPath returns the action of a command for the file of the bank, whether that exists or not.
func onPath(do func(c *cli.Context, path string) error) func(*cli.Context) error {
	return func(c *cli.Context) error {
		path, err := userbank.Path(c.String(userbank.Flag.Name))
		if err != nil {
			return err
		}
		return do(c, path)
	}
}

// openBankToWrite opens the bank to write, and makes it if there is none.
func (p *program) openBankToWrite(c *cli.Context) (*change.Writer, error) {
	return userbank.OpenToWrite(c.Context, c.String(userbank.Flag.Name))
}

// foldersOfBank returns the folders that do not exist and are made for the bank.
func foldersOfBank(c *cli.Context) []string {
	path, err := userbank.Path(c.String(userbank.Flag.Name))
	if err != nil {
		return nil
	}
	return atomicfile.Missing(filepath.Dir(path))
}

// openBankToAdd opens the bank to write. done closes the bank. If the bank was made for this
// command and has no seeds, done deletes it, and the folders that were made for it.
func (p *program) openBankToAdd(c *cli.Context) (bank *change.Writer, done func() error, err error) {
	isNew, folders := userbank.BeginningOf(c.String(userbank.Flag.Name)) == userbank.Empty, foldersOfBank(c)
	if bank, err = p.openBankToWrite(c); err != nil {
		atomicfile.RemoveEmpty(folders)
		return nil, nil, err
	}
	if !isNew {
		return bank, bank.Close, nil
	}
	return bank, func() error {
		defer atomicfile.RemoveEmpty(folders)
		return bank.DeleteIf(context.WithoutCancel(c.Context), func(ctx context.Context) (bool, error) { return isEmpty(ctx, bank.Bank) })
	}, nil
}

// isEmpty reports whether a bank has no seeds, not even claimed ones.
func isEmpty(ctx context.Context, bank *seedbank.Bank) (bool, error) {
	levels, err := bank.SeedsByLevel(ctx)
	if err != nil {
		return false, err
	}
	claimed, err := change.Claimed(ctx, bank)
	return mine.ByLevel(levels).Sum()+claimed == 0, err
}
