package pack

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/rating"
)

// introduction returns the introduction to some puzzles. It only explains what
// the booklet shows.
func (b *bookletWriter) introduction(list []book.Puzzle, levels []rating.Level) []book.Section {
	w := b.words
	sections := []book.Section{w.section("book.rules"), w.section("book.start")}
	switch len(levels) {
	case 0:
	case 1:
		sections = append(sections, w.section("book.one-level", "level", int(levels[0]), "name", w.levelName(levels[0]), "hardest", w.hardest(levels[0])))
	default:
		section := w.section("book.several-levels")
		section.Table = levelTable(w, levels, b.shows["er"])
		sections = append(sections, section)
	}
	if layout := &b.book.Layout; layout.Marks != book.NoMarks && len(levels) > 0 && int(levels[len(levels)-1]) >= layout.MarksFrom {
		sections = append(sections, w.section([...]string{book.Candidates: "book.candidates", book.Dots: "book.dots"}[layout.Marks]))
	}
	if b.shows["er"] {
		sections = append(sections, w.section("book.rating"))
	}
	if len(list) > 0 && list[0].Note != "" && !b.settings.on(neutralOption) {
		section := w.section("book.id", "program", program)
		section.Strong = "seedoku gen --id " + list[0].Note
		sections = append(sections, section)
	}
	return sections
}

// levelTable returns a row for each level: number and name, ER if it is wanted,
// hardest step.
func levelTable(w words, levels []rating.Level, withER bool) (table book.Table) {
	for _, level := range levels {
		row := []string{fmt.Sprintf("%d\u00a0 %s", level, w.levelName(level))}
		if withER {
			row = append(row, erRange(w, level))
		}
		table.Rows = append(table.Rows, append(row, w.hardest(level)))
	}
	return table
}

func erRange(w words, level rating.Level) string {
	lowest, highest := level.Range()
	if level == rating.NumLevels {
		return w.Plain("book.er-up", "from", lowest)
	}
	return w.Plain("book.range", "from", lowest, "to", highest)
}
