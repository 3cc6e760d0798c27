package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/advice"
	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func (p *program) bankVerifyCommand() *cli.Command {
	verify := p.withBankTold(func(c *cli.Context, bank *seedbank.Bank) error {
		v, err := p.newVerification(c, bank)
		if err != nil {
			return err
		}
		return v.run(c)
	})
	return &cli.Command{
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.BoolFlag{Name: "new", Usage: "check the seeds that came after the last check that found all well; with --sample also a share of the others"},
			&cli.BoolFlag{Name: "ratings", Usage: "rate every seed and rung anew"},
			&cli.StringFlag{Name: "sample", Usage: "check this `SHARE` of the seeds, drawn at random, such as 1%"},
			cli.Workers,
		},
		Action: cli.Interruptible(func(c *cli.Context) error {
			p.Advice = advice.TextOfVerify
			return verify(c)
		}),
	}
}

// verification is a check of a bank, and what the bank notes of it.
type verification struct {
	*program
	bank    *seedbank.Bank
	options repair.VerifyOptions
	kind    string // name of the bookmark for the seed up to which all was found well, or empty
	isWhole bool   // it checks all seeds
	reached seedbank.SeedID
	was     map[string]uint64 // bookmarks that the check relies on, as they were at its beginning
}

// soFar is what the name of the bookmark for an interrupted check ends with.
const soFar = " so far"

// newVerification reads the flags that say what is to be checked, and what the bank has
// noted of earlier checks.
func (p *program) newVerification(c *cli.Context, bank *seedbank.Bank) (v *verification, err error) {
	v = &verification{program: p, bank: bank, kind: "verified", isWhole: !c.IsSet("sample") && !c.Bool("new")}
	v.options = repair.VerifyOptions{Ratings: c.Bool("ratings"), Visits: walk.AimNames(), Workers: cli.WorkerCount(c)}
	if v.options.Ratings {
		v.kind += " with ratings"
	}
	if c.IsSet("sample") {
		share, err := parseShare(c.String("sample"))
		if err != nil {
			return nil, cli.Wrong(c, "sample", err)
		}
		v.options.Sample = share
	}
	mark := v.kind
	switch {
	case c.Bool("new"):
		v.options.Sample, v.options.Again = 0, v.options.Sample
	case v.isWhole:
		mark += soFar
	default:
		v.kind = ""
		return v, nil
	}
	v.was = map[string]uint64{}
	for _, name := range []string{v.kind, v.kind + soFar, change.WithdrawalsMark} {
		if v.was[name], err = change.Bookmark(c.Context, bank, name); err != nil {
			return nil, err
		}
	}
	after := seedbank.SeedID(v.was[mark])
	isPossible, err := repair.HasReached(c.Context, bank, after)
	if err != nil {
		return nil, err
	}
	if !isPossible {
		v.Say("The bank notes a check of more seeds than it has. The note is not used: all seeds are checked.\n")
		after = 0
	}
	v.options.After, v.reached = after, after
	return v, nil
}

// run checks the bank.
func (v *verification) run(c *cli.Context) error {
	if v.isWhole && v.options.After > 0 {
		v.Say("The check goes on where the last one was interrupted.\n")
	}
	wrong := false
	v.options.Problem = func(problem error) { wrong = true; v.Report(v.bank.Path(), problem) }
	progress := v.Progress()
	v.options.Report = func(checked, of uint64) { progress.Say("%d of %d seeds checked", checked, of) }
	v.options.Reached = func(id seedbank.SeedID) { v.reached = max(v.reached, id) }
	checked, err := repair.Verify(c.Context, v.bank, v.options)
	progress.Close()
	ended := c.Context.Err() != nil
	noted := false
	if err == nil || ended && !errors.Is(err, seedbank.ErrInUse) { // problems that were not told may come before
		noted = v.note(context.WithoutCancel(c.Context), ended, wrong)
	}
	switch {
	case ended && noted:
		return cli.Interrupted(c.Context, "ended before all seeds were checked; the next check goes on from there")
	case ended:
		return cli.Interrupted(c.Context, "ended before all seeds were checked")
	case err == nil && !wrong:
		var all uint64
		if all, err = repair.Seeds(c.Context, v.bank); err == nil {
			fmt.Fprintf(v.Stdout, "%s: %s\n", v.bank.Path(), v.found(checked, all))
		}
	}
	return err
}

// found says that all is well with the seeds that were checked, and what of the bank was not checked.
func (v *verification) found(checked, all uint64) string {
	seeds := phrase.Count(checked, "seed")
	switch {
	case checked >= all:
		return seeds + ", all well"
	case v.options.After > 0:
		return fmt.Sprintf("%s, all well (others, checked earlier: %d)", seeds, all-checked)
	}
	return fmt.Sprintf("%s, all well (others, not checked: %d)", seeds, all-checked)
}

// note notes in the bank how far a check has come: up to where all is well, or, of a check
// of all seeds that was interrupted, up to where it was. It reports whether a later check
// can go on from there. A bank that cannot be written keeps no note.
func (v *verification) note(ctx context.Context, ended, wrong bool) (noted bool) {
	if v.kind == "" || v.reached == 0 {
		return false
	}
	places := map[string]uint64{}
	switch {
	case v.isWhole && wrong:
		places[v.kind+soFar] = 0
		if !ended {
			places[v.kind] = 0
		}
	case v.isWhole && ended:
		places[v.kind+soFar] = uint64(v.reached)
	case wrong:
		return false
	default:
		places[v.kind] = uint64(v.reached)
		if !ended {
			places[v.kind+soFar] = 0
		}
	}
	if _, err := os.Stat(v.bank.Path()); err != nil { // the starter bank in the program
		return false
	}
	was := v.was
	if wrong { // whatever others have found
		was = nil
	}
	noted, err := change.Note(ctx, v.bank, places, was)
	switch {
	case err != nil:
		v.Say("The bank does not note the check: %v\n", err)
	case !noted && v.bank.Rows().Format == migrations.Version:
		v.Say("The bank does not note the check: another check has ended meanwhile, or seeds were taken back.\n")
	}
	return noted && !wrong
}

// parseShare reads a share such as 1% or 0.01.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share > 0 && share <= 1) {
		return 0, fmt.Errorf("%q is not a share such as 0.5%%", text)
	}
	return share, nil
}
