package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/figure"
)

func hintCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "hint",
		Usage:     "explain the next deduction in a puzzle, or the whole solving path",
		ArgsUsage: puzzleArguments,
		Description: `Prints for each puzzle the easiest deduction there is: in words, below the grid
with its pencil marks, where the candidates that it uses and removes are marked.
r4c7=5 places a digit, and r4c7<>5 removes a candidate; r4c7, r4c8<>5 removes it
from both cells.

With --all it prints the way to the solution: the deductions that solve the
puzzle, numbered, each of them needed, and at the end their effort, which is the
sum of their ratings. Where one removes more than is needed, it says so. With
--every it prints the path they are chosen from: round by round, all deductions
of the lowest rating, needed or not.

With --from you get the next step, or the way, from where you are. The position
is the grid with the digits that you have placed, or a list of digits placed and
candidates removed, or both. There r4c7!=5 and r4c7-5 mean r4c7<>5, which needs
quotes in a shell.

The path is the one that rates the puzzle: it is found on the canonical form
and turned back. With --as-given it is found on the puzzle as it stands.

--format svg is a picture of the next step, and --format html is the whole way
as a page to print, with a picture of each step. With --format jsonl each puzzle
is an object. It holds the rounds with their grids and candidates, and the steps:
the digits they place, the candidates they remove, the cells, digits and houses
they rest on, and chains link by link.

` + puzzleInput + `

Examples:
  seedoku hint 7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......
  seedoku hint --from 'r7c2=4,r1c2<>1' 7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......
  seedoku hint --all --brief puzzle.txt
  seedoku hint --format html puzzle.txt > way.html`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "print the way to the solution: the deductions that are needed"},
			&cli.BoolFlag{Name: "every", Usage: "print the whole path: also the deductions that are not needed"},
			&cli.BoolFlag{Name: "brief", Usage: "print one line for each deduction, and no grid"},
			&cli.BoolFlag{Name: "pictures", Usage: "print the grid above each deduction, not only at the beginning"},
			&cli.StringFlag{Name: "from", Usage: "go on from `POSITION`: a grid, or moves such as r1c2=5,r3c4-7"},
			&cli.BoolFlag{Name: "as-given", Usage: "find the path on each puzzle as it stands, not on its canonical form"},
			&usage.Choice{Listed: &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: text, jsonl, svg or html", Value: "text"}, Values: usage.OneOf(hintFormats...)},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			print, err := p.pathPrinter(c)
			if err != nil {
				return err
			}
			from, err := positionText(c.String("from"))
			if err != nil {
				return usage.Errorf(c, "--from: %w", err)
			}
			search := hintSearch{find: rounds(c), asGiven: c.Bool("as-given"), from: from}
			return answerEach(p, c, search.start, print)
		},
	}
}

// pathPrinter returns the function that prints paths as the flags say.
func (p *program) pathPrinter(c *cli.Context) (func(*rating.Path) error, error) {
	name, err := chosen(c, "format", hintFormats...)
	if err != nil {
		return nil, err
	}
	switch name {
	case "text":
		t := pathText{program: p, whole: c.Bool("all") || c.Bool("every"), brief: c.Bool("brief"), pictures: c.Bool("pictures")}
		t.effort = t.whole && !c.Bool("every")
		return t.print, nil
	case "jsonl":
		return func(path *rating.Path) error { return json.NewEncoder(p.stdout).Encode(path) }, nil
	case "svg":
		if c.Bool("all") || c.Bool("every") {
			return nil, usage.Errorf(c, "--format svg is a picture of one step; --format html has all of them")
		}
		return onlyOne(name, p.drawStep), nil
	default:
		return onlyOne(name, func(path *rating.Path) error { return figure.WritePage(p.stdout, path) }), nil
	}
}

var hintFormats = []string{"text", "jsonl", "svg", "html"}

// onlyOne lets a format that holds one puzzle refuse a second.
func onlyOne(format string, print func(*rating.Path) error) func(*rating.Path) error {
	printed := false
	return func(path *rating.Path) error {
		if printed {
			return fmt.Errorf("--format %s takes one puzzle, and there are more", format)
		}
		printed = true
		return print(path)
	}
}

func (p *program) drawStep(path *rating.Path) error {
	for f := range figure.Each(path) {
		_, err := p.stdout.Write(f.SVG(true))
		return err
	}
	return errors.New("no step to draw")
}
