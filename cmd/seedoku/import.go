package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func (p *program) importCommand() *cli.Command {
	return &cli.Command{
		Arguments: puzzleArguments,
		Flags: []cli.Flag{
			userbank.FlagToWrite,
			&cli.BoolFlag{Name: "dry-run", Usage: "print what an import would store, and store nothing"},
			mining.Ladders,
			mining.Enough,
			cli.Workers,
		},
		Action: cli.Interruptible(func(c *cli.Context) error {
			ladders, enough, err := mining.WantedLadders(c)
			if err != nil {
				return err
			}
			if c.Bool("dry-run") {
				ladders = work.NoLadders
			}
			return p.importAll(c, mine.Options{
				Workers:   cli.WorkerCount(c),
				Ladders:   ladders,
				Enough:    enough,
				Program:   buildinfo.Module(),
				Arguments: strings.Join(os.Args[1:], " "),
			})
		}),
	}
}

// importAll imports the puzzles of the arguments, and prints a summary.
func (p *program) importAll(c *cli.Context, options mine.Options) error {
	ctx, dryRun := c.Context, c.Bool("dry-run")
	run, done, err := p.openToImport(c, dryRun)
	if err != nil {
		return err
	}
	p.Stdin = endingWith(ctx, p.Stdin)
	begun, shown := time.Now(), p.Progress()
	options.Report = func(progress mine.Progress) {
		took := time.Since(begun)
		shown.Say("%s elapsed: %s read (%s), %s", console.Spoken(took),
			phrase.Count(progress.Made, "puzzle"), console.PerTime(progress.Made, took), fates(&progress, "stored"))
	}
	options.Strategy = mine.Import{Arrivals: p.arrivals(c.Args().Slice()), Reject: p.Report, Relate: p.printRelation}
	summary, err := run(ctx, options)
	shown.Close()
	if summary.Made > 0 || err == nil {
		p.printImported(&summary, time.Since(begun), dryRun)
	}
	if err == nil && ctx.Err() != nil {
		err = cli.Interrupted(ctx, "interrupted before the end of the input; the same command continues from there")
	}
	return errors.Join(err, done(summary.Stored))
}

// openToImport opens the bank to write. For a dry run it opens the bank to read, or an
// empty one in its place. run imports into it, and done closes it, after some seeds were
// stored. If there are none, done deletes a user's bank that was made for this command.
func (p *program) openToImport(c *cli.Context, dryRun bool) (run func(context.Context, mine.Options) (mine.Progress, error), done func(stored int) error, err error) {
	if dryRun {
		bank, closeBank, err := p.openToTry(c)
		return func(ctx context.Context, options mine.Options) (mine.Progress, error) {
			return mine.TryImport(ctx, bank, options)
		}, func(int) error { return closeBank() }, err
	}
	isCopy, folders := userbank.BeginningOf(c.String(userbank.Flag.Name)) == userbank.Copied, foldersOfBank(c)
	bank, closeBank, err := p.openBankToAdd(c)
	done = func(stored int) error {
		if !isCopy || stored > 0 {
			return closeBank()
		}
		defer atomicfile.RemoveEmpty(folders)
		return bank.DeleteIf(context.WithoutCancel(c.Context), func(ctx context.Context) (bool, error) { return isStarter(ctx, bank.Bank) })
	}
	return func(ctx context.Context, options mine.Options) (mine.Progress, error) {
		return mine.Run(ctx, bank, options)
	}, done, err
}

// isStarter reports whether a copy of the starter bank has no run except one, and no contributor.
func isStarter(ctx context.Context, bank *seedbank.Bank) (bool, error) {
	starter, err := userbank.Starter(ctx)
	if err != nil {
		return false, err
	}
	defer starter.Close()
	before, err := starter.Runs(ctx, -1)
	if err != nil {
		return false, err
	}
	runs, err := bank.Runs(ctx, -1)
	if err != nil {
		return false, err
	}
	contributors, err := change.Contributors(ctx, bank)
	return len(runs) <= len(before)+1 && len(contributors) == 0, err
}

// openToTry opens the bank to read. One that does not exist is empty.
func (p *program) openToTry(c *cli.Context) (bank *seedbank.Bank, done func() error, err error) {
	path := c.String(userbank.Flag.Name)
	if _, missing := os.Stat(path); path != "" && os.IsNotExist(missing) {
		return openNothing(c.Context)
	}
	if bank, err = userbank.Open(c.Context, c.String(userbank.Flag.Name)); err != nil {
		return nil, nil, err
	}
	return bank, bank.Close, nil
}

