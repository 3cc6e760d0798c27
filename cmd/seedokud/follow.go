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

// follower serves the bank with a name, and from the next requests on the one that takes the place
// of its file. A program that has a file open goes on to read it when another file gets its name.
type follower struct {
	context context.Context
	named   string
	path    string
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
	path, err := userbank.Path(named)
	if err != nil {
		path = ""
	}
	f := &follower{context: ctx, named: named, path: path, options: options}
	return f, f.open()
}

// open opens the file that is there now.
func (f *follower) open() error {
	file, _ := os.Stat(f.path)
	bank, err := userbank.Open(f.context, f.named)
	if err != nil {
		return err
	}
	if old := f.now; old != nil {
		go func() {
			old.underWay.Wait()
			old.bank.Close()
		}()
	}
	f.now, f.file, f.failed, f.looked = &served{Server: web.New(bank, f.options), bank: bank}, file, "", time.Now()
	return nil
}

// enter returns the server for a request, which calls underWay.Done at its end.
func (f *follower) enter() *served {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	if time.Since(f.looked) >= lookEvery {
		f.look()
	}
	f.now.underWay.Add(1)
	return f.now
}

func (f *follower) look() {
	f.looked = time.Now()
	file, err := os.Stat(f.path)
	if err == nil && f.file != nil && os.SameFile(file, f.file) || err != nil && f.file == nil {
		return
	}
	if err == nil {
		err = f.open()
	}
	switch {
	case err == nil:
		f.options.Log.Info("another file is in the place of the bank, and is served now", "bank", f.path)
	case f.failed != err.Error():
		f.failed = err.Error()
		f.options.Log.Warn("the file of the bank is gone or another one; the old one is still served", "bank", f.path, "error", err)
	}
}

func (f *follower) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := f.enter()
	defer now.underWay.Done()
	now.ServeHTTP(w, r)
}

// metrics serves the metrics of the server that answers now.
func (f *follower) metrics(w http.ResponseWriter, r *http.Request) {
	now := f.enter()
	defer now.underWay.Done()
	now.Metrics().ServeHTTP(w, r)
}
