package web

import (
	"math"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"golang.org/x/time/rate"

	"github.com/seedoku/seedoku/internal/bounds"
)

// clients limits how many requests a second each client sends.
type clients struct {
	limit    rate.Limit
	burst    int
	limiters *lru[netip.Prefix, *rate.Limiter]
}

// newClients returns the limits for a number of requests a second. A client may
// send the requests of two seconds at once.
func newClients(perSecond float64) *clients {
	burst := int(math.Ceil(2 * min(perSecond, 1e6)))
	return &clients{rate.Limit(perSecond), burst, newLRU[netip.Prefix, *rate.Limiter](bounds.Clients)}
}

func (c *clients) allow(client netip.Prefix) bool {
	return c.limiters.get(client, func() *rate.Limiter { return rate.NewLimiter(c.limit, c.burst) }).Allow()
}

// admit returns [errTooFast] or [errTooMany] if the client of a request sends too many. The
// files of the page do not count: they cost next to nothing, and a page has dozens.
func (s *Server) admit(r *http.Request) error {
	if s.clients != nil && !s.clients.allow(clientIn(r.Context())) {
		return errTooFast
	}
	return s.underWay.enter(r)
}

// underWay limits how many requests of each client are answered at once. Nil has no limit.
type underWay struct {
	most  int
	mutex sync.Mutex
	of    map[netip.Prefix]int // requests by client, none 0
}

// enter counts a request, or returns [errTooMany].
func (u *underWay) enter(r *http.Request) error {
	if u == nil {
		return nil
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	client := clientIn(r.Context())
	if u.of[client] >= u.most {
		return errTooMany
	}
	u.of[client]++
	return nil
}

// leave ends a request that has entered.
func (u *underWay) leave(r *http.Request) {
	if u == nil {
		return
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	client := clientIn(r.Context())
	if u.of[client]--; u.of[client] == 0 {
		delete(u.of, client)
	}
}

// clientOf returns the client of a request: an IPv4 address, or the first 64 bits of
// an IPv6 address, because a client can have many of these. If the request comes
// from a trusted proxy, the client is the last address in X-Forwarded-For that is
// not a trusted proxy.
func (s *Server) clientOf(r *http.Request) netip.Prefix {
	at, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Prefix{}
	}
	client := at.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0 && s.isProxy(client); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = hop.Unmap()
	}
	bits := client.BitLen()
	if client.Is6() {
		bits = 64
	}
	prefix, _ := client.WithZone("").Prefix(bits) // of an address and a number that fits: no error
	return prefix
}

// isProxy reports whether an address is one of a trusted proxy.
func (s *Server) isProxy(address netip.Addr) bool {
	return slices.ContainsFunc(s.options.TrustedProxies, func(proxies netip.Prefix) bool { return proxies.Contains(address) })
}
