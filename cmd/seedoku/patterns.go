package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/pattern"
)

func (p *program) patternsCommand() *cli.Command {
	return &cli.Command{
		Arguments: "[NAME|FILE ...]",
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
		fmt.Fprintf(p.Stdout, "%-10s  %s\n", name, phrase.Count(named.Cells.Len(), "clue")) // an error comes with Flush
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
	_, err := p.Stdout.WriteString(strings.Join(texts, "\n"))
	return err
}

// patternValues are what can be typed for a pattern.
func patternValues() []string { return append(pattern.Names(), cli.AnyFile) }

// printPatterns prints puzzles with patterns, and says on standard error what was
// tried if there are fewer than asked for.
func (p *program) printPatterns(ctx context.Context, options mine.Options) error {
	progress, err := mine.PrintPatterns(ctx, options, p.printLines)
	if ctx.Err() != nil {
		p.Say("%s", patternSummary(progress))
	}
	return err
}

// mostPatterns is the number of patterns that a summary names.
const mostPatterns = 40

// patternSummary says what was tried to find puzzles with patterns.
func patternSummary(patterns []mine.PatternProgress) (text string) {
	for i := range patterns[:min(len(patterns), mostPatterns)] {
		t := &patterns[i]
		text += fmt.Sprintf("%s: %s kept; tried %s and %s, which led to %s with one solution",
			t.Name, phrase.Count(t.Kept, "puzzle"), phrase.Count(t.Grids, "grid"), phrase.Count(t.Moves, "move"), phrase.Count(t.Proper, "puzzle"))
		var levels []string
		for level, n := range t.Levels {
			if n > 0 {
				levels = append(levels, fmt.Sprintf("%d of level %d", n, level))
			}
		}
		if len(levels) > 0 {
			text += ": " + strings.Join(levels, ", ")
		}
		text += ".\n"
	}
	if n := len(patterns) - mostPatterns; n > 0 {
		text += fmt.Sprintf("And %s more.\n", phrase.Count(n, "pattern"))
	}
	return text
}
