//go:build unix

package change_test

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/change"
)

// noRoom names a bank in the environment of a process that may write hardly anything.
const noRoom = "SEEDBANK_TEST_NO_ROOM"

// A bank that cannot be written to because the disk is full is read as before.
func TestReadingOnAFullDisk(t *testing.T) {
	path := os.Getenv(noRoom)
	if path == "" {
		bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		alone := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$")
		alone.Env = append(os.Environ(), noRoom+"="+bank.Path())
		if said, err := alone.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, said)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	limit.Cur = 1000
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := readABank(path); err != nil {
			t.Error(err)
		}
		if w, err := change.Open(t.Context(), path); err == nil {
			t.Error("opened to write")
			w.Close()
		}
		if !tables.NotWritten(path) {
			t.Error("a log is left")
		}
	}
}
