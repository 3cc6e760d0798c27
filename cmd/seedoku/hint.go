package main

import (
	"encoding/json"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

func hintCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "explain the next deduction in a puzzle, or the whole solving path",
		ArgsUsage: puzzleArguments,
		Description: `Prints for each puzzle the easiest deduction there is, in words. With --all it
prints the path to the solution: round by round, all deductions of the lowest
rating. r4c7=5 places a digit, and r4c7<>5 removes a candidate.

The path is the one that rates the puzzle: it is found on the canonical form
and turned back. With --as-given it is found on the puzzle as it stands.

With --format jsonl each puzzle is an object. It holds the rounds with their
grids and candidates, and the steps: the digits they place, the candidates they
remove, the cells, digits and houses they rest on, and chains link by link.

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
			print, ok := map[string]func(*rating.Path) error{"text": p.printPath, "jsonl": p.encodePath}[c.String("format")]
			if !ok {
				return usagef(c, "--format %q: there are text and jsonl", c.String("format"))
			}
			all, asGiven := c.Bool("all"), c.Bool("as-given")
			newSearch := func() func(sudoku.Grid) (rating.Path, error) { return pathSearch(all, asGiven) }
			return answerEach(p, c, newSearch, print)
		},
	}
}

// pathSearch returns a function that finds all rounds that solve a puzzle, or only
// the first step of the first round. It has its own scratch memory.
func pathSearch(all, asGiven bool) func(sudoku.Grid) (rating.Path, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
	)
	path, next := rater.PathClass, rater.NextClass
	if asGiven {
		path, next = rater.Path, rater.Next
	}
	return func(grid sudoku.Grid) (rating.Path, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return rating.Path{}, err
		}
		if all {
			rounds, err := path(&puzzle)
			return rating.Path{Puzzle: puzzle, Rounds: rounds}, err
		}
		start := rating.PositionOf(grid)
		round, err := next(&puzzle, &start)
		if err != nil {
			return rating.Path{}, err
		}
		round.Steps = round.Steps[:1]
		return rating.Path{Puzzle: puzzle, Rounds: []rating.Round{round}}, nil
	}
}

func (p *program) printPath(path *rating.Path) error {
	fmt.Fprintln(p.stdout, path.Puzzle.Clues())
	for i := range path.Rounds {
		round := &path.Rounds[i]
		for j := range round.Steps {
			step := &round.Steps[j]
			fmt.Fprintf(p.stdout, "  %v (%v): %s\n", step.Technique, step.Rating, step.Explain())
		}
	}
	return nil
}

func (p *program) encodePath(path *rating.Path) error {
	return json.NewEncoder(p.stdout).Encode(path)
}
