package fleet

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// weather is what a bad network does to a message: the share of messages that each
// happens to.
type weather struct {
	drop, delay, double, late float64
	cut                       float64 // the connection ends
}

// badNetwork stands between clients and a NATS server. It reads the messages of both
// sides, as the protocol of NATS frames them, and passes them on as the weather is.
type badNetwork struct {
	t        *testing.T
	listener net.Listener
	server   string
	weather  atomic.Pointer[weather]
	down     atomic.Bool // nothing gets through, and nobody is told
	group    sync.WaitGroup

	mutex sync.Mutex
	conns map[net.Conn]bool
}

func startBadNetwork(t *testing.T, server string) *badNetwork {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &badNetwork{t: t, listener: listener, server: strings.TrimPrefix(server, "nats://"), conns: map[net.Conn]bool{}}
	n.weather.Store(&weather{})
	n.group.Go(n.accept)
	t.Cleanup(func() {
		listener.Close()
		n.cutAll()
		n.group.Wait()
	})
	return n
}

func (n *badNetwork) url() string { return "nats://" + n.listener.Addr().String() }

func (n *badNetwork) accept() {
	for {
		client, err := n.listener.Accept()
		if err != nil {
			return
		}
		server, err := net.Dial("tcp", n.server)
		if err != nil {
			client.Close()
			continue
		}
		n.mutex.Lock()
		n.conns[client], n.conns[server] = true, true
		n.mutex.Unlock()
		n.group.Go(func() { n.pass(server, client) })
		n.group.Go(func() { n.pass(client, server) })
	}
}

// cutAll ends all connections.
func (n *badNetwork) cutAll() {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	for conn := range n.conns {
		conn.Close()
	}
	clear(n.conns)
}

// pass passes frames on until either side is gone.
func (n *badNetwork) pass(to, from net.Conn) {
	defer to.Close()
	defer from.Close()
	reader := bufio.NewReader(from)
	var late []byte // a frame that others overtake
	for {
		frame, isMessage, err := readFrame(reader)
		if err != nil {
			return
		}
		for n.down.Load() && n.listener != nil {
			time.Sleep(20 * time.Millisecond)
			if n.gone(from) {
				return
			}
		}
		send := [][]byte{frame}
		if w := n.weather.Load(); isMessage {
			switch chance := rand.Float64(); {
			case chance < w.cut:
				return
			case chance < w.cut+w.drop:
				continue
			case chance < w.cut+w.drop+w.double:
				send = append(send, frame)
			case chance < w.cut+w.drop+w.double+w.late && late == nil:
				late = frame
				continue
			case chance < w.cut+w.drop+w.double+w.late+w.delay:
				time.Sleep(time.Duration(rand.IntN(300)) * time.Millisecond)
			}
			if late != nil {
				send, late = append(send, late), nil
			}
		}
		for _, frame := range send {
			if _, err := to.Write(frame); err != nil {
				return
			}
		}
	}
}

// gone reports whether a connection was cut.
func (n *badNetwork) gone(conn net.Conn) bool {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	return !n.conns[conn]
}

// readFrame reads a line of the protocol, with what belongs to it if it carries a
// message.
func readFrame(r *bufio.Reader) (frame []byte, isMessage bool, err error) {
	line, err := r.ReadBytes('\n')
	if err != nil {
		return nil, false, err
	}
	word, _, _ := bytes.Cut(line, []byte(" "))
	switch string(word) {
	case "PUB", "HPUB", "MSG", "HMSG":
	default:
		return line, false, nil
	}
	fields := strings.Fields(string(line))
	size, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil {
		return nil, false, err
	}
	rest := make([]byte, size+2)
	_, err = io.ReadFull(r, rest)
	return append(line, rest...), true, err
}

var weatherFor = flag.Duration("weather", time.Second, "how long each bad weather of TestBadNetwork lasts")

// A network that loses, delays, doubles and exchanges messages, and ends connections,
// does no more than to hold up the work: nothing false comes of it, and nothing is
// missing when it is well again.
func TestBadNetwork(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("takes ten seconds")
	}
	s := startServer(t, t.TempDir())
	network := startBadNetwork(t, s.ClientURL())
	bank := newBank(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		nc := mustConnect(t, name, ConnectOptions{Servers: network.url()})
		group.Go(func() {
			if err := Worker(ctx, nc, WorkerOptions{Name: name, Cores: 1}); err != nil {
				t.Errorf("worker %s: %v", name, err)
			}
		})
	}
	hubConn := mustConnect(t, "hub", ConnectOptions{Servers: network.url(), hub: s.hub})
	finish := make(chan struct{})
	options := HubOptions{
		Mine: mine.Options{RandomSeed: attackedSeed, UnitSize: 10}, Trust: 0.1, AckWait: 2 * time.Second,
	}
	hubCtx, stopHub := context.WithCancel(ctx)
	defer stopHub()
	var status Status
	group.Go(func() {
		defer close(finish)
		var err error
		if status, err = Hub(hubCtx, hubConn, bank, options); err != nil {
			t.Errorf("the hub: %v", err)
		}
	})
	stored := func() int { return seeds(t, bank) }
	for _, w := range []weather{
		{drop: 0.05}, {delay: 0.2}, {double: 0.3}, {late: 0.3}, {cut: 0.01},
		{drop: 0.02, delay: 0.05, double: 0.1, late: 0.1, cut: 0.005},
	} {
		network.weather.Store(&w)
		time.Sleep(*weatherFor)
	}
	network.down.Store(true)
	time.Sleep(max(*weatherFor, 3*time.Second))
	network.cutAll()
	network.down.Store(false)
	network.weather.Store(&weather{})
	before, calm := stored(), time.Now()
	within(t, "work goes on", func() bool { return stored() > before })
	t.Logf("work went on %v after the network was well again", time.Since(calm).Round(time.Millisecond))
	within(t, "50 seeds", func() bool { return stored() >= 50 })
	stopHub()
	<-finish
	stop()
	group.Wait()

	progress := &status.Progress
	got, want := seedtest.Keys(t, bank), pruned(2*progress.Made)
	for key := range got {
		if !want[key] {
			t.Errorf("seed %v is not among what one machine finds", key)
		}
	}
	if progress.Stored != len(got) || progress.Made < progress.Stored {
		t.Errorf("%d seeds stored of %d puzzles made; the bank has %d", progress.Stored, progress.Made, len(got))
	}
	verify := repair.VerifyOptions{Problem: func(err error) { t.Error(err) }}
	if _, err := repair.Verify(t.Context(), bank, verify); err != nil {
		t.Error(err)
	}
}
