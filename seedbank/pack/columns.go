package pack

import (
	"io"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// columnsOption chooses the columns of a table.
var columnsOption = Option{
	Name: "columns", Kind: Text, Words: table.Names(columns), Accepts: acceptsColumns, Placeholder: "LIST", Default: "id to symmetry; in a calendar also number, date, effort and minutes",
	Help: "LIST of the columns of tables, such as number,level,puzzle,solution",
}

// columns are all columns that a table of puzzles can have.
var columns = slices.Concat(table.Place, table.Puzzles, table.More)

// CalendarColumns are the columns of the tables of a calendar, unless others are chosen: all
// of a pack, the place of each puzzle, its effort and its minutes.
func CalendarColumns() Setting {
	names := table.Names(slices.Concat(table.Place, table.Puzzles, table.Must(table.More, effortColumn, minutesColumn)))
	return Setting{columnsOption.Name, strings.Join(names, ",")}
}

// Columns whose values must be found by solving the puzzles.
const (
	effortColumn      = "effort"
	minutesColumn     = "minutes"
	bottlenecksColumn = "bottlenecks"
)

func acceptsColumns(text string) error {
	_, err := columnsNamed(text)
	return err
}

// columnsNamed returns the columns of a list with commas. None is in it twice.
func columnsNamed(list string) ([]table.Column[*table.Puzzle], error) {
	var names []string
	for name := range strings.SplitSeq(list, ",") {
		if name = strings.TrimSpace(name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return table.Named(columns, names...)
}

// columns returns the columns that settings choose, or else those of every table. The list
// was checked before.
func (s Settings) columns() []table.Column[*table.Puzzle] {
	list := s.string(columnsOption)
	if list == "" {
		return table.Puzzles
	}
	chosen, _ := columnsNamed(list)
	return chosen
}

// placed reports whether a table has columns that need more than the isomorph of a puzzle.
func (s Settings) placed() bool {
	return s.WantsEffort() || s.WantsPace() || slices.ContainsFunc(table.Place, func(c table.Column[*table.Puzzle]) bool { return s.has(c.Name) })
}

// has reports whether a column was chosen.
func (s Settings) has(column string) bool {
	return s.string(columnsOption) != "" &&
		slices.ContainsFunc(s.columns(), func(c table.Column[*table.Puzzle]) bool { return c.Name == column })
}

// WantsEffort reports whether a table has the efforts of its puzzles, which must be found by
// solving them. See [Entry].
func (s Settings) WantsEffort() bool { return s.has(effortColumn) }

// WantsPace reports the same of minutes and bottlenecks.
func (s Settings) WantsPace() bool { return s.has(minutesColumn) || s.has(bottlenecksColumn) }

// tableForm writes the columns of puzzles in a form of text.
type tableForm struct {
	table.Table[*table.Puzzle]
	quick   []table.Column[*table.Puzzle] // columns of an isomorph whose texts need no quotes; nil if not all columns are wanted
	ofPicks pickTexts
}

// newTable returns a function that makes writers of a form of text.
func newTable(form *table.Form) func(io.Writer, Settings) (Writer, error) {
	return func(w io.Writer, s Settings) (Writer, error) {
		t := &tableForm{Table: table.Table[*table.Puzzle]{Form: form, Columns: s.columns()}}
		if s.string(columnsOption) == "" {
			t.quick = slices.Clone(table.Puzzles)
		}
		for i := range t.quick {
			if t.quick[i].Type == table.Text {
				t.quick[i].Type = table.Word
			}
		}
		return newRecordWriter(w, t)
	}
}

func (t *tableForm) fork() recordForm { return &tableForm{Table: t.Table, quick: t.quick} }

func (t *tableForm) touch(puzzles []seed.Isomorph) { t.ofPicks.touch(puzzles) }

func (t *tableForm) AppendRow(dst []byte, i *table.Puzzle, first bool) []byte {
	if i.Entry != nil || t.quick == nil {
		return t.Table.AppendRow(dst, i, first)
	}
	dst = t.AppendValues(t.Begin(dst, first), i, t.quick[:table.FirstOfPick])
	dst = append(dst, t.ofPicks.of(i, t.appendOfPick)...)
	if t.Ended(dst) {
		return dst
	}
	return t.End(t.AppendValues(dst, i, t.quick[table.Symmetry:]))
}

// appendOfPick appends the values that all isomorphs of a pick share. If none of them
// is symmetric, these values end the row.
func (t *tableForm) appendOfPick(dst []byte, i *table.Puzzle) []byte {
	dst = t.AppendValues(dst, i, t.quick[table.FirstOfPick:table.Symmetry])
	if i.NeverSymmetric() {
		dst = t.End(t.AppendValues(dst, i, t.quick[table.Symmetry:]))
	}
	return dst
}
