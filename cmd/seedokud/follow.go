package main

import (
	"context"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/web"
)

// follower serves the bank with a name. When another file takes the place of the bank, it serves
// that one: an open file stays the old one, whatever gets its name.
type follower struct {
	context context.Context
	named   string
	options web.Options

	mutex  sync.Mutex
	looked time.Time
	file   os.FileInfo // nil if there was none
	failed string      // why the file that is there now cannot be served, or empty
	now    *served
}

// served is a server with its bank, which is closed when no request needs it.
type served struct {
	*web.Server
	bank     *seedbank.Bank
	underWay sync.WaitGroup
}

// lookEvery is how often a follower looks for another file.
const lookEvery = 10 * time.Second

func follow(ctx context.Context, named string, options web.Options) (*follower, error) {
	f := &follower{context: ctx, named: named, options: options}
	return f, f.look()
}

// look opens the file of the bank unless it is the one that is served.
func (f *follower) look() error {
	f.looked = time.Now()
	path, _ := userbank.Path(f.named) // opening the bank tells why there is none
	file, err := os.Stat(path)
	old := f.now
	switch {
	case old == nil:
	case err != nil && f.file != nil:
		return err
	case err != nil, os.SameFile(file, f.file): // the starter bank is served until there is a file
		f.failed = ""
		return nil
	}
	bank, err := userbank.Open(f.context, f.named)
	if err != nil {
		return err
	}
	f.now, f.file, f.failed = &served{Server: web.New(bank, f.options), bank: bank}, file, ""
	if old != nil {
		f.options.Log.Info("another file is in the place of the bank, and is served now", "bank", path)
		go func() {
			old.underWay.Wait()
			old.bank.Close()
		}()
	}
	return nil
}

// handler returns a handler that answers as the server of now does.
func (f *follower) handler(of func(*served) http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		now := f.enter()
		defer now.underWay.Done()
		of(now).ServeHTTP(w, r)
	}
}

func (f *follower) enter() *served {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if time.Since(f.looked) >= lookEvery {
		if err := f.look(); err != nil && f.failed != err.Error() {
			f.failed = err.Error()
			f.options.Log.Warn("the bank is gone or cannot be read any more: the old one is still served", "error", err)
		}
	}
	f.now.underWay.Add(1)
	return f.now
}
