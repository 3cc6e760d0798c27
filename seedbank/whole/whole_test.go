package whole

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

// mustHold checks what a folder holds: one file with a text.
func mustHold(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", path, got, err, want)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%d files in the folder, %v; want 1", len(entries), err)
	}
}

func TestWriteFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := WriteFile(path, write("first")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "first")
	if err := WriteFile(path, write("second")); err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "second")
}

func TestAFailureLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := WriteFile(path, write("old")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	err := WriteFile(path, func(w io.Writer) error { return errors.Join(write("half")(w), broken) })
	if !errors.Is(err, broken) {
		t.Errorf("WriteFile: %v, want what write returned", err)
	}
	mustHold(t, path, "old")
}

func TestNobodySeesAPart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	err := WriteFile(path, func(w io.Writer) error {
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file is there before it is whole: %v", err)
		}
		return write("whole")(w)
	})
	if err != nil {
		t.Fatal(err)
	}
	mustHold(t, path, "whole")
}

func TestPipesAreWrittenAsTheyAre(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no named pipes in folders here")
	}
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if !IsDevice(path) {
		t.Error("a pipe is no device")
	}
	read := make(chan string)
	go func() {
		text, _ := os.ReadFile(path)
		read <- string(text)
	}()
	if err := WriteFile(path, write("through")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "through" {
		t.Errorf("read %q", got)
	}
	if !IsDevice(path) {
		t.Error("the pipe has become a file")
	}
}
