// Package banktest has the banks that tests of several packages read, and checks that
// what a bank holds is true.
package banktest

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/seedbank"
)

// Starter opens the starter bank until the end of the test.
func Starter(tb testing.TB) *seedbank.Bank {
	tb.Helper()
	bank, err := seedbank.OpenFS(context.Background(), data.FS, data.Starter)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { bank.Close() })
	return bank
}

// MustBeTrue fails the test if verification finds a problem in a bank. It rates every
// seed and rung again.
func MustBeTrue(tb testing.TB, bank repair.Bank) {
	tb.Helper()
	options := repair.VerifyOptions{Workers: 2, Ratings: true, Problem: func(err error) { tb.Error(err) }}
	if _, err := repair.Verify(context.Background(), bank, options); err != nil {
		tb.Error(err)
	}
}
