package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/buildinfo"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
)

func (p *program) bankMergeCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[FILE | FOLDER | -]...",
		Flags: append([]cli.Flag{userbank.FlagToWrite, cli.Workers,
			&cli.BoolFlag{Name: "as-rated", Usage: "do not rate new seeds now"}}, drawflags.Of(drawflags.Kind)...),
		Action: cli.Interruptible(func(c *cli.Context) error {
			if c.NArg() == 0 {
				return cli.Errorf(c, "name the banks to add")
			}
			request, err := drawflags.Read(c)
			if err != nil {
				return err
			}
			options := change.MergeOptions{Filter: request.Filter(), Run: ratingRun(), Workers: cli.WorkerCount(c)}
			if c.Bool("as-rated") {
				options.Ratings = change.AsRated
			}
			names, err := banksIn(c.Args().Slice())
			if err != nil {
				return err
			}
			bank, done, err := p.openBankToAdd(c)
			if err != nil {
				return err
			}
			for _, name := range names {
				if err := p.merge(c.Context, bank, name, options); err != nil {
					err = cli.OrEnded(c.Context, err, "ended before all seeds were merged; the next merge goes on from there")
					return errors.Join(err, done())
				}
			}
			return done()
		}),
	}
}

// banksIn returns names with each folder replaced by its banks. It returns an error
// for a pipe or a device, because opening it could block forever.
func banksIn(names []string) (list []string, err error) {
	for _, name := range names {
		about, err := os.Stat(name)
		if err != nil || !about.IsDir() {
			list = append(list, name) // opening it fails later, with the reason
			continue
		}
		inside, err := banksOf(name)
		if err != nil {
			return nil, err
		}
		list = append(list, inside...)
	}
	for _, name := range list {
		if about, err := os.Stat(name); err == nil && !about.IsDir() && !about.Mode().IsRegular() {
			return nil, fmt.Errorf("%s: neither a file nor a folder: to merge from a pipe, use standard input (-)", name)
		}
	}
	return list, nil
}

// banksOf returns the banks of a folder.
func banksOf(folder string) (list []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if filepath.Ext(entry.Name()) == ".db" && !entry.IsDir() {
			list = append(list, filepath.Join(folder, entry.Name()))
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: there is no bank in the folder: no name ends in .db", folder)
	}
	return list, nil
}

// merge adds the seeds of a file, or of standard input, and sums up.
func (p *program) merge(ctx context.Context, bank *change.Writer, name string, options change.MergeOptions) error {
	place := name
	if name == "-" {
		place = "standard input"
	}
	progress := p.Progress()
	options.Conflict = func(conflict *change.Conflict) { p.Report(place, conflict) }
	options.Beyond = func(err error) { p.Report(place, err) }
	options.Report = func(m change.Merged) { progress.Say("%s: %s merged", place, phrase.Count(m.Sum(), "seed")) }
	merged, err := p.mergeFrom(ctx, bank, name, options)
	progress.Close()
	if err != nil && merged.Sum() == 0 {
		return err // there is nothing to sum up
	}
	p.sumUp(place, merged)
	return err
}

// sumUp prints what a merge of seeds from some place did.
func (p *program) sumUp(place string, merged change.Merged) {
	united := ""
	if merged.United > 0 {
		united = fmt.Sprintf(" (%d of them got %s)", merged.United, phrase.Count(merged.Rungs, "new rung"))
	}
	fmt.Fprintf(p.Stdout, "%s: %s stored, %d known before%s, %d rated differently, %d not asked for\n",
		place, phrase.Count(merged.Stored, "seed"), merged.Known+merged.United, united, merged.Differ, merged.Others)
	if merged.Corrected > 0 {
		fmt.Fprintf(p.Stdout, "%s: %s came with false ratings, and got the true ones\n", place, phrase.Count(merged.Corrected, "seed"))
	}
	if merged.KeyTaken > 0 {
		fmt.Fprintf(p.Stdout, "%s: %s not stored: other puzzles of the bank have the same keys\n", place, phrase.Count(merged.KeyTaken, "seed"))
	}
	if merged.Beyond > 0 {
		fmt.Fprintf(p.Stdout, "%s: %s not stored: no technique of the scale solves them\n", place, phrase.Count(merged.Beyond, "seed"))
	}
	if merged.Claimed > 0 {
		fmt.Fprintf(p.Stdout, "%s: %s claimed: they are drawn when \"seedoku bank rerate\" has rated them\n", place, phrase.Count(merged.Claimed, "seed"))
	}
}

// mergeFrom adds the seeds of a bank, or of a file of seeds.
func (p *program) mergeFrom(ctx context.Context, bank *change.Writer, name string, options change.MergeOptions) (change.Merged, error) {
	if name == "-" {
		p.SayWaiting()
		return mergeSeeds(ctx, bank, "standard input", read.Unpack(p.Stdin), options)
	}
	file, err := os.Open(name)
	if err != nil {
		return bank.Merge(ctx, name, options) // its error says what is wrong
	}
	defer file.Close()
	unpacked := bufio.NewReader(read.Unpack(file))
	head, _ := unpacked.Peek(64)
	if seed.IsFile(head) {
		return mergeSeeds(ctx, bank, name, unpacked, options)
	}
	return bank.Merge(ctx, name, options)
}

// mergeSeeds adds the seeds of a file of seeds.
func mergeSeeds(ctx context.Context, bank *change.Writer, place string, r io.Reader, options change.MergeOptions) (change.Merged, error) {
	merged, err := bank.MergeBatches(ctx, seed.ReadFile(r), options.Run, options)
	if err != nil {
		err = fmt.Errorf("%s: %w", place, err)
	}
	return merged, err
}

// ratingRun returns the run of a command that rates what others found.
func ratingRun() seedbank.Run {
	return seedbank.Run{Started: time.Now(), Arguments: strings.Join(os.Args[1:], " "), RandomSeed: draw.RandomSeed(), Program: buildinfo.Module(), Rater: rating.Version}
}
