package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func bankRerateCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "rerate",
		Usage: "bring the ratings of an older version up to date",
		Description: `Rates the seeds anew that were rated by an older rater, and their rungs, on all
cores. Before that it rates the claimed ones of "bank merge --as-rated" and their
rungs, says how many had false ratings, and stores them with the true ones: from
then on they are drawn. Puzzles and their IDs stay what they are. "bank stats"
tells whether there is anything to do.

Claimed seeds are stored in the bank itself, some hundreds at a time. For those of
an older rater the bank is written anew, to a file of its name with .rerated behind
it, and replaced when all is done; until then it can be read. Ctrl-C ends it, and
the next call goes on from there. In the end nobody else may have the bank open.

Examples:
  seedoku bank rerate
  seedoku bank rerate --bank my.db --workers 2`,
		Flags: []cli.Flag{bankFlag, workersFlag},
		Action: func(c *cli.Context) error {
			workers, err := workerCount(c)
			if err != nil {
				return err
			}
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			bank, err := p.openBankToWrite(ctx, c)
			if err != nil {
				return err
			}
			defer bank.Close()
			claimed, err := p.rateClaimed(ctx, bank, workers)
			if err != nil {
				return err
			}
			outdated, err := seedbank.Outdated(ctx, bank.Bank)
			if err != nil {
				return err
			}
			if outdated == 0 && claimed > 0 {
				return nil
			}
			if outdated == 0 {
				_, err := fmt.Fprintf(p.stdout, "%s: no seed was rated by an older rater; nothing to do\n", bank.Path())
				return err
			}
			if err := bank.Close(); err != nil {
				return err
			}
			return p.rerate(ctx, bank.Path(), workers)
		},
	}
}

// rateClaimed rates the claimed seeds of a bank, and returns how many there were.
func (p *program) rateClaimed(ctx context.Context, bank *seedbank.Writer, workers int) (int, error) {
	claimed, err := seedbank.Claimed(ctx, bank.Bank)
	if err != nil || claimed == 0 {
		return 0, err
	}
	said := p.sayDone("claimed seeds rated")
	merged, err := bank.RateClaimed(ctx, seedbank.MergeOptions{
		Workers: workers, Run: ratingRun(), Beyond: func(err error) { p.report(bank.Path(), err) }, Report: func(m seedbank.Merged) { said(uint64(m.Sum()), uint64(claimed)) },
	})
	if err != nil {
		return claimed, err
	}
	beyond := ""
	if merged.Beyond > 0 {
		beyond = fmt.Sprintf(", %d stay claimed: they are beyond the scale", merged.Beyond)
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s rated; %d stored, %d had false ratings%s\n",
		bank.Path(), phrase.Count(claimed-merged.Beyond, "claimed seed"), merged.Stored, merged.Corrected, beyond)
	return claimed, err
}

func (p *program) rerate(ctx context.Context, path string, workers int) error {
	said := p.sayDone("seeds done")
	done, err := mine.Rerate(ctx, path, mine.RerateOptions{Workers: workers, Report: func(m mine.RerateProgress) { said(uint64(m.Done), uint64(m.Of)) }})
	if err != nil {
		return err
	}
	if done.Done < done.Of {
		return fmt.Errorf("%s: ended when %d of %d seeds were done; the next call goes on from there", path, done.Done, done.Of)
	}
	_, err = fmt.Fprintf(p.stdout, "%s: %s rated anew; %d got another rating, %d other ratings of their rungs\n",
		path, phrase.Count(done.Seeds, "seed"), done.Changes.Ratings, done.Changes.Rungs)
	return err
}

// openBankToTell opens the bank to read, and says if an older rater has rated some of
// its seeds, or nobody here.
func (p *program) openBankToTell(c *cli.Context) (*seedbank.Bank, error) {
	bank, err := p.openBank(c)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(p.noteOutdated(c.Context, bank), p.noteClaimed(c.Context, bank)); err != nil {
		return nil, errors.Join(err, bank.Close())
	}
	return bank, nil
}

// noteOutdated says if an older rater has rated some seeds of a bank.
func (p *program) noteOutdated(ctx context.Context, bank *seedbank.Bank) error {
	outdated, err := seedbank.Outdated(ctx, bank)
	if err == nil && outdated > 0 {
		p.say("%s: an older rater rated %s; \"seedoku bank rerate\" brings the bank up to date\n", bank.Path(), phrase.Count(outdated, "seed"))
	}
	return err
}

// noteClaimed says if some seeds of a bank wait for being rated.
func (p *program) noteClaimed(ctx context.Context, bank *seedbank.Bank) error {
	claimed, err := seedbank.Claimed(ctx, bank)
	if err == nil && claimed > 0 {
		p.say("%s: %s claimed and not counted: nobody here has rated them, and they are not drawn; \"seedoku bank rerate\" rates them\n",
			bank.Path(), phrase.Count(claimed, "seed"))
	}
	return err
}
