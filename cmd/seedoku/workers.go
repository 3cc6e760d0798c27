package main

import (
	"fmt"
	"runtime"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
)

var workersFlag = &cli.IntFlag{
	Name:        "workers",
	Usage:       "work on `N` puzzles at once",
	DefaultText: "the number of cores",
}

// maxWorkers is the greatest number of workers. Each has memory of its own; more
// than there are cores is of no use.
const maxWorkers = 1024

// workerCount reads the flag, which must be within 1 and [maxWorkers].
func workerCount(c *cli.Context) (int, error) {
	if !c.IsSet(workersFlag.Name) {
		return runtime.GOMAXPROCS(0), nil
	}
	n := c.Int(workersFlag.Name)
	if n < 1 || n > maxWorkers {
		return 0, usage.Wrong(c, "workers", fmt.Errorf("there must be at least 1 and at most %d, not %d", maxWorkers, n))
	}
	return n, nil
}
