package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func (p *program) bankRerateCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "minutes", Usage: "estimate the minutes of the seeds and rungs that have none"},
			&cli.BoolFlag{Name: "labels", Usage: "find the labels of the seeds whose labels are not known"},
			userbank.FlagToChange, cli.Workers,
		},
		Action: cli.Interruptible(func(c *cli.Context) error {
			ctx, workers := c.Context, cli.WorkerCount(c)
			bank, err := userbank.OpenToChange(c.Context, c.String(userbank.Flag.Name))
			if err != nil {
				return err
			}
			defer bank.Close()
			if c.Bool("minutes") || c.Bool("labels") {
				return p.fill(c, bank)
			}
			claimed, err := p.rateClaimed(ctx, bank, workers)
			if err != nil {
				return err
			}
			outdated, err := change.Outdated(ctx, bank.Bank)
			if err != nil {
				return err
			}
			if outdated == 0 && claimed > 0 {
				return nil
			}
			if outdated == 0 {
				_, err := fmt.Fprintf(p.Stdout, "%s: no seed was rated by an older rater; nothing to do\n", bank.Path())
				return err
			}
			if err := bank.Close(); err != nil {
				return err
			}
			return p.rerate(ctx, bank.Path(), workers)
		}),
	}
}

// fill fills in what the flags say of the puzzles of a bank.
func (p *program) fill(c *cli.Context, bank *change.Writer) error {
	for _, kind := range []struct {
		flag, done string
		fill       func(context.Context, int, func(done, of uint64)) (uint64, error)
	}{
		{"minutes", "estimated", bank.FillMinutes},
		{"labels", "found", bank.FillLabels},
	} {
		if !c.Bool(kind.flag) {
			continue
		}
		progress := p.Progress()
		made, err := kind.fill(c.Context, cli.WorkerCount(c), func(done, of uint64) { progress.Say("%d of %d puzzles have their %s", done, of, kind.flag) })
		progress.Close()
		if err != nil {
			return fmt.Errorf("ended after %s; the next call continues from there: %w", phrase.Count(made, "puzzle"), err)
		}
		if _, err = fmt.Fprintf(p.Stdout, "%s: the %s of %s %s\n", bank.Path(), kind.flag, phrase.Count(made, "puzzle"), kind.done); err != nil {
			return err
		}
	}
	return nil
}

// rateClaimed rates the claimed seeds of a bank, and returns how many there were.
func (p *program) rateClaimed(ctx context.Context, bank *change.Writer, workers int) (int, error) {
	claimed, err := change.Claimed(ctx, bank.Bank)
	if err != nil || claimed == 0 {
		return 0, err
	}
	progress := p.Progress()
	merged, err := bank.RateClaimed(ctx, change.MergeOptions{
		Workers: workers, Run: ratingRun(), Beyond: func(err error) { p.Report(bank.Path(), err) },
		Report: func(m change.Merged) { progress.Say("%d of %d claimed seeds rated", m.Sum(), claimed) },
	})
	progress.Close()
	if err != nil {
		return claimed, err
	}
	beyond := ""
	if merged.Beyond > 0 {
		beyond = fmt.Sprintf(", %d stay claimed: they are beyond the scale", merged.Beyond)
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: %s rated; %d stored, %d had false ratings%s\n",
		bank.Path(), phrase.Count(merged.Sum()-merged.Beyond, "claimed seed"), merged.Stored, merged.Corrected, beyond)
	return claimed, err
}

func (p *program) rerate(ctx context.Context, path string, workers int) error {
	shown := p.Progress()
	done, err := mine.BringUpToDate(ctx, path, mine.Options{Workers: workers, Report: func(progress mine.Progress) {
		seeds := &progress.Targets[0]
		shown.Say("%d of %d seeds done", seeds.InBank, seeds.Seeds)
	}})
	shown.Close()
	if err != nil {
		return err
	}
	if done.Done < done.Of {
		return fmt.Errorf("%s: ended when %d of %d seeds were done; the next call continues from there", path, done.Done, done.Of)
	}
	_, err = fmt.Fprintf(p.Stdout, "%s: %s rated anew; %d got another rating, %d other ratings of their rungs\n",
		path, phrase.Count(done.Seeds, "seed"), done.Changes.Ratings, done.Changes.Rungs)
	return err
}

// withBankTold returns the action of a command that reads the bank. It first says whether
// an older rater has rated some seeds of the bank, and whether some are claimed.
func (p *program) withBankTold(do func(*cli.Context, *seedbank.Bank) error) func(*cli.Context) error {
	return userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
		if err := errors.Join(p.noteOutdated(c.Context, bank), p.noteClaimed(c.Context, bank), p.noteNews(c, bank)); err != nil {
			return err
		}
		return do(c, bank)
	})
}

// noteOutdated prints a note if an older rater has rated some seeds of a bank.
func (p *program) noteOutdated(ctx context.Context, bank *seedbank.Bank) error {
	outdated, err := change.Outdated(ctx, bank)
	if err == nil && outdated > 0 {
		p.Say("%s: an older rater rated %s; \"seedoku bank rerate\" brings the bank up to date\n", bank.Path(), phrase.Count(outdated, "seed"))
	}
	return err
}

// noteClaimed prints a note if some seeds of a bank are claimed.
func (p *program) noteClaimed(ctx context.Context, bank *seedbank.Bank) error {
	claimed, err := change.Claimed(ctx, bank)
	if err == nil && claimed > 0 {
		p.Say("%s: %s claimed and not counted: they are not drawn before \"seedoku bank rerate\" has rated them\n",
			bank.Path(), phrase.Count(claimed, "seed"))
	}
	return err
}
