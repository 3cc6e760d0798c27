package web

import (
	"net/http"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
)

const (
	// shortBody is the length of a body for hints that goes ahead of longer ones.
	shortBody = 1 << 10
	// staleAfter is the time between two looks whether the bank has changed.
	staleAfter = time.Minute
	// headerSlop is what net/http reads of a header beyond its limit.
	headerSlop = 4 << 10
)

// Limit sets the limits of an [http.Server] against clients that are slow to send
// their requests, also with bodies that no handler reads. The handlers limit the time
// for bodies that they read, and for answers.
func Limit(server *http.Server) {
	server.ReadHeaderTimeout = bounds.HeaderTime
	server.ReadTimeout = bounds.HeaderTime // also of a body that no handler reads
	server.IdleTimeout = 2 * time.Minute
	server.MaxHeaderBytes = bounds.Header - headerSlop
}
