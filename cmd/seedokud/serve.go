package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank/web"
)

func (p *program) serveCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "listen", Usage: "serve at `ADDRESS`", Value: "127.0.0.1:8080"},
			&cli.BoolFlag{Name: "open", Usage: "open the page in the browser"},
			userbank.Flag,
			&cli.StringFlag{Name: "metrics", Usage: "serve metrics for Prometheus at `ADDRESS`, under /metrics"},
			&cli.BoolFlag{Name: "public", Usage: "set limits for a server that strangers use: 20 requests a second and 8 at once for each client", DisableDefaultText: true},
			&cli.Float64Flag{Name: "rate-limit", Usage: "turn away clients that send the API more than `N` requests a second", DefaultText: "none"},
			&cli.StringSliceFlag{Name: "trusted-proxy", Usage: "trust the client addresses that the proxy at this `ADDRESS`, or in this network such as 10.0.0.0/8, reports; repeat it for several"},
			hostFlag,
			&cli.StringSliceFlag{Name: "allow-origin", Usage: "let pages of this `ORIGIN`, such as https://example.org, read answers; * for all; repeat it for several"},
			&cli.IntFlag{Name: "workers", Usage: "use `N` cores for ratings, booklets and other costly work", DefaultText: "one less than there are"},
			&cli.BoolFlag{Name: "verbose", Usage: "log every request"},
		},
		Action: cli.Interruptible(p.serve),
	}
}

func (p *program) serve(c *cli.Context) error {
	options, err := serverOptions(c)
	if err != nil {
		return err
	}
	options.Log = newLog(p.Stderr, console.TerminalOf(p.Stderr), c.Bool("verbose"))
	ctx := c.Context
	server, err := follow(ctx, c.String("bank"), options)
	if err != nil {
		return err
	}
	defer func() { server.now.bank.Close() }()

	listener, err := net.Listen("tcp", c.String("listen"))
	if err != nil {
		return listenError(c.String("listen"), err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		return serveUntil(ctx, listener, server.handler(func(now *served) http.Handler { return now }), options.Log)
	})
	if address := c.String("metrics"); address != "" {
		metrics, err := net.Listen("tcp", address)
		if err != nil {
			listener.Close()
			return errors.Join(listenError(address, err), ignoreClosed(group.Wait()))
		}
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", server.handler(func(now *served) http.Handler { return now.Metrics() }))
		group.Go(func() error { return serveUntil(ctx, metrics, mux, options.Log) })
	}
	address := pageAddress(listener.Addr())
	fmt.Fprintln(p.Stdout, address)
	if err := p.Stdout.Flush(); err != nil {
		return err
	}
	if c.Bool("open") {
		if err := openBrowser(address); err != nil {
			options.Log.Warn("no browser could be opened", "error", err)
		}
	}
	return group.Wait()
}

// Limits of a server with --public.
const (
	publicRate   = 20  // requests of a client a second
	publicAtOnce = 8   // requests of a client that are answered at once
	publicQueue  = 512 // requests with puzzles to rate or solve that are admitted at once
)

// serverOptions reads the flags of a server.
func serverOptions(c *cli.Context) (options web.Options, err error) {
	options = web.Options{Workers: c.Int("workers"), RateLimit: c.Float64("rate-limit"), AllowOrigins: c.StringSlice("allow-origin")}
	if c.Bool("public") {
		options.RateLimit, options.AtOnce, options.Queue = cmp.Or(options.RateLimit, publicRate), publicAtOnce, publicQueue
	}
	if c.IsSet("rate-limit") && !(c.Float64("rate-limit") > 0) {
		return options, cli.Errorf(c, "--rate-limit %v: it must be more than 0", c.Float64("rate-limit"))
	}
	if err := options.Check(); err != nil {
		return options, cli.Errorf(c, "--%w", err)
	}
	if options.Hosts, err = hostNames(c); err != nil {
		return options, err
	}
	for _, text := range c.StringSlice("trusted-proxy") {
		network, err := parseNetwork(text)
		if err != nil {
			return options, cli.Errorf(c, "--trusted-proxy %q: it is neither an address nor a network such as 10.0.0.0/8", text)
		}
		options.TrustedProxies = append(options.TrustedProxies, network)
	}
	return options, nil
}

