package web

import (
	"net/http"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
)

const (
	// shortBody is the length of a body for hints that goes ahead of longer ones.
	shortBody = 1 << 10
	// staleAfter is how long nobody looks whether the bank has changed.
	staleAfter = time.Minute
)

// Limit sets the limits of an [http.Server] against clients that are slow to send
// their requests, also with bodies that nobody reads. The time for bodies that are
// read and for answers is limited by the handler.
func Limit(server *http.Server) {
	server.ReadHeaderTimeout = bounds.HeaderTime
	server.ReadTimeout = bounds.HeaderTime // of a body that nobody reads too
	server.IdleTimeout = 2 * time.Minute
	server.MaxHeaderBytes = bounds.Header
}
