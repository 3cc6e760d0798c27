package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/drawflags"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func (p *program) mineCommand() *cli.Command {
	return &cli.Command{
		Flags: slices.Concat([]cli.Flag{userbank.FlagToWrite}, mining.Flags(), []cli.Flag{
			cli.Workers,
			&cli.StringFlag{Name: "seed", Usage: "random seed `N`: the same seed gives the same result, with walks and several targets only if --workers is 1", DefaultText: "another one each time"},
			reportFlag,
			&cli.BoolFlag{Name: "print", Usage: "print puzzles and store nothing: minimal ones or those of a pattern, unrated, or those of --grid, rated"},
		}, solvedFlags()),
		Action: cli.Interruptible(func(c *cli.Context) error {
			options, err := mineOptions(c)
			if err == nil {
				err = checkReport(c)
			}
			if err != nil {
				return err
			}
			span, err := mining.SpanOf(c, time.Now())
			if err != nil {
				return err
			}
			return p.mineOrPrint(c, options, span)
		}),
	}
}

// mineOrPrint mines into the bank, or prints puzzles.
func (p *program) mineOrPrint(c *cli.Context, options mine.Options, span mining.Span) error {
	solved := c.IsSet("grid") || c.Bool("grids")
	if !solved && !c.Bool("print") {
		return p.mine(c, options, span)
	}
	var end context.CancelFunc
	c.Context, end = span.Begin(c.Context)
	defer end()
	_, shaped := options.Strategy.(mine.Patterns)
	switch {
	case solved:
		return p.printSolved(c, options)
	case shaped:
		return p.printPatterns(c.Context, options)
	}
	return mine.Print(c.Context, options, p.printLines)
}

func mineOptions(c *cli.Context) (options mine.Options, err error) {
	if options, err = mining.Options(c); err != nil {
		return options, err
	}
	request, err := drawflags.Read(c)
	if err != nil {
		return options, err
	}
	options.RandomSeed = request.RandomSeed
	options.Workers = cli.WorkerCount(c)
	for _, name := range []string{reportFlag.Name, "max-size", "reserve", "ladders", "enough", "everything"} {
		if c.Bool("print") && c.IsSet(name) {
			return options, cli.Errorf(c, "--print stores nothing: leave out --%s", name)
		}
	}
	if c.IsSet("grid") || c.Bool("grids") {
		return options, checkSolved(c)
	}
	if !c.Bool("print") {
		return options, nil
	}
	return options, checkPrinted(c, &options)
}

// checkPrinted returns an error if the options exclude --print, which prints puzzles
// unrated, one pattern after the other.
func checkPrinted(c *cli.Context, options *mine.Options) error {
	patterns, shaped := options.Strategy.(mine.Patterns)
	switch {
	case len(patterns.Of) > 1 && patterns.Each == 0:
		return cli.Errorf(c, "--print: several patterns need --count, the number of puzzles of each")
	case shaped:
		return nil
	case c.IsSet("level") || c.IsSet("target"):
		return cli.Errorf(c, "--print: puzzles are printed unrated, so --level and --target do not go with it; \"seedoku rate\" rates them")
	case c.IsSet("symmetry") || c.IsSet("minimal"):
		return cli.Errorf(c, "--print: symmetric puzzles are not printed; mine them into a bank")
	case c.IsSet("strategy") && c.String("strategy") != mine.PruneName:
		return cli.Errorf(c, "--print: only puzzles made by pruning are printed")
	}
	return nil
}

// mine mines into the bank, shows the progress, and prints a summary. The time for the run begins
// when the bank is open.
func (p *program) mine(c *cli.Context, options mine.Options, span mining.Span) error {
	beginning := userbank.BeginningOf(c.String(userbank.Flag.Name))
	bank, err := p.openBankToWrite(c)
	if err != nil {
		return err
	}
	defer bank.Close()
	if err := p.sayBeginning(c.Context, bank.Bank, beginning); err != nil {
		return err
	}
	if err := mining.SetReserve(c, &options, bank.Path()); err != nil {
		return err
	}
	var end context.CancelFunc
	c.Context, end = span.Begin(c.Context)
	defer end()
	p.Say("Mining into %s with random seed %d on %s. Ctrl-C ends it; everything found is kept.\n",
		bank.Path(), options.RandomSeed, phrase.Count(options.Workers, "worker"))
	begun := time.Now()
	var display *display
	options.Report = func(progress mine.Progress) {
		if display == nil {
			p.Say("%s", mining.PlanText(&progress, span.Length))
			display = newDisplay(c.Context, p.Stderr, mining.View{Limit: span.Length, Count: options.Count, MaxSize: options.Room.MaxSize})
		}
		display.note(progress)
	}
	summary, err := mine.Run(c.Context, bank, options)
	if display != nil {
		display.Close()
	}
	if summary.Made > 0 || err == nil {
		p.printMined(&summary, time.Since(begun))
	}
	if err == nil && (summary.Round > 0 || c.IsSet(reportFlag.Name)) {
		err = p.report(c, bank.Bank, summary.Run)
	}
	if err != nil {
		return err
	}
	return bank.Close()
}

