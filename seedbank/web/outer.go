package web

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"github.com/seedoku/seedoku/internal/bounds"
)

// outer wraps a handler in the handlers for every answer. The first line is the
// innermost handler.
func (s *Server) outer(h http.Handler) http.Handler {
	h = compressed(h)
	h = s.ownHosts(h)
	h = s.withHeaders(h)
	return s.observed(h)
}

// headers are set in every answer: a page loads nothing from other hosts, and
// browsers do not guess media types.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; frame-src 'self' blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
}

// withHeaders sets the headers of every answer. Pages of other origins may read
// answers only if the options say so.
func (s *Server) withHeaders(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		for name, value := range headers {
			header.Set(name, value)
		}
		if len(s.options.AllowOrigins) > 0 && s.allowOrigin(header, r) {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// allowOrigin sets the headers for pages of other origins. It reports whether the
// request is a preflight request.
func (s *Server) allowOrigin(header http.Header, r *http.Request) (preflight bool) {
	origin := r.Header.Get("Origin")
	header.Add("Vary", "Origin")
	all := slices.Contains(s.options.AllowOrigins, "*")
	if origin == "" || !all && !slices.Contains(s.options.AllowOrigins, origin) {
		return false
	}
	if all {
		origin = "*"
	}
	header.Set("Access-Control-Allow-Origin", origin)
	header.Set("Access-Control-Expose-Headers", "Link, ETag, Retry-After")
	header.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	header.Set("Access-Control-Allow-Headers", "Content-Type, Accept, If-None-Match")
	header.Set("Access-Control-Max-Age", "86400")
	return true
}

// tagSuffixes tell the tags of compressed answers from the tag of the plain one.
var tagSuffixes = [...]string{"-gzip", "-zstd"}

// compressed packs answers by gzip or zstd, as the client accepts.
func compressed(h http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.SuffixETag(tagSuffixes[0]), gzhttp.CompressionLevel(3), gzhttp.ContentTypeFilter(isText))
	if err != nil {
		panic("web: " + err.Error()) // the options are constants
	}
	return wrap(h)
}

// isText reports whether a media type is worth compressing. The engine has been compressed
// once for all.
func isText(mediaType string) bool {
	kind, _, _ := strings.Cut(mediaType, ";")
	return !slices.Contains([]string{"image/png", "application/pdf", wasmType}, kind)
}

// observed records every answer in the log and the metrics, and ends answers that
// the client does not read.
func (s *Server) observed(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		o := &observer{ResponseWriter: w, control: http.NewResponseController(w)}
		o.extend()
		s.metrics.running.Inc()
		defer func() {
			cut := recover()
			s.metrics.running.Dec()
			if cut != nil && cut != any(http.ErrAbortHandler) {
				s.log.ErrorContext(r.Context(), "panic", "method", r.Method, "path", r.URL.Path, "panic", cut)
			}
			s.note(r, o, time.Since(begun))
			if cut != nil {
				panic(http.ErrAbortHandler)
			}
		}()
		h.ServeHTTP(o, r)
	})
}

// note writes one answer into the log and the metrics. Its route is the pattern that matched
// the request, so that the number of routes is bounded.
func (s *Server) note(r *http.Request, o *observer, took time.Duration) {
	status := cmp.Or(o.status, http.StatusOK)
	s.metrics.bytes.Add(float64(o.bytes))
	s.metrics.seconds.WithLabelValues(r.Pattern, strconv.Itoa(status)).Observe(took.Seconds())
	s.log.DebugContext(r.Context(), "answered", "method", r.Method, "path", r.URL.Path, "status", status, "bytes", o.bytes, "took", took)
}

// observer is a writer of an answer that counts its bytes. Each piece has a time
// limit, and the whole a rate, so that no client holds an answer for days.
type observer struct {
	http.ResponseWriter
	control  *http.ResponseController
	extended time.Time // when the client last got more time
	status   int
	bytes    int64
	waited   time.Duration // for the client to read
}

// extend gives the client time for the next piece.
func (o *observer) extend() {
	now := time.Now()
	if now.Sub(o.extended) > bounds.AnswerTime/10 {
		o.extended = now
		o.control.SetWriteDeadline(now.Add(bounds.AnswerTime)) // an error means that there is no connection
	}
}

func (o *observer) WriteHeader(status int) {
	if o.status == 0 {
		o.status = status
	}
	o.ResponseWriter.WriteHeader(status)
}

func (o *observer) Write(p []byte) (int, error) {
	written := 0
	for {
		o.extend()
		begun := time.Now()
		n, err := o.ResponseWriter.Write(p[written:min(written+bounds.AnswerPiece, len(p))])
		o.waited += time.Since(begun)
		written += n
		o.bytes += int64(n)
		if err == nil && o.isSlow() {
			err = errSlowReader
		}
		if err != nil || written == len(p) {
			return written, err
		}
	}
}

// errSlowReader ends the answer of a client that reads too slowly.
var errSlowReader = errors.New("the client reads too slowly")

// isSlow reports whether the client has read slowly for long.
func (o *observer) isSlow() bool {
	return o.waited > bounds.AnswerTime && o.bytes < int64(o.waited.Seconds()*bounds.AnswerRate)
}

// Unwrap gives [http.ResponseController] the writer below.
func (o *observer) Unwrap() http.ResponseWriter { return o.ResponseWriter }
