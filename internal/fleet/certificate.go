package fleet

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// Certificate returns a certificate for a TLS server that reads its files again when they have
// changed. If they cannot be read then, it keeps the former one, and logs that once.
func Certificate(certificate, key string, log *slog.Logger) (func(*tls.ClientHelloInfo) (*tls.Certificate, error), error) {
	r := &renewed{certificate: certificate, key: key, log: log}
	first, err := r.get(nil)
	if err != nil {
		return nil, err
	}
	if end := first.Leaf.NotAfter; time.Now().After(end) {
		return nil, fmt.Errorf("the certificate %s has expired on %s", certificate, end.UTC().Format(time.DateOnly))
	}
	return r.get, nil
}

// renewed is a certificate in files.
type renewed struct {
	certificate, key string
	log              *slog.Logger

	mutex sync.Mutex
	last  *tls.Certificate
	read  time.Time // time of the files when they were read
	told  time.Time // time of the files of which it was logged that they cannot be read
}

// writingTakes is how long after a change the files may still be written.
const writingTakes = 10 * time.Second

func (r *renewed) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	changed := time.Time{}
	for _, path := range []string{r.certificate, r.key} {
		if info, err := os.Stat(path); err == nil && info.ModTime().After(changed) {
			changed = info.ModTime()
		}
	}
	if r.last != nil && changed.Equal(r.read) {
		return r.last, nil
	}
	certificate, err := tls.LoadX509KeyPair(r.certificate, r.key)
	switch {
	case err != nil && r.last == nil:
		return nil, fmt.Errorf("reading the certificate %s with the key %s: %w", r.certificate, r.key, err)
	case err != nil:
		if time.Since(changed) > writingTakes && !changed.Equal(r.told) {
			r.told = changed
			r.log.Warn("the certificate was renewed but cannot be read, so the former one is shown",
				"certificate", r.certificate, "ends", r.last.Leaf.NotAfter.UTC(), "error", err)
		}
		return r.last, nil
	}
	r.last, r.read = &certificate, changed
	return r.last, nil
}
