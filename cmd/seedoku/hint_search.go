package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// hintSearch has the flags of hint about the rounds to find.
type hintSearch struct {
	find    findRounds
	asGiven bool
	from    string // the position to start from, as text; if empty, where the game of a puzzle stands

	language string
}

// findRounds finds rounds of a puzzle from a position on: on its canonical form, or
// as it stands.
type findRounds func(r *rating.Rater, p *sudoku.Puzzle, from *rating.Position, asGiven bool) ([]rating.Round, error)

// positionText returns a position in a form that [rating.ParsePosition] reads. It turns a grid of
// any shape into a line, and a game into a line and the candidates removed. It rejects other digits
// beside the grid, because they may be moves.
func positionText(text string) (string, error) {
	_, err := rating.ParsePosition(sudoku.Grid{}, text)
	if err == nil {
		return text, nil
	}
	found, notGrid := literal(text)
	switch {
	case notGrid == nil && found.Position != nil && !hasMove(text):
		return movesTo(found.Position), nil
	case notGrid == nil && countDigits(found.Grid.String()) == countDigits(text):
		return found.Grid.String(), nil
	}
	return "", err
}

// hasMove reports whether a text has a cell with a sign after it, as moves have.
func hasMove(text string) bool {
	isDigit := func(c byte) bool { return '1' <= c && c <= '9' }
	for i := range max(0, len(text)-4) {
		if text[i]|' ' != 'r' || !isDigit(text[i+1]) || text[i+2]|' ' != 'c' || !isDigit(text[i+3]) {
			continue
		}
		rest := strings.TrimLeft(text[i+4:], " ")
		if slices.ContainsFunc([]string{"=", "-", "<>", "!=", "≠"}, func(sign string) bool { return strings.HasPrefix(rest, sign) }) {
			return true
		}
	}
	return false
}

// movesTo returns a position as its grid and the candidates removed.
func movesTo(x *rating.Position) string {
	text, start := x.Grid.String(), rating.PositionOf(x.Grid)
	for c := range sudoku.Cell(81) {
		for d := range (start.Candidates[c] &^ x.Candidates[c]).All() {
			text += fmt.Sprintf(" %v<>%d", c, d)
		}
	}
	return text
}

// countDigits counts the digits of a text outside of comments.
func countDigits(text string) (n int) {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "#")
		for _, char := range line {
			if '1' <= char && char <= '9' {
				n++
			}
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
func (h hintSearch) start() func(*input) (rating.Path, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
	)
	return func(in *input) (rating.Path, error) {
		puzzle, err := solver.Prove(in.grid)
		if err != nil {
			return rating.Path{}, err
		}
		from, err := rating.ParsePosition(puzzle.Clues(), h.from)
		if err != nil {
			return rating.Path{}, err
		}
		if h.from == "" && in.at != nil && in.at.Grid.NumClues() < len(in.at.Grid) { // else the game has ended
			from = *in.at
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
