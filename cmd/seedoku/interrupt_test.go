//go:build unix

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
)

// Whoever asks the program to end gets the summary of what was found.
func TestSignals(t *testing.T) {
	if testing.Short() {
		t.Skip("it mines for some seconds: run without -short")
	}
	program := realProgram(t)
	for _, sent := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sent.String(), func(t *testing.T) {
			bank := filepath.Join(t.TempDir(), "bank.db")
			p := startProgram(t, program, "mine", "--bank", bank, "--workers", "1", "--levels", "1-3")
			defer func() {
				p.cmd.Process.Kill()
				<-p.ended
			}()
			awaitMore(t, p, bank, 0)
			if err := p.cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			<-p.ended
			if p.err != nil || !strings.Contains(p.stdout.String(), " stored, ") {
				t.Errorf("%v\n%s%s", p.err, &p.stdout, &p.stderr)
			}
		})
	}
}

// Whoever interrupts the writing of a file is told so, and finds nothing of it,
// hidden or not.
func TestInterruptedFileIsGone(t *testing.T) {
	for command, sent := range map[string]syscall.Signal{"gen": syscall.SIGTERM, "export": syscall.SIGINT} {
		t.Run(command, func(t *testing.T) {
			folder := t.TempDir()
			p := startProgram(t, realProgram(t), command, "--level", "5", "-n", "1000000000", "--output", filepath.Join(folder, "puzzles.txt"))
			defer func() {
				p.cmd.Process.Kill()
				<-p.ended
			}()
			for {
				if begun, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || len(begun) > 0 {
					break
				}
				select {
				case <-p.ended:
					t.Fatalf("it ended: %v\n%s", p.err, &p.stderr)
				case <-time.After(10 * time.Millisecond):
				}
			}
			if err := p.cmd.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			<-p.ended
			left, err := os.ReadDir(folder)
			if err != nil || len(left) > 0 {
				t.Errorf("%v is left, error %v", left, err)
			}
			if status := p.cmd.ProcessState.ExitCode(); status != 128+int(sent) || !strings.Contains(p.stderr.String(), "interrupted before the end") {
				t.Errorf("it ended with %d, %v: %s", status, p.err, &p.stderr)
			}
		})
	}
}

// Only an interruption is told as one.
func TestOrInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	full := errors.New("the disk is full")
	if err := cli.OrInterrupted(ctx, full); err != full {
		t.Errorf("%v became %v", full, err)
	}
	cancel()
	if err := cli.OrInterrupted(ctx, full); err != full {
		t.Errorf("%v became %v, as it came with an interruption", full, err)
	}
	if err := cli.OrInterrupted(ctx, nil); err != nil {
		t.Errorf("all was written, and then: %v", err)
	}
	if err := cli.OrInterrupted(ctx, ctx.Err()); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("told as %v", err)
	}
}

// Errors of packages about an interruption are told in the same words.
func TestInterruptionIsWorded(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for err, want := range map[error]string{
		fmt.Errorf("making bank a.db: %w", context.Canceled): "making bank a.db: interrupted before the end",
		errors.New("the disk is full"):                       "the disk is full",
	} {
		action := cli.Interruptible(func(*cli.Context) error { return err })
		if got := action(&cli.Context{Context: ctx}); got.Error() != want {
			t.Errorf("%v is told as %v", err, got)
		}
	}
	seeds := filepath.Join(t.TempDir(), "some.seeds")
	if status, _, errs := runStarter(t, console.Terminal{}, "bank", "dump", "--level", "5-6", "--clues", "24", "--format", "seeds", "--output", seeds); status != 0 {
		t.Fatal(errs)
	}
	bank := filepath.Join(t.TempDir(), "new.db")
	p := startProgram(t, realProgram(t), "bank", "merge", "--bank", bank, seeds)
	awaitMore(t, p, bank, 0)
	p.cmd.Process.Signal(syscall.SIGTERM)
	if <-p.ended; p.cmd.ProcessState.ExitCode() != 128+15 || !strings.Contains(p.stderr.String(), "the next merge goes on from there") {
		t.Errorf("%v: %s%s", p.err, &p.stdout, &p.stderr)
	}
}

// Commands that print in different ways tell alike that their output cannot be written.
func TestOutputFails(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("SKIPPED: there is no /dev/full")
	}
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	for _, command := range []string{"techniques", "rate " + puzzle, "solve " + puzzle, "compare " + puzzle, "gen -n 20000", "man", "--help"} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Setenv("XDG_DATA_HOME", t.TempDir())
		t.Setenv(userbank.Variable, "")
		p, errs := newProgram(), new(strings.Builder)
		p.Stdout, p.Stderr = bufio.NewWriter(full), errs
		status := p.Run(t.Context(), strings.Fields("seedoku "+command))
		const want = "seedoku: writing the output: write /dev/full: no space left on device\n"
		if status != cli.Failed || errs.String() != want {
			t.Errorf("%s: status %d, %s", command, status, errs)
		}
		full.Close()
	}
}

// Whoever starts the program with nohup may close the terminal.
func TestNohup(t *testing.T) {
	nohup, err := exec.LookPath("nohup")
	if err != nil {
		t.Skip("SKIPPED: nohup is not installed")
	}
	bank := filepath.Join(t.TempDir(), "bank.db")
	// It waits for puzzles, and would end at once if the signal meant anything.
	c := exec.Command(nohup, realProgram(t), "import", "--bank", bank, "-")
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	c.Stdout, c.Stderr = &out, &out
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(bank); err == nil {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if err := c.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // time to end, for a program that would
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......\n"
	if _, err := io.WriteString(in, puzzle); err != nil {
		t.Error(err)
	}
	if err := in.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil || !strings.Contains(out.String(), ": stored as a new seed of level ") {
		t.Errorf("%v\n%s", err, &out)
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

// Whoever interrupts a comparison does not wait for the search of a whole batch.
func TestInterruptedTaking(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	const puzzle = "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......"
	p, taken := newProgram(), 0
	p.Stdout, p.Stderr = bufio.NewWriter(io.Discard), io.Discard
	lines := filepath.Join(t.TempDir(), "puzzles.txt")
	if err := os.WriteFile(lines, []byte(strings.Repeat(puzzle+"\n", 50)), 0o666); err != nil {
		t.Fatal(err)
	}
	answer := func() func(*input) (int, error) { return func(*input) (int, error) { return 0, nil } }
	err := answerInputs(p, &cli.Context{Context: ctx}, p.inputs([]string{lines}), answer, func(*input, *int) error {
		taken++
		interrupt()
		return nil
	})
	if !errors.Is(err, context.Canceled) || taken != 1 {
		t.Errorf("%v after %d puzzles, want the interruption after 1", err, taken)
	}
}
