package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
)

func (p *program) patternsCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[NAME|FILE ...]",
		Values:    pattern.Names,
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				return p.listPatterns()
			}
			return p.printPatternTexts(c)
		},
	}
}

func (p *program) listPatterns() error {
	for _, name := range pattern.Names() {
		named, err := pattern.Lookup(name)
		if err != nil {
			return err
		}
		fmt.Fprintf(p.Stdout, "%-10s  %s\n", name, phrase.Count(named.Cells.Len(), "clue")) // an error comes with Flush
	}
	return nil
}

// printPatternTexts prints patterns with an empty line between them.
func (p *program) printPatternTexts(c *cli.Context) error {
	var texts []string
	for _, word := range c.Args().Slice() {
		list, err := pattern.Find(word)
		if err != nil {
			return cli.Errorf(c, "%w", err)
		}
		for _, named := range list {
			texts = append(texts, pattern.Text(named.Cells))
		}
	}
	_, err := p.Stdout.WriteString(strings.Join(texts, "\n"))
	return err
}

// printPatterns prints puzzles with patterns, and says on standard error what was
// tried if there are fewer than asked for.
func (p *program) printPatterns(ctx context.Context, options mine.Options) error {
	progress, err := mine.PrintPatterns(ctx, options, p.printAtOnce)
	if ctx.Err() != nil {
		p.Say("%s", mining.PatternOutcome(progress))
	}
	return err
}
