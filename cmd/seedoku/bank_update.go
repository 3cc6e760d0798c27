package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func (p *program) bankUpdateCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[FILE | FOLDER | -]...",
		Flags:     []cli.Flag{userbank.FlagToWrite, cli.Workers},
		Action: cli.Interruptible(func(c *cli.Context) error {
			names, err := banksIn(c.Args().Slice())
			if err != nil {
				return err
			}
			bank, done, err := p.openBankToAdd(c)
			if err != nil {
				return err
			}
			if len(names) == 0 {
				err = p.addStarter(c.Context, bank)
			} else {
				err = p.addAll(c, bank, names)
			}
			return errors.Join(cli.OrInterrupted(c.Context, err), done())
		}),
	}
}

// addStarter adds the starter bank in the program to a bank, and sums up.
func (p *program) addStarter(ctx context.Context, bank *change.Writer) error {
	starter, err := userbank.Starter(ctx)
	if err != nil {
		return err
	}
	defer starter.Close()
	merged, err := p.add(func(options change.MergeOptions) (change.Merged, error) {
		return bank.Update(ctx, starter, userbank.TakenIn(), options)
	})
	if err == nil {
		p.sumUp("starter bank", merged)
	}
	return err
}

// add adds a bank whose ratings are true, at once.
func (p *program) add(update func(change.MergeOptions) (change.Merged, error)) (change.Merged, error) {
	progress := p.Progress()
	defer progress.Close()
	return update(change.MergeOptions{
		Report: func(m change.Merged) { progress.Say("%s compared", phrase.Count(m.Sum(), "seed")) },
	})
}

// addAll adds the starter bank and other banks, at once. The seeds of the others are rated
// beforehand, in a copy of the bank, so the names are compared with the bank itself here.
func (p *program) addAll(c *cli.Context, bank *change.Writer, names []string) (err error) {
	for _, name := range names {
		if err := bank.MustBeOther(name); err != nil {
			return err
		}
	}
	folder, done, err := atomicfile.Scratch(filepath.Dir(bank.Path()))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, done()) }()
	taken, err := change.Withdrawals(c.Context, bank.Bank)
	if err != nil {
		return err
	}
	path := filepath.Join(folder, "bank.db")
	if err := p.fillCopy(c, path, bank.Path(), names); err != nil {
		return err
	}
	all, err := seedbank.Open(c.Context, path)
	if err != nil {
		return err
	}
	defer all.Close()
	_, err = p.add(func(options change.MergeOptions) (change.Merged, error) {
		return bank.UpdateFromCopy(c.Context, all, taken, userbank.TakenIn(), options)
	})
	return err
}

// fillCopy makes a copy of a bank, and merges others and the starter bank into it. What
// cannot be read fails before the starter bank takes its time.
func (p *program) fillCopy(c *cli.Context, path, of string, names []string) error {
	if err := change.Snapshot(c.Context, path, of); err != nil {
		return err
	}
	bank, err := change.Open(c.Context, path)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err == nil {
			err = p.merge(c.Context, bank, name, change.MergeOptions{Run: ratingRun(), Workers: cli.WorkerCount(c)})
		}
	}
	if err == nil {
		err = p.addStarter(c.Context, bank)
	}
	return errors.Join(err, bank.Close())
}

// noteNews prints a note if the program has seeds that a bank has not been offered.
func (p *program) noteNews(c *cli.Context, bank *seedbank.Bank) error {
	isNew, err := userbank.HasNews(c.Context, c.String(userbank.Flag.Name), bank)
	if isNew {
		p.Say("%s: the program has a newer starter bank; \"seedoku bank update\" adds its seeds\n", bank.Path())
	}
	return err
}
