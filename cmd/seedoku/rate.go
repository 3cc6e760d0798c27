package main

import (
	"fmt"
	"io"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) rateCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "as-given", Usage: "rate each puzzle as it stands, not its canonical form"},
			&cli.BoolFlag{Name: "why", Usage: "say in each line why the puzzle has its rating"},
			&cli.BoolFlag{Name: "expert", Usage: "tell the depth of trial and error, the backdoors and the solutions without each clue"},
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`, csv or jsonl, instead of lines"}, "csv", "jsonl"),
			cli.Workers,
		},
		Action: func(c *cli.Context) error {
			w, err := rateWriter(c, p.Stdout)
			if err != nil {
				return err
			}
			asks := rateAsks{asGiven: c.Bool("as-given"), why: c.Bool("why"), expert: c.Bool("expert")}
			newRater := func() func(sudoku.Grid) (rated, error) { return rater(asks) }
			if err := answerEach(p, c, newRater, w.write); err != nil {
				return err
			}
			return w.close()
		},
	}
}

// rateAsks is what is asked for about each puzzle.
type rateAsks struct{ asGiven, why, expert bool }

// rated is a puzzle with its rating.
type rated struct {
	pack.Entry
	why string // the reason of the rating, or empty
}

// ratedWriter writes rated puzzles.
type ratedWriter struct {
	write func(*rated) error
	close func() error
}

// rateWriter returns the writer for the flags --format, --why and --expert.
func rateWriter(c *cli.Context, w io.Writer) (ratedWriter, error) {
	if !c.IsSet("format") {
		return ratedWriter{func(r *rated) error { return r.line(w) }, func() error { return nil }}, nil
	}
	name := c.String("format")
	if c.Bool("why") {
		return ratedWriter{}, cli.Errorf(c, "--why is for lines, not for --format %s; seedoku hint --all --format jsonl has all the steps", name)
	}
	format, err := pack.FormatNamed(name)
	if err != nil {
		return ratedWriter{}, err
	}
	if c.Bool("expert") {
		if format, err = format.Measured(); err != nil {
			return ratedWriter{}, err
		}
	}
	to, err := format.New(w)
	if err != nil {
		return ratedWriter{}, err
	}
	return ratedWriter{func(r *rated) error { return to.Write(&r.Entry) }, to.Close}, nil
}

// line writes r as a line, for shell tools.
func (r *rated) line(w io.Writer) error {
	end := ""
	if r.Depth != nil {
		end += "\t" + expertText(r.Depth)
	}
	if r.why != "" {
		end += "\t" + r.why
	}
	return writeRated(w, &r.Entry, end+"\n")
}

// writeRated writes a puzzle and its rating, with tabs between, and an end.
func writeRated(w io.Writer, e *pack.Entry, end string) error {
	r := &e.Rating
	_, err := fmt.Fprintf(w, "%v\t%v\t%v\t%v\t%d\t%v%s", e.Puzzle.Clues(), r.ER, r.EP, r.ED, r.Level(), r.Hardest, end)
	return err
}

// ratedLines writes one line for each puzzle and its rating.
type ratedLines struct{ w io.Writer }

func (l ratedLines) Write(e *pack.Entry) error { return writeRated(l.w, e, "\n") }

func (l ratedLines) Close() error { return nil }

// rater returns a function that rates puzzles, and tells what else is asked for. It
// has its own scratch memory.
func rater(asks rateAsks) func(sudoku.Grid) (rated, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
		prober depth.Prober
	)
	rate := rater.RateClass
	if asks.asGiven {
		rate = rater.Rate
	}
	return func(grid sudoku.Grid) (answer rated, err error) {
		if answer.Puzzle, err = solver.Prove(grid); err != nil {
			return rated{}, err
		}
		if answer.Rating, err = rate(&answer.Puzzle); err != nil {
			return answer, err
		}
		if asks.expert {
			measures := prober.Measure(&answer.Puzzle)
			answer.Depth = &measures
		}
		if asks.why {
			answer.why, err = why(&rater, &answer.Puzzle, asks.asGiven)
		}
		return answer, err
	}
}
