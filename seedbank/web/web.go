// Package web serves a bank over HTTP: an API for programs, and a page for people.
//
// # Words
//
// A route is a method and a path with what is to be known of them: parameters,
// bodies, answers, and the function that handles it. The table of routes is the
// whole API: requests are checked by it, and a test writes /openapi.json from it. A kind
// is the part of a request that says what each puzzle has to be like; its
// selection is kept for a while. A series is the stream of puzzles of a request,
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
// Nothing can be read but the puzzles of the bank and the numbers about it, and
// nothing can be written. Work and memory are bounded, whatever clients do: bodies
// and answers are limited in length and time, hard work is done by a fixed number
// of goroutines, and a client that goes away stops its work at the next puzzle or
// the next round of a rating.
//
// What belongs to an ID stays the same for ever. Any number of servers on the same
// bank answer for one series, and nobody gets a puzzle twice.
//
// A [Server] serves any number of goroutines at once, as handlers do.
//
// # Not here
//
// Listening, signals and flags: see the program seedokud.
//
// Start with [New] and the table in routes.go.
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
	Workers int // puzzles rated or solved at once; 0: one less than there are cores, but at least one
	Queue   int // requests with puzzles to rate or solve that are taken on at once; 0: 64

	RateLimit      float64        // requests a second that a client may send to the API; 0: any number
	TrustedProxies []netip.Prefix // who may tell the address of a client, in X-Forwarded-For
	Hosts          []string       // the names besides localhost that are answered in requests, * for all; nil: all. IP addresses always are
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

	clients    *clients // nil if they have no limit
	selections *selections
	pool       *pool // for the puzzles that clients bring
	hints      *pool // for hints and ways from one position, which wait for nothing else
	press      *press
	bodies     *semaphore.Weighted // bytes of all bodies at once
	bulk       chan struct{}       // has room for the long answers that are being made at once
	days       chan struct{}       // has room for the puzzles of days that are being chosen at once
	long       *semaphore.Weighted // memory of all long answers, also of those that wait for their clients

	warnOnce sync.Once // of foreign hosts

	counting sync.Mutex
	numbers  *bankNumbers // nil as long as nobody has asked
}

// New returns a server of a bank, which it does not close.
func New(bank *seedbank.Bank, options Options) *Server {
	if options.Workers <= 0 {
		options.Workers = max(runtime.GOMAXPROCS(0)-1, 1)
	}
	if options.Queue <= 0 {
		options.Queue = 64
	}
	if options.Log == nil {
		options.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		bank:       bank,
		options:    options,
		log:        options.Log,
		selections: newSelections(bank),
		pool:       newPool(options.Workers, options.Queue),
		hints:      newPool(options.Workers, options.Queue),
		press:      newPress(),
		bodies:     semaphore.NewWeighted(bounds.Bodies),
		long:       semaphore.NewWeighted(longWeights),
		bulk:       make(chan struct{}, options.Workers),
		days:       make(chan struct{}, options.Workers),
	}
	if options.RateLimit > 0 {
		s.clients = newClients(options.RateLimit)
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
