package wish

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// CheckDataset returns what is wrong with the files of a data set. Those of formats
// other than csv are only counted.
func CheckDataset(w Wish, o Outcome) []string {
	c := &checker{w: w, o: o}
	classes, grids := map[sudoku.Grid]string{}, map[sudoku.Grid]string{}
	for _, part := range []string{"train", "test", "validation"} {
		want, _ := strconv.Atoi(w.Value(part, "0"))
		puzzles := c.rows(part)
		if readable(w) {
			c.count(len(puzzles), want)
		}
		c.wrong = append(c.wrong, checkEach(w.with(minimalOf(w)), false, o.Stderr, puzzles)...)
		c.wrong = append(c.wrong, checkSet(nil, puzzles)...)
		of := map[sudoku.Grid]int{}
		for i := range puzzles {
			p := &puzzles[i]
			grid := c.judge.canonizer.Canonical(p.Solution()).Grid
			for _, seen := range []struct {
				in   map[sudoku.Grid]string
				form sudoku.Grid
				what string
			}{{classes, p.class, "class"}, {grids, grid, "grid"}} {
				if in, ok := seen.in[seen.form]; ok && in != part {
					c.wrongf("%s of %s shares its %s with %s", p.puzzle, part, seen.what, in)
				}
				seen.in[seen.form] = part
			}
			if of[p.class]++; part != "train" && of[p.class] > 1 {
				c.wrongf("%s: %s has its class twice", p.puzzle, part)
			}
		}
	}
	return c.wrong
}

// readable reports whether a data set has a table that the checker reads.
func readable(w Wish) bool {
	for _, format := range w.All("format") {
		if format == "csv" {
			return true
		}
	}
	return !w.Has("format")
}

// minimalOf returns the wish that --minimal of a data set stands for. Without it,
// clues may be added.
func minimalOf(w Wish) Wish {
	if w.Has("minimal") || w.Has("clues") {
		return nil
	}
	return Wish{{"clues", "17-80"}}
}

// rows reads the tables of a part.
func (c *checker) rows(part string) (puzzles []judged) {
	most, limited := strconv.Atoi(c.w.Value("shard-size", ""))
	for path, text := range c.o.Files {
		if base := filepath.Base(path); !strings.HasPrefix(base, part) || filepath.Ext(base) != ".csv" {
			continue
		}
		list, err := readTable(text)
		if err != nil {
			c.wrongf("%s: %v", path, err)
		}
		if limited == nil && len(list) > most {
			c.wrongf("%s has %d rows, want at most %d", path, len(list), most)
		}
		judged, wrong := c.judge.all(list)
		c.wrong = append(c.wrong, wrong...)
		puzzles = append(puzzles, judged...)
	}
	return puzzles
}
