package main

import (
	"io"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A check notes up to where all is well. One that was interrupted notes where the next goes
// on, unless it found something; and what was found to be wrong is never noted as well.
func TestVerificationNotes(t *testing.T) {
	const before, reached = 5, 20
	for _, test := range []struct {
		name                  string
		isWhole, ended, wrong bool
		goesOn                bool
		well, soFar           uint64
	}{
		{"all well", true, false, false, true, reached, 0},
		{"interrupted", true, true, false, true, before, reached},
		{"interrupted after a problem", true, true, true, false, before, 0},
		{"a problem", true, false, true, false, 0, 0},
		{"new ones well", false, false, false, true, reached, 0},
		{"new ones interrupted", false, true, false, true, reached, before},
		{"a problem among new ones", false, false, true, false, before, before},
	} {
		t.Run(test.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bank.db")
			writer, err := change.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer writer.Close()
			bank, err := seedbank.Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer bank.Close()
			if _, err := change.Note(t.Context(), bank, map[string]uint64{"verified": before, "verified so far": before}, nil); err != nil {
				t.Fatal(err)
			}
			v := &verification{bank: bank, kind: "verified", isWhole: test.isWhole, reached: reached}
			if got := v.note(t.Context(), test.ended, test.wrong); got != test.goesOn {
				t.Errorf("the next check goes on: %v, want %v", got, test.goesOn)
			}
			for name, want := range map[string]uint64{"verified": test.well, "verified so far": test.soFar} {
				if got, err := change.Bookmark(t.Context(), bank, name); got != want || err != nil {
					t.Errorf("%s: %d, %v; want %d", name, got, err, want)
				}
			}
		})
	}
}

// A check does not note what it found of seeds that have left since, or against what another check
// has found.
func TestVerificationNotesNothingStale(t *testing.T) {
	for _, name := range []string{"verified", "verified so far", change.WithdrawalsMark} {
		path := filepath.Join(t.TempDir(), "bank.db")
		writer, err := change.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer writer.Close()
		bank, err := seedbank.Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer bank.Close()
		p := newProgram()
		p.Stderr = io.Discard
		v := &verification{program: p, bank: bank, kind: "verified", isWhole: true, reached: 20, was: map[string]uint64{"verified": 5, "verified so far": 5, change.WithdrawalsMark: 5}}
		now := map[string]uint64{"verified": 5, "verified so far": 5, change.WithdrawalsMark: 5}
		now[name] = 0
		if _, err := change.Note(t.Context(), bank, now, nil); err != nil {
			t.Fatal(err)
		}
		if v.note(t.Context(), false, false) {
			t.Errorf("noted, although %q has changed", name)
		}
		if got, err := change.Bookmark(t.Context(), bank, "verified"); got != now["verified"] || err != nil {
			t.Errorf("verified: %d, %v", got, err)
		}
	}
}
