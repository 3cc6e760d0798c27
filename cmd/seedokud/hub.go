package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/web"
)

// Flags of all commands that connect to a NATS server.
var (
	tokenFlag = &cli.StringFlag{Name: "token-file", Usage: "read the token for connecting from `FILE`", TakesFile: true}
	credsFlag = &cli.StringFlag{Name: "creds-file", Usage: "read NATS credentials from `FILE`", TakesFile: true}
	caFlag    = &cli.StringFlag{Name: "ca-file", Usage: "trust servers with certificates signed by the authorities in `FILE`", TakesFile: true}
	coresFlag = &cli.IntFlag{Name: "cores", Usage: "mine on `N` cores", DefaultText: "all"}
)

func (p *program) hubCommand() *cli.Command {
	return &cli.Command{
		Flags: append(mining.Flags(),
			userbank.FlagToWrite,
			&cli.Uint64Flag{Name: "seed", Usage: "random seed `N`: the same seed plans the same puzzles", DefaultText: "random"},
			&cli.StringFlag{Name: "listen", Usage: "let workers connect to `ADDRESS`", Value: "127.0.0.1:4222"},
			&cli.StringFlag{Name: "nats", Usage: "use the NATS servers at `URLS`, with commas between them, instead of a built-in one"},
			&cli.IntFlag{Name: "replicas", Usage: "keep every message on `N` servers of a cluster", Value: 1},
			tokenFlag, credsFlag, caFlag,
			&cli.StringFlag{Name: "tls-cert", Usage: "with --listen: show workers the certificate in `FILE`, which is read again when it has changed", TakesFile: true},
			&cli.StringFlag{Name: "tls-key", Usage: "with --listen: read the key of the certificate from `FILE`", TakesFile: true},
			&cli.StringFlag{Name: "https", Usage: "let contributors connect to `ADDRESS` through HTTPS"},
			&cli.StringFlag{Name: "certificate", Usage: "with --https: show contributors the certificate in `FILE`, which is read again when it has changed", TakesFile: true},
			&cli.StringFlag{Name: "key", Usage: "with --https: read the key of the certificate from `FILE`", TakesFile: true},
			&cli.Float64Flag{Name: "trust", Usage: "rate `PERCENT` of the seeds from workers again", Value: 1},
			&cli.IntFlag{Name: "unit-size", Usage: "plan units of `N` puzzles, or fewer where these take longer", Value: fleet.UnitSize},
			&cli.DurationFlag{Name: "lost-after", Usage: "give a unit to another worker after this `TIME` without a message from the first", Value: 45 * time.Second},
			&cli.BoolFlag{Name: "rerate", Usage: "rate the seeds of an older rater again, and end"},
			&cli.StringFlag{Name: "import", Usage: "import the puzzles of `FILE`, and end", TakesFile: true},
			&cli.BoolFlag{Name: "drain", Usage: "plan no units: end when the results of all planned ones are stored"},
			&cli.BoolFlag{Name: "no-mine", Usage: "leave the mining to workers"},
			coresFlag,
			&cli.StringFlag{Name: "metrics", Usage: "serve a page about the fleet at `ADDRESS`, and metrics for Prometheus under /metrics"},
			hostFlag,
		),
		Action: cli.Interruptible(p.hub),
	}
}

