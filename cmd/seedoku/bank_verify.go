package main

import (
	"fmt"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/urfave/cli/v2"
)

func bankVerifyCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check that the bank is whole and every seed what it should be",
		Description: `Checks the file and its counts, and that every seed is proper, minimal and in
canonical form, that no two are isomorphs, and that the rungs of their ladders
are what is drawn from. With --ratings every seed and every rung is rated anew
and compared. Prints a line for each problem; the exit status is 1 if there is
any.

A check that was ended says how far it came; --skip goes on from there.

Examples:
  seedoku bank verify
  seedoku bank verify --bank my.db --ratings --sample 1%`,
		Flags: []cli.Flag{
			bankFlag,
			&cli.BoolFlag{Name: "ratings", Usage: "rate every seed and rung anew"},
			&cli.StringFlag{Name: "sample", Usage: "check this `SHARE` of the seeds, drawn at random, such as 1%"},
			&cli.Uint64Flag{Name: "skip", Usage: "leave out the first `N` seeds"},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			v, err := verification(c)
			if err != nil {
				return err
			}
			bank, err := p.openBank(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			ctx, stop := signal.NotifyContext(c.Context, syscall.SIGINT, syscall.SIGTERM)
			defer stop()
			if err := p.noteOutdated(ctx, bank); err != nil {
				return err
			}
			v.Problem = func(problem error) { p.report(bank.Path(), problem) }
			v.Progress = p.progressEvery(progressPause, "seeds checked")
			checked, err := bank.Verify(ctx, v)
			if ctx.Err() != nil {
				return fmt.Errorf("ended before all seeds were checked; go on with --skip %d", v.Skip+checked)
			}
			if err == nil && !p.failed {
				fmt.Fprintf(p.stdout, "%s: %d seeds, all well\n", bank.Path(), checked)
			}
			return err
		},
	}
}

// verification reads the flags that say what is to be checked.
func verification(c *cli.Context) (*seedbank.Verification, error) {
	workers, err := workerCount(c)
	if err != nil {
		return nil, err
	}
	v := &seedbank.Verification{Workers: workers, Ratings: c.Bool("ratings"), Skip: c.Uint64("skip")}
	if c.IsSet("sample") {
		if v.Sample, err = parseShare(c.String("sample")); err != nil {
			return nil, usagef(c, "--sample: %w", err)
		}
	}
	return v, nil
}

// parseShare reads a share such as 1% or 0.01.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share > 0 && share <= 1) {
		return 0, fmt.Errorf("%q is no share: want such as 1%%", text)
	}
	return share, nil
}

const progressPause = 10 * time.Second

// progressEvery returns a function that says from time to time how much is done.
func (p *program) progressEvery(pause time.Duration, what string) func(done, of uint64) {
	said := time.Now()
	return func(done, of uint64) {
		if time.Since(said) >= pause {
			said = time.Now()
			fmt.Fprintf(p.stderr, "%d of %d %s\n", done, of, what)
		}
	}
}
