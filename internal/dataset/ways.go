package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/seedoku/seedoku/rating"
)

// wayRow is a puzzle with its way to the solution.
type wayRow struct {
	ID      string        `json:"id"`
	Source  string        `json:"source"`
	Level   rating.Level  `json:"level"`
	Rating  rating.Tenths `json:"rating"`
	EP      rating.Tenths `json:"ep"`
	ED      rating.Tenths `json:"ed"`
	Hardest string        `json:"hardest"`
	Effort  int           `json:"effort"` // the sum of the ratings of all steps
	Path    *rating.Path  `json:"path"`
}

// newWays writes the way of each puzzle: the steps that the solution needs, each
// round with the grid and the candidates that its steps hold on.
func newWays() textFunc {
	var rater rating.Rater
	return func(texts [][]byte, r *row) error {
		puzzle, rated := r.puzzle.Puzzle(), r.puzzle.Pick().Rating()
		way, err := rater.WayClass(&puzzle)
		if err != nil {
			return fmt.Errorf("way of puzzle %v: %w", r.puzzle.ID(), err)
		}
		line, err := json.Marshal(&wayRow{
			ID: r.puzzle.ID().String(), Source: r.source, Level: rated.Level(),
			Rating: rated.ER, EP: rated.EP, ED: rated.ED, Hardest: rated.Hardest.String(),
			Effort: rating.Effort(way), Path: &rating.Path{Puzzle: puzzle, Rounds: way},
		})
		texts[0] = append(append(texts[0], line...), '\n')
		return err
	}
}

// readWays reads the puzzles of ways, and their solutions.
func readWays(files []*os.File, yield func(pair) bool) error {
	lines := json.NewDecoder(bufio.NewReader(files[0]))
	for {
		var way struct {
			Path struct{ Puzzle, Solution string }
		}
		if err := lines.Decode(&way); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		row, err := pairOf(way.Path.Puzzle, way.Path.Solution)
		if err != nil || !yield(row) {
			return err
		}
	}
}
