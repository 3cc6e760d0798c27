package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/web"
)

// siteMark is a file of every site, by which it is known as one.
const siteMark = "seedoku-site.txt"

func (p *program) siteCommand() *cli.Command {
	return &cli.Command{
		Arguments: "DIR",
		Flags: []cli.Flag{
			userbank.Flag,
			&cli.IntFlag{Name: "puzzles", Usage: "write `N` puzzles of each level, as far as the bank has seeds for them", Value: 4000},
		},
		Action: cli.Interruptible(func(c *cli.Context) error { return cli.OrInterrupted(c.Context, p.site(c)) }),
	}
}

func (p *program) site(c *cli.Context) error {
	if c.NArg() != 1 {
		return cli.Errorf(c, "give the folder to write")
	}
	puzzles := c.Int("puzzles")
	if puzzles < 1 {
		return cli.Errorf(c, "--puzzles %d: it must be more than 0", puzzles)
	}
	folder := c.Args().First()
	if err := mayBeSite(folder); err != nil {
		return err
	}
	ctx := c.Context
	bank, err := userbank.Open(ctx, c.String("bank"))
	if err != nil {
		return err
	}
	defer bank.Close()
	files, err := web.Site(ctx, bank, web.SiteOptions{Puzzles: uint64(puzzles)})
	if err != nil {
		return err
	}
	files = append(files, web.File{Name: siteMark, Body: []byte("seedokud site wrote this folder, and writes it anew.\n")})
	if err := replaceSite(ctx, folder, files); err != nil {
		return err
	}
	bytes := 0
	for _, f := range files {
		bytes += len(f.Body)
	}
	fmt.Fprintf(p.Stdout, "%s: %s, %s\n", folder, phrase.Count(chart.Commas(strconv.Itoa(len(files))), "file"), phrase.Count(chart.Commas(strconv.Itoa(bytes)), "byte"))
	return nil
}

// mayBeSite returns an error if a folder holds something else than a site.
func mayBeSite(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Lstat(filepath.Join(folder, siteMark)); err != nil {
		return fmt.Errorf("%s holds other files than those of a site: it is left as it is", folder)
	}
	return nil
}

// replaceSite writes a site in place of an earlier one, which stays if ctx is done before.
func replaceSite(ctx context.Context, folder string, files []web.File) error {
	contents := func(yield func(string, []byte) bool) {
		for _, f := range files {
			if ctx.Err() != nil || !yield(f.Name, f.Body) {
				return
			}
		}
	}
	return atomicfile.ReplaceFolder(folder, contents, func() error { return cmp.Or(ctx.Err(), mayBeSite(folder)) })
}