var hostFlag = &cli.StringSliceFlag{Name: "host", Usage: "answer under this `NAME` too, such as sudoku.example.org; * for all names; repeat it for several"}

// hostNames returns the names that a server answers under: the values of the flag
// --host, and the names of this computer in its network.
func hostNames(c *cli.Context) ([]string, error) {
	names := c.StringSlice("host")
	if err := (&web.Options{Hosts: names}).Check(); err != nil {
		return nil, cli.Errorf(c, "--%w", err)
	}
	if own, err := os.Hostname(); err == nil {
		short, _, _ := strings.Cut(own, ".")
		names = append(names, own, short, short+".local") // the last by multicast DNS
	}
	return names, nil
}

// parseNetwork reads an address or a network.
func parseNetwork(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		address = address.Unmap() // the form that the server uses
		return address.Prefix(address.BitLen())
	}
	return netip.ParsePrefix(text)
}

// listenError explains an error of listening at an address.
func listenError(address string, err error) error {
	return explained(address, fmt.Errorf("listening at %s: %w", address, err))
}

// explained returns an error that says what is wrong with an address to listen at, or err.
func explained(address string, err error) error {
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("another program listens at %s: name another address", address)
	}
	if _, notPort := strconv.ParseUint(address, 10, 16); notPort == nil {
		return fmt.Errorf("%s is not an address: did you mean :%s?", address, address)
	}
	if _, _, wrong := net.SplitHostPort(address); wrong != nil {
		return fmt.Errorf("%s is not an address such as 127.0.0.1:8080 or :8080", address)
	}
	return err
}

// finishIn is the time limit for requests under way when the server ends.
const finishIn = 15 * time.Second

// serveUntil serves until the context is done. Then it finishes the requests under
// way.
func serveUntil(ctx context.Context, listener net.Listener, handler http.Handler, log *slog.Logger) error {
	server := &http.Server{Handler: handler, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	web.Limit(server)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serving: %w", err)
	case <-ctx.Done():
	}
	finish, cancel := context.WithTimeout(context.WithoutCancel(ctx), finishIn)
	defer cancel()
	if err := server.Shutdown(finish); err != nil {
		log.Warn("requests were cut off", "after", finishIn)
		server.Close()
	}
	return ignoreClosed(<-ended)
}

// ignoreClosed leaves out the error of a server that was told to end.
func ignoreClosed(err error) error {
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// pageAddress returns the address to open in a browser.
func pageAddress(at net.Addr) string {
	address, err := netip.ParseAddrPort(at.String())
	if err != nil {
		return "http://" + at.String() + "/"
	}
	host := address.Addr().Unmap().String()
	if address.Addr().IsUnspecified() {
		host = "localhost"
	}
	return fmt.Sprintf("http://%s/", net.JoinHostPort(host, fmt.Sprint(address.Port())))
}

// withAdvice adds advice to log attributes that are errors, and units to those that are times.
func withAdvice(_ []string, a slog.Attr) slog.Attr {
	switch value := a.Value.Any().(type) {
	case error:
		a.Value = slog.StringValue(advice.Text(value))
	case time.Duration: // with its unit, also in JSON
		a.Value = slog.StringValue(value.String())
	}
	return a
}

// newLog returns the log, which a terminal gets as text and a file as JSON.
func newLog(w io.Writer, t console.Terminal, verbose bool) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelInfo, ReplaceAttr: withAdvice}
	if verbose {
		options.Level = slog.LevelDebug
	}
	if t.Interactive {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}
