package repair

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A check that is interrupted says nothing of the bank that is only its end.
func TestTheEndIsNoProblem(t *testing.T) {
	bank := bankOfOne(t)
	// The missing page is the last problem before the digests.
	if _, err := bank.Rows().DB.Exec(`DELETE FROM technique_slots`); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var told []error
	_, err := Verify(ctx, bank, VerifyOptions{Problem: func(problem error) { told = append(told, problem); end() }})
	if len(told) != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("problems %v, error %v", told, err)
	}
}

// It tells what it has found before, also in a bank without a log, whose problems are told at the end.
func TestProblemsBeforeTheEnd(t *testing.T) {
	for _, mode := range []string{"wal", "delete"} {
		bank := bankOfOne(t)
		if _, err := bank.Rows().DB.Exec(`PRAGMA journal_mode = ` + mode + `; UPDATE seeds SET checksum = checksum + 1`); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithCancel(t.Context())
		defer end()
		var told []error
		options := VerifyOptions{
			Problem: func(problem error) { told = append(told, problem) },
			Report:  func(_, _ uint64) { end() },
		}
		if _, err := Verify(ctx, bank, options); len(told) != 1 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: problems %v, error %v", mode, told, err)
		}
	}
}

// bankOfOne returns a bank of one seed.
func bankOfOne(t *testing.T) *change.Writer {
	t.Helper()
	bank, err := change.Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Insert(t.Context(), run, ofOneSolution(rand.New(rand.NewPCG(7, 8)), 1)); err != nil {
		t.Fatal(err)
	}
	return bank
}
