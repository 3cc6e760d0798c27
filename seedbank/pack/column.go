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
	value func(dst []byte, e *Entry) []byte // appends the value; nil for asCounts
}

// columnKind is how a value is written.
type columnKind uint8

const (
	asNumber columnKind = iota
	asWord              // a text that needs no escapes
	asText              // any text
	asCounts            // uses by technique: an object, or name:number with spaces between
)

// entryColumns are all columns, in their order. Their names never change.
var entryColumns = [...]column{
	{"id", asText, func(dst []byte, e *Entry) []byte { return append(dst, e.ID...) }},
	{"puzzle", asWord, func(dst []byte, e *Entry) []byte { return e.Puzzle.Clues().AppendLine(dst, '.') }},
	{"solution", asWord, func(dst []byte, e *Entry) []byte { return e.Puzzle.Solution().AppendLine(dst, '.') }},
	{"clues", asNumber, func(dst []byte, e *Entry) []byte { return strconv.AppendInt(dst, int64(e.Puzzle.NumClues()), 10) }},
	{"level", asNumber, func(dst []byte, e *Entry) []byte { return strconv.AppendUint(dst, uint64(e.Rating.Level()), 10) }},
	{"er", asNumber, func(dst []byte, e *Entry) []byte { return appendTenths(dst, e.Rating.ER) }},
	{"ep", asNumber, func(dst []byte, e *Entry) []byte { return appendTenths(dst, e.Rating.EP) }},
	{"ed", asNumber, func(dst []byte, e *Entry) []byte { return appendTenths(dst, e.Rating.ED) }},
	{"hardest", asWord, func(dst []byte, e *Entry) []byte { return append(dst, e.Rating.Hardest.String()...) }},
	{"techniques", asCounts, nil},
	{"seed", asText, func(dst []byte, e *Entry) []byte { return append(dst, e.Seed...) }},
	{"symmetry", asWord, func(dst []byte, e *Entry) []byte {
		return append(dst, transform.SymmetryOf(e.Puzzle.Clues().Filled()).String()...) // as it stands
	}},
}

// appendTenths appends a rating as it prints.
func appendTenths(dst []byte, t rating.Tenths) []byte {
	return append(strconv.AppendUint(dst, uint64(t/10), 10), '.', '0'+byte(t%10))
}

// appendCell appends the value of a column as the cell of a table.
func (c *column) appendCell(dst []byte, e *Entry) []byte {
	switch c.kind {
	case asCounts:
		return appendCounts(dst, &e.Rating, ":", " ")
	case asText:
		start := len(dst)
		return quoteCell(c.value(dst, e), start)
	default:
		return c.value(dst, e)
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
func (c *column) appendMember(dst []byte, e *Entry, separator byte) []byte {
	start := len(dst)
	dst = append(append(append(dst, separator, '"'), c.name...), '"', ':')
	switch c.kind {
	case asNumber:
		return c.value(dst, e)
	case asWord:
		return append(c.value(append(dst, '"'), e), '"')
	case asText:
		value := len(dst)
		if dst = c.value(append(dst, '"'), e); len(dst) > value+1 {
			return escapeString(append(dst, '"'), value)
		}
	case asCounts:
		value := len(dst)
		if dst = appendCounts(append(dst, `{"`...), &e.Rating, `":`, `,"`); len(dst) > value+2 {
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

// appendCounts appends the uses of a path in the order of the scale: names and
// numbers with one text within each pair and another between pairs.
func appendCounts(dst []byte, r *rating.Result, within, between string) []byte {
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
