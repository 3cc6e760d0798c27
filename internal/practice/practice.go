// Package practice makes exercises for people who want to learn a technique: a
// puzzle, solved up to the position where no easier technique helps.
//
// # Words
//
// A [Task] is a puzzle of a bank with a position of it, candidates included, and
// the steps that are right there. A [Format] is a form in which tasks are written.
//
// # Conventions
//
// The position is the one on the path of the puzzle right before its hardest round:
// all that easier techniques find has been done. So a task is about the hardest
// technique of its puzzle. Which puzzles are good for that is told by
// [rating.Result.Trains], and package draw draws them.
//
// # Guarantees
//
// Every position leads to the solution of its puzzle, which has only one. On it, no
// technique that comes earlier on the scale finds a step. The steps of a task are all
// steps of its technique with the lowest rating.
//
// Start with [Task] and [Formats].
package practice

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Task is an exercise: find a step of a technique on a position of a puzzle.
type Task struct {
	ID     string // of the puzzle
	Puzzle sudoku.Puzzle
	Rating rating.Result // of the puzzle
	Round  rating.Round  // the position, and the steps that are right

	Language string // of its texts, as in [rating.Path]
}

// Of returns the task of a puzzle. It returns an error if the rating of the puzzle
// is false, which only happens with a damaged bank.
func Of(rater *rating.Rater, m seed.Isomorph) (Task, error) {
	t := Task{ID: m.ID().String(), Puzzle: m.Puzzle(), Rating: m.Rating()}
	var err error
	t.Round, err = rater.HardestClass(&t.Puzzle)
	if err == nil && (t.Round.Rating != t.Rating.ER || t.Round.Technique != t.Rating.Hardest) {
		err = fmt.Errorf("its hardest step is of %v (%v), not of %v (%v)", t.Round.Technique, t.Round.Rating, t.Rating.Hardest, t.Rating.ER)
	}
	if err != nil {
		return Task{}, fmt.Errorf("puzzle %s: %w", t.ID, err)
	}
	return t, nil
}

// Question asks for the steps of t by their names, such as "Find the X-wing." or
// "Find the naked pair. There are 2, and any of them is right." A pattern without
// chains counts once, whatever its houses and what it places.
func (t *Task) Question() string {
	var names []string
	patterns := map[string]bool{}
	for i := range t.Round.Steps {
		s := &t.Round.Steps[i]
		name := s.NameIn(t.Language)
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		pattern := fmt.Sprint(name, s.Digits, s.Cells)
		if len(s.Chains) > 0 || len(s.Cells) == 0 {
			pattern = strconv.Itoa(i)
		}
		patterns[pattern] = true
	}
	key := "practice.find"
	if len(patterns) > 1 {
		key = "practice.find-any"
	}
	return t.words().Text(key, catalogue.Values{"names": names, "n": {strconv.Itoa(len(patterns))}})
}

// Has reports whether a step of t has a label.
func (t *Task) Has(label rating.Label) bool {
	return slices.ContainsFunc(t.Round.Steps, func(s rating.Step) bool { return slices.Contains(s.Labels(), label) })
}

func (t *Task) words() *catalogue.Catalogue { return catalogue.Or(t.Language) }

// wordsOf returns the texts for a file of tasks.
func wordsOf(tasks []Task) *catalogue.Catalogue {
	if len(tasks) == 0 {
		return catalogue.Named(catalogue.English)
	}
	return tasks[0].words()
}

// MarshalJSON returns t as an object: the puzzle, and the round with its grid, its
// candidates and its steps as [rating.Path] has them.
func (t *Task) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		ID        string          `json:"id"`
		Puzzle    sudoku.Grid     `json:"puzzle"`
		Solution  sudoku.Grid     `json:"solution"`
		Level     rating.Level    `json:"level"`
		ER        json.Number     `json:"er"`
		Technique string          `json:"technique"`
		Question  string          `json:"question"`
		Round     json.RawMessage `json:"round"`
	}{
		t.ID, t.Puzzle.Clues(), t.Puzzle.Solution(), t.Rating.Level(), json.Number(t.Rating.ER.String()),
		t.Round.Technique.String(), t.Question(), t.Round.AppendJSON(nil, t.Language),
	})
}
