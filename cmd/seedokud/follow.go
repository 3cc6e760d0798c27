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
// that one. What still reads the old file goes on, or fails: it never reads both.
type follower struct {
	context context.Context
	named   string
	options web.Options

	mutex   sync.Mutex
	now     *served
	file    os.FileInfo // of the bank that is served, or nil if that is the starter bank
	looking bool        // somebody opens the other file
	looked  time.Time   // when another file was opened last
	failed  string      // why the file that is there now cannot be served, or empty
}

// served is a server with its bank, which is closed when no request needs it.
type served struct {
	*web.Server
	bank     *seedbank.Bank
	underWay sync.WaitGroup
}

const (
	// lookEvery is how often a follower tries to open another file.
	lookEvery = time.Second

	// mostWait is how long a request waits for another file to be opened. Then the old one
	// serves it.
	mostWait = time.Second
)

func follow(ctx context.Context, named string, options web.Options) (*follower, error) {
	f := &follower{context: ctx, named: named, options: options}
	return f, f.open()
}

// open opens the bank that has the name now.
func (f *follower) open() error {
	path, _ := userbank.Path(f.named) // opening the bank tells why there is none
	file, err := os.Stat(path)
	if err != nil && f.file != nil {
		return err
	}
	bank, err := userbank.Open(f.context, f.named)
	if err != nil {
		return err
	}
	f.mutex.Lock()
	defer f.mutex.Unlock()
	old := f.now
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

// changed reports whether the name is that of another file than the one that is served, or of none.
func (f *follower) changed() bool {
	path, _ := userbank.Path(f.named)
	file, err := os.Stat(path)
	if err != nil {
		return f.file != nil // the starter bank is served until there is a file
	}
	return !os.SameFile(file, f.file)
}

// look opens another file, and notes why it cannot be served.
func (f *follower) look() {
	err := f.open()
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.looking, f.looked = false, time.Now()
	if err != nil && f.failed != err.Error() {
		f.failed = err.Error()
		f.options.Log.Warn("the bank is gone or cannot be read any more: the old one is still served", "error", err)
	}
}

// handler returns a handler that answers as the server of now does.
func (f *follower) handler(of func(*served) http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		f.notice()
		now := f.enter()
		defer now.underWay.Done()
		of(now).ServeHTTP(w, r)
	}
}

// notice has another file opened if there is one.
func (f *follower) notice() {
	f.mutex.Lock()
	changed := f.changed()
	if !changed {
		f.failed = ""
	}
	look := changed && !f.looking && time.Since(f.looked) >= lookEvery
	f.looking = f.looking || look
	f.mutex.Unlock()
	if !look {
		return
	}
	done := make(chan struct{})
	go func() {
		f.look()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(mostWait):
	}
}

func (f *follower) enter() *served {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.now.underWay.Add(1)
	return f.now
}
