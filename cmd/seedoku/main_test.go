package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// TestMain runs tests with a folder for programs that they build.
func TestMain(m *testing.M) {
	var err error
	if built, err = os.MkdirTemp("", "seedoku"); err != nil {
		panic(err)
	}
	for _, ignored := range []os.Signal{syscall.SIGINT, syscall.SIGHUP} { // in the background of a shell, or by nohup
		if signal.Ignored(ignored) {
			signal.Notify(make(chan os.Signal, 1), ignored) // else programs started here would ignore it too
		}
	}
	status := m.Run()
	os.RemoveAll(built)
	os.Exit(status)
}

func TestScripts(t *testing.T) {
	path := pathTo(realProgram(t))
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", env.WorkDir)
			env.Setenv("PATH", path)
			env.Setenv("XDG_DATA_HOME", env.WorkDir+"/xdg")
			env.Setenv("SEEDOKU_BANK", "")
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name == "root" {
				return os.Geteuid() == 0, nil // who may read everything
			}
			return false, fmt.Errorf("unknown condition %q", name)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"altersql": alterSQL, "misrate": misrate, "lie": lie, "awaitseeds": awaitSeeds},
	})
}

// alterSQL changes a bank behind the program's back: altersql FILE STATEMENT.
func alterSQL(ts *testscript.TestScript, _ bool, args []string) {
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec(args[1])
	ts.Check(err)
	ts.Check(db.Close())
}

// misrate makes a bank some of whose seeds have a false EP, as another rater might
// have given them: misrate FROM TO FIRST LAST, by the numbers of the seeds.
func misrate(ts *testscript.TestScript, _ bool, args []string) {
	first, err := strconv.Atoi(args[2])
	ts.Check(err)
	last, err := strconv.Atoi(args[3])
	ts.Check(err)
	ctx := context.Background()
	from, err := seedbank.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer from.Close()
	var seeds []seed.Seed
	for id := seedbank.SeedID(1); ; id++ {
		s, err := from.Seed(ctx, id)
		if errors.Is(err, seedbank.ErrNoMatch) {
			break
		}
		ts.Check(err)
		if first <= int(id) && int(id) <= last {
			s.Rating.EP-- // more would be above the ER of some
			s.Rating.ED = min(s.Rating.ED, s.Rating.EP)
		}
		seeds = append(seeds, s)
	}
	to, err := change.Open(ctx, ts.MkAbs(args[1]))
	ts.Check(err)
	run, err := to.StartRun(ctx, &seedbank.Run{})
	ts.Check(err)
	_, err = to.Insert(ctx, run, seeds)
	ts.Check(err)
	ts.Check(to.Close())
}

// lie writes the seeds of a bank to a file of seeds that says of all of them, and of
// their rungs, that they are of level 1: lie BANK FILE.
func lie(ts *testscript.TestScript, _ bool, args []string) {
	ctx := context.Background()
	bank, err := seedbank.Open(ctx, ts.MkAbs(args[0]))
	ts.Check(err)
	defer bank.Close()
	file, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	w := seed.NewFileWriter(file)
	for batch, err := range bank.Batches(ctx, seedbank.Filter{}) {
		ts.Check(err)
		for i := range batch.Seeds {
			s := &batch.Seeds[i]
			s.Rating.ER, s.Rating.EP, s.Rating.ED = falseER, falseER, falseER
			s.Rungs = slices.Clone(s.Rungs)
			for j := range s.Rungs {
				s.Rungs[j].ER, s.Rungs[j].EP, s.Rungs[j].ED = falseER, falseER, falseER
			}
			ts.Check(w.Write(s, batch.Rater))
		}
	}
	ts.Check(w.Close())
	ts.Check(file.Close())
}

const falseER rating.Tenths = 12 // of level 1

// awaitSeeds waits until another process has stored seeds in a bank: awaitseeds
// FILE.
func awaitSeeds(ts *testscript.TestScript, _ bool, args []string) {
	const pause, most = 50 * time.Millisecond, 2 * time.Minute
	for range most / pause {
		if seedsIn(ts.MkAbs(args[0])) > 0 {
			return
		}
		time.Sleep(pause)
	}
	ts.Fatalf("no seeds in %s after %v", args[0], most)
}

// seedsIn returns the number of seeds of a bank, 0 if there is none yet.
func seedsIn(path string) (seeds int) {
	bank, err := seedbank.Open(context.Background(), path)
	if err != nil {
		return 0
	}
	defer bank.Close()
	byLevel, _ := bank.SeedsByLevel(context.Background()) // an error is one of a moment
	for _, n := range byLevel {
		seeds += n
	}
	return seeds
}
