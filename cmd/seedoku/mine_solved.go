package main

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/sudoku"
)

// solvedFlags are the flags of puzzles with a given solution.
func solvedFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "grid", TakesFile: true, Usage: "with --print: take the clues from this solution `GRID`, 81 digits or a file; empty cells are filled at random"},
		&cli.BoolFlag{Name: "grids", Usage: "with --print: print random solution grids", DisableDefaultText: true},
	}
}

// solvedExclude are flags that make no sense with --grid or --grids.
var solvedExclude = []string{"target", "strategy", "toward", "everything", "minimal", "ladders", "enough"}

// checkSolved returns an error if the flags exclude --grid or --grids.
func checkSolved(c *cli.Context) error {
	flag := "grid"
	if c.Bool("grids") {
		flag = "grids"
	}
	exclude := solvedExclude
	if flag == "grids" {
		exclude = append([]string{"grid", "level", "symmetry", "pattern"}, exclude...)
	}
	for _, other := range exclude {
		if c.IsSet(other) {
			return cli.Errorf(c, "--%s does not go with --%s", flag, other)
		}
	}
	switch {
	case !c.Bool("print"):
		return cli.Errorf(c, "--%s goes with --print: nothing is stored", flag)
	case !c.IsSet("count"):
		return cli.Errorf(c, "--%s needs -n, the number to print", flag)
	}
	return nil
}

// printSolved prints puzzles with the solution of a flag, and says for each level how many there
// are if some are missing.
func (p *program) printSolved(c *cli.Context, options mine.Options) error {
	if options.Count = c.Int("count"); c.Bool("grids") {
		return mine.PrintGrids(c.Context, options, p.printLines)
	}
	of, err := p.solved(c, &options)
	if err != nil {
		return err
	}
	progress, err := mine.PrintSolved(c.Context, options, of, p.printAtOnce)
	if progress == nil && err != nil { // it is the grid's
		return cli.Wrong(c, "grid", err)
	} else if err != nil {
		return err
	}
	kept := 0
	for i := range progress {
		kept += progress[i].Kept
	}
	if kept == options.Count {
		return nil
	}
	p.Say("%s", mining.SolvedOutcome(progress))
	if c.Context.Err() != nil {
		return nil
	}
	return fmt.Errorf("%d of %s found", kept, phrase.Count(options.Count, "puzzle"))
}

// solved reads which puzzles are asked for.
func (p *program) solved(c *cli.Context, options *mine.Options) (of mine.Solved, err error) {
	switch strategy := options.Strategy.(type) {
	case mine.Patterns:
		if len(strategy.Of) > 1 {
			return of, cli.Errorf(c, "--grid: %d patterns; name one", len(strategy.Of))
		}
		of.Pattern = strategy.Of[0].Cells
	case mine.AsNeeded:
		of.Symmetry = strategy.Symmetry
	}
	if of.Grid, err = p.onlyGrid(c.String("grid")); err != nil {
		err = cli.Wrong(c, "grid", err)
	}
	return of, err
}

// onlyGrid returns the only grid that an argument stands for.
func (p *program) onlyGrid(text string) (grid sudoku.Grid, err error) {
	found := 0
	for batch := range p.inputs([]string{text}) {
		for i := range batch {
			in := &batch[i]
			switch {
			case in.err != nil && in.line > 0:
				return grid, fmt.Errorf("%s: %w", in.where(), in.err)
			case in.err != nil:
				return grid, in.err
			}
			grid = in.grid
			found++
		}
	}
	if found != 1 {
		return grid, fmt.Errorf("%s has %s, and one is needed", phrase.Printable(text), phrase.Count(found, "grid"))
	}
	return grid, nil
}

// printAtOnce prints lines after which the next may take long.
func (p *program) printAtOnce(lines []byte) error {
	return errors.Join(p.printLines(lines), p.Stdout.Flush())
}
