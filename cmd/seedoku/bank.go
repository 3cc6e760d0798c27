package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
)

var bankFlag = &cli.StringFlag{
	Name:        "bank",
	Usage:       "use the bank in `FILE`",
	EnvVars:     []string{userbank.Variable},
	DefaultText: "the user's bank, else the starter bank in the program",
	TakesFile:   true,
}

func bankCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "bank",
		Usage: "look after the bank",
		Description: `The bank is the file named by --bank, else by $` + userbank.Variable + `, else the user's
bank in the folder for data of the XDG standard. As long as that does not
exist, the starter bank in the program is read; the first command that writes
makes the user's bank as a copy of it.

Examples:
  seedoku bank stats
  seedoku bank init --empty --bank my.db`,
		Subcommands: []*cli.Command{
			bankStatsCommand(p),
			bankRecordsCommand(p),
			bankVerifyCommand(p),
			bankSalvageCommand(p),
			bankRerateCommand(p),
			bankMergeCommand(p),
			bankDumpCommand(p),
			bankReleaseCommand(p),
			bankSnapshotCommand(p),
			bankInitCommand(p),
			bankCompactCommand(p),
			bankPathCommand(p),
		},
	}
}

func bankPathCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "path",
		Usage: "print the path of the bank that commands use",
		Description: `Prints the file that mine would write to. If it does not exist yet, a note on
standard error says that the starter bank is in use.

Examples:
  cp "$(seedoku bank path)" backup.db`,
		Flags: []cli.Flag{bankFlag},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			if _, err := os.Stat(path); os.IsNotExist(err) {
				p.say("The file does not exist yet: the starter bank in the program is in use.\n")
			}
			_, err = fmt.Fprintln(p.stdout, path)
			return err
		},
	}
}

func bankInitCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "init",
		Usage: "make a bank: a copy of the starter bank, or an empty one",
		Description: `Examples:
  seedoku bank init
  seedoku bank init --empty --bank my.db`,
		Flags: []cli.Flag{
			bankFlag,
			&cli.BoolFlag{Name: "empty", Usage: "without the seeds of the starter bank"},
		},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			if c.Bool("empty") {
				err = seedbank.Create(c.Context, path)
			} else {
				err = seedbank.CreateCopy(path, data.FS, data.Starter)
			}
			if err != nil {
				return err
			}
			// The starter bank may be of an older format. To open it brings it up to date.
			bank, err := seedbank.Open(c.Context, path)
			if err != nil {
				return err
			}
			if err := bank.Close(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(p.stdout, path)
			return err
		},
	}
}

func bankCompactCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "compact",
		Usage: "write the bank anew, as small as it can be",
		Description: `Nobody else may have the bank open.

Examples:
  seedoku bank compact --bank my.db`,
		Flags: []cli.Flag{bankFlag},
		Action: func(c *cli.Context) error {
			path, err := bankPath(c)
			if err != nil {
				return err
			}
			return seedbank.Compact(c.Context, path)
		},
	}
}

// bankPath returns the file of the bank, whether it exists or not.
func bankPath(c *cli.Context) (string, error) { return userbank.Path(c.String(bankFlag.Name)) }

// openBank opens the bank to read.
func (p *program) openBank(c *cli.Context) (*seedbank.Bank, error) {
	return userbank.Open(c.Context, c.String(bankFlag.Name))
}

// openBankToWrite opens the bank to write, and makes it if need be.
func (p *program) openBankToWrite(ctx context.Context, c *cli.Context) (*seedbank.Writer, error) {
	return userbank.OpenToWrite(ctx, c.String(bankFlag.Name))
}

// openBankToAdd opens the bank to write. done closes the bank. If the bank was made for this
// command and has no seeds, done deletes it.
func (p *program) openBankToAdd(ctx context.Context, c *cli.Context) (bank *seedbank.Writer, done func() error, err error) {
	isNew := userbank.BeginningOf(c.String(bankFlag.Name)) == userbank.Empty
	if bank, err = p.openBankToWrite(ctx, c); err != nil {
		return nil, nil, err
	}
	if !isNew {
		return bank, bank.Close, nil
	}
	return bank, func() error {
		empty, err := isEmpty(context.WithoutCancel(ctx), bank.Bank)
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
	claimed, err := seedbank.Claimed(ctx, bank)
	return claimed == 0, err
}
