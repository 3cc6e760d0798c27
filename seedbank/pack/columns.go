package pack

import (
	"io"
	"slices"

	"github.com/seedoku/seedoku/internal/table"
)

// tableForm writes the columns of puzzles in a form of text.
type tableForm struct {
	table   table.Table[*table.Puzzle]
	quick   []table.Column[*table.Puzzle] // columns of an isomorph whose texts need no quotes
	ofPicks pickTexts
}

// newTable returns a function that makes writers of a form of text.
func newTable(form *table.Form) func(io.Writer, Settings) (Writer, error) {
	return func(w io.Writer, _ Settings) (Writer, error) {
		quick := slices.Clone(table.Puzzles)
		for i := range quick {
			if quick[i].Type == table.Text {
				quick[i].Type = table.Word
			}
		}
		return newRecordWriter(w, &tableForm{table: table.Table[*table.Puzzle]{Form: form, Columns: table.Puzzles}, quick: quick})
	}
}

func (t *tableForm) fork() recordForm { return &tableForm{table: t.table, quick: t.quick} }

func (t *tableForm) appendHead(dst []byte) []byte { return t.table.AppendHead(dst) }

func (t *tableForm) appendFoot(dst []byte) []byte { return t.table.AppendFoot(dst) }

func (t *tableForm) appendRecord(dst []byte, i *table.Puzzle, first bool) []byte {
	if i.Entry != nil {
		return t.table.AppendRow(dst, i, first)
	}
	dst = t.table.AppendValues(t.table.Begin(dst, first), i, t.quick[:table.FirstOfPick])
	dst = append(dst, t.ofPicks.of(i, t.appendOfPick)...)
	if t.table.Ended(dst) {
		return dst
	}
	return t.table.End(t.table.AppendValues(dst, i, t.quick[table.Symmetry:]))
}

// appendOfPick appends the values that all isomorphs of a pick share. If none of them
// is symmetric, these values end the row.
func (t *tableForm) appendOfPick(dst []byte, i *table.Puzzle) []byte {
	dst = t.table.AppendValues(dst, i, t.quick[table.FirstOfPick:table.Symmetry])
	if i.NeverSymmetric() {
		dst = t.table.End(t.table.AppendValues(dst, i, t.quick[table.Symmetry:]))
	}
	return dst
}
