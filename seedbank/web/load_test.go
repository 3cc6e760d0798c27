package web_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank/web"
)

var load = flag.Bool("load", false, "measure a server under load, on the loopback device alone")

// loadTime is how long each measurement takes.
const loadTime = 5 * time.Second

// loaded is a server that listens on the loopback device.
type loaded struct {
	*testing.T
	address string
}

func startLoaded(t *testing.T) *loaded {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: web.New(banktest.Starter(t), web.Options{})}
	web.Limit(server)
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return &loaded{t, listener.Addr().String()}
}

// connection is one of a client, as light as it can be: it shares its cores with the
// server.
type connection struct {
	net.Conn
	reader *bufio.Reader
}

func (l *loaded) connect(client int) *connection {
	from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(client))}}
	conn, err := from.Dial("tcp", l.address)
	if err != nil {
		l.Error(err)
		runtime.Goexit()
	}
	return &connection{conn, bufio.NewReaderSize(conn, 1<<16)}
}

// ask sends a request and returns the answer, whose body is still to be read.
func (c *connection) ask(method, address, body string) (*http.Response, error) {
	_, err := fmt.Fprintf(c, "%s %s HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", method, address, len(body), body)
	if err != nil {
		return nil, err
	}
	return http.ReadResponse(c.reader, nil)
}

// quantiles asks again and again on some connections, and says how fast and how
// evenly the answers come.
func (l *loaded) quantiles(ctx context.Context, connections int, pause time.Duration, address string) string {
	var mutex sync.Mutex
	var times []time.Duration
	var group sync.WaitGroup
	begun := time.Now()
	for i := range connections {
		group.Go(func() {
			c := l.connect(100 + i)
			defer c.Close()
			var own []time.Duration
			for ctx.Err() == nil {
				sent := time.Now()
				answer, err := c.ask("GET", address, "")
				if err == nil && answer.StatusCode != http.StatusOK {
					err = errors.New(answer.Status)
				}
				if err == nil {
					_, err = io.Copy(io.Discard, answer.Body)
				}
				if err != nil {
					l.Error(err)
					return
				}
				own = append(own, time.Since(sent))
				time.Sleep(pause)
			}
			mutex.Lock()
			defer mutex.Unlock()
			times = append(times, own...)
		})
	}
	group.Wait()
	if len(times) == 0 {
		return "no answers"
	}
	slices.Sort(times)
	at := func(share float64) time.Duration {
		return times[min(int(share*float64(len(times))), len(times)-1)].Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("%.0f answers a second, half of them within %v, 99%% within %v, all within %v",
		float64(len(times))/time.Since(begun).Seconds(), at(.5), at(.99), at(1))
}

// TestLoad reports how a server does under load. It measures, and fails only if
// something is wrong: how fast a machine is at the moment is not a property of the
// program.
func TestLoad(t *testing.T) {
	if !*load {
		t.Skip("make load runs it")
	}
	l := startLoaded(t)
	t.Run("short answers", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), loadTime)
		defer cancel()
		t.Logf("16 clients, level 9: %s", l.quantiles(ctx, 16, 0, "/api/v1/puzzles?level=9"))
	})
	t.Run("long answers", l.longAnswers)
	t.Run("hard work", l.hardWork)
	t.Run("slow clients", l.slowClients)
}

func (l *loaded) longAnswers(t *testing.T) {
	for _, address := range []string{"/api/v1/puzzles?level=9&n=1000000&format=line", "/api/v1/puzzles?n=1000000&format=line", "/api/v1/puzzles?n=1000000&format=line", "/api/v1/puzzles?level=5&n=200000&format=csv"} {
		c := l.connect(0)
		begun := time.Now()
		answer, err := c.ask("GET", address, "")
		if err != nil {
			t.Fatal(err)
		}
		lines, buffer := 0, make([]byte, 1<<18)
		for err == nil {
			var n int
			n, err = answer.Body.Read(buffer)
			lines += bytes.Count(buffer[:n], []byte("\n"))
		}
		if err != io.EOF {
			t.Error(err)
		}
		c.Close()
		t.Logf("%s: %.2f million lines a second", address, float64(lines)/1e6/time.Since(begun).Seconds())
	}
}

