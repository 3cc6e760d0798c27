//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Whoever asks the program to end gets the summary of what was found; whoever
// started it with nohup may close the terminal.
func TestSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("it mines for some seconds")
	}
	program := realProgram(t)
	nohup, err := exec.LookPath("nohup")
	if err != nil {
		t.Log("no nohup here")
	}
	for _, test := range []struct {
		name   string
		nohup  bool
		signal syscall.Signal
		ends   bool
	}{
		{"Ctrl-C", false, syscall.SIGINT, true},
		{"kill", false, syscall.SIGTERM, true},
		{"terminal closed", false, syscall.SIGHUP, true},
		{"terminal closed, nohup", true, syscall.SIGHUP, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			bank := filepath.Join(t.TempDir(), "bank.db")
			args := []string{program, "mine", "--bank", bank, "--workers", "1", "--levels", "1-3"}
			if test.nohup {
				if nohup == "" {
					t.Skip("no nohup here")
				}
				args = append([]string{nohup}, args...)
			}
			p := startProgram(t, args[0], args[1:]...)
			defer func() {
				p.cmd.Process.Kill()
				<-p.ended
			}()
			awaitMore(t, p, bank, 0)
			if err := p.cmd.Process.Signal(test.signal); err != nil {
				t.Fatal(err)
			}
			if !test.ends {
				awaitMore(t, p, bank, seedsIn(bank)+20)
				if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
					t.Fatal(err)
				}
			}
			<-p.ended
			if p.err != nil || !strings.Contains(p.stdout.String(), " stored, ") {
				t.Errorf("%v\n%s%s", p.err, &p.stdout, &p.stderr)
			}
		})
	}
}

// awaitMore waits until a bank has more than some seeds.
func awaitMore(t *testing.T, p *process, bank string, some int) {
	t.Helper()
	for seedsIn(bank) <= some {
		select {
		case <-p.ended:
			t.Fatalf("it ended: %v\n%s%s", p.err, &p.stdout, &p.stderr)
		case <-time.After(20 * time.Millisecond):
		}
	}
}
