package change_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// samePuzzles compares puzzles, and sets of cells, by ==.
var samePuzzles = cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})

// contents returns the seeds of a bank by key, as far as a filter selects them.
func contents(t seedtest.Cleaner, of seedtest.AnyBank, filter seedbank.Filter) map[seed.Key]seed.Seed {
	bank := seedtest.BankIn(of)
	t.Helper()
	selection := seedtest.SelectFrom(t, bank, filter)
	seeds := map[seed.Key]seed.Seed{}
	for i := range selection.Len() {
		key := seedtest.PickAt(t, selection, i).Key()
		if _, twice := seeds[key]; twice {
			t.Fatal("a seed is twice in a selection:", key)
		}
		s, err := bank.SeedNamed(seedtest.Background, key)
		if err != nil {
			t.Fatal(err)
		}
		seeds[key] = s
	}
	return seeds
}

// sorted returns seeds with their rungs in an order of their cells.
func sorted(seeds map[seed.Key]seed.Seed) map[seed.Key]seed.Seed {
	all := map[seed.Key]seed.Seed{}
	for key, s := range seeds {
		s.Rungs = append([]seed.Rung(nil), s.Rungs...)
		slices.SortFunc(s.Rungs, compareAdded)
		all[key] = s
	}
	return all
}

// compareAdded compares rungs by their cells.
func compareAdded(a, b seed.Rung) int {
	aLow, aHigh := a.Added.Words()
	bLow, bHigh := b.Added.Words()
	return cmp.Or(cmp.Compare(aLow, bLow), cmp.Compare(aHigh, bHigh))
}

// verify returns what is wrong with a bank.
func verify(t seedtest.Cleaner, of seedtest.AnyBank) (problems []error) {
	bank := seedtest.BankIn(of)
	t.Helper()
	checked, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{
		Workers: 2,
		Problem: func(problem error) { problems = append(problems, problem) },
	})
	all, unreadable := bank.Select(seedtest.Background, seedbank.Filter{})
	// A damaged count may say that there are fewer seeds than there are rows to check.
	wrong := unreadable == nil && (checked < all.Len() || len(problems) == 0 && checked != all.Len())
	if err != nil || wrong || unreadable != nil && len(problems) == 0 {
		t.Fatal("verified", checked, "seeds:", err, unreadable)
	}
	return problems
}

// mustBeWell fails if something is wrong with a bank, or if a puzzle can be
// drawn from it twice.
func mustBeWell(t seedtest.Cleaner, of seedtest.AnyBank) {
	bank := seedtest.BankIn(of)
	t.Helper()
	if problems := verify(t, bank); len(problems) > 0 {
		t.Fatal("problems:", problems)
	}
	mustBeDistinct(t, seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true}))
}

// mustBeDistinct goes through all seeds and rungs of a selection: no two of them
// may be isomorphs.
func mustBeDistinct(t seedtest.Cleaner, selection *seedbank.Selection) {
	t.Helper()
	var canonizer transform.Canonizer
	seen := map[sudoku.Grid]*seed.Pick{}
	for i := range selection.Len() {
		pick := seedtest.PickAt(t, selection, i)
		canonical := canonizer.Canonical(pick.Puzzle().Clues())
		if other := seen[canonical.Grid]; other != nil {
			t.Fatal("isomorphs are selected twice:", other.Key(), other.Added(), "and", pick.Key(), pick.Added())
		}
		if canonical.Automorphisms != pick.Automorphisms() {
			t.Fatal("the automorphisms are miscounted:", pick.Key(), pick.Added())
		}
		seen[canonical.Grid] = pick
	}
}

// classes returns the number of classes of isomorphs among seeds and rungs.
func classes(seeds []seed.Seed) int {
	var canonizer transform.Canonizer
	all := map[sudoku.Grid]bool{}
	for i := range seeds {
		all[seeds[i].Puzzle.Clues()] = true
		for j := range seeds[i].Rungs {
			p := seeds[i].Puzzle.With(seeds[i].Rungs[j].Added)
			all[canonizer.Canonical(p.Clues()).Grid] = true
		}
	}
	return len(all)
}

// fileOf returns the file of a bank of seeds, of which many banks can be opened.
func fileOf(t seedtest.Cleaner, seeds []seed.Seed) []byte {
	t.Helper()
	bank := seedtest.BankOf(t, seeds)
	err := bank.Close()
	file, err2 := os.ReadFile(bank.Path())
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	return file
}

// openCopy opens a bank that has the bytes of a file.
func openCopy(t *testing.T, file []byte) *change.Writer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bank.db")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return seedtest.Open(t, path)
}

// toWrite is Open for tables of ways to open a bank.
func toWrite(ctx context.Context, path string) (*seedbank.Bank, error) {
	w, err := change.Open(ctx, path)
	if err != nil {
		return nil, err
	}
	return w.Bank, nil
}