func (p *program) hub(c *cli.Context) error {
	options, err := hubOptions(c)
	if err != nil {
		return err
	}
	view := mining.View{Count: options.Mine.Count, MaxSize: options.Mine.Room.MaxSize}
	span, err := mining.SpanOf(c, time.Now())
	if err != nil {
		return err
	}
	view.Limit = span.Length
	news := newNews(p.Stderr)
	options.Log = newLog(news, console.TerminalOf(p.Stderr), false)
	if c.IsSet("import") {
		file, err := os.Open(c.String("import"))
		if err != nil {
			return err
		}
		defer file.Close()
		options.Mine.Strategy = mine.Import{
			Arrivals: arrivals(c.String("import"), file, func() {
				p.Failed = true
				fmt.Fprintf(news, "%s: no puzzle in it\n", c.String("import"))
			}),
			Reject: func(place string, reason error) {
				p.Failed = true
				options.Log.Warn("a puzzle is not imported", "place", place, "reason", reason)
			},
		}
	}
	connection := connectOptions(c, c.String("nats"), news)
	var nc *nats.Conn
	if connection.Servers != "" && userbank.BeginningOf(c.String("bank")) != userbank.Stands { // without a server, no bank is made
		ctx, end := span.Begin(c.Context)
		defer end()
		if nc, err = connectHub(ctx, connection); nc == nil {
			return err
		}
		defer nc.Close()
	}
	bank, err := userbank.OpenToWrite(c.Context, c.String("bank"))
	if err != nil {
		return err
	}
	defer bank.Close()
	ctx, end := span.Begin(c.Context)
	defer end()
	options.Name = bank.Path()
	if err := mining.SetReserve(c, &options.Mine, bank.Path()); err != nil {
		return err
	}

	folder := folderOf(bank.Path())
	claim, err := atomicfile.Claim(folder) // whichever server each hub uses
	switch {
	case errors.Is(err, atomicfile.ErrClaimed):
		return fmt.Errorf("another hub fills %s", bank.Path())
	case err != nil:
		return fmt.Errorf("the hub has no folder: %w", err)
	}
	defer claim.Close()
	if connection.Servers == "" {
		server, err := fleet.StartServer(fleet.ServerOptions{
			Listen: c.String("listen"), Folder: folder,
			TokenFile: c.String("token-file"), TLSCert: c.String("tls-cert"), TLSKey: c.String("tls-key"),
			Log: options.Log,
		})
		if err != nil {
			return explained(c.String("listen"), err)
		}
		defer server.WaitForShutdown()
		defer server.Shutdown()
		connection.Inside = server
	}
	if nc == nil {
		if nc, err = connectHub(ctx, connection); nc == nil {
			return err
		}
		defer nc.Close()
	}
	fmt.Fprintf(p.Stderr, "Collecting seeds in %s. Workers connect with: seedokud work --hub %s\n", bank.Path(), addressOf(nc, connection.Inside))
	if !c.Bool("no-mine") {
		options.Own = &fleet.WorkerOptions{Name: "hub", Cores: ordered.OrCores(c.Int("cores")), Program: buildinfo.Module()}
	}
	if c.IsSet("https") {
		if options.Contributors, err = fleet.ListenHTTPS(c.String("https"), c.String("certificate"), c.String("key"), options.Log); err != nil {
			return explained(c.String("https"), err)
		}
		defer options.Contributors.Close()
		at := options.Contributors.Addr()
		if c.String("certificate") == "" {
			fmt.Fprintf(p.Stderr, "A proxy with a certificate passes contributors on to http://%s.\n", at)
		} else {
			fmt.Fprintf(p.Stderr, "Contributors connect with: seedokud work --hub https://%s --token-file FILE\n", at)
		}
	}
	return p.runHub(ctx, c, nc, func(ctx context.Context) error {
		display := &hubDisplay{}
		display.shownDisplay = openDisplay(p.Stderr, news, display.shown(ctx, view))
		told := options.Drain // nothing is planned then
		options.Report = func(s fleet.Status) {
			if !told {
				told = true
				fmt.Fprint(news, mining.PlanText(&s.Progress, view.Limit))
			}
			display.note(s)
		}
		status, err := fleet.Hub(ctx, nc, bank, options)
		display.Close()
		if other, ok := errors.AsType[*fleet.OtherBankError](err); ok {
			return fmt.Errorf("%w; a hub of that bank with --drain stores them, and without the stream %s they are given up", err, other.Stream)
		}
		if _, ok := errors.AsType[*fleet.WaitingError](err); ok {
			return fmt.Errorf("%w; a hub with --drain and without --rerate stores them", err)
		}
		if !status.Started.IsZero() {
			fmt.Fprint(p.Stderr, summary(&status, console.TerminalOf(p.Stderr)))
		}
		if err != nil {
			return err
		}
		if seeds := status.Progress.Targets; c.Bool("rerate") && len(seeds) == 1 && seeds[0].Missing() == 0 {
			return p.finishRerating(ctx, bank, status.Progress.Made)
		}
		return nil
	}, bank.Path(), options)
}

// connectHub connects to a server. It returns nil, and no error, if ctx is done before.
func connectHub(ctx context.Context, to fleet.ConnectOptions) (*nats.Conn, error) {
	nc, err := fleet.Connect(ctx, "hub", to)
	if err != nil && ctx.Err() != nil {
		return nil, nil
	}
	return nc, err
}

// folderOf returns the folder of the NATS server of a bank's hub. It is beside the bank itself,
// whatever links lead there.
func folderOf(bank string) string {
	if path, err := filepath.EvalSymlinks(bank); err == nil {
		bank = path
	}
	return bank + ".hub"
}

