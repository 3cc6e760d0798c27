package change_test

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A bank that nobody uses goes, with its log. One that another program has open stays, and so does
// one to which another program writes when it is about to go. On Windows the bank is closed first.
func TestDeleteIf(t *testing.T) {
	ctx := seedtest.Background
	always := func(context.Context) (bool, error) { return true, nil }
	write := func(path string) *change.Writer {
		other, err := change.Open(ctx, path)
		if err == nil {
			_, err = other.StartRun(ctx, &seedbank.Run{Program: "other"})
		}
		if err != nil {
			t.Fatal(err)
		}
		return other
	}
	for _, test := range []struct {
		name   string
		unused func(path string) func(context.Context) (bool, error)
		stays  bool
	}{
		{"unused", func(string) func(context.Context) (bool, error) { return always }, false},
		{"unused on Windows", func(string) func(context.Context) (bool, error) { return always }, false},
		{"open elsewhere", func(path string) func(context.Context) (bool, error) {
			other := write(path)
			t.Cleanup(func() { other.Close() })
			return always
		}, true},
		{"written", func(path string) func(context.Context) (bool, error) {
			return func(context.Context) (bool, error) { return true, write(path).Close() }
		}, true},
		{"used", func(string) func(context.Context) (bool, error) {
			return func(context.Context) (bool, error) { return false, nil }
		}, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:3])
			deleteIf := bank.DeleteIf
			if strings.HasSuffix(test.name, "on Windows") {
				deleteIf = bank.DeleteClosedIf
			}
			if err := deleteIf(ctx, test.unused(bank.Path())); err != nil {
				t.Fatal(err)
			}
			file, err := os.ReadFile(bank.Path())
			if os.IsNotExist(err) == test.stays {
				t.Errorf("the file: %v", err)
			}
			if test.name == "used" && file[18] != 2 { // a change would fail on a full disk
				t.Error("a bank in use no longer has a log")
			}
			if !test.stays {
				if _, err := os.Stat(bank.Path() + "-wal"); !os.IsNotExist(err) {
					t.Errorf("the log: %v", err)
				}
			}
		})
	}
}
