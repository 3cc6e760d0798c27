package seedbank_test

import (
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// The notes on seeds of the starter bank are what is found out about their puzzles.
func TestNotes(t *testing.T) {
	bank := banktest.Starter(t)
	var rater rating.Rater
	var estimator minutes.Estimator
	var solver sudoku.Solver
	compared, labelled := 0, 0
	for batch, err := range bank.Batches(seedtest.Background, seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 2, High: 7}, Clues: seedbank.Only(22)}) {
		if err != nil {
			t.Fatal(err)
		}
		notes, err := bank.Notes(seedtest.Background, batch.Seeds)
		if err != nil || len(notes) != len(batch.Seeds) {
			t.Fatalf("%d notes on %d seeds: %v", len(notes), len(batch.Seeds), err)
		}
		for i := range batch.Seeds {
			if compared++; compared%100 != 0 {
				continue
			}
			puzzle, err := solver.Prove(batch.Seeds[i].Puzzle.Clues())
			if err != nil {
				t.Fatal(err)
			}
			pace, err := estimator.Class(&puzzle)
			if err != nil {
				t.Fatal(err)
			}
			labels, err := rater.LabelsClass(&puzzle)
			if err != nil {
				t.Fatal(err)
			}
			if want := (seedbank.Notes{Minutes: pace.Minutes(), Bottlenecks: pace.Narrow, Labels: labels.All, Turn: labels.Turn}); notes[i] != want {
				t.Errorf("%v: notes %+v, want %+v", puzzle.Clues(), notes[i], want)
			}
			if labels.Turn != 0 {
				labelled++
			}
		}
	}
	if compared < 2000 || labelled == 0 {
		t.Errorf("%d seeds, of which %d that were compared turn on a label", compared, labelled)
	}
}

// A bank has no notes on seeds that it lacks.
func TestNoNotes(t *testing.T) {
	starter := banktest.Starter(t)
	for batch, err := range starter.Batches(seedtest.Background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		empty := seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
		notes, err := empty.Notes(seedtest.Background, batch.Seeds[:2])
		if err != nil || len(notes) != 2 || notes[0] != (seedbank.Notes{}) || notes[1] != (seedbank.Notes{}) {
			t.Errorf("notes of an empty bank: %+v, %v", notes, err)
		}
		break
	}
	if notes, err := starter.Notes(seedtest.Background, nil); err != nil || len(notes) != 0 {
		t.Errorf("no seeds: %+v, %v", notes, err)
	}
}
