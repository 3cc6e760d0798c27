package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/figure"
)

func (p *program) hintCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "print the way to the solution: the deductions that are needed"},
			&cli.BoolFlag{Name: "every", Usage: "print the whole path: also the deductions that are not needed"},
			&cli.BoolFlag{Name: "brief", Usage: "print one line for each deduction, and no grid"},
			&cli.BoolFlag{Name: "eureka", Usage: "print chains in Eureka notation too, as experts write them"},
			&cli.BoolFlag{Name: "pictures", Usage: "print the grid above each deduction, not only at the beginning"},
			&cli.StringFlag{Name: "from", Usage: "start from `POSITION`: a grid, or moves such as r1c2=5,r3c4-7"},
			&cli.BoolFlag{Name: "as-given", Usage: "find the path on each puzzle as it stands, not on its canonical form"},
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: text, jsonl, svg or html", Value: "text"}, "text", "jsonl", "svg", "html"),
			cli.Lang,
			cli.Output,
			cli.Workers,
		},
		Action: func(c *cli.Context) error {
			format, err := outputFormat(c, "text", textOr("jsonl", "svg", "html"))
			if err != nil {
				return err
			}
			for _, name := range []string{"brief", "eureka", "pictures"} {
				if format != "text" && c.Bool(name) {
					return cli.Errorf(c, "--%s: only --format text heeds it", name)
				}
			}
			for _, pair := range [][2]string{{"all", "every"}, {"brief", "pictures"}} {
				if c.Bool(pair[0]) && c.Bool(pair[1]) {
					return cli.Errorf(c, "--%s and --%s exclude each other", pair[0], pair[1])
				}
			}
			print, err := p.pathPrinter(c, format)
			if err != nil {
				return err
			}
			from, err := positionText(c.String("from"))
			if err != nil {
				return cli.Errorf(c, "--from: %w", told(c, err))
			}
			search := hintSearch{find: rounds(c, format), asGiven: c.Bool("as-given"), from: from, language: cli.Language(c)}
			return answerEachInput(p, c, search.start, print)
		},
	}
}

// pathPrinter returns the function that prints paths as the flags say.
func (p *program) pathPrinter(c *cli.Context, format string) (func(*rating.Path) error, error) {
	switch format {
	case "text":
		t := pathText{program: p, whole: c.Bool("all") || c.Bool("every"), brief: c.Bool("brief"), pictures: c.Bool("pictures"), eureka: c.Bool("eureka")}
		t.effort = t.whole && !c.Bool("every")
		return t.print, nil
	case "jsonl":
		return func(path *rating.Path) error { return json.NewEncoder(p.Stdout).Encode(path) }, nil
	case "svg":
		if c.Bool("all") || c.Bool("every") {
			return nil, cli.Errorf(c, "--format svg is a picture of one step; --format html has all of them")
		}
		return onlyOne(format, p.drawStep), nil
	default:
		return onlyOne(format, func(path *rating.Path) error { return figure.WritePage(p.Stdout, path) }), nil
	}
}

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
		_, err := p.Stdout.Write(f.SVG(true))
		return err
	}
	return errors.New("no step to draw")
}
