package pack

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/language"
	"github.com/seedoku/seedoku/rating"
)

// introduction returns the introduction to some puzzles. It only explains what
// the booklet shows.
func (b *bookletWriter) introduction(list []book.Puzzle, levels []rating.Level) []book.Section {
	l := b.language
	sections := []book.Section{l.Rules.Section(), l.Start.Section()}
	switch len(levels) {
	case 0:
	case 1:
		sections = append(sections, l.OneLevel.Section(int(levels[0]), l.Levels[levels[0]-1], l.Hardest[levels[0]-1]))
	default:
		section := l.SeveralLevels.Section()
		section.Table = levelTable(l, levels, b.shows["er"])
		sections = append(sections, section)
	}
	if layout := &b.book.Layout; layout.Marks != book.NoMarks && len(levels) > 0 && int(levels[len(levels)-1]) >= layout.MarksFrom {
		sections = append(sections, [...]language.Text{book.Candidates: l.Candidates, book.Dots: l.Dots}[layout.Marks].Section())
	}
	if b.shows["er"] {
		sections = append(sections, l.Rating.Section())
	}
	if len(list) > 0 && list[0].Note != "" && !b.settings.on(neutralOption) {
		section := l.ID.Section(program)
		section.Strong = "seedoku gen --id " + list[0].Note
		sections = append(sections, section)
	}
	return sections
}

// levelTable returns a row for each level: number and name, ER if it is wanted,
// hardest step.
func levelTable(l *language.Language, levels []rating.Level, withER bool) book.Table {
	longest := 0
	for _, level := range levels {
		longest = max(longest, len([]rune(l.Levels[level-1])))
	}
	table := book.Table{Stops: []float64{2.2 + 0.62*float64(longest)}}
	if withER {
		table.Stops = append(table.Stops, table.Stops[0]+6)
	}
	for _, level := range levels {
		row := []string{fmt.Sprintf("%d  %s", level, l.Levels[level-1])}
		if withER {
			row = append(row, erRange(l, level))
		}
		table.Rows = append(table.Rows, append(row, l.Hardest[level-1]))
	}
	return table
}

func erRange(l *language.Language, level rating.Level) string {
	lowest, highest := level.Range()
	if level == rating.NumLevels {
		return fmt.Sprintf(l.ERUp, lowest)
	}
	return fmt.Sprintf(l.ERRange, lowest, highest)
}
