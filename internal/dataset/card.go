package dataset

import (
	_ "embed"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/template"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// CardName is the name of the file that tells people what a data set is.
const CardName = "README.md"

// card is the template of the card. All that it tells is in the manifest.
//
//go:embed card.tmpl
var card string

// writeCard writes the card.
func (m *Manifest) writeCard(w io.Writer) error {
	text, err := template.New(CardName).Funcs(template.FuncMap{
		"histogram": func() string { return HistogramName },
		"lower":     strings.ToLower,
		"has":       slices.Contains[[]string],
		"count":     phrase.Count,
		"rungs":     m.Options.wantsRungs,
		"tally":     m.tallyOf,
		"clues":     func(t Tally) string { return extremes(t.ByClues) },
		"er":        func(t Tally) string { return extremes(t.ByER) },
		"formats":   m.formats,
		"levels":    rating.Levels,
		"span":      spanOf,
		"rows": func(part Part, level rating.Level) uint64 {
			tally := m.tallyOf(part)
			return tally.byLevel()[level]
		},
	}).Parse(card)
	if err != nil {
		return err
	}
	return text.Execute(w, m)
}

// formats returns the formats of a data set with their columns.
func (m *Manifest) formats() (list []string) {
	for i := range formats {
		if slices.Contains(m.Options.Formats, formats[i].name) {
			list = append(list, formats[i].name+": "+formats[i].columns)
		}
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
