package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mineflags"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func mineCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:  "mine",
		Usage: "fill the bank with new seeds",
		Description: `Makes minimal puzzles, rates them and stores them in the bank, on all cores,
until a limit is reached or Ctrl-C is pressed. Everything found is kept either
way, and the next run goes on from there.

Pruning takes clues away from random grids. It gives all kinds of puzzles, and
a run with the same --seed and --count finds the same ones, with any number of
workers. Walking goes from the best seeds of the bank to their neighbors by small
moves, which exchange one to three clues. It finds puzzles that pruning hardly ever
finds: rated 10 and more with --toward er, or with 19 clues and fewer with
--toward clues. --toward ep seeks puzzles that are hard until a digit is placed
(pearls), and --toward ed those that are hard from the first step on (diamonds).
--toward clues:19 goes down to 19 clues and no further. With the name of a technique,
such as --toward hidden-quad, it seeks puzzles that use it, and with --toward effort:6
puzzles of level 6 that take much work.
A walk goes on where the last one stopped, and the summary tells which moves paid.
On an empty bank, some seeds are pruned first, to walk from.

Symmetric puzzles are made with --symmetry, or by a target of a symmetry: cells
that the symmetry exchanges are taken away together. Such a puzzle is stored as a
seed with clues added. With it, --levels means the levels of the symmetric puzzles.
--minimal keeps only those that are minimal themselves: one in ten to one in
thousands, by the kind of symmetry. A walk keeps the symmetry: it is how hard
symmetric puzzles are found. Symmetrizing goes once through the seeds of the bank
and finds the fewest clues to add that make each seed symmetric; of several ways
it takes the hardest puzzle. Seeds that are symmetric already are left out.

Puzzles whose clues stand in given cells are made with --pattern: the name of a
pattern that comes with the program ("seedoku patterns" shows them; "all" is all
of them), a file, or a folder of files. A file has nine rows of nine marks, such as
x for a clue and a dot for an empty cell. Such a puzzle, too, is stored as a seed
with clues added, and --levels means its level. --count is the number of puzzles of
each pattern, and --strategy walk goes on from each puzzle to harder ones. A pattern
is refused if it is known that no puzzle has it; for the others, the summary counts
the tries.

A target is a number of seeds that the bank should have: 9=5000 or extreme=5000
of level 9, 1-9=5000 of each level, clues:18=100 with 18 clues, jellyfish=50
(or technique:jellyfish=50) that use a jellyfish, technique:all=50 for each
technique, practice:x-wing=100 that train an X-wing as for gen --practice,
practice:all=100, symmetry:rotate180:9=200 that give symmetric puzzles of level 9,
print:4=1000 that give puzzles of level 4 in print style, each with another solution.
For techniques that few puzzles use, the run walks from seeds that use them.
For the hardest there are er:11=50 with an ER of 11.0 or more, pearl:10=50 that are
pearls (EP = ER) with an ER of 10.0 or more, and diamond:10=20 that are diamonds
(ED = ER). For pearls the run walks toward ep, and for diamonds toward ed. The walk
toward ed raises the rating of the first step. Its puzzles are diamonds if no later
step is harder.
The run keeps only seeds that the targets lack, walks for those that pruning hardly
ever finds, and shows how many are missing. (A walk also keeps the seeds
from which it goes on.)

` + aboutLadders + ` Seeds of symmetric
puzzles, and of those with a pattern, get these puzzles as their rungs and no others.

Examples:
  seedoku mine --for 8h
  seedoku mine --bank my.db --target 1-9=5000 --target technique:all=50
  seedoku mine --bank my.db --target er:11=50 --target diamond:10=20 --for 8h
  seedoku mine --bank my.db --strategy walk --toward clues --for 1h
  seedoku mine --symmetry rotate180 --levels 6-9 --for 1h
  seedoku mine --symmetry diagonal --minimal --count 500
  seedoku mine --symmetry rotate180 --strategy walk --toward er --for 1h
  seedoku mine --symmetry full --strategy symmetrize
  seedoku mine --for 8h --enough 10000
  seedoku mine --bank seeds.db --ladders none --for 8h
  seedoku mine --pattern heart --level 6 --count 20
  seedoku mine --pattern my-shapes/ --count 10 --print
  seedoku mine --print --count 100000 > minimal.txt`,
		Flags: slices.Concat([]cli.Flag{bankFlag}, mineflags.Flags(), []cli.Flag{
			workersFlag,
			seedFlag,
			&cli.BoolFlag{Name: "print", Usage: "print minimal puzzles, or puzzles of a pattern, unrated, and store nothing"},
		}),
		Action: func(c *cli.Context) error {
			options, err := mineOptions(c)
			if err != nil {
				return err
			}
			ctx, stop := console.Interruptible(c.Context)
			defer stop()
			var limit time.Duration
			if c.IsSet("for") {
				if limit, err = phrase.ParseSpan(c.String("for")); err != nil {
					return usage.Wrong(c, "for", err)
				}
				var cancel context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
			}
			if _, shaped := options.Strategy.(mine.Patterns); c.Bool("print") && shaped {
				return p.printPatterns(ctx, options)
			} else if c.Bool("print") {
				return mine.Print(ctx, options, p.printLines)
			}
			return p.mine(ctx, c, options, limit)
		},
	}
}

func mineOptions(c *cli.Context) (options mine.Options, err error) {
	if options, err = mineflags.Options(c); err != nil {
		return options, err
	}
	request, err := requestFrom(c)
	if err != nil {
		return options, err
	}
	options.RandomSeed = request.RandomSeed
	if options.Workers, err = workerCount(c); err != nil || !c.Bool("print") {
		return options, err
	}
	return options, checkPrinted(c, &options)
}

