package web

import (
	"context"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/seedbank"
)

// openStarter opens the starter bank for StarterServer.
var openStarter = sync.OnceValues(func() (*Server, error) {
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		return nil, err
	}
	return New(bank, Options{Workers: 2}), nil
})

// StarterServer returns the server of the starter bank that tests share. What it counts and
// selects for one of them it has for the others.
func StarterServer(t testing.TB) *Server {
	t.Helper()
	server, err := openStarter()
	if err != nil {
		t.Fatal(err)
	}
	return server
}

// CloseStarter ends what StarterServer has begun.
func CloseStarter() {
	if server, err := openStarter(); err == nil {
		server.bank.Close()
	}
}
