package web_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
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

// connection is one client, as light as it can be: it shares its cores with the
// server.
type connection struct {
	net.Conn
	reader *bufio.Reader
}

func (l *loaded) connect() *connection {
	conn, err := net.Dial("tcp", l.address)
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
	for range connections {
		group.Go(func() {
			c := l.connect()
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
		c := l.connect()
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

// hardWork has 50 clients rate the hardest puzzles while others ask for new ones.
func (l *loaded) hardWork(t *testing.T) {
	c := l.connect()
	defer c.Close()
	answer, err := c.ask("GET", "/api/v1/puzzles?er=10.6-11.5&n=50", "")
	if err != nil {
		t.Fatal(err)
	}
	var hard puzzlesObject
	if err := json.NewDecoder(answer.Body).Decode(&hard); err != nil || len(hard.Puzzles) != 50 {
		t.Fatalf("%d hard puzzles, %v", len(hard.Puzzles), err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*loadTime)
	defer cancel()
	var group sync.WaitGroup
	for _, p := range hard.Puzzles {
		group.Go(func() {
			c := l.connect()
			defer c.Close()
			stop := context.AfterFunc(ctx, func() { c.Close() })
			defer stop()
			for ctx.Err() == nil {
				answer, err := c.ask("POST", "/api/v1/rate", strings.Repeat(p.Puzzle+"\n", 3))
				if err == nil {
					_, err = io.Copy(io.Discard, answer.Body)
				}
				if err != nil && ctx.Err() == nil {
					t.Error(err)
				}
			}
		})
	}
	time.Sleep(500 * time.Millisecond) // until all of them are there
	t.Logf("4 clients, level 9, while 50 clients have puzzles of ER 10.6 and more rated: %s",
		l.quantiles(ctx, 4, 5*time.Millisecond, "/api/v1/puzzles?level=9"))
	group.Wait()
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
