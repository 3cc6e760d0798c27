package main

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/transform"
	"github.com/urfave/cli/v2"
)

func genCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "gen",
		Usage: "draw puzzles from the bank",
		Description: `Draws a seed and turns it: relabels the digits, permutes rows, columns, bands
and stacks, transposes. Every puzzle has exactly one solution and the rating of
its seed.

Examples:
  seedoku gen --level 3
  seedoku gen --level 4-5 -n 100 --format csv --output puzzles.csv
  seedoku gen --er 3.8 --clues 24-26 --seed 42 --format grid --solution
  seedoku gen --id AVK5EDXJ873FE-00VEAW8WZYC`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "level", Usage: "of this `LEVEL` (1 to 9) or range of levels, such as 3-5"},
			&cli.StringFlag{Name: "er", Usage: "with this `ER` on the Sudoku Explainer scale or a range, such as 3.8-4.4"},
			&cli.StringFlag{Name: "clues", Usage: "with this `NUMBER` of clues or a range, such as 24-26"},
			&cli.IntFlag{Name: "n", Usage: "draw `N` puzzles", Value: 1},
			seedFlag,
			&cli.StringFlag{Name: "id", Usage: "write the puzzle of this `ID` again"},
			&cli.BoolFlag{Name: "solution", Usage: "write the solution too"},
			formatFlag("line"),
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE`, not to standard output", TakesFile: true},
			bankFlag,
		},
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			filter, err := filterFrom(c)
			if err != nil {
				return err
			}
			if c.Int("n") < 1 {
				return usagef(c, "-n %d: there must be at least 1", c.Int("n"))
			}
			format, err := pack.FormatNamed(c.String("format"))
			if err != nil {
				return usagef(c, "--format: %w", err)
			}
			bank, err := p.openBank(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			write := func(w pack.Writer) error { return draw(c, bank, filter, w) }
			if c.IsSet("id") {
				write = func(w pack.Writer) error { return recall(c, bank, w) }
			}
			return p.toOutput(c.String("output"), func(w io.Writer) error {
				writer := format.New(w, pack.Options{Solutions: c.Bool("solution")})
				return errors.Join(write(writer), writer.Close())
			})
		},
	}
}

// formatFlag is the flag that names a format of packs.
func formatFlag(standard string) cli.Flag {
	var names []string
	for _, format := range pack.Formats {
		names = append(names, format.Name)
	}
	return &cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: " + strings.Join(names, ", "), Value: standard}
}

// filterFrom reads the flags that say which seeds are wanted.
func filterFrom(c *cli.Context) (f seedbank.Filter, err error) {
	if c.IsSet("level") {
		if f.Levels.Low, f.Levels.High, err = parseLevels(c.String("level")); err != nil {
			return f, usagef(c, "--level: %w", err)
		}
	}
	if c.IsSet("er") {
		if f.ER.Low, f.ER.High, err = parseRange(c.String("er"), 10, rating.MaxTenths, rating.ParseTenths); err != nil {
			return f, usagef(c, "--er: %w", err)
		}
	}
	if c.IsSet("clues") {
		if f.Clues.Low, f.Clues.High, err = parseClues(c.String("clues")); err != nil {
			return f, usagef(c, "--clues: %w", err)
		}
	}
	return f, nil
}

// draw writes as many puzzles as are asked for.
func draw(c *cli.Context, bank *seedbank.Bank, filter seedbank.Filter, w pack.Writer) error {
	selection, err := bank.Select(c.Context, filter)
	if err != nil {
		return err
	}
	seed := randomSeed(c)
	random := rand.New(rand.NewPCG(seed, seed))
	for range c.Int("n") {
		seed, err := selection.Draw(c.Context, random)
		if err != nil {
			return err
		}
		turn := transform.Random(random)
		entry := pack.Entry{
			ID:     seedbank.ID{Seed: seed.Key(), Index: turn.Index()}.String(),
			Seed:   seed.Key().String(),
			Puzzle: turn.Puzzle(seed.Puzzle),
			Rating: seed.Rating,
		}
		if err := w.Write(&entry); err != nil {
			return fmt.Errorf("writing the output: %w", err)
		}
	}
	return nil
}

// recall writes the puzzle that an ID names.
func recall(c *cli.Context, bank *seedbank.Bank, w pack.Writer) error {
	id, err := seedbank.ParseID(c.String("id"))
	if err != nil {
		return err
	}
	puzzle, seed, err := bank.Puzzle(c.Context, id)
	if err != nil {
		return fmt.Errorf("puzzle %v: %w", id, err)
	}
	return w.Write(&pack.Entry{ID: id.String(), Seed: id.Seed.String(), Puzzle: puzzle, Rating: seed.Rating})
}

// toOutput has write write to a file, or to standard output if path is empty.
// A file that could not be written whole is taken away.
func (p *program) toOutput(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(p.stdout)
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Close()); err != nil {
		os.Remove(path)
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
