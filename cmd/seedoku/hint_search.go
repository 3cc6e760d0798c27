package main

import (
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// hintSearch has the flags of hint about the rounds to find.
type hintSearch struct {
	find    findRounds
	asGiven bool
	from    string // the position to start from, as text

	language string
}

// findRounds finds rounds of a puzzle from a position on: on its canonical form, or
// as it stands.
type findRounds func(r *rating.Rater, p *sudoku.Puzzle, from *rating.Position, asGiven bool) ([]rating.Round, error)

// positionText returns a position in a form that [rating.ParsePosition] reads. It
// turns a grid of any shape into a line, but rejects a grid of candidates, because
// removed candidates would be lost.
func positionText(text string) (string, error) {
	_, err := rating.ParsePosition(sudoku.Grid{}, text)
	if err == nil {
		return text, nil
	}
	grid, notGrid := literal(text)
	if notGrid != nil || countDigits(grid.String()) != countDigits(text) {
		return "", err
	}
	return grid.String(), nil
}

func countDigits(text string) (n int) {
	for _, char := range text {
		if '1' <= char && char <= '9' {
			n++
		}
	}
	return n
}

// rounds returns the search for the rounds that the flags ask for.
func rounds(c *cli.Context, format string) findRounds {
	switch {
	case c.Bool("every"):
		return wholePath
	case c.Bool("all"), format == "html":
		return wayOnly
	}
	return nextStep
}

// start returns a function that finds the rounds of a puzzle. It has its own
// scratch memory.
func (h hintSearch) start() func(sudoku.Grid) (rating.Path, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
	)
	return func(grid sudoku.Grid) (rating.Path, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return rating.Path{}, err
		}
		from, err := rating.ParsePosition(puzzle.Clues(), h.from)
		if err != nil {
			return rating.Path{}, err
		}
		rounds, err := h.find(&rater, &puzzle, &from, h.asGiven)
		return rating.Path{Puzzle: puzzle, Rounds: rounds, Language: h.language}, err
	}
}

func wholePath(r *rating.Rater, p *sudoku.Puzzle, from *rating.Position, asGiven bool) ([]rating.Round, error) {
	if asGiven {
		return r.PathFrom(p, from)
	}
	return r.PathClassFrom(p, from)
}

func wayOnly(r *rating.Rater, p *sudoku.Puzzle, from *rating.Position, asGiven bool) ([]rating.Round, error) {
	path, err := wholePath(r, p, from, asGiven)
	if err != nil {
		return nil, err
	}
	return rating.Way(p, path)
}

// nextStep finds the first step alone.
func nextStep(r *rating.Rater, p *sudoku.Puzzle, from *rating.Position, asGiven bool) ([]rating.Round, error) {
	next := r.NextClass
	if asGiven {
		next = r.Next
	}
	round, err := next(p, from)
	if err != nil {
		return nil, err
	}
	round.Steps = round.Steps[:1]
	return []rating.Round{round}, nil
}
