package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// A foreign page can make its own name resolve to the address of this server, and
// then read answers as if they were its own (DNS rebinding). Its requests have the
// foreign name in the header Host. So the server only answers requests for its own
// names. It always answers requests for an IP address, because these involve no
// name.

// ownHosts answers requests for other hosts with an error, if the options list
// hosts.
func (s *Server) ownHosts(h http.Handler) http.Handler {
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
	if hosts == nil || slices.Contains(hosts, "*") {
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
