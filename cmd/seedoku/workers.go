package main

import (
	"runtime"

	"github.com/urfave/cli/v2"
)

var workersFlag = &cli.IntFlag{
	Name:        "workers",
	Usage:       "work on `N` puzzles at once",
	DefaultText: "the number of cores",
}

func workerCount(c *cli.Context) (int, error) {
	if !c.IsSet(workersFlag.Name) {
		return runtime.GOMAXPROCS(0), nil
	}
	n := c.Int(workersFlag.Name)
	if n < 1 {
		return 0, usagef(c, "--workers %d: there must be at least 1", n)
	}
	return n, nil
}
