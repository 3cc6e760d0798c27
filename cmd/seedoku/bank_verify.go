package main

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine/walk"
	"github.com/seedoku/seedoku/seedbank/repair"
)

func (p *program) bankVerifyCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "ratings", Usage: "rate every seed and rung again"},
			&cli.StringFlag{Name: "sample", Usage: "check this `SHARE` of the seeds, drawn at random, such as 1%"},
			&cli.Uint64Flag{Name: "skip", Usage: "leave out the first `N` seeds"},
			cli.Workers,
		},
		Action: cli.Interruptible(p.withBankTold(func(c *cli.Context, bank *seedbank.Bank) error {
			options, err := verifyOptions(c)
			if err != nil {
				return err
			}
			options.Problem = func(problem error) { p.Report(bank.Path(), problem) }
			progress, done := p.Progress(), options.Skip
			options.Report = func(checked, of uint64) {
				done = checked
				progress.Say("%d of %d seeds checked", checked, of)
			}
			checked, err := repair.Verify(c.Context, bank, options)
			progress.Close()
			if c.Context.Err() != nil {
				return fmt.Errorf("ended before all seeds were checked; continue with --skip %d", done)
			}
			if err == nil && !p.Failed {
				fmt.Fprintf(p.Stdout, "%s: %s, all well\n", bank.Path(), phrase.Count(checked, "seed"))
			}
			return err
		})),
	}
}

// verifyOptions reads the flags of a verification.
func verifyOptions(c *cli.Context) (options repair.VerifyOptions, err error) {
	options = repair.VerifyOptions{Ratings: c.Bool("ratings"), Skip: c.Uint64("skip"), Visits: walk.AimNames(), Workers: cli.WorkerCount(c)}
	if c.IsSet("sample") {
		if options.Sample, err = parseShare(c.String("sample")); err != nil {
			return options, cli.Wrong(c, "sample", err)
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
		return 0, fmt.Errorf("%q is not a share such as 1%%", text)
	}
	return share, nil
}
