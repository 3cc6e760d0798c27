// Package examine analyzes single puzzles: whether a puzzle is proper, its
// solutions, its rating, the way to solve it, the next step from a position, its
// canonical form, and whether a bank has it.
//
// # Words
//
// An [Examiner] answers one question after the other. Each answer is a struct that
// is written as one JSON object. Its members never change their names.
//
// # Conventions
//
// Grids are 81 characters with a point for an empty cell, cells are named r1c1 to
// r9c9, and ratings are numbers such as 6.6. A puzzle is rated, and its way is
// found, on its canonical form: see package rating.
//
// Start with [Examiner].
package examine

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Examiner answers questions about puzzles. It keeps its scratch memory, so that
// one goroutine at a time can use it, for any number of puzzles. The zero Examiner
// is ready.
type Examiner struct {
	solver    sudoku.Solver
	rater     rating.Rater
	canonizer transform.Canonizer
	pace      minutes.Estimator
}

// Until makes searches, ratings and ways end early, with the cause of ctx, once ctx is
// done. It applies until the next call.
func (x *Examiner) Until(ctx context.Context) {
	ask := func() error { return context.Cause(ctx) }
	x.rater.InterruptBy(ask)
	x.solver.InterruptBy(ask)
}

// Rater returns the rater of x, which [Examiner.Until] interrupts too.
func (x *Examiner) Rater() *rating.Rater { return &x.rater }

// Rated is a puzzle with its rating. As JSON it is an object of [RatedColumns].
type Rated struct{ table.Puzzle }

// RatedColumns are the columns of [Rated]. The effort and the minutes are
// only known if they are asked for.
var RatedColumns = table.Must(slices.Concat(table.Puzzles, table.More),
	"puzzle", "er", "ep", "ed", "level", "level_name", "hardest", "techniques", "effort", "minutes", "bottlenecks")

// MarshalJSON returns r as an object.
func (r Rated) MarshalJSON() ([]byte, error) { return r.object(), nil }

func (r *Rated) object() []byte { return table.Object(RatedColumns, &r.Puzzle) }

// Rate rates the class of a puzzle.
func (x *Examiner) Rate(grid sudoku.Grid) (Rated, error) {
	puzzle, err := x.solver.Prove(grid)
	if err != nil {
		return Rated{}, err
	}
	r, err := x.rater.RateClass(&puzzle)
	return Rated{table.Puzzle{Entry: &table.Entry{Puzzle: puzzle, Rating: r}}}, err
}

// addPace adds the minutes and the bottlenecks of a puzzle.
func (x *Examiner) addPace(to *Rated) error {
	x.pace.By(&x.rater)
	found, err := x.pace.Class(&to.Entry.Puzzle)
	if err == nil {
		to.Entry.Minutes, to.Entry.Bottlenecks = found.Minutes(), found.Narrow
	}
	return err
}

// RateWithEffort is [Examiner.Rate] with the effort, for which the way has to be
// found: that takes longer.
func (x *Examiner) RateWithEffort(grid sudoku.Grid) (Rated, error) {
	rated, err := x.Rate(grid)
	if err != nil {
		return rated, err
	}
	way, err := x.Way(grid)
	rated.Effort = rating.Effort(way.Rounds)
	return rated, err
}

// Way returns a puzzle with the way to its solution. The error is one of
// [sudoku.Solver.Prove] or of [rating.Rater.PathClass].
func (x *Examiner) Way(grid sudoku.Grid) (rating.Path, error) {
	puzzle, err := x.solver.Prove(grid)
	if err != nil {
		return rating.Path{}, err
	}
	way, err := x.rater.WayClass(&puzzle)
	return rating.Path{Puzzle: puzzle, Rounds: way}, err
}

// Canonical is the canonical form of a puzzle or of any other grid.
type Canonical struct {
	Puzzle        sudoku.Grid `json:"puzzle"`
	Canonical     sudoku.Grid `json:"canonical"`
	Automorphisms uint64      `json:"automorphisms"`
}

// Canon returns the canonical form of a grid. The error is one of
// [sudoku.Grid.Conflict].
func (x *Examiner) Canon(grid sudoku.Grid) (Canonical, error) {
	if err := grid.Conflict(); err != nil {
		return Canonical{}, err
	}
	c := x.canonizer.Canonical(grid)
	return Canonical{Puzzle: grid, Canonical: c.Grid, Automorphisms: c.Automorphisms}, nil
}
