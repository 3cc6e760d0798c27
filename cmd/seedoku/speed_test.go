//go:build unix

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var makeSpeed = flag.Bool("speed", false, "measure all rows of the page of speed, in a minute or two, and write it")

// TestSpeed measures the rows of the page of speed, all in one run, and writes it.
func TestSpeed(t *testing.T) {
	if !*makeSpeed {
		t.Skip("with -speed only (make speed)")
	}
	run, rates := &speedRun{where: whereAndWhen(t)}, map[string]float64{}
	r := newFigureRun(t)
	for _, row := range speedRows {
		o := r.run(row.command)
		rates[row.what] = float64(row.n) / o.busy.Seconds()
		m := measuredRow{rounded(rates[row.what]), rounded(float64(o.memory) / 1e6), "-"}
		switch {
		case row.peer != nil:
			m.compared = row.peer.compared(r, o.busy)
		case row.base != "":
			if rates[row.base] == 0 {
				t.Fatalf("%q stands before its base %q", row.what, row.base)
			}
			n := 1 + slices.IndexFunc(speedRows[:], func(other speedRow) bool { return other.what == row.base })
			m.compared = fmt.Sprintf("%s x row %d", rounded(rates[row.what]/rates[row.base]), n)
		}
		run.rows = append(run.rows, m)
	}
	text := textOf(t, speedDocument)
	*update = true
	mustBe(t, speedDocument, part.ReplaceAllStringFunc(text, func(old string) string {
		match := part.FindStringSubmatch(old)
		return match[1] + run.page() + match[4]
	}))
}

// compared runs a peer on the work of a row, and says how many times as fast the row
// was.
func (p *peer) compared(r *figureRun, busy time.Duration) string {
	file := os.Getenv(p.variable)
	if file == "" {
		file, _ = exec.LookPath(p.program)
	}
	if file == "" {
		return p.name + ": not installed"
	}
	r.Setenv("PEER", file)
	theirs := r.run(p.command)
	return fmt.Sprintf("%s x %s", rounded(theirs.busy.Seconds()/busy.Seconds()), p.name)
}

// whereAndWhen returns a line about the machine, the date and the program.
func whereAndWhen(t *testing.T) string {
	t.Helper()
	processor := runtime.GOARCH
	if text, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if name := regexp.MustCompile(`(?m)^model name\s*: (.*)$`).FindSubmatch(text); name != nil {
			processor = string(bytes.TrimSpace(name[1]))
		}
	}
	load := ""
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		load = fmt.Sprintf(", beside a load of %s", strings.Fields(string(text))[0])
	}
	commit := ""
	if out, err := exec.Command("git", "describe", "--always", "--dirty=, with changes").Output(); err == nil {
		commit = ", commit " + strings.TrimSpace(string(out))
	}
	return fmt.Sprintf("Measured on %s on %s (%d cores%s), %s%s.", time.Now().UTC().Format(time.DateOnly),
		processor, runtime.NumCPU(), load, runtime.Version(), commit)
}
