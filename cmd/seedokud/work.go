package main

import (
	"context"
	"fmt"
	"io"
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
			&cli.StringFlag{Name: "hub", Usage: "the hub is at `URL`: https:// for contributors, or NATS servers with commas between them", Value: "nats://127.0.0.1:4222"},
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
	run, at, err := connectTo(c, &options, news)
	if err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return err
	}
	fmt.Fprintf(p.Stderr, "Working as %s for the hub at %s. Ctrl-C ends it; units under way go to other workers.\n", options.Name, at)
	begun := time.Now()
	var last atomic.Pointer[fleet.Alive]
	options.Report = func(a fleet.Alive) { last.Store(&a) }
	display := startDisplay(p.Stderr, news, func() string {
		if a := last.Load(); a != nil {
			return workLine(a, time.Since(begun))
		}
		return ""
	})
	err = run(ctx)
	display.Close()
	if a := last.Load(); a != nil {
		fmt.Fprintln(p.Stderr, workLine(a, time.Since(begun)))
	}
	return err
}

// connectTo connects to the hub that the flags name. It returns a function that works for it,
// and its address.
func connectTo(c *cli.Context, options *fleet.WorkerOptions, news io.Writer) (run func(context.Context) error, at string, err error) {
	hub := c.String("hub")
	if strings.HasPrefix(hub, "https://") || strings.HasPrefix(hub, "http://") {
		if !c.IsSet("token-file") {
			return nil, "", cli.Errorf(c, "--hub %s needs --token-file: the owner of the hub gives contributors a token", fleet.Shown(hub))
		}
		if c.IsSet("creds-file") {
			return nil, "", cli.Errorf(c, "--hub %s: --creds-file does not go with it: it is for NATS servers", fleet.Shown(hub))
		}
		to := fleet.ContributorOptions{Hub: hub, TokenFile: c.String("token-file"), CAFile: c.String("ca-file"), Notice: noticeTo(news)}
		return func(ctx context.Context) error { return fleet.Contribute(ctx, to, *options) }, hub, to.Check()
	}
	nc, err := fleet.Connect(c.Context, options.Name, connectOptions(c, hub, news))
	if err != nil {
		return nil, "", err
	}
	return func(ctx context.Context) error {
		defer nc.Close()
		return fleet.Worker(ctx, nc, *options)
	}, fleet.Shown(nc.ConnectedUrl()), nil
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
