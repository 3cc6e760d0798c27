package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
)

// built is the folder of programs that tests build. TestMain makes and removes it.
var built string

// builtProgram builds the program, once for all tests.
var builtProgram = sync.OnceValues(func() (path string, err error) {
	return clitest.Build(built, "seedoku", ".")
})

// realProgram returns the path of the program.
func realProgram(t testing.TB) string {
	t.Helper()
	path, err := builtProgram()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// pathTo returns the search path of shells with the folder of a program before the others.
func pathTo(program string) string {
	return filepath.Dir(program) + string(os.PathListSeparator) + os.Getenv("PATH")
}

// process is a run of the program.
type process struct {
	args           []string
	cmd            *exec.Cmd
	stdout, stderr bytes.Buffer
	ended          chan struct{}
	err            error
}

func (c *chaos) start(args ...string) *process {
	c.Helper()
	return startProgram(c.T, c.program, args...)
}

func startProgram(t *testing.T, program string, args ...string) *process {
	t.Helper()
	p := &process{args: args, cmd: exec.CommandContext(context.Background(), program, args...), ended: make(chan struct{})}
	// The bank of whoever runs the test is not looked at.
	p.cmd.Env = append(os.Environ(), "SEEDOKU_BANK=", "XDG_DATA_HOME="+filepath.Join(filepath.Dir(program), "nobody"))
	p.cmd.Stdout, p.cmd.Stderr = &p.stdout, &p.stderr
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.ended)
	}()
	return p
}

// kill kills a process, if it has not ended, and looks at what it said.
func (c *chaos) kill(p *process) {
	c.Helper()
	p.cmd.Process.Kill() // fails if it has ended
	<-p.ended
	if p.cmd.ProcessState.Exited() {
		c.ends++
		c.mustBeWell(p)
		c.mustHoldReported(p)
	} else {
		c.kills++
	}
	if text := p.stderr.String(); strings.Contains(text, "panic:") || strings.Contains(text, "fatal error:") {
		c.Errorf("seedoku %s: %s", strings.Join(p.args, " "), text)
	}
}

// storedText is how an import or a merge sums up.
var storedText = regexp.MustCompile(`(\d+) (?:seeds )?stored`)

// mustHoldReported checks that the bank of a process has as many seeds as the process
// has reported that it stored there.
func (c *chaos) mustHoldReported(p *process) {
	c.Helper()
	reported := storedText.FindStringSubmatch(p.stdout.String())
	if reported == nil {
		return
	}
	stored, err := strconv.Atoi(reported[1])
	if err != nil {
		c.Fatal(err)
	}
	db := c.openFile(p.args[slices.Index(p.args, "--bank")+1], "rw")
	defer c.close(db)
	var seeds int
	if err := db.QueryRow(`SELECT count(*) FROM seeds`).Scan(&seeds); err != nil || seeds < stored {
		c.Errorf("seedoku %s: %d stored, but the bank has %d seeds (%v)", strings.Join(p.args, " "), stored, seeds, err)
	}
	c.read(db)
}

// mustRun runs the program to its end and returns what it printed.
func (c *chaos) mustRun(args ...string) string {
	c.Helper()
	p := c.start(args...)
	<-p.ended
	c.mustBeWell(p)
	return p.stdout.String()
}

func (c *chaos) mustBeWell(p *process) {
	c.Helper()
	if p.err != nil {
		c.Fatalf("seedoku %s: %v\n%s", strings.Join(p.args, " "), p.err, &p.stderr)
	}
}
