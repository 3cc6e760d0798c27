package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/seedbank/change"
)

// asProgram makes the test binary run as the program.
const asProgram = "SEEDOKUD_TEST_AS_PROGRAM"

// fleetsAtOnce is how many tests run at a time: a fleet of a test waits more than it works.
const fleetsAtOnce = "4"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		if len(os.Args) > 1 && os.Args[1] == natsServer {
			runNATSServer()
		}
		main()
	}
	flag.Parse()
	if signal.Ignored(os.Interrupt) { // in the background of a shell
		signal.Notify(make(chan os.Signal, 1), os.Interrupt) // else fleets would ignore it too
	}
	if p := flag.Lookup("test.parallel"); p.Value.String() == p.DefValue {
		p.Value.Set(fleetsAtOnce)
	}
	os.Exit(m.Run())
}

// natsServer is the command with which the test binary runs as a NATS server that is not one of the
// program.
const natsServer = "nats-server"

func runNATSServer() {
	flags := flag.NewFlagSet(natsServer, flag.ExitOnError)
	nothing := func() {}
	options, err := server.ConfigureOptions(flags, os.Args[2:], nothing, nothing, nothing)
	if err != nil {
		server.PrintAndDie(err.Error())
	}
	s, err := server.NewServer(options)
	if err != nil {
		server.PrintAndDie(err.Error())
	}
	s.ConfigureLogger()
	if err := server.Run(s); err != nil {
		server.PrintAndDie(err.Error())
	}
	s.WaitForShutdown()
	os.Exit(0)
}

// makeBank makes a bank for a hub. It has a secret with which the first unit of each worker is quick to do.
func makeBank(t *testing.T, path string) {
	t.Helper()
	bank, err := change.Open(t.Context(), path)
	if err == nil {
		_, err = bank.Collect(t.Context(), 0, &change.Collection{Bookmarks: map[string]uint64{"seal of units": 11}})
		err = errors.Join(err, bank.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// process is a run of the program.
type process struct {
	*exec.Cmd
	stdout *bufio.Reader
	stderr bytes.Buffer
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	p := &process{Cmd: exec.CommandContext(ctx, os.Args[0], args...)}
	p.Env = append(os.Environ(), asProgram+"=1", "SEEDOKU_BANK=", "XDG_DATA_HOME="+t.TempDir())
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout, p.Stderr = bufio.NewReader(stdout), &p.stderr
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() }) // fails if it has ended
	return p
}

// address returns the address that the program prints.
func (p *process) address(t *testing.T) string {
	t.Helper()
	line, err := p.stdout.ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://127.0.0.1:") {
		p.Wait()
		t.Fatalf("it prints %q, %v, and says %s", line, err, &p.stderr)
	}
	return strings.TrimSpace(line)
}

// status waits for the end of the program and returns its exit status.
func (p *process) status(t *testing.T) int {
	t.Helper()
	var exit *exec.ExitError
	if err := p.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

func get(t *testing.T, address string) (status int, body string) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestServe(t *testing.T) {
	t.Parallel()
	metrics := freeAddress(t)
	p := start(t, "serve", "--listen", "127.0.0.1:0", "--metrics", metrics, "--rate-limit", "1000", "--trusted-proxy", "10.0.0.0/8", "--workers", "1")
	address := p.address(t)
	if status, body := get(t, address+"api/v1/puzzles?level=3"); status != http.StatusOK || !json.Valid([]byte(body)) {
		t.Errorf("status %d, %s", status, body)
	}
	if status, body := get(t, "http://"+metrics+"/metrics"); status != http.StatusOK || !strings.Contains(body, `seedoku_request_seconds_count{route="GET /api/v1/puzzles",status="200"} 1`) {
		t.Errorf("metrics: status %d, %s", status, body)
	}
	if status, _ := get(t, address+"metrics"); status == http.StatusOK {
		t.Error("everybody can read the metrics")
	}
	if err := p.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if status := p.status(t); status != 0 || p.stderr.Len() > 0 {
		t.Errorf("status %d, %s", status, &p.stderr)
	}
}

// The names of --host and of this computer are answered, and no others.
func TestServeUnderNames(t *testing.T) {
	t.Parallel()
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, "serve", "--listen", "127.0.0.1:0", "--host", "sudoku.example.org")
	address := p.address(t)
	for host, want := range map[string]int{
		"192.168.0.10:8080": http.StatusOK, "localhost:8080": http.StatusOK, "sudoku.example.org": http.StatusOK,
		own: http.StatusOK, strings.Split(own, ".")[0] + ".local:8080": http.StatusOK, "other.example.org": http.StatusMisdirectedRequest,
	} {
		request, err := http.NewRequestWithContext(t.Context(), "GET", address+"api/v1/levels", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: status %d, want %d", host, answer.StatusCode, want)
		}
	}
}

