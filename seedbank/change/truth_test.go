package change_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// truth is what a bank holds when nothing has happened to it.
type truth map[seed.Key]*seed.Seed

func truthOf(seeds []seed.Seed) truth {
	all := truth{}
	for i := range seeds {
		all[seeds[i].Key()] = &seeds[i]
	}
	return all
}

// falsePuzzle returns what is wrong with a puzzle that was drawn: it must be one
// of the seeds and rungs, with the rating of that one.
func (all truth) falsePuzzle(m seed.Isomorph, filter *seedbank.Filter) error {
	pick := m.Pick()
	s := all[pick.Key()]
	if s == nil {
		return fmt.Errorf("there is no seed %v", pick.Key())
	}
	want := pickAdding(s, pick.Added())
	if want == nil {
		return fmt.Errorf("seed %v has no rung %v", pick.Key(), pick.Added())
	}
	got, meant := pick.Rating(), want.Rating()
	byPath := seedbank.Filter{Hardest: filter.Hardest, Uses: filter.Uses, Without: filter.Without, Practice: filter.Practice, Early: filter.Early}
	switch {
	case pick.Puzzle() != want.Puzzle() || pick.Automorphisms() != want.Automorphisms():
		return fmt.Errorf("it is no isomorph of seed %v, rung %v", pick.Key(), pick.Added())
	case got != meant:
		return fmt.Errorf("it is rated %+v, not %+v", meant, got)
	case !filter.Levels.Has(meant.Level()) || !filter.Clues.Has(want.Puzzle().NumClues()):
		return errors.New("it is not what was asked for")
	case !filter.Symmetry.Has(m.Puzzle().Clues().Filled()):
		return errors.New("it is not symmetric")
	case !filter.ER.Has(meant.ER) || !byPath.Passes(&seed.Seed{Rating: meant}):
		return errors.New("it has not the ER or the techniques that were asked for")
	}
	return nil
}

// pickAdding returns a seed with a set of clues added, or nil if it has no such rung.
func pickAdding(s *seed.Seed, added seed.Subset) *seed.Pick {
	for place := range 1 + len(s.Rungs) {
		if pick := s.Pick(place); pick.Added() == added {
			return pick
		}
	}
	return nil
}

// turned returns the puzzle of an ID of a seed by its definition.
func turned(s *seed.Seed, id seed.ID) sudoku.Puzzle {
	added, err := id.Added.Cells(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()))
	if err != nil {
		panic(err)
	}
	return transform.FromIndex(id.Index).Puzzle(s.Puzzle.With(added))
}

// someFilters ask in every way there is.
var someFilters = []seedbank.Filter{
	{},
	{Rungs: true},
	{Levels: seedbank.Range[rating.Level]{Low: 1, High: 4}, Rungs: true},
	{ER: seedbank.Range[rating.Tenths]{Low: 12, High: 30}, Rungs: true},
	{Clues: seedbank.Range[int]{Low: 23, High: 27}, Rungs: true},
	{Hardest: []rating.Technique{0, 3, 5}, Rungs: true},
	{Uses: []rating.Technique{0, 1}},
	{Without: []rating.Technique{4, 5}},
	{Practice: []rating.Technique{0, 2, 5}},
	{Symmetry: transform.Rotate180, Rungs: true},
	{Symmetry: transform.Diagonal},
}

// draws draws from a bank in all ways, and returns the first false puzzle. An
// error of the bank is none, as long as it names the bank.
func (all truth) draws(of seedtest.AnyBank) error {
	bank := seedtest.BankIn(of)
	for i := range someFilters {
		if err := all.drawsFrom(bank, &someFilters[i]); err != nil {
			return fmt.Errorf("%+v: %w", someFilters[i], err)
		}
	}
	var canonizer transform.Canonizer
	for key, s := range all {
		if found, err := bank.Find(seedtest.Background, s.Puzzle.Clues()); err == nil && found.Puzzle != s.Puzzle {
			return fmt.Errorf("Find: another seed than %v", key)
		}
		picks := []*seed.Pick{s.Pick(0), s.Pick(min(1, len(s.Rungs))), s.Pick(len(s.Rungs))}
		for _, pick := range picks {
			want := pick.Isomorph(pick.Isomorphs() / 3)
			got, err := bank.Recall(seedtest.Background, want.ID(), seedtest.NotHeld)
			if err == nil && (got.Puzzle() != want.Puzzle() || got.Rating() != want.Rating()) {
				return fmt.Errorf("Recall: ID %v gives another puzzle or rating", want.ID())
			}
			known, err := bank.Identify(seedtest.Background, &canonizer, want.Puzzle())
			if err == nil && known.ID != want.ID() && turned(all[known.ID.Seed], known.ID) != want.Puzzle() {
				return fmt.Errorf("Identify: %v is another puzzle than %v", known.ID, want.ID())
			}
		}
	}
	return nil
}

func (all truth) drawsFrom(of seedtest.AnyBank, filter *seedbank.Filter) error {
	bank := seedtest.BankIn(of)
	selection, err := bank.Select(seedtest.Background, *filter)
	if err != nil {
		return nil
	}
	_ = selection.Stats()
	_, _ = selection.Seeds(seedtest.Background)
	for _, stream := range []seedbank.Stream{selection.Stream(1), selection.Distinct(1)} {
		for i := range 6 {
			if i == 3 && stream.Skip(seedtest.Background, 5) != nil {
				break
			}
			m, err := stream.Next(seedtest.Background)
			if err == nil {
				err = all.falsePuzzle(m, filter)
				if err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// within fails the test if something does not come to an end.
func within(t *testing.T, what string, do func()) {
	t.Helper()
	done := make(chan any, 1)
	go func() {
		defer func() { done <- recover() }()
		do()
	}()
	select {
	case panicked := <-done:
		if panicked != nil {
			t.Fatalf("%s: panic: %v", what, panicked)
		}
	case <-time.After(time.Minute): // what takes ten seconds on a busy machine is not a failure
		t.Fatalf("%s: no end", what)
	}
}