// report prints what a run that has just ended found by technique and record, and writes it
// into the file of a flag.
func (p *program) report(c *cli.Context, bank *seedbank.Bank, run seedbank.RunID) error {
	ctx := context.WithoutCancel(c.Context) // the time for the run is over
	all, err := bank.Runs(ctx, -1)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(r seedbank.RunRecord) bool { return r.ID == run })
	if i < 0 {
		return nil // it is not of this bank
	}
	return p.tellRun(ctx, c, bank, &all[i])
}

// sayBeginning says how many seeds the bank has when a run begins.
func (p *program) sayBeginning(ctx context.Context, bank *seedbank.Bank, beginning userbank.Beginning) error {
	byLevel, err := bank.SeedsByLevel(ctx)
	if err != nil {
		return err
	}
	seeds := phrase.Count(mine.ByLevel(byLevel).Sum(), "seed")
	switch beginning {
	case userbank.Copied:
		p.Say("You had no bank yet: it starts as a copy of the starter bank, with %s.\n", seeds)
	case userbank.Empty:
		p.Say("%s is a new, empty bank. (Without --bank, your bank starts as a copy of the starter bank.)\n", bank.Path())
	default:
		p.Say("The bank has %s.\n", seeds)
	}
	return nil
}

func (p *program) printLines(lines []byte) error {
	_, err := p.Stdout.Write(lines)
	return err
}

// printMined sums up a run.
func (p *program) printMined(summary *mine.Progress, took time.Duration) {
	p.printLevels(summary.StoredBy, summary.InBank)
	noun := "minimal puzzle"
	if summary.Symmetric.Sum() > 0 {
		noun = "puzzle"
	}
	text := fmt.Sprintf("%s in %v (%s): %d stored, %d known before, %d not wanted",
		phrase.Count(summary.Made, noun), took.Round(time.Second/10), console.PerTime(summary.Made, took), summary.Stored, summary.Known, summary.Unwanted)
	if summary.PassedOver > 0 {
		text += fmt.Sprintf(", %d passed over on walks", summary.PassedOver)
	}
	p.Stdout.WriteString(p.Terminal.Fold(text + ".\n" + mining.Outcome(summary)))
	if summary.Round > 0 {
		p.printLacking(summary)
	} else {
		p.printMoves(summary)
	}
}

// printLacking prints which kinds a run of [mine.Lacking] found the bank to lack, and how
// many of each there are now.
func (p *program) printLacking(summary *mine.Progress) {
	t := p.Terminal.NewTable("Kind", "Before", "Now", "Aim")
	for i := range summary.Targets {
		of := &summary.Targets[i]
		if of.Before < of.Seeds {
			t.AppendRow(table.Row{of.Name, of.Before, of.InBank, of.Seeds})
		}
	}
	fmt.Fprintf(p.Stdout, "What the bank lacked for %s in proportion:\n%s\n", phrase.Count(summary.Round, "seed"), t.Render())
}

// printMoves prints tables of the neighbors at which the walks have looked, by move.
func (p *program) printMoves(summary *mine.Progress) {
	for i := range summary.Walks {
		w := &summary.Walks[i]
		if len(w.Moves) == 0 {
			continue
		}
		t := p.Terminal.NewTable("Move", "Looked at", "Unique", "Rated", "Worth storing", "Records")
		for _, m := range w.Moves {
			t.AppendRow(table.Row{m.Move, m.Looked, m.Unique, m.Rated, m.Stored, m.Records})
		}
		fmt.Fprintf(p.Stdout, "Neighbors on the walk %s:\n%s\n", mining.GoalOf(w), t.Render())
	}
}

// printLevels prints the table of new seeds and of all seeds.
func (p *program) printLevels(stored, inBank mine.ByLevel) {
	t := p.Terminal.NewTable("Level", "", "New", "In the bank")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		t.AppendRow(table.Row{level, level.Name(), stored[level], inBank[level]})
	}
	t.AppendFooter(table.Row{"", "", stored.Sum(), inBank.Sum()})
	fmt.Fprintln(p.Stdout, t.Render())
}
