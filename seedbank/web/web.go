// Package web serves a bank over HTTP: an API for programs, and a page for people.
//
// # Words
//
// A route is a method and a path with their parameters, bodies, answers and handler. The
// table of routes is the whole API: it is the basis for checking requests, and a test
// writes /openapi.json from it. A kind is the part of a request with the conditions on
// each puzzle; its selection is cached. A series is the stream of puzzles of a request,
// named by its key: the request as text, with its random seed.
//
// # Conventions
//
// The fields of a request have the names of package draw, and the options of a
// format the names of package pack. Errors are problem details (RFC 9457) that name the field
// at fault. Numbers that may have more than 53 bits are texts.
//
// # Guarantees
//
// Clients can only read the puzzles of the bank and numbers about it, and can write
// nothing. Work and memory are bounded: bodies and answers are limited in length
// and time, a fixed number of goroutines does the hard work, and the work for a
// client that has gone ends at the next puzzle or the next round of a rating.
//
// The puzzle of an ID never changes. Any number of servers with the same bank can
// serve one series without repeating puzzles.
//
// A [Server] serves any number of goroutines at once, as handlers do.
//
// # Not here
//
// Listening, signals and flags: see the program seedokud.
//
// A Server has the root of its host: its page, and addresses in its answers, begin with /.
// Under a prefix, such as by [http.StripPrefix], only the API works, and links to the next
// puzzles of a series lack the prefix.
//
// Start with [New]. GET /api/v1/puzzles?level=6&n=1 draws a puzzle, and GET /openapi.json
// describes all routes.
package web

import (
	"context"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank"
)

// Options says how a [Server] behaves. The zero value serves everybody, on all
// cores but one, and logs nothing.
type Options struct {
	Workers int // number of cores for costly work, such as rating and booklets; 0: one less than the number of cores, but at least one
	Queue   int // number of requests with puzzles to rate or solve that are admitted at once; 0: 64, or one for each of more workers

	RateLimit      float64        // greatest number of requests a second from a client to the API; 0: no limit
	AtOnce         int            // greatest number of requests of a client to the API that are answered at once; 0: no limit
	TrustedProxies []netip.Prefix // proxies whose X-Forwarded-For is trusted
	Hosts          []string       // host names to answer besides localhost, * for all; nil: all. IP addresses are always answered
	AllowOrigins   []string       // the origins, such as https://example.org, whose pages may read answers; * for all

	Log *slog.Logger // nil: no log
}

// Server is an HTTP handler that serves a bank.
type Server struct {
	bank    *seedbank.Bank
	options Options
	log     *slog.Logger
	handler http.Handler
	metrics *metrics

	clients    *clients  // nil without a rate limit
	underWay   *underWay // nil without a limit of requests at once
	cores      *cores    // for all costly work
	selections *selections
	pool       *pool // for the puzzles of clients
	hints      *pool // for hints and ways from one position, which have their own queue
	press      *press
	bodies     *semaphore.Weighted // limits the bytes of all bodies
	bulk       *turns              // limits the long answers being made
	long       *semaphore.Weighted // limits the memory of all long answers, including those waiting for clients

	warnOnce sync.Once // of foreign hosts
}

// New returns a server of a bank, which it does not close. The options should pass
// [Options.Check].
func New(bank *seedbank.Bank, options Options) *Server {
	if options.Workers <= 0 {
		options.Workers = max(runtime.GOMAXPROCS(0)-1, 1)
	}
	if options.Queue <= 0 {
		options.Queue = max(64, options.Workers)
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	c := newCores(options.Workers)
	s := &Server{
		bank:       bank,
		cores:      c,
		options:    options,
		log:        options.Log,
		selections: &selections{bank: bank, turns: newTurns(c, int64(options.Workers))},
		pool:       newPool(c, options.Workers, options.Queue),
		hints:      newPool(c, options.Workers, options.Queue),
		press:      newPress(c),
		bodies:     semaphore.NewWeighted(bounds.Bodies),
		long:       semaphore.NewWeighted(longWeights),
		bulk:       newTurns(c, int64(options.Workers)),
	}
	if options.RateLimit > 0 {
		s.clients = newClients(options.RateLimit)
	}
	if options.AtOnce > 0 {
		s.underWay = &underWay{most: options.AtOnce, of: map[netip.Prefix]int{}}
	}
	s.metrics = newMetrics(s)
	s.handler = s.outer(s.routed())
	return s
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Metrics returns a handler that writes the metrics for Prometheus. It answers under the
// same hosts as the server.
func (s *Server) Metrics() http.Handler { return s.ownHosts(s.metrics.handler) }

// isDone reports whether no client waits for an answer any more.
func isDone(ctx context.Context) bool { return ctx.Err() != nil }
