package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/repair"
)

func bankVerifyCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check that the bank is whole and every seed what it should be",
		Description: `Checks the file, its counts and the digests of its order, and that every seed is
proper, minimal and in canonical form, that no two are isomorphs, and that the
rungs of their ladders are what is drawn from. With --ratings every seed and
every rung is rated anew and compared. Prints a line for each problem; the exit
status is 1 if there is any.

Claimed seeds, which "bank merge --as-rated" left for later, are not checked:
a line says how many they are, and nothing draws them. Rating them is a check
of its own ("bank rerate").

A check that is interrupted says how far it came; --skip goes on from there.

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
			options, err := verifyOptions(c)
			if err != nil {
				return err
			}
			bank, err := p.openBankToTell(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			options.Problem = func(problem error) { p.report(bank.Path(), problem) }
			said, done := p.sayDone("seeds checked"), options.Skip
			options.Report = func(checked, of uint64) {
				done = checked
				said(checked, of)
			}
			checked, err := repair.Verify(ctx, bank, options)
			if ctx.Err() != nil {
				return fmt.Errorf("ended before all seeds were checked; go on with --skip %d", done)
			}
			if err == nil && !p.failed {
				fmt.Fprintf(p.stdout, "%s: %s, all well\n", bank.Path(), phrase.Count(checked, "seed"))
			}
			return err
		},
	}
}

// verifyOptions reads the flags that say what is to be checked.
func verifyOptions(c *cli.Context) (options repair.VerifyOptions, err error) {
	options = repair.VerifyOptions{Ratings: c.Bool("ratings"), Skip: c.Uint64("skip"), Visits: mine.AimNames()}
	if options.Workers, err = workerCount(c); err != nil {
		return options, err
	}
	if c.IsSet("sample") {
		if options.Sample, err = parseShare(c.String("sample")); err != nil {
			return options, usage.Wrong(c, "sample", err)
		}
	}
	return options, nil
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
