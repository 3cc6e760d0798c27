package pack

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/transform"
)

// column is something that csv and jsonl say of an entry: a column of a table
// and a member of an object, under one name. What is not known of an entry is an
// empty cell, and no member.
type column struct {
	name  string
	kind  columnKind
	about string                           // one sentence for people, without a full stop
	value func(i *item, dst []byte) []byte // appends the value; nil for pairs
}

// columnKind is how a value is written.
type columnKind uint8

const (
	asNumber    columnKind = iota
	asWord                 // a text that needs no escapes
	asText                 // any text
	asCounts               // uses by technique: pairs
	asSolutions            // solutions without a clue, by its cell: pairs
)

// isPairs reports whether a value is names with numbers: an object, or name:number
// with spaces between.
func (k columnKind) isPairs() bool { return k >= asCounts }

// entryColumns are all columns of csv and jsonl, in their order. Their names never
// change.
var entryColumns = [...]column{
	{"id", asText, "name of the puzzle, from which every bank that has its seed makes it again", (*item).appendID},
	{"puzzle", asWord, "81 characters, row by row, with . for an empty cell",
		func(i *item, dst []byte) []byte { return i.appendClues(dst, '.') }},
	{"solution", asWord, "81 digits, the one solution", (*item).appendSolution},
	{"clues", asNumber, "number of clues",
		func(i *item, dst []byte) []byte { return strconv.AppendInt(dst, int64(i.numClues()), 10) }},
	{"level", asNumber, "level, 1 to 9",
		func(i *item, dst []byte) []byte { return strconv.AppendUint(dst, uint64(i.rating().Level()), 10) }},
	{"er", asNumber, "rating of the hardest step on the Sudoku Explainer scale",
		func(i *item, dst []byte) []byte { return appendTenths(dst, i.rating().ER) }},
	{"ep", asNumber, "rating of the hardest step up to the first digit placed (pearl)",
		func(i *item, dst []byte) []byte { return appendTenths(dst, i.rating().EP) }},
	{"ed", asNumber, "rating of the first step (diamond)",
		func(i *item, dst []byte) []byte { return appendTenths(dst, i.rating().ED) }},
	{"hardest", asWord, "technique of the hardest step",
		func(i *item, dst []byte) []byte { return append(dst, i.rating().Hardest.String()...) }},
	{"techniques", asCounts, "uses of each technique on the way to the solution, such as pointing:2 x-wing:1", nil},
	{"seed", asText, "name of the seed that the puzzle was made from", (*item).appendSeed},
	{"symmetry", asWord, "symmetry of the clues as they stand", (*item).appendSymmetry},
}

// symmetriesColumn is for tables of seeds, see [NewTable]: it takes too long to be
// a column of packs.
var symmetriesColumn = column{"symmetries", asWord, "symmetries that the clues can be arranged to have, with spaces between; empty if none", (*item).appendSymmetries}

// The columns from firstOfPick up to symmetryColumn are the same for all isomorphs
// of a pick.
const (
	firstOfPick    = 3
	symmetryColumn = len(entryColumns) - 1
)

// appendSymmetry appends the symmetry of the pattern as it stands.
func (i *item) appendSymmetry(dst []byte) []byte {
	if i.entry != nil {
		return append(dst, transform.SymmetryOf(i.entry.Puzzle.Clues().Filled()).String()...)
	}
	return append(dst, i.isomorph.Symmetry().String()...)
}

// appendSymmetries appends the symmetries that isomorphs have, with spaces between.
func (i *item) appendSymmetries(dst []byte) []byte {
	separator := ""
	for s, conjugates := range transform.Conjugates(i.clues().Filled()) {
		if symmetry := transform.Symmetry(s); symmetry != transform.NoSymmetry && conjugates > 0 {
			dst = append(append(dst, separator...), symmetry.String()...)
			separator = " "
		}
	}
	return dst
}

// neverSymmetric reports whether it is known that no isomorph of the pick of i has
// any symmetry.
func (i *item) neverSymmetric() bool {
	return i.entry == nil && !transform.MayHaveSymmetry(i.isomorph.Pick().Pattern())
}

// appendTenths appends a rating as it prints.
func appendTenths(dst []byte, t rating.Tenths) []byte {
	return append(strconv.AppendUint(dst, uint64(t/10), 10), '.', '0'+byte(t%10))
}

// appendCell appends the value of a column as the cell of a table.
func (c *column) appendCell(dst []byte, i *item) []byte {
	switch {
	case c.kind.isPairs():
		return c.appendPairs(dst, i, ":", " ")
	case c.kind == asText && i.entry != nil: // the texts of an isomorph are letters and digits
		start := len(dst)
		return quoteCell(c.value(i, dst), start)
	default:
		return c.value(i, dst)
	}
}

// quoteCell quotes the cell at the end of dst if a reader of tables would take
// it for something else: as RFC 4180 has it, and if it begins with a space,
// which many readers drop, or with the # of a comment.
func quoteCell(dst []byte, start int) []byte {
	cell := dst[start:]
	if len(cell) == 0 {
		return dst
	}
	special := cell[0] == '#' || string(cell) == `\.` // the end of the data, to Postgres
	first, _ := utf8.DecodeRune(cell)
	special = special || unicode.IsSpace(first)
	for _, char := range cell {
		special = special || char == ',' || char == '"' || char == '\n' || char == '\r'
	}
	if !special {
		return dst
	}
	text := string(cell)
	return append(append(append(dst[:start], '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}

// appendMember appends the value of a column as the member of an object, with a
// separator before it, or nothing if the value is not known.
func (c *column) appendMember(dst []byte, i *item, separator byte) []byte {
	start := len(dst)
	dst = append(append(append(dst, separator, '"'), c.name...), '"', ':')
	switch {
	case c.kind == asNumber:
		return c.value(i, dst)
	case c.kind == asWord || c.kind == asText && i.entry == nil:
		return append(c.value(i, append(dst, '"')), '"')
	case c.kind == asText:
		value := len(dst)
		if dst = c.value(i, append(dst, '"')); len(dst) > value+1 {
			return escapeString(append(dst, '"'), value)
		}
	case c.kind.isPairs():
		value := len(dst)
		if dst = c.appendPairs(append(dst, `{"`...), i, `":`, `,"`); len(dst) > value+2 {
			return append(dst, '}')
		}
	}
	return dst[:start]
}

// escapeString escapes the quoted text at the end of dst if it needs that.
func escapeString(dst []byte, start int) []byte {
	text := dst[start+1 : len(dst)-1]
	for _, char := range text {
		if char < ' ' || char > '~' || char == '"' || char == '\\' {
			escaped, _ := json.Marshal(string(text)) // of a string: no error
			return append(dst[:start], escaped...)
		}
	}
	return dst
}

// appendPairs appends names and numbers, with one text within each pair and another
// between pairs.
func (c *column) appendPairs(dst []byte, i *item, within, between string) []byte {
	if c.kind == asSolutions {
		return appendSolutions(dst, &i.depth().Without, within, between)
	}
	return appendCounts(dst, i.rating(), within, between)
}

// appendCounts appends the uses of a path in the order of the scale: names and
// numbers with one text within each pair and another between pairs.
func appendCounts(dst []byte, r rating.Result, within, between string) []byte {
	separator := ""
	for technique, n := range r.Uses {
		if n == 0 {
			continue
		}
		dst = append(append(append(dst, separator...), rating.Technique(technique).String()...), within...)
		dst = strconv.AppendUint(dst, uint64(n), 10)
		separator = between
	}
	return dst
}
