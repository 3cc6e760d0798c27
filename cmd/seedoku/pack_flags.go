package main

import (
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/urfave/cli/v2"
)

// packFlags are the flags that say how a pack looks.
func packFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "solution", Usage: "write solutions too, in formats that can do without (a booklet has them at the back)"},
		&cli.StringFlag{Name: "title", Usage: "`TITLE` of the pack, for formats that have one; a booklet gets a title page"},
		&cli.StringFlag{Name: "created", Usage: "`DATE` that files bear, such as 2026-01-31", DefaultText: "none"},
		&cli.StringFlag{Name: "site", Usage: "format link: addresses for this `SITE` only"},
		&cli.StringFlag{Name: "paper", Usage: "booklets: `SIZE` of the paper: a4, letter, 8.5x11, 6x9", DefaultText: "a4"},
		&cli.IntFlag{Name: "per-page", Usage: "booklets: `N` puzzles a page: 1, 2, 4, 6 or 9", DefaultText: "4"},
		&cli.BoolFlag{Name: "large-print", Usage: "booklets: digits of 16 points or more"},
		&cli.BoolFlag{Name: "intro", Usage: "booklets: an introduction after the title page"},
		&cli.IntFlag{Name: "solutions-per-page", Usage: "booklets: `N` solutions a page", DefaultText: "12"},
		&cli.BoolFlag{Name: "no-solutions", Usage: "booklets: no solutions at the back"},
	}
}

// packOptions reads the flags of packFlags.
func packOptions(c *cli.Context) (o pack.Options, err error) {
	o = pack.Options{
		Solutions: c.Bool("solution"),
		Title:     c.String("title"),
		Site:      c.String("site"),
		Book: pack.Book{
			Paper:            c.String("paper"),
			PerPage:          c.Int("per-page"),
			LargePrint:       c.Bool("large-print"),
			SolutionsPerPage: c.Int("solutions-per-page"),
			NoSolutions:      c.Bool("no-solutions"),
			Intro:            c.Bool("intro"),
		},
	}
	if date := c.String("created"); date != "" {
		if o.Created, err = parseDate(date); err != nil {
			return o, usagef(c, "--created: %w", err)
		}
	}
	if err := o.Check(); err != nil {
		return o, usagef(c, "%w", err)
	}
	return o, nil
}
