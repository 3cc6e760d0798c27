package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/pattern"
)

func patternsCommand(p *program) *cli.Command {
	return &cli.Command{
		Name:      "patterns",
		Usage:     "list the patterns of clues that come with the program",
		ArgsUsage: "[NAME|FILE ...]",
		Description: `Lists the patterns by name, with their numbers of clues. If some are named, it
prints these as nine rows of x and dots, which is a file that --pattern of gen and
mine reads: change it, and you have a pattern of your own.

Examples:
  seedoku patterns
  seedoku patterns heart spiral
  seedoku patterns heart > mine.txt`,
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return p.listPatterns()
			}
			return p.printPatternTexts(c.Args().Slice())
		},
	}
}

func (p *program) listPatterns() error {
	for _, name := range pattern.Names() {
		named, err := pattern.Lookup(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.stdout, "%-10s  %s\n", name, phrase.Count(named.Cells.Len(), "clue")) // an error comes with Flush
	}
	return nil
}

// printPatternTexts prints patterns with an empty line between them.
func (p *program) printPatternTexts(words []string) error {
	var texts []string
	for _, word := range words {
		list, err := pattern.Find(word)
		if err != nil {
			return err
		}
		for _, named := range list {
			texts = append(texts, pattern.Text(named.Cells))
		}
	}
	_, err := p.stdout.WriteString(strings.Join(texts, "\n"))
	return err
}

// patternValues are what can be typed for a pattern.
func patternValues() []string { return append(pattern.Names(), usage.AnyFile) }

// printPatterns prints puzzles with patterns, and says on standard error what was
// tried if there are fewer than asked for.
func (p *program) printPatterns(ctx context.Context, options mine.Options) error {
	progress, err := mine.PrintPatterns(ctx, options, p.printLines)
	if ctx.Err() != nil {
		p.say("%s", console.PatternOutcome(progress))
	}
	return err
}
