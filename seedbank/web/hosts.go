package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// A foreign page can make its own name resolve to the address of this server, and
// then read answers as if they were its own (DNS rebinding). Its requests have the
// foreign name in the header Host. So the server only answers requests for its own
// names. It always answers requests for an IP address, because these involve no
// name.

// Check returns an error if a host or an origin of o is none, so that no request would ever
// have it.
func (o *Options) Check() error {
	for _, name := range o.Hosts {
		if name != "*" && !isHostName(name) {
			return fmt.Errorf("host %q: it is neither * nor a name such as sudoku.example.org, without http:// and port", name)
		}
	}
	for _, text := range o.AllowOrigins {
		if text != "*" && !isOrigin(text) {
			return fmt.Errorf("allow-origin %q: it is neither * nor an origin as browsers write it, such as https://example.org or http://localhost:3000", text)
		}
	}
	return nil
}

// isHostName reports whether a text can be the name of a host.
func isHostName(text string) bool {
	u, err := url.Parse("http://" + text)
	return err == nil && text != "" && u.Host == text && u.Port() == "" && !strings.ContainsAny(text, "*@:")
}

// isOrigin reports whether a text is an origin as browsers write it: in lower case,
// with nothing after the host and the port. Any other text would never match.
func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && text == u.Scheme+"://"+strings.ToLower(u.Host)
}

// ownHosts answers requests for other hosts with an error, if the options list
// hosts.
func (s *Server) ownHosts(h http.Handler) http.Handler {
	if s.options.Hosts == nil {
		return h
	}
	return onlyHosts(s.options.Hosts, h, func(w http.ResponseWriter, r *http.Request, err error) {
		s.warnOnce.Do(func() {
			s.log.WarnContext(r.Context(), "a request for a host that is not this server was refused; more of them are not logged", "host", hostName(r.Host))
		})
		s.fail(w, r, &statusError{http.StatusMisdirectedRequest, "", err})
	})
}

// OnlyHosts passes on requests for the hosts given, for localhost and for addresses, and
// answers others with an error. The host * stands for all.
func OnlyHosts(hosts []string, h http.Handler) http.Handler {
	return onlyHosts(hosts, h, func(w http.ResponseWriter, _ *http.Request, err error) {
		http.Error(w, err.Error(), http.StatusMisdirectedRequest)
	})
}

func onlyHosts(hosts []string, h http.Handler, refuse func(http.ResponseWriter, *http.Request, error)) http.Handler {
	if slices.Contains(hosts, "*") {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if name := hostName(r.Host); !isAddress(name) && !isLocal(name) && !slices.ContainsFunc(hosts, func(own string) bool { return strings.EqualFold(own, name) }) {
			refuse(w, r, fmt.Errorf("this server does not answer for the host %.100q", name))
			return
		}
		h.ServeHTTP(w, r)
	})
}

// hostName returns the name or the address in a header Host, without the port and
// without a final dot.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.TrimSuffix(host, ".")
}

// isAddress reports whether a host is given by its address. A request of HTTP/1.0
// may name none; browsers always do.
func isAddress(name string) bool {
	_, err := netip.ParseAddr(name)
	return err == nil || name == ""
}

// isLocal reports whether a name always leads to the computer that looks it up.
func isLocal(name string) bool {
	name = strings.ToLower(name)
	return name == "localhost" || strings.HasSuffix(name, ".localhost")
}
