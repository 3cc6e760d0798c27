package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			userbank.Flag,
			cli.OneOf(&cli.StringFlag{Name: "format", Usage: "write as `FORMAT`: text or jsonl", Value: "text"}, "text", "jsonl"),
			&cli.BoolFlag{Name: "arrange", Usage: "find the isomorph that is symmetric with the fewest clues added, and rate it"},
			cli.Output,
			cli.Workers,
		},
		Action: userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			format, err := outputFormat(c, "text", textOr("jsonl"))
			if err != nil {
				return err
			}
			print := map[string]func(*checked) error{"text": p.printChecked, "jsonl": p.encodeChecked}[format]
			newChecker := func() func(sudoku.Grid) (checked, error) { return checker(c, bank) }
			return answerEach(p, c, newChecker, func(ch *checked) error {
				p.Failed = p.Failed || !ch.Proper
				return print(ch)
			})
		}),
	}
}

// checked is what is known about a grid, and its arrangement if that was asked for.
type checked struct {
	examine.Checked
	Arranged json.RawMessage `json:"arranged,omitempty"`

	arranged *pattern.Arranged
}

// checker returns a function that checks grids. It has its own scratch memory.
func checker(c *cli.Context, bank *seedbank.Bank) func(sudoku.Grid) (checked, error) {
	var examiner examine.Examiner
	arrange := arranger(transform.NoSymmetry)
	return func(grid sudoku.Grid) (ch checked, err error) {
		if ch.Checked, err = examiner.Check(c.Context, bank, grid); err == nil && ch.Proper && c.Bool("arrange") {
			var a pattern.Arranged
			a, err = arrange(grid)
			ch.arranged, ch.Arranged = &a, table.Object(arrangedColumns(table.JSON), &a)
		}
		return ch, err
	}
}

func (p *program) encodeChecked(ch *checked) error {
	return json.NewEncoder(p.Stdout).Encode(ch)
}

func (p *program) printChecked(ch *checked) error {
	_, err := fmt.Fprintf(p.Stdout, "%v\n  %s\n", ch.Puzzle, strings.Join(checkedLines(ch), "\n  "))
	return err
}

// checkedLines returns the findings in words.
func checkedLines(ch *checked) []string {
	if !ch.Proper {
		return []string{phrase.Count(ch.Clues, "clue") + "; not a proper puzzle: " + ch.Problem}
	}
	lines := []string{phrase.Count(ch.Clues, "clue") + "; proper: it has exactly one solution"}
	if ch.Minimal {
		lines = append(lines, "minimal: no clue can be taken away")
	} else {
		lines = append(lines, "not minimal: each of these clues can be taken away: "+strings.Join(ch.Redundant, " "))
	}
	if ch.Automorphisms > 1 {
		lines = append(lines, "symmetric: "+phrase.Count(ch.Automorphisms, "automorphism"))
	}
	lines = append(lines, symmetryLines(&ch.Checked)...)
	if ch.arranged != nil {
		lines = append(lines, arrangedLines(ch.arranged)...)
	}
	switch {
	case ch.Held:
		return append(lines, "in the bank: "+ch.ID)
	case ch.ID != "":
		return append(lines, "a seed of the bank with clues added: "+ch.ID)
	}
	return append(lines, "not in the bank")
}
