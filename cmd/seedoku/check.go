package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func checkCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "tell whether puzzles are proper, minimal, and in the bank",
		ArgsUsage: puzzleArguments,
		Description: `Tells of each puzzle, in the order of the input, whether it has exactly one
solution, which of its clues are redundant, under which turns and reflections its
clues stand symmetrically, or could be arranged to, and whether the bank holds it
or an isomorph of it. The exit status is 1 if a puzzle is not proper.

` + puzzleInput + `

Examples:
  seedoku check puzzles.txt
  seedoku check --format jsonl puzzles.txt`,
		Flags: []cli.Flag{
			bankFlag,
			&choiceFlag{&cli.StringFlag{Name: "format", Usage: "text or jsonl: `FORMAT`", Value: "text"}, oneOf(checkFormats...)},
			workersFlag,
		},
		Action: func(c *cli.Context) error {
			format, err := chosen(c, "format", checkFormats...)
			if err != nil {
				return err
			}
			print := map[string]func(*checked) error{"text": p.printChecked, "jsonl": p.encodeChecked}[format]
			bank, err := p.openBank(c)
			if err != nil {
				return err
			}
			defer bank.Close()
			newChecker := func() func(sudoku.Grid) (checked, error) { return checker(c, bank) }
			return answerEach(p, c, newChecker, func(ch *checked) error {
				p.failed = p.failed || !ch.Proper
				return print(ch)
			})
		},
	}
}

var checkFormats = []string{"text", "jsonl"}

// checked is what is known about a grid.
type checked struct {
	Puzzle        sudoku.Grid  `json:"puzzle"`
	Clues         int          `json:"clues"`
	Proper        bool         `json:"proper"`
	Problem       string       `json:"problem,omitempty"`
	Solution      *sudoku.Grid `json:"solution,omitempty"`
	Minimal       bool         `json:"minimal"`
	Redundant     []string     `json:"redundant,omitempty"`
	Canonical     *sudoku.Grid `json:"canonical,omitempty"`
	Automorphisms uint64       `json:"automorphisms,omitempty"`
	ID            string       `json:"id,omitempty"`

	Symmetry    string   `json:"symmetry"`              // of the clues, as they stand
	Arrangeable []string `json:"arrangeable,omitempty"` // symmetries that an isomorph has
}

// checker returns a function that checks grids. It has its own scratch memory.
func checker(c *cli.Context, bank *seedbank.Bank) func(sudoku.Grid) (checked, error) {
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
	)
	return func(grid sudoku.Grid) (checked, error) {
		ch := checked{Puzzle: grid, Clues: grid.NumClues()}
		ch.noteSymmetry(grid.Filled())
		puzzle, err := solver.Prove(grid)
		if err != nil {
			ch.Problem = err.Error()
			return ch, nil
		}
		solution := puzzle.Solution()
		ch.Proper, ch.Solution = true, &solution
		for cell := range solver.Redundant(&puzzle).All() {
			ch.Redundant = append(ch.Redundant, cell.String())
		}
		ch.Minimal = len(ch.Redundant) == 0
		canonical := canonizer.Canonical(grid)
		ch.Canonical, ch.Automorphisms = &canonical.Grid, canonical.Automorphisms
		found, err := bank.Identify(c.Context, &canonizer, puzzle)
		if errors.Is(err, seedbank.ErrNoMatch) {
			return ch, nil
		}
		if err != nil {
			return ch, err
		}
		ch.ID = found.ID().String()
		return ch, nil
	}
}

func (p *program) encodeChecked(ch *checked) error {
	return json.NewEncoder(p.stdout).Encode(ch)
}

func (p *program) printChecked(ch *checked) error {
	_, err := fmt.Fprintf(p.stdout, "%v\n  %s\n", ch.Puzzle, strings.Join(ch.lines(), "\n  "))
	return err
}

// lines returns the findings in words.
func (ch *checked) lines() []string {
	if !ch.Proper {
		return []string{wording.Count(ch.Clues, "clue") + "; not a proper puzzle: " + ch.Problem}
	}
	lines := []string{wording.Count(ch.Clues, "clue") + "; proper: it has exactly one solution"}
	if ch.Minimal {
		lines = append(lines, "minimal: no clue can be taken away")
	} else {
		lines = append(lines, "not minimal: each of these clues can be taken away: "+strings.Join(ch.Redundant, " "))
	}
	if ch.Automorphisms > 1 {
		lines = append(lines, "symmetric: "+wording.Count(ch.Automorphisms, "automorphism"))
	}
	lines = append(lines, ch.symmetryLines()...)
	if ch.ID != "" {
		return append(lines, "in the bank: "+ch.ID)
	}
	return append(lines, "not in the bank")
}
