//go:build unix

package change_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// writeVariable names the bank that this test is to open as another user.
const writeVariable = "SEEDBANK_TEST_WRITE"

// A file that cannot be written to is not opened to write, and no log is left beside it.
func TestOpeningAFileThatCannotBeWritten(t *testing.T) {
	if path := os.Getenv(writeVariable); path != "" {
		bank, err := change.Open(seedtest.Background, path)
		if err == nil {
			bank.Close()
		}
		fmt.Println("refused:", errors.Is(err, fs.ErrPermission), err)
		return
	}
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:1])
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(bank.Path())
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(filepath.Join(folder, "test"), program, 0o755), os.Chmod(folder, 0o777), os.Chmod(bank.Path(), 0o444)); err != nil {
		t.Fatal(err)
	}
	before := listing(t, folder)
	command := exec.Command(filepath.Join(folder, "test"), "-test.run=^"+t.Name()+"$")
	command.Env, command.Dir = []string{writeVariable + "=" + bank.Path()}, folder
	if os.Getuid() == 0 { // root can write anything
		command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, err := command.CombinedOutput()
	want := "refused: true opening bank " + bank.Path() + ": it cannot be written to: check the permissions of the file and of its folder\nPASS\n"
	if err != nil || string(out) != want {
		t.Errorf("%v, %s; want %s", err, out, want)
	}
	if after := listing(t, folder); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("before %v, after %v", before, after)
	}
}