// checkPrinted returns an error if the options exclude --print, which prints puzzles
// unrated, one pattern after the other.
func checkPrinted(c *cli.Context, options *mine.Options) error {
	patterns, shaped := options.Strategy.(mine.Patterns)
	switch {
	case len(patterns.Of) > 1 && patterns.Each == 0:
		return usage.Errorf(c, "--print: several patterns need --count, the number of puzzles of each")
	case shaped:
		return nil
	case c.IsSet("level") || c.IsSet("target"):
		return usage.Errorf(c, "--print: puzzles are printed unrated, so --level and --target do not go with it; \"seedoku rate\" rates them")
	case c.IsSet("symmetry") || c.IsSet("minimal"):
		return usage.Errorf(c, "--print: symmetric puzzles are not printed; mine them into a bank")
	case c.IsSet("strategy") && c.String("strategy") != mine.PruneName:
		return usage.Errorf(c, "--print: only puzzles made by pruning are printed")
	}
	return nil
}

// aboutLadders is a part of the help of commands with the flags --ladders and --enough.
const aboutLadders = `A new seed gets rungs, the same puzzle with clues added step by step and rated
each time, so that gen can draw any level with any number of clues. Rating them
takes most of the time. So only rungs that the bank needs are made: rungs of a
level and number of clues of which it has fewer than --enough (bank stats
--ladders shows them). --ladders all makes all rungs of every seed, and
--ladders none makes none.`

// mine mines into the bank, shows the progress, and sums up. The run ends after
// some time, if that is not 0.
func (p *program) mine(ctx context.Context, c *cli.Context, options mine.Options, limit time.Duration) error {
	beginning := userbank.BeginningOf(c.String(bankFlag.Name))
	bank, err := p.openBankToWrite(ctx, c)
	if err != nil {
		return err
	}
	defer bank.Close()
	if err := p.sayBeginning(ctx, bank.Bank, beginning); err != nil {
		return err
	}
	p.say("Mining into %s with random seed %d on %s. Ctrl-C ends it; everything found is kept.\n",
		bank.Path(), options.RandomSeed, phrase.Count(options.Workers, "worker"))
	begun := time.Now()
	display := newDisplay(ctx, p.stderr, progressView(&options, limit))
	options.Report = display.note
	summary, err := mine.Run(ctx, bank, options)
	display.Close()
	if summary.Made > 0 || err == nil {
		p.printMined(&summary, time.Since(begun))
	}
	if err != nil {
		return err
	}
	return bank.Close()
}

// sayBeginning says how many seeds the bank has when a run begins.
func (p *program) sayBeginning(ctx context.Context, bank *seedbank.Bank, beginning userbank.Beginning) error {
	byLevel, err := bank.SeedsByLevel(ctx)
	if err != nil {
		return err
	}
	seeds := phrase.Count(sum(byLevel), "seed")
	switch beginning {
	case userbank.Copied:
		p.say("There was no bank of yours: it begins as a copy of the starter bank, with %s.\n", seeds)
	case userbank.Empty:
		p.say("%s is new, and begins with no seeds. (Without --bank, your bank begins as a copy of the starter bank.)\n", bank.Path())
	default:
		p.say("The bank has %s.\n", seeds)
	}
	return nil
}

// progressView returns how progress is shown.
func progressView(options *mine.Options, limit time.Duration) console.View {
	return console.View{Limit: limit, Count: options.Count}
}

func (p *program) printLines(lines []byte) error {
	_, err := p.stdout.Write(lines)
	return err
}

// printMined sums up a run.
func (p *program) printMined(summary *mine.Progress, took time.Duration) {
	p.printLevels(summary.StoredBy, summary.InBank)
	noun := "minimal puzzle"
	if sum(summary.Symmetric) > 0 {
		noun = "puzzle"
	}
	text := fmt.Sprintf("%s in %v (%s): %d stored, %d known before, %d not wanted",
		phrase.Count(summary.Made, noun), took.Round(time.Second/10), console.PerTime(summary.Made, took), summary.Stored, summary.Known, summary.Unwanted)
	if summary.PassedOver > 0 {
		text += fmt.Sprintf(", %d passed over on walks", summary.PassedOver)
	}
	p.stdout.WriteString(p.terminal.Fold(text + ".\n" + console.Outcome(summary)))
	p.printMoves(summary)
}

// printMoves prints tables of the neighbors at which the walks have looked, by move.
func (p *program) printMoves(summary *mine.Progress) {
	for i := range summary.Walks {
		w := &summary.Walks[i]
		if len(w.Moves) == 0 {
			continue
		}
		t := p.terminal.NewTable("Move", "Looked at", "Unique", "Rated", "Worth storing", "Records")
		for _, m := range w.Moves {
			t.AppendRow(table.Row{m.Move, m.Looked, m.Unique, m.Rated, m.Stored, m.Records})
		}
		fmt.Fprintf(p.stdout, "Neighbors on the walk %s:\n%s\n", console.GoalOf(w), t.Render())
	}
}

// printLevels prints the table of new seeds and of all seeds.
func (p *program) printLevels(stored, inBank mine.ByLevel) {
	t := p.terminal.NewTable("Level", "", "New", "In the bank")
	for level := rating.Level(1); level <= rating.NumLevels; level++ {
		t.AppendRow(table.Row{level, level.Name(), stored[level], inBank[level]})
	}
	t.AppendFooter(table.Row{"", "", sum(stored), sum(inBank)})
	fmt.Fprintln(p.stdout, t.Render())
}

func sum(counts mine.ByLevel) (total int) {
	for _, n := range counts {
		total += n
	}
	return total
}
