package export

import (
	_ "embed"
	"fmt"
	"text/template"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// releaseCounts counts the rows of the table of a release.
type releaseCounts struct {
	byLevel  [rating.NumLevels + 1]levelCount // index 0 counts all levels
	byOrigin map[seed.Origin]int
}

// levelCount has the number of puzzles of a level and the ranges of their clues
// and ratings.
type levelCount struct {
	puzzles int
	clues   seedbank.Range[int]
	er      seedbank.Range[rating.Tenths]
}

func (r *releaseCounts) add(s *seed.Seed) {
	for _, level := range []rating.Level{0, s.Rating.Level()} {
		r.byLevel[level].add(s.Puzzle.NumClues(), s.Rating.ER)
	}
	r.byOrigin[s.Origin]++
}

func (l *levelCount) add(clues int, er rating.Tenths) {
	if l.puzzles == 0 {
		l.clues, l.er = seedbank.Only(clues), seedbank.Only(er)
	}
	l.puzzles++
	l.clues = seedbank.Range[int]{Low: min(l.clues.Low, clues), High: max(l.clues.High, clues)}
	l.er = seedbank.Range[rating.Tenths]{Low: min(l.er.Low, er), High: max(l.er.High, er)}
}

// row returns a row of the table of levels.
func (l *levelCount) row(name string) string {
	if l.puzzles == 0 {
		return fmt.Sprintf("| %s | 0 | | |\n", name)
	}
	return fmt.Sprintf("| %s | %d | %s | %s |\n", name, l.puzzles, span(l.clues), span(l.er))
}

// span returns a range as text, or one value if both ends are equal.
func span[T int | rating.Tenths](r seedbank.Range[T]) string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%v-%v", r.Low, r.High)
}

// cardBody is the template of the sections that only the card of a release has.
//
//go:embed release.tmpl
var cardBody string

// card returns the card of a release whose table has been written.
func (r *Release) card() *card.Card {
	found := make([][2]any, 0, len(originWords))
	for _, origin := range seed.Origins() {
		found = append(found, [2]any{originWords[origin], r.counts.byOrigin[origin]})
	}
	return &card.Card{
		Title:   fmt.Sprintf("%d Sudoku puzzles with their ratings", r.counts.byLevel[0].puzzles),
		Program: r.Program, Command: r.Command, Rater: rating.Version,
		Tables: []card.Table{{
			About:   fmt.Sprintf("`%s` is a table with commas, a header and lines that end in a newline, compressed by zstd.", releaseTable),
			Columns: table.Describe(releaseColumns),
		}},
		Files: []file.File{r.packed, r.table},
		Body:  cardBody, Data: map[string]any{"Found": found, "Table": releaseTable},
		Funcs: template.FuncMap{
			"row": func(name string, level rating.Level) string { return r.counts.byLevel[level].row(name) },
		},
	}
}

// originWords describe the origins.
var originWords = map[seed.Origin]string{
	seed.Prune:  "by taking clues away from random solutions",
	seed.Walk:   "by exchanging a few clues of other puzzles",
	seed.Import: "in files that were read",
}