// addressOf returns the address at which workers connect. A server in this process that
// listens on all networks has the name of this computer.
func addressOf(nc *nats.Conn, inside *fleet.Server) string {
	if inside == nil {
		return fleet.Shown(nc.ConnectedUrl())
	}
	address := inside.ClientURL()
	u, err := url.Parse(address)
	if err != nil || !net.ParseIP(u.Hostname()).IsUnspecified() {
		return address
	}
	if name, err := os.Hostname(); err == nil {
		u.Host = net.JoinHostPort(name, u.Port())
	}
	return u.String()
}

// runHub runs a hub, and serves its page and metrics with the flag --metrics.
func (p *program) runHub(ctx context.Context, c *cli.Context, nc *nats.Conn, hub func(context.Context) error, bank string, options fleet.HubOptions) error {
	group, ctx := errgroup.WithContext(ctx)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if address := c.String("metrics"); address != "" {
		hosts, err := hostNames(c)
		if err != nil {
			return err
		}
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return listenError(address, err)
		}
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", web.OnlyHosts(hosts, fleet.Metrics(nc)))
		mux.Handle("GET /{$}", web.OnlyHosts(hosts, fleet.Page(nc, bank)))
		group.Go(func() error { return serveUntil(ctx, listener, mux, options.Log) })
	}
	group.Go(func() error {
		defer stop()
		return hub(ctx)
	})
	return group.Wait()
}

// exclude returns an error if --rerate or --import is combined with a flag for mining, or if a
// flag would have no effect.
func exclude(c *cli.Context) error {
	for _, listed := range []string{"rerate", "import"} {
		if !c.IsSet(listed) {
			continue
		}
		for _, flag := range []string{"count", "target", "level", "strategy", "toward", "symmetry", "everything", "minimal", "pattern", "import"} {
			if flag != listed && c.IsSet(flag) {
				return cli.Errorf(c, "--%s: --%s does not go with it: the hub mines nothing then", listed, flag)
			}
		}
	}
	for _, e := range excluded {
		if given(c, e.flag) && given(c, e.with) == e.excludes {
			return cli.Errorf(c, "--%s %s", e.flag, e.why)
		}
	}
	return nil
}

// arrivals yields the puzzles of a text. file is its name. If there is none, it calls none.
func arrivals(file string, text io.Reader, none func()) iter.Seq[[]mine.Arrival] {
	return func(yield func([]mine.Arrival) bool) {
		found := false
		for record, err := range read.Puzzles(read.Unpack(text)) {
			found = true
			place := fmt.Sprintf("%s:%d", file, record.Line)
			if !yield([]mine.Arrival{{Place: place, Clues: record.Grid, Err: err}}) {
				return
			}
		}
		if !found {
			none()
		}
	}
}

// finishRerating replaces a bank by the successor that a hub has written, if that is
// complete. rated is the number of seeds that workers have rated. It rates seeds that came since, until
// ctx is done.
func (p *program) finishRerating(ctx context.Context, bank *change.Writer, rated int) error {
	if err := bank.Close(); err != nil {
		return err
	}
	done, err := mine.BringUpToDate(ctx, bank.Path(), mine.Options{})
	if err != nil {
		return err
	}
	if done.Done < done.Of {
		return fmt.Errorf("%s: ended when %d of %d seeds were done; the next call continues from there", bank.Path(), done.Done, done.Of)
	}
	_, err = fmt.Fprintf(p.Stderr, "%s: %s rated anew; %d got another rating, %d other ratings of their rungs\n",
		bank.Path(), phrase.Count(rated+done.Seeds, "seed"), done.Changes.Ratings, done.Changes.Rungs)
	return err
}

// excluded are flags that go with another one only, or not with it, and why.
var excluded = []struct {
	flag, with string
	excludes   bool
	why        string
}{
	{"import", "drain", true, "does not go with --drain, which plans nothing"},
	{"rerate", "drain", true, "does not go with --drain, which plans nothing"},
	{"ladders", "rerate", true, "does not go with --rerate, which makes no rungs"},
	{"enough", "rerate", true, "does not go with --rerate, which makes no rungs"},
	{"cores", "no-mine", true, "does not go with --no-mine"},
	{"listen", "nats", true, "does not go with --nats: it is for the server in the hub"},
	{"tls-cert", "nats", true, "does not go with --nats: it is for the server in the hub"},
	{"creds-file", "nats", false, "needs --nats: the server in the hub takes no credentials"},
	{"ca-file", "nats", false, "needs --nats: it is for servers of your own"},
	{"host", "metrics", false, "needs --metrics"},
	{"certificate", "https", false, "needs --https"},
}

