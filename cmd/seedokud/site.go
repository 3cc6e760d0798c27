package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/chart"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/web"
)

// siteMark is a file of every site, by which it is known as one. After a line for people it names
// the files of the site.
const siteMark = "seedoku-site.txt"

// markOf returns the mark of a site.
func markOf(files []web.File) web.File {
	lines := []string{"seedokud site wrote this folder, and writes it anew. These are its files:"}
	for _, f := range files {
		lines = append(lines, f.Name)
	}
	return web.File{Name: siteMark, Body: []byte(strings.Join(lines, "\n") + "\n")}
}

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
	files = append(files, markOf(files))
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

// bySystems are files that systems make in any folder.
var bySystems = []string{".DS_Store", "Thumbs.db", "desktop.ini"}

// mayBeSite returns an error if a folder holds a file that is not of a site.
func mayBeSite(folder string) error {
	mark, err := os.ReadFile(filepath.Join(folder, siteMark))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, names, isMarked := strings.Cut(string(mark), "\n")
	own := append(strings.Split(names, "\n"), siteMark)
	if isMarked && names == "" {
		return fmt.Errorf("the site in %s was written by an earlier version, which did not list its files: move what is yours away and remove it, or choose another folder", folder)
	}
	err = fs.WalkDir(os.DirFS(folder), ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !slices.Contains(own, name) && !slices.Contains(bySystems, entry.Name()) {
			err = fmt.Errorf("%s has files that are not of a site, such as %s, and is left as it is", folder, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
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
