//go:build unix

package change_test

import (
	"context"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
)

// otherProcess names a bank in the environment of a process that looks at its locks.
const otherProcess = "SEEDBANK_TEST_OTHER_PROCESS"

// sharedLock is a lock on the bytes that SQLite locks in a file that it reads ("File
// Locking And Concurrency", and os.h in its source).
var sharedLock = syscall.Flock_t{Type: syscall.F_WRLCK, Start: 0x40000002, Len: 510}

// TestOtherProcess is the part of TestBankStaysLocked that needs another process: a
// process does not see its own locks.
func TestOtherProcess(t *testing.T) {
	path := os.Getenv(otherProcess)
	if path == "" {
		t.Skip("is run by TestBankStaysLocked")
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	inTheWay := sharedLock
	if err := syscall.FcntlFlock(file.Fd(), syscall.F_GETLK, &inTheWay); err != nil {
		t.Fatal(err)
	}
	if inTheWay.Type == syscall.F_UNLCK {
		t.Error("nobody has locked the bank")
	}
}

// A bank that is open stays locked, whatever else its process opens and closes. Without
// the lock, another program that uses SQLite would take away the log of the bank when it
// ends, and what the bank stores from then on would be lost.
func TestBankStaysLocked(t *testing.T) {
	for name, open := range map[string]func(context.Context, string) (*seedbank.Bank, error){"to write": toWrite, "to read": seedbank.Open} {
		for _, closed := range []bool{false, true} {
			bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
			again, err := open(seedtest.Background, bank.Path())
			if err != nil {
				t.Fatal(err)
			}
			defer again.Close()
			if closed {
				again.Close()
			}
			other := exec.Command(os.Args[0], "-test.run=^TestOtherProcess$")
			other.Env = append(os.Environ(), otherProcess+"="+bank.Path())
			if said, err := other.CombinedOutput(); err != nil {
				t.Errorf("opened once more %s, closed %t: %v\n%s", name, closed, err, said)
			}
		}
	}
}
