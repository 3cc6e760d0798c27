//go:build unix

package change_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// listing returns the files of a folder, with their sizes and times.
func listing(t *testing.T, folder string) (files []string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, fmt.Sprint(entry.Name(), " ", info.Size(), " ", info.ModTime().Format(time.RFC3339Nano)))
	}
	return files
}

func TestReadingLeavesNothingBehind(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:10])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(bank.Path())
	for _, kind := range []string{"in WAL mode", "compact"} {
		before := listing(t, folder)
		if err := readABank(bank.Path()); err != nil {
			t.Fatal(err)
		}
		if after := listing(t, folder); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("a bank %s: before %v, after %v", kind, before, after)
		}
		if err := change.Compact(seedtest.Background, bank.Path()); err != nil {
			t.Fatal(err)
		}
	}
}

// readVariable names the bank that this test is to read as another user.
const readVariable = "SEEDBANK_TEST_READ"

// A folder that cannot be written to is not an obstacle, unless a writer has left its
// log there.
func TestReadingInAFolderThatCannotBeWritten(t *testing.T) {
	if path := os.Getenv(readVariable); path != "" {
		to, err := os.MkdirTemp("", "copy")
		if err == nil {
			defer os.RemoveAll(to)
			err = readABank(path)
		}
		if err == nil {
			err = change.Snapshot(seedtest.Background, filepath.Join(to, "copy.db"), path)
		}
		if err != nil {
			fmt.Println("FAILED:", err)
		}
		return
	}
	folder, err := os.MkdirTemp("", "seedbank")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:10])
	copyTo := func(name string) string {
		path := filepath.Join(folder, name)
		for _, end := range []string{"", "-wal"} {
			content, err := os.ReadFile(bank.Path() + end)
			if err != nil && end == "" {
				t.Fatal(err)
			}
			if err == nil {
				if err := os.WriteFile(path+end, content, 0o444); err != nil {
					t.Fatal(err)
				}
			}
		}
		return path
	}
	written := copyTo("written.db")
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	closed := copyTo("closed.db")
	if err := change.Compact(seedtest.Background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	compact := copyTo("compact.db")
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "test"), program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o755) })
	before := listing(t, folder)
	for path, want := range map[string]string{
		closed:  "",
		compact: "",
		written: "FAILED: opening bank " + written + ": a program is writing to it, or was killed while it did",
	} {
		command := exec.Command(filepath.Join(folder, "test"), "-test.run=^"+t.Name()+"$")
		command.Env, command.Dir = []string{readVariable + "=" + path}, folder
		if os.Getuid() == 0 { // root can write anywhere
			command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
		}
		out, err := command.CombinedOutput()
		if err != nil || !strings.HasPrefix(string(out), want) || want == "" && strings.Contains(string(out), "FAILED") {
			t.Errorf("%s: %v, %s; want %q", path, err, out, want)
		}
	}
	if after := listing(t, folder); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("before %v, after %v", before, after)
	}
}
