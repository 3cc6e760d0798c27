package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/internal/phrase"
)

func (p *program) workCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "hub", Usage: "the hub is at the NATS servers at `URLS`, with commas between them", Value: "nats://127.0.0.1:4222"},
			&cli.StringFlag{Name: "name", Usage: "the hub knows this worker as `NAME`", DefaultText: "the name of this computer and the number of the process"},
			tokenFlag, credsFlag, caFlag, coresFlag,
		},
		Action: cli.Interruptible(p.work),
	}
}

func (p *program) work(c *cli.Context) error {
	options := fleet.WorkerOptions{Name: c.String("name"), Cores: c.Int("cores"), Program: buildinfo.Module()}
	switch {
	case c.IsSet("cores") && options.Cores < 1:
		return cli.Errorf(c, "--cores %d: there must be at least 1", options.Cores)
	case options.Name == "":
		options.Name = workerName()
	}
	ctx := c.Context
	news := newNews(p.Stderr)
	nc, err := fleet.Connect(ctx, options.Name, connectOptions(c, c.String("hub"), news))
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	defer nc.Close()
	fmt.Fprintf(p.Stderr, "Working as %s for the hub at %s. Ctrl-C ends it; units under way go to other workers.\n", options.Name, nc.ConnectedUrlRedacted())
	begun := time.Now()
	var last atomic.Pointer[fleet.Alive]
	options.Report = func(a fleet.Alive) { last.Store(&a) }
	display := startDisplay(p.Stderr, news, func() string {
		if a := last.Load(); a != nil {
			return workLine(a, time.Since(begun))
		}
		return ""
	})
	err = fleet.Worker(ctx, nc, options)
	display.Close()
	if a := last.Load(); a != nil {
		fmt.Fprintln(p.Stderr, workLine(a, time.Since(begun)))
	}
	return err
}

// workLine returns the progress of a worker.
func workLine(a *fleet.Alive, elapsed time.Duration) string {
	return fmt.Sprintf("%v: %s done, %s made, %s sent (%s); %d of %d cores busy",
		console.Spoken(elapsed.Truncate(time.Second)), phrase.Count(a.Units, "unit"), phrase.Count(a.Made, "puzzle"), phrase.Count(a.Found, "seed"),
		console.PerTime(a.Found, elapsed), a.Busy, a.Cores)
}

// workerName returns a name for this process.
func workerName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "worker"
	}
	host = regexp.MustCompile(`[^A-Za-z0-9.-]`).ReplaceAllString(host, "-")
	return fmt.Sprintf("%.40s-%d", "w"+strings.TrimLeft(host, ".-"), os.Getpid())
}
