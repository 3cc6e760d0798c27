package main

import (
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/sudoku"
)

func rateCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "rate",
		Usage:     "rate puzzles by the hardest technique that they need",
		ArgsUsage: puzzleArguments,
		Description: `Prints a line for each puzzle, in the order of the input: the puzzle, its
ER, EP and ED on the Sudoku Explainer scale, its level and the hardest
technique of its solving path, separated by tabs.

The puzzle is rated in its canonical form, so all its isomorphs have the same
rating. With --as-given it is rated as it stands. For about 1 in 20 of the hard
puzzles this gives another rating.

` + puzzleInput + `

Examples:
  seedoku rate puzzles.txt
  seedoku rate --format csv puzzles.txt > rated.csv`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "as-given", Usage: "rate each puzzle as it stands, not its canonical form"},
			&cli.StringFlag{Name: "format", Usage: "write csv or jsonl instead of lines: `FORMAT`"},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			w, err := rateWriter(c, p.stdout)
			if err != nil {
				return err
			}
			asGiven := c.Bool("as-given")
			newRater := func() func(sudoku.Grid) (pack.Entry, error) { return rater(asGiven) }
			if err := answerEach(p, c, newRater, w.Write); err != nil {
				return err
			}
			return w.Close()
		},
	}
}

// rateWriter returns the writer of rated puzzles for the flag --format.
func rateWriter(c *cli.Context, w io.Writer) (pack.Writer, error) {
	switch name := c.String("format"); name {
	case "":
		return ratedLines{w}, nil
	case "csv", "jsonl":
		format, err := pack.FormatNamed(name)
		if err != nil {
			return nil, err
		}
		return format.New(w)
	default:
		return nil, usagef(c, "--format %q: there are csv and jsonl", name)
	}
}

// ratedLines writes one line for each puzzle and its rating, for shell tools.
type ratedLines struct{ w io.Writer }

func (l ratedLines) Write(e *pack.Entry) error {
	r := &e.Rating
	_, err := fmt.Fprintf(l.w, "%v\t%v\t%v\t%v\t%d\t%v\n", e.Puzzle.Clues(), r.ER, r.EP, r.ED, r.Level(), r.Hardest)
	return err
}

func (l ratedLines) Close() error { return nil }

// rater returns a function that rates puzzles. It has its own scratch memory.
func rater(asGiven bool) func(sudoku.Grid) (pack.Entry, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
	)
	rate := rater.RateClass
	if asGiven {
		rate = rater.Rate
	}
	return func(grid sudoku.Grid) (pack.Entry, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return pack.Entry{}, err
		}
		result, err := rate(&puzzle)
		return pack.Entry{Puzzle: puzzle, Rating: result}, err
	}
}
