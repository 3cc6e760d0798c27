package main

import (
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// An import that stores nothing removes the user's bank that it has made, but not with what another
// process has stored there meanwhile.
func TestImportKeepsWhatOthersStored(t *testing.T) {
	program, home := realProgram(t), t.TempDir()
	start := func(stdin io.Reader, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(context.Background(), program, args...)
		cmd.Env, cmd.Stdin = append(os.Environ(), "SEEDOKU_BANK=", "XDG_DATA_HOME="+home), stdin
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	bank := filepath.Join(home, "seedoku", "bank.db")
	stands := func() bool {
		_, err := os.Stat(bank)
		return err == nil
	}
	start(strings.NewReader(""), "import", "-").Wait() // fails: it is empty
	if stands() {
		t.Error("a bank without use stays")
	}
	waiting, typed := io.Pipe()
	importing := start(waiting, "import", "-")
	for begun := time.Now(); !stands(); time.Sleep(10 * time.Millisecond) {
		if time.Since(begun) > time.Minute {
			t.Fatal("the import makes no bank")
		}
	}
	if err := start(nil, "mine", "--count", "3", "--workers", "1", "--strategy", "prune").Wait(); err != nil {
		t.Error(err)
	}
	typed.Close()
	importing.Wait()
	if !stands() {
		t.Error("the seeds of another process are gone")
	}
}