// costly are the requests that cost most. A number makes them different.
var costly = []struct{ method, address, body string }{
	{"POST", "/api/v1/rate?effort=true", "hard"},
	{"POST", "/api/v1/way", "hard"},
	{"POST", "/api/v1/steps", "hard"},
	{"POST", "/api/v1/check", strings.Repeat(strings.Repeat(".", 81)+"\n", 100)},
	{"POST", "/api/v1/compare", "hard"},
	{"POST", "/api/v1/puzzles?n=1000&seed=%d", "hard"},
	{"GET", "/api/v1/packs?n=2000&format=pdf&seed=%d", ""},
	{"GET", "/api/v1/packs?n=100000&format=opensudoku&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=1000000&format=csv&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=200&format=csv&columns=puzzle,minutes&level=9&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=1000&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=1000&symmetry=rotate180&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=1000&distinct=true&skip=20000&seed=%d", ""},
	{"GET", "/api/v1/puzzles?n=100&pattern=heart&seed=%d", ""},
	{"GET", "/api/v1/puzzles?er=1.5-7.%d&clues=22-33", ""},
	{"GET", "/api/v1/count?er=1.5-7.%d&clues=22-34", ""},
	{"GET", "/api/v1/daily?date=20%02d-11-24", ""},
	{"GET", "/api/v1/practice?practice=x-wing&n=20&seed=%d", ""},
	{"GET", "/api/v1/sequences?sequence=swordfish,x-wing&n=20&seed=%d", ""},
}

// hardWork has 64 clients ask for what costs most, each again and again, while others ask for
// new puzzles.
func (l *loaded) hardWork(t *testing.T) {
	hard := hardPuzzles(sharedClient(t), "10.0-11.5", 1)
	ctx, cancel := context.WithTimeout(context.Background(), 2*loadTime)
	defer cancel()
	var group sync.WaitGroup
	var mutex sync.Mutex
	answers := map[int]int{}
	for i := range 64 {
		group.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				of := costly[n%len(costly)]
				address, body := of.address, of.body
				if strings.Contains(address, "%") {
					address = fmt.Sprintf(address, n%10)
				}
				if body == "hard" {
					body = hard
				}
				c := l.connect(i + 1)
				stop := context.AfterFunc(ctx, func() { c.Close() })
				if answer, err := c.ask(of.method, address, body); err == nil {
					if answer.StatusCode == http.StatusBadRequest {
						t.Errorf("%s %s: %s", of.method, address, answer.Status)
					}
					io.Copy(io.Discard, answer.Body) // until the end, or as long as it lasts
					mutex.Lock()
					answers[answer.StatusCode]++
					mutex.Unlock()
				}
				stop()
				c.Close()
			}
		})
	}
	time.Sleep(500 * time.Millisecond) // until all of them are there
	t.Logf("4 clients, level 9, while 64 clients ask for what costs most: %s", l.quantiles(ctx, 4, 5*time.Millisecond, "/api/v1/puzzles?level=9"))
	group.Wait()
	t.Logf("answers to these by status: %v", answers)
}

// slowClients has 1,000 clients begin to read a long answer and stop.
func (l *loaded) slowClients(t *testing.T) {
	inUse := func() float64 {
		runtime.GC()
		var stats runtime.MemStats
		runtime.ReadMemStats(&stats)
		return float64(stats.HeapInuse+stats.StackInuse) / (1 << 20)
	}
	before := inUse()
	var clients []*connection
	for i := range 1000 {
		conn, err := net.Dial("tcp", l.address)
		if err != nil {
			t.Fatal(err)
		}
		c := &connection{conn, bufio.NewReaderSize(conn, 1<<9)}
		defer c.Close()
		if _, err := c.ask("GET", fmt.Sprintf("/api/v1/puzzles?level=%d&n=1000000&format=line", i%9+1), ""); err != nil {
			t.Fatal(err)
		}
		clients = append(clients, c)
	}
	ctx, cancel := context.WithTimeout(context.Background(), loadTime)
	defer cancel()
	report := l.quantiles(ctx, 4, time.Millisecond, "/api/v1/puzzles?level=9")
	t.Logf("%d slow clients: %.0f MiB before, %.0f MiB with them; meanwhile, level 9: %s", len(clients), before, inUse(), report)
}
