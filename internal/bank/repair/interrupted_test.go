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
	bank, err := change.Open(t.Context(), filepath.Join(t.TempDir(), "bank.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer bank.Close()
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Insert(t.Context(), run, ofOneSolution(rand.New(rand.NewPCG(7, 8)), 1)); err != nil {
		t.Fatal(err)
	}
	// The missing page is the last problem before the digests.
	if _, err := bank.Rows().DB.Exec(`DELETE FROM technique_slots`); err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	var told []error
	_, err = Verify(ctx, bank, VerifyOptions{Problem: func(problem error) { told = append(told, problem); end() }})
	if len(told) != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("problems %v, error %v", told, err)
	}
}
