package seedbank

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
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
func (all truth) falsePuzzle(m seed.Isomorph, filter *Filter) error {
	pick := m.Pick()
	s := all[pick.Key()]
	if s == nil {
		return fmt.Errorf("there is no seed %v", pick.Key())
	}
	want, err := s.Pick(pick.Rung())
	if err != nil {
		return err
	}
	got, meant := pick.Rating(), want.Rating()
	switch {
	case pick.Puzzle() != want.Puzzle() || pick.Automorphisms() != want.Automorphisms():
		return fmt.Errorf("it is no isomorph of seed %v, rung %v", pick.Key(), pick.Rung())
	case got != meant:
		return fmt.Errorf("it is rated %+v, not %+v", meant, got)
	case !filter.Levels.Has(meant.Level()) || !filter.Clues.Has(want.Puzzle().NumClues()):
		return errors.New("it is not what was asked for")
	case !filter.Symmetry.Has(m.Puzzle().Clues().Filled()):
		return errors.New("it is not symmetric")
	case !filter.ER.Has(meant.ER) || !filter.wantsPath(&meant):
		return errors.New("it has not the ER or the techniques that were asked for")
	}
	return nil
}

// someFilters ask in every way there is.
var someFilters = []Filter{
	{},
	{Rungs: true},
	{Levels: Range[rating.Level]{Low: 1, High: 4}, Rungs: true},
	{ER: Range[rating.Tenths]{Low: 12, High: 30}, Rungs: true},
	{Clues: Range[int]{Low: 23, High: 27}, Rungs: true},
	{Hardest: []rating.Technique{0, 3, 5}, Rungs: true},
	{Uses: []rating.Technique{0, 1}},
	{Without: []rating.Technique{4, 5}},
	{Practice: []rating.Technique{0, 2, 5}},
	{Symmetry: transform.Rotate180, Rungs: true},
	{Symmetry: transform.Diagonal},
}

// draws draws from a bank in all ways, and returns the first false puzzle. An
// error of the bank is none, as long as it names the bank.
func (all truth) draws(bank *Bank) error {
	for i := range someFilters {
		if err := all.drawsFrom(bank, &someFilters[i]); err != nil {
			return fmt.Errorf("%+v: %w", someFilters[i], err)
		}
	}
	var canonizer transform.Canonizer
	for key, s := range all {
		if found, err := bank.Find(background, s.Puzzle.Clues()); err == nil && found.Puzzle != s.Puzzle {
			return fmt.Errorf("Find: another seed than %v", key)
		}
		picks := []*seed.Pick{nil}
		picks[0], _ = s.Pick(0)
		if len(s.Rungs) > 0 {
			picks = append(picks, s.PickRung(0), s.PickRung(len(s.Rungs)-1))
		}
		for _, pick := range picks {
			want := pick.Isomorph(pick.Isomorphs() / 3)
			got, err := bank.Recall(background, want.ID())
			if err == nil && (got.Puzzle() != want.Puzzle() || got.Rating() != want.Rating()) {
				return fmt.Errorf("Recall: ID %v gives another puzzle or rating", want.ID())
			}
			got, err = bank.Identify(background, &canonizer, want.Puzzle())
			if err == nil && got.Puzzle() != want.Puzzle() {
				return fmt.Errorf("Identify: another puzzle than %v", want.ID())
			}
		}
	}
	return nil
}

func (all truth) drawsFrom(bank *Bank, filter *Filter) error {
	selection, err := bank.Select(background, *filter)
	if err != nil {
		return nil
	}
	_ = selection.Stats()
	_, _ = selection.Seeds(background)
	for _, stream := range []Stream{selection.Stream(1), selection.Distinct(1)} {
		for i := range 12 {
			if i == 6 && stream.Skip(background, 5) != nil {
				break
			}
			m, err := stream.Next(background)
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
	case <-time.After(time.Minute): // what takes ten seconds on a busy machine is no failure
		t.Fatalf("%s: no end", what)
	}
}