// given reports whether a flag has a value that has an effect: --nats "" names no server.
func given(c *cli.Context, flag string) bool {
	value := c.Value(flag)
	return c.IsSet(flag) && value != "" && value != false
}

// hubOptions reads the flags of a hub.
func hubOptions(c *cli.Context) (options fleet.HubOptions, err error) {
	if options.Mine, err = mining.Options(c); err != nil {
		return options, err
	}
	if err := exclude(c); err != nil {
		return options, err
	}
	if c.Bool("rerate") {
		options.Mine.Strategy = mine.Rerate{}
	}
	if _, err := hostNames(c); err != nil {
		return options, err
	}
	m := &options.Mine
	m.RandomSeed, m.UnitSize = c.Uint64("seed"), c.Int("unit-size")
	if !c.IsSet("seed") {
		m.RandomSeed = draw.RandomSeed()
	}
	options.Drain = c.Bool("drain")
	options.Trust, options.Replicas, options.AckWait = c.Float64("trust")/100, c.Int("replicas"), c.Duration("lost-after")
	switch {
	case !(options.Trust >= 0 && options.Trust <= 1):
		return options, cli.Errorf(c, "--trust %v: it must be from 0 to 100 percent", c.Float64("trust"))
	case options.Replicas > 1 && c.String("nats") == "":
		return options, cli.Errorf(c, "--replicas %d: the server of the hub is one alone; --nats names servers of your own", options.Replicas)
	case options.Replicas < 1 || options.Replicas > 5:
		return options, cli.Errorf(c, "--replicas %d: NATS keeps 1 to 5", options.Replicas)
	case m.UnitSize < 1 || m.UnitSize > bounds.WorkPuzzles:
		return options, cli.Errorf(c, "--unit-size %d: it must be from 1 to %d", m.UnitSize, bounds.WorkPuzzles)
	case options.AckWait < time.Second:
		return options, cli.Errorf(c, "--lost-after %v: it must be a second or more", options.AckWait)
	case c.IsSet("cores") && c.Int("cores") < 1:
		return options, cli.Errorf(c, "--cores %d: there must be at least 1 (see --no-mine)", c.Int("cores"))
	case (c.String("tls-cert") == "") != (c.String("tls-key") == ""):
		return options, cli.Errorf(c, "--tls-cert and --tls-key go together")
	case (c.String("certificate") == "") != (c.String("key") == ""):
		return options, cli.Errorf(c, "--certificate and --key go together")
	case c.String("nats") == "" && c.String("token-file") == "" && c.String("tls-cert") == "" && !fleet.OnlyHere(c.String("listen")):
		return options, cli.Errorf(c, "--listen %s: %w: give --token-file or --tls-cert, or listen on 127.0.0.1", c.String("listen"), fleet.ErrOpen)
	case c.IsSet("https") && c.String("certificate") == "" && !fleet.OnlyHere(c.String("https")):
		return options, cli.Errorf(c, "--https %s: %w: give --certificate and --key, or listen on 127.0.0.1 behind a proxy", c.String("https"), fleet.ErrPlain)
	}
	return options, nil
}

// connectOptions reads the flags for connecting to NATS servers.
func connectOptions(c *cli.Context, servers string, news io.Writer) fleet.ConnectOptions {
	return fleet.ConnectOptions{
		Servers: servers, TokenFile: c.String("token-file"), CredsFile: c.String("creds-file"), CAFile: c.String("ca-file"),
		Notice: noticeTo(news),
	}
}

func (p *program) hubStatusCommand() *cli.Command {
	return &cli.Command{
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "nats", Usage: "the hub is at the NATS servers at `URLS`", Value: "nats://127.0.0.1:4222"},
			tokenFlag, credsFlag, caFlag,
			&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		},
		Action: func(c *cli.Context) error {
			ctx, stop := context.WithTimeout(c.Context, 5*time.Second)
			defer stop()
			connection := connectOptions(c, c.String("nats"), p.Stderr)
			connection.Status = true
			nc, err := fleet.Connect(ctx, "status", connection)
			if err != nil {
				return err
			}
			defer nc.Close()
			status, err := fleet.Ask(ctx, nc)
			if err != nil {
				return err
			}
			if c.Bool("json") {
				return writeJSON(p.Stdout, status)
			}
			return writeStatus(p.Stdout, status, console.TerminalOf(p.Stdout))
		},
	}
}
