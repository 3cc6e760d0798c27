package main

import (
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"github.com/urfave/cli/v2"
)

func hintCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "explain the next deduction in a puzzle, or the whole solving path",
		ArgsUsage: puzzleArguments,
		Description: `Prints for each puzzle the easiest deduction that there is, in words. With
--all it prints the path to the solution: round by round all deductions of the
lowest rating there, r4c7=5 for a digit placed and r4c7<>5 for a candidate
removed.

The path is that by which the puzzle is rated: it is found on the canonical
form and turned back. With --as-given it is found on the puzzle as it stands.

With --format jsonl each puzzle is an object: the rounds with their grids and
candidates, the steps with what they place and remove, the cells, digits and
houses that they rest on, and chains link by link.

` + puzzleInput + `

Examples:
  seedoku hint 7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......
  seedoku hint --all --format jsonl puzzles.txt`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "print the whole path"},
			&cli.BoolFlag{Name: "as-given", Usage: "find the path on each puzzle as it stands, not on its canonical form"},
			&cli.StringFlag{Name: "format", Usage: "text or jsonl: `FORMAT`", Value: "text"},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			print, ok := map[string]func(*solvingPath) error{"text": p.printPath, "jsonl": p.encodePath}[c.String("format")]
			if !ok {
				return usagef(c, "--format %q: there are text and jsonl", c.String("format"))
			}
			all, asGiven := c.Bool("all"), c.Bool("as-given")
			newSearch := func() func(sudoku.Grid) (solvingPath, error) { return pathSearch(all, asGiven) }
			return answerEach(p, c, newSearch, print)
		},
	}
}

// solvingPath is a puzzle with the rounds that solve it, or the first of them
// with its first step alone.
type solvingPath struct {
	puzzle sudoku.Puzzle
	rounds []rating.Round
}

// pathSearch returns a function that finds a path with scratch memory of its
// own.
func pathSearch(all, asGiven bool) func(sudoku.Grid) (solvingPath, error) {
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
		rater     rating.Rater
	)
	return func(grid sudoku.Grid) (solvingPath, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return solvingPath{}, err
		}
		there := transform.Identity()
		if !asGiven {
			there = canonizer.Canonical(grid).To
		}
		turned := there.Puzzle(puzzle)
		rounds, err := rater.Path(&turned)
		if err != nil {
			return solvingPath{}, err
		}
		if !all {
			rounds = rounds[:1]
			rounds[0].Steps = rounds[0].Steps[:1]
		}
		back := there.Inverse()
		for i := range rounds {
			rounds[i] = rounds[i].Map(back.Cell, back.Digit)
		}
		return solvingPath{puzzle, rounds}, nil
	}
}

func (p *program) printPath(path *solvingPath) error {
	fmt.Fprintln(p.stdout, path.puzzle.Clues())
	for i := range path.rounds {
		round := &path.rounds[i]
		for j := range round.Steps {
			step := &round.Steps[j]
			fmt.Fprintf(p.stdout, "  %v (%v): %s\n", step.Technique, step.Rating, step.Explain())
		}
	}
	return nil
}
