package main

import (
	"slices"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
)

func (p *program) rateCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "as-given", Usage: "rate each puzzle as it stands, not its canonical form"},
			&cli.BoolFlag{Name: "why", Usage: "say in each line why the puzzle has its rating"},
			&cli.BoolFlag{Name: "expert", Usage: "print the depth of trial and error, the backdoors, the solutions without each clue and the tridagon"},
			cli.Lang,
		}, tableFlags...),
		Action: func(c *cli.Context) error {
			asks := rateAsks{asGiven: c.Bool("as-given"), why: c.Bool("why"), expert: c.Bool("expert"), language: cli.Language(c)}
			newRater := func() func(sudoku.Grid) (rated, error) { return rater(asks) }
			return tabulateEach(p, c, newRater, asks.columns)
		},
	}
}

// rateAsks has the flags of rate.
type rateAsks struct {
	asGiven, why, expert bool

	language string // of lines for people
}

// rated is a puzzle with its rating.
type rated struct {
	table.Puzzle
	reasons
}

// columns returns the columns of a rated puzzle: a few in lines for people, all in
// other forms, which are the same in every language.
func (a rateAsks) columns(form *table.Form) []table.Column[*rated] {
	columns, measures, language := table.Puzzles, table.Depth, rating.English
	if form == table.Lines {
		columns, measures, language = ratedColumns, expertText(a.language), a.language
	}
	if a.expert {
		columns = slices.Concat(columns, measures)
	}
	all := table.Of(columns, func(r *rated) *table.Puzzle { return &r.Puzzle })
	if !a.why {
		return all
	}
	all = append(all, table.String("why", table.Text, "why the puzzle has its rating", func(r *rated) string { return r.hardest.in(language) }))
	if form == table.Lines {
		return append(all, narrowText(language))
	}
	return slices.Concat(all, paceColumns)
}

// rater returns a function that rates puzzles, with the additional results that
// asks wants. It has its own scratch memory.
func rater(asks rateAsks) func(sudoku.Grid) (rated, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
		prober depth.Prober
		pace   minutes.Estimator
	)
	pace.By(&rater)
	rate := rater.RateClass
	if asks.asGiven {
		rate = rater.Rate
	}
	return func(grid sudoku.Grid) (answer rated, err error) {
		answer.Entry = new(table.Entry)
		puzzle := &answer.Entry.Puzzle
		if *puzzle, err = solver.Prove(grid); err != nil {
			return rated{}, err
		}
		if answer.Entry.Rating, err = rate(puzzle); err != nil {
			return answer, err
		}
		if asks.expert {
			answer.Depth = new(prober.Measure(puzzle))
		}
		if asks.why {
			answer.reasons, err = reasonsOf(&rater, &pace, puzzle, asks.asGiven)
		}
		return answer, err
	}
}
