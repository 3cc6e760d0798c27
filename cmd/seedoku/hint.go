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
prints the way to the solution: the deductions that solve the puzzle, numbered,
each of them needed. With --every it prints the path they are chosen from: round
by round, all deductions of the lowest rating, needed or not. r4c7=5 places a
digit, and r4c7<>5 removes a candidate.

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
			&cli.BoolFlag{Name: "all", Usage: "print the way to the solution: the deductions that are needed"},
			&cli.BoolFlag{Name: "every", Usage: "print the whole path: also the deductions that are not needed"},
			&cli.BoolFlag{Name: "as-given", Usage: "find the path on each puzzle as it stands, not on its canonical form"},
			&cli.StringFlag{Name: "format", Usage: "text or jsonl: `FORMAT`", Value: "text"},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			print, ok := map[string]func(*rating.Path) error{"text": p.printPath, "jsonl": p.encodePath}[c.String("format")]
			if !ok {
				return usagef(c, "--format %q: there are text and jsonl", c.String("format"))
			}
			find := nextStep
			switch {
			case c.Bool("every"):
				find = wholePath
			case c.Bool("all"):
				find = wayOnly
			}
			asGiven := c.Bool("as-given")
			newSearch := func() func(sudoku.Grid) (rating.Path, error) { return pathSearch(find, asGiven) }
			return answerEach(p, c, newSearch, print)
		},
	}
}

// rounds finds rounds of a puzzle on its class or as it stands.
type rounds func(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) ([]rating.Round, error)

// pathSearch returns a function that finds rounds of a puzzle. It has its own
// scratch memory.
func pathSearch(find rounds, asGiven bool) func(sudoku.Grid) (rating.Path, error) {
	var (
		solver sudoku.Solver
		rater  rating.Rater
	)
	return func(grid sudoku.Grid) (rating.Path, error) {
		puzzle, err := solver.Prove(grid)
		if err != nil {
			return rating.Path{}, err
		}
		rounds, err := find(&rater, &puzzle, asGiven)
		return rating.Path{Puzzle: puzzle, Rounds: rounds}, err
	}
}

func wholePath(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) ([]rating.Round, error) {
	if asGiven {
		return r.Path(p)
	}
	return r.PathClass(p)
}

func wayOnly(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) ([]rating.Round, error) {
	path, err := wholePath(r, p, asGiven)
	if err != nil {
		return nil, err
	}
	return rating.Way(p, path)
}

// nextStep finds the first step alone.
func nextStep(r *rating.Rater, p *sudoku.Puzzle, asGiven bool) ([]rating.Round, error) {
	next := r.NextClass
	if asGiven {
		next = r.Next
	}
	start := rating.PositionOf(p.Clues())
	round, err := next(p, &start)
	if err != nil {
		return nil, err
	}
	round.Steps = round.Steps[:1]
	return []rating.Round{round}, nil
}

// printPath prints the steps of a path, numbered if there are several.
func (p *program) printPath(path *rating.Path) error {
	fmt.Fprintln(p.stdout, path.Puzzle.Clues())
	single := len(path.Rounds) == 1 && len(path.Rounds[0].Steps) == 1
	number := ""
	n := 0
	for i := range path.Rounds {
		round := &path.Rounds[i]
		for j := range round.Steps {
			step := &round.Steps[j]
			if n++; !single {
				number = fmt.Sprintf("%d. ", n)
			}
			fmt.Fprintf(p.stdout, "  %s%v (%v): %s\n", number, step.Technique, step.Rating, step.Explain())
		}
	}
	return nil
}

func (p *program) encodePath(path *rating.Path) error {
	return json.NewEncoder(p.stdout).Encode(path)
}
