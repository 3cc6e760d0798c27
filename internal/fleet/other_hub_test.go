package fleet

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
)

// A hub that is sent to the server of another one says so at once.
func TestServerOfAnotherHub(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	if _, err := Hub(t.Context(), a.stranger, a.bank, a.options); !errors.Is(err, errOthersServer) {
		t.Errorf("the hub ends with %v", err)
	}
}

// A server that somebody else runs may have the name of this program.
func TestServerNamedSeedoku(t *testing.T) {
	t.Parallel()
	s, err := server.NewServer(&server.Options{ServerName: "seedoku", Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, JetStream: true, StoreDir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("the server does not begin")
	}
	nc, err := nats.Connect(s.ClientURL(), nats.Timeout(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := (&hub{nc: nc}).mustBeAlone(t.Context()); err != nil {
		t.Errorf("the hub ends with %v", err)
	}
}

// Of two hubs of different banks that begin at the same time at one server, one ends. The units that
// it has planned are planned again by its next hub.
func TestTwoHubsBegin(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	first := a.raced()
	defer a.kill(first)
	if taken, err := first.planOne(t.Context(), t.Context()); !taken || err != nil {
		t.Fatalf("no unit is planned: %v", err)
	}
	other := *a
	other.bank = seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db")) // with another secret
	second := other.raced()
	defer other.kill(second)
	if _, err := first.plan(t.Context()); !errors.Is(err, errOtherHub) {
		t.Errorf("the first hub goes on: %v", err)
	}
	if n := a.orphans(); n != 1 {
		t.Errorf("%d units are planned again, want 1", n)
	}
	if _, err := second.plan(t.Context()); err != nil || len(second.planned) == 0 {
		t.Errorf("the second hub plans %d units: %v", len(second.planned), err)
	}
}
