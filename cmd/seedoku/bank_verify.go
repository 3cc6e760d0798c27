package main

import (
	"errors"
	"fmt"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"
)

func bankVerifyCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "verify",
		Usage: "check that the bank is whole and every seed what it should be",
		Description: `Checks the file and its counts, and that every seed is proper, minimal and in
canonical form. Prints a line for each problem; the exit status is 1 if there
is any.

Examples:
  seedoku bank verify
  seedoku bank verify --bank my.db`,
		Flags: []cli.Flag{bankFlag, workersFlag},
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			workers, err := workerCount(c)
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
			checked, err := bank.Verify(ctx, workers, func(problem error) { p.report(bank.Path(), problem) })
			if ctx.Err() != nil {
				return errors.New("ended before all seeds were checked")
			}
			if err == nil && !p.failed {
				fmt.Fprintf(p.stdout, "%s: %d seeds, all well\n", bank.Path(), checked)
			}
			return err
		},
	}
}
