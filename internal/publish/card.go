package publish

import (
	_ "embed"
	"fmt"
	"text/template"
	"time"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// counts counts the rows of a release.
type counts struct {
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

func (r *counts) add(s *seed.Seed) {
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
	return fmt.Sprintf("| %s | %d | %v | %v |\n", name, l.puzzles, l.clues, l.er)
}

// cardBody is the template of the sections that only the card of a release has.
//
//go:embed card.tmpl
var cardBody string

// card returns the card of a release whose tables have been written.
func (r *Release) card() *card.Card {
	found := make([][2]any, 0, len(originWords))
	for _, origin := range seed.Origins() {
		found = append(found, [2]any{originWords[origin], r.counts.byOrigin[origin]})
	}
	about := "Each table is there in two formats:"
	for _, f := range forms {
		about += fmt.Sprintf(" `*%s` is %s.", f.ending, f.about)
	}
	configs := []card.Config{{Name: allName, File: allName + ".parquet"}}
	if r.earlier != nil {
		configs = append(configs, card.Config{Name: newName, File: newName + ".parquet"})
	}
	all := r.counts.byLevel[0].puzzles
	return &card.Card{
		Title: fmt.Sprintf("%d Sudoku puzzles with their ratings", all), Rows: all, Configs: configs,
		Program: r.Program, Command: r.Command, Rater: rating.Version,
		Tables: []card.Table{{About: about, Columns: table.Describe(columns, r.sample...)}},
		Files:  r.files,
		Body:   cardBody, Data: map[string]any{
			"Found": found, "Runs": phrase.Count(len(r.runs), "run"), "Time": r.time(), "Made": phrase.Count(r.made(), "puzzle"),
			"Parquet": allName + ".parquet", "Text": allName + csvEnding,
			"New": newName, "Since": r.earlier != nil, "Changes": r.changes(), "Log": changesName, "Removed": removedName,
		},
		Funcs: template.FuncMap{
			"row": func(name string, level rating.Level) string { return r.counts.byLevel[level].row(name) },
		},
	}
}

// time returns how long the runs took together that filled the bank, in words.
func (r *Release) time() string {
	var sum time.Duration
	for i := range r.runs {
		if run := &r.runs[i]; !run.Ended.IsZero() {
			sum += run.Ended.Sub(run.Started)
		}
	}
	if sum < time.Hour {
		return "less than an hour"
	}
	return phrase.Count(int(sum.Round(time.Hour).Hours()), "hour") + " together"
}

// made returns the number of puzzles that these runs examined.
func (r *Release) made() (sum int) {
	for i := range r.runs {
		sum += r.runs[i].Made
	}
	return sum
}

// originWords describe the origins.
var originWords = map[seed.Origin]string{
	seed.Prune:  "by taking clues away from random solutions",
	seed.Walk:   "by exchanging a few clues of other puzzles",
	seed.Import: "in files that were read",
}
