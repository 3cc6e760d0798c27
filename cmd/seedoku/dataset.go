package main

import "github.com/urfave/cli/v2"

// setMaker is the program that writes data sets. It is one of its own, since what
// Parquet is made of would make every start of this one slower.
const setMaker = "seedoku-dataset"

func datasetCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "dataset",
		Usage:     "write sets of puzzles for training and testing models",
		ArgsUsage: "FOLDER [FLAG]...",
		Description: `Runs ` + setMaker + ` with the same arguments. That program has to stand beside
this one, or on the path; "go install ./cmd/` + setMaker + `" puts it there.

The parts are split by solution grids: no puzzle for testing is one for training
with clues added or taken away, however it is turned.

Examples:
  seedoku dataset sudoku --train 100000 --test 2000 --augment 5
  seedoku dataset --help`,
		SkipFlagParsing: true,
		Action:          func(c *cli.Context) error { return p.runBeside(setMaker, c.Args().Slice()) },
	}
}
