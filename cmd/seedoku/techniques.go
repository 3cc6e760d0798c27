package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

func (p *program) techniquesCommand() *cli.Command {
	return &cli.Command{
		Strange: func(given string) string {
			if _, err := rating.ParseTechnique(given); err != nil {
				return ""
			}
			return fmt.Sprintf(`: the list has a line about it, and "seedoku gen --practice %s --solution" shows one`, given)
		},
		Flags: []cli.Flag{
			userbank.Flag,
			formFlag,
			cli.Lang,
			cli.Output,
		},
		Action: userbank.Reading(func(c *cli.Context, bank *seedbank.Bank) error {
			form, err := formOf(c)
			if err != nil {
				return err
			}
			list, err := techniquesIn(c.Context, bank, cli.Language(c))
			if err != nil {
				return err
			}
			if form == table.Lines {
				return p.printTechniqueInfo(list)
			}
			return table.WriteList(p.Stdout, form, techniqueColumns, list)
		}),
	}
}

// techniqueInfo is a technique with its number of seeds in a bank.
type techniqueInfo struct {
	rating.Technique
	seeds    int // number of seeds whose path uses it
	language string
}

// techniqueColumns are the columns of a table of techniques.
var techniqueColumns = []table.Column[*techniqueInfo]{
	table.String("technique", table.Word, "name", func(t *techniqueInfo) string { return t.String() }),
	table.Decimal("least", "lowest rating of its steps", func(t *techniqueInfo) rating.Tenths { least, _ := t.Range(); return least }),
	table.Decimal("most", "highest rating of its steps; empty if there is none", func(t *techniqueInfo) rating.Tenths {
		if _, most := t.Range(); most < rating.MaxTenths {
			return most
		}
		return 0
	}),
	table.Number("seeds", "seeds of the bank whose path uses it", func(t *techniqueInfo) int { return t.seeds }),
	table.String("about", table.Text, "what it is", func(t *techniqueInfo) string { return t.About() }),
	table.String("labels", table.Text, "names that people use for some of its steps", func(t *techniqueInfo) string {
		return strings.Join(phrase.Names(rating.LabelsOf(t.Technique), func(l *rating.Label) string { return l.String() }), " ")
	}),
	table.String("name", table.Text, "name for people", func(t *techniqueInfo) string { return t.NameIn(t.language) }),
}

// techniquesIn returns all techniques with their seeds in a bank.
func techniquesIn(ctx context.Context, bank *seedbank.Bank, language string) ([]techniqueInfo, error) {
	counts, err := bank.Techniques(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]techniqueInfo, rating.NumTechniques)
	for t := range rating.Techniques() {
		list[t].Technique, list[t].language = t, language
	}
	for _, count := range counts {
		list[count.Technique].seeds = count.Seeds
	}
	return list, nil
}

// printTechniqueInfo prints two lines for each technique, and one for each of its labels.
func (p *program) printTechniqueInfo(list []techniqueInfo) error {
	nameWidth, ratingWidth := 0, 0
	for _, info := range list {
		nameWidth, ratingWidth = max(nameWidth, len(info.String())), max(ratingWidth, len(ratings(info.Technique)))
	}
	h := p.Lines()
	for _, info := range list {
		h.Line(fmt.Sprintf("%-*s  %-*s  %s", nameWidth, info.Technique, ratingWidth, ratings(info.Technique), phrase.Count(info.seeds, "seed")))
		h.Hanging(called(info.NameIn(info.language), info.language)+info.About(), "    ", "    ")
		for _, l := range rating.LabelsOf(info.Technique) {
			h.Hanging(fmt.Sprintf("%v: %s%s", l, called(l.Title(info.language), info.language), l.About()), "      ", "        ")
		}
	}
	return h.Err
}

// called returns a name as it stands before a description, unless it is English and says no
// more than the name in flags.
func called(name, language string) string {
	if language == rating.English {
		return ""
	}
	return name + ". "
}