// What is under way is finished when somebody wants the program to end.
func TestInterruptFinishesWhatIsUnderWay(t *testing.T) {
	t.Parallel()
	p := start(t, "serve", "--listen", "127.0.0.1:0")
	address := p.address(t)
	n := 200_000
	if testing.Short() { // the race detector is slow, and a server waits only so long
		n = 50_000
	}
	answer, err := http.Get(address + "api/v1/puzzles?level=1&format=line&n=" + strconv.Itoa(n))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body := bufio.NewReader(answer.Body)
	if _, err := body.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := p.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(body)
	if lines := bytes.Count(rest, []byte("\n")) + 1; err != nil || lines != n {
		t.Errorf("%d lines of %d, %v", lines, n, err)
	}
	if status := p.status(t); status != 0 {
		t.Errorf("status %d, %s", status, &p.stderr)
	}
	if _, err := http.Get(address); err == nil {
		t.Error("it still answers")
	}
}

// Ports below 30,000 are never given to outgoing connections, which could otherwise take the port
// of a server that has not begun, or has been killed and begins again.
var (
	firstPort  = 10_000 + rand.Int32N(18_000)
	portsTried atomic.Int32
)

// freeAddress returns an address at which nobody listens.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprint("127.0.0.1:", firstPort+portsTried.Add(1))
		if listener, err := net.Listen("tcp", address); err == nil {
			listener.Close()
			return address
		}
	}
	t.Fatal("no address is free")
	return ""
}

func TestVersion(t *testing.T) {
	for _, flag := range []string{"--version", "-v"} {
		status, out, errs := clitest.Run(t, &newProgram().Program, console.Terminal{}, flag)
		if status != 0 || !strings.HasPrefix(out, "seedokud ") || !strings.Contains(out, "rater ") {
			t.Errorf("%s: status %d, %s%s", flag, status, out, errs)
		}
	}
}

// Help, the manual page and completion tell of every command.
func TestTexts(t *testing.T) {
	clitest.Texts(t, func() *cli.Program { return &newProgram().Program })
}

func TestWhatCannotBeServed(t *testing.T) {
	t.Parallel()
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	noBank := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(noBank, []byte("no bank"), 0o600); err != nil {
		t.Fatal(err)
	}
	hubBank := filepath.Join(t.TempDir(), "hub.db")
	for _, test := range []struct {
		args   []string
		status int
		reason string
	}{
		{[]string{"serve", "--listen", taken.Addr().String()}, 1, "another program listens at " + taken.Addr().String()},
		{[]string{"serve", "--listen", "127.0.0.1:0", "--metrics", taken.Addr().String()}, 1, "another program listens at"},
		{[]string{"serve", "--listen", "nowhere"}, 1, "nowhere is not an address such as"},
		{[]string{"serve", "--listen", "8080"}, 1, "did you mean :8080?"},
		{[]string{"serve", "--bank", noBank}, 1, "not a bank of seeds"},
		{[]string{"serve", "--bank", noBank + "x"}, 1, "there is no bank"},
		{[]string{"serve", "--workers", "0"}, 2, "--workers: there must be at least 1"},
		{[]string{"serve", "--rate-limit", "-1"}, 2, "--rate-limit -1"},
		{[]string{"serve", "--trusted-proxy", "everybody"}, 2, `--trusted-proxy "everybody"`},
		{[]string{"serve", "--allow-origin", "https://example.org/"}, 2, `--allow-origin "https://example.org/"`},
		{[]string{"serve", "--allow-origin", "example.org"}, 2, "such as https://example.org"},
		{[]string{"serve", "--host", "http://example.org"}, 2, `--host "http://example.org"`},
		{[]string{"serve", "--host", "example.org:80"}, 2, "without http:// and port"},
		{[]string{"serve", "--colour"}, 2, "Try 'seedokud serve --help'"},
		{[]string{"serve", "here"}, 2, "takes no arguments"},
		{[]string{"hub", "--bank", hubBank, "--everything", "--listen", taken.Addr().String()}, 1, "another program listens at " + taken.Addr().String()},
		{[]string{"hub", "--bank", hubBank, "--everything", "--listen", "127.0.0.1"}, 1, "127.0.0.1 is not an address such as"},
		{[]string{"hub", "--bank", hubBank, "--everything", "--replicas", "3"}, 2, "--replicas 3: the server of the hub is one alone"},
		{[]string{"dance"}, 2, `unknown command "dance"`},
	} {
		p := start(t, test.args...)
		if status := p.status(t); status != test.status || !strings.Contains(p.stderr.String(), test.reason) {
			t.Errorf("seedokud %s: status %d, %s; want %d and %q", strings.Join(test.args, " "), status, &p.stderr, test.status, test.reason)
		}
	}
}
