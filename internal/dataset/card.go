package dataset

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"text/template"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/card"
	written "github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
)

// cardBody is the template of the sections that only the card of a data set has.
//
//go:embed card.tmpl
var cardBody string

// card returns the card, made from the manifest alone.
func (m *Manifest) card() *card.Card {
	rows := 0
	for i := range m.Shards {
		rows += int(m.Shards[i].Rows)
	}
	return &card.Card{
		Rows:    rows,
		Title:   "Sudoku puzzles for training and testing",
		Program: m.Program, Command: m.Command, Rater: m.Rater,
		Tables: Tables(m.Options.Formats...), Files: m.files(),
		Body: cardBody, Data: m,
		Funcs: template.FuncMap{
			"histogram": func() string { return HistogramName },
			"has":       slices.Contains[[]string],
			"count":     phrase.Count,
			"rungs":     m.Options.wantsRungs,
			"tally":     m.tallyOf,
			"clues":     func(t Tally) string { return extremes(t.ByClues) },
			"er":        func(t Tally) string { return extremes(t.ByER) },
			"span":      spanOf,
			"rows": func(part Part, level rating.Level) uint64 {
				tally := m.tallyOf(part)
				return tally.byLevel()[level]
			},
		},
	}
}

// Tables describes the files of some of the formats of [FormatNames].
func Tables(names ...string) (list []card.Table) {
	for _, f := range formats {
		if !slices.Contains(names, f.name) {
			continue
		}
		for i := range f.files {
			about := fmt.Sprintf("Files `*%s.%s`: %s.", f.files[i].suffix, f.files[i].extension, f.summary)
			list = append(list, card.Table{About: about, Columns: table.Describe(f.files[i].columns)})
		}
	}
	return list
}

// files returns all files of all shards.
func (m *Manifest) files() (list []written.File) {
	for i := range m.Shards {
		list = append(list, m.Shards[i].Files...)
	}
	return list
}

// extremes returns the least and the greatest key.
func extremes[T int | rating.Tenths](counts map[T]uint64) string {
	keys := slices.Sorted(maps.Keys(counts))
	if len(keys) == 0 {
		keys = []T{0}
	}
	return fmt.Sprintf("%v-%v", keys[0], keys[len(keys)-1])
}

// spanOf returns the ratings of a level.
func spanOf(level rating.Level) string {
	least, most := level.Range()
	if most == rating.MaxTenths {
		return fmt.Sprintf("%v and up", least)
	}
	return fmt.Sprintf("%v-%v", least, most)
}