// openNothing opens an empty bank that is gone when it is closed.
func openNothing(ctx context.Context) (bank *seedbank.Bank, done func() error, err error) {
	folder, remove, err := atomicfile.Scratch(os.TempDir())
	if err != nil {
		return nil, nil, fmt.Errorf("making an empty bank: %w", err)
	}
	empty, err := change.Open(ctx, filepath.Join(folder, "bank.db"))
	if err != nil {
		return nil, nil, errors.Join(err, remove())
	}
	return empty.Bank, func() error { return errors.Join(empty.Close(), remove()) }, nil
}

// arrivals yields the puzzles of the arguments.
func (p *program) arrivals(args []string) iter.Seq[[]mine.Arrival] {
	return func(yield func([]mine.Arrival) bool) {
		for batch := range p.inputs(args) {
			arrivals := make([]mine.Arrival, len(batch))
			for i, in := range batch {
				arrivals[i] = mine.Arrival{Place: in.where(), Clues: in.grid, Err: in.err}
			}
			if !yield(arrivals) {
				return
			}
		}
	}
}

// endingWith returns a reader of r that ends when ctx is done, even while r
// waits for input from a terminal. Nothing of r is taken before the first read: it may be
// for another program.
func endingWith(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { in.Close() })
	begin := sync.OnceFunc(func() {
		go func() {
			_, err := io.Copy(in, r)
			in.CloseWithError(err)
		}()
	})
	return &eagerReader{Reader: out, before: begin}
}

// fates returns the counts of an import as text.
func fates(progress *mine.Progress, stored string) string {
	return fmt.Sprintf("%d %s, %d known before, %d repeated, %d rejected",
		progress.Stored, stored, progress.Known, progress.Repeated, progress.Rejected)
}

// printRelation prints the relation of a puzzle to the bank in a dry run.
func (p *program) printRelation(place string, relation mine.Relation, of seed.Key) {
	name := ""
	if relation != mine.IsForeign {
		name = of.String()
	}
	fmt.Fprintf(p.Stdout, "%s\t%v\t%s\n", place, relation, name)
}

// relations returns the counts of relations as text.
func relations(n *mine.Related) string {
	return fmt.Sprintf("To the bank, %d are seeds, %d rungs of them (seeds with clues added), %d seeds with clues added that no rung adds, and %d new.\n",
		n[mine.IsSeed], n[mine.IsRung], n[mine.HasSeed], n[mine.IsForeign])
}

// printImported sums up an import.
func (p *program) printImported(summary *mine.Progress, took time.Duration, dryRun bool) {
	if summary.Made == 1 {
		io.WriteString(p.Stdout, p.Terminal.Fold(oneImported(summary, dryRun)))
		return
	}
	p.printLevels(summary.StoredBy, summary.InBank)
	stored := "stored"
	if dryRun {
		stored = "to be stored"
	}
	text := fmt.Sprintf("%s read in %v (%s): %s.\n", phrase.Count(summary.Made, "puzzle"),
		took.Round(time.Second/10), console.PerTime(summary.Made, took), fates(summary, stored))
	if summary.Reduced > 0 {
		text += fmt.Sprintf("%d of them had redundant clues and were reduced to a minimal core.\n", summary.Reduced)
	}
	if dryRun {
		text += relations(&summary.Related) + "This was a dry run: nothing was stored.\n"
	}
	p.Stdout.WriteString(p.Terminal.Fold(text))
}

// oneImported sums up the import of one puzzle, in a line.
func oneImported(summary *mine.Progress, dryRun bool) string {
	text := "1 puzzle read"
	if summary.Reduced > 0 {
		text += " and reduced to a minimal core"
	}
	level := rating.Level(slices.Index(summary.StoredBy[:], 1))
	switch {
	case summary.Known > 0:
		return text + ": known before.\n"
	case summary.Stored == 0:
		return "Nothing was stored.\n"
	case dryRun:
		return text + ": it would be a new seed of level " + level.Title() + " (dry run: nothing was stored).\n"
	}
	return text + ": stored as a new seed of level " + level.Title() + ".\n"
}
