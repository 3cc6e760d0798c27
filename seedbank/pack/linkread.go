package pack

import (
	"io"
	"iter"
	"net/url"
	"strings"

	"github.com/seedoku/seedoku/seedbank/pack/shape"
	"github.com/seedoku/seedoku/sudoku"
)

// payloads are what stands in an address before a packed puzzle, up to the end
// or the next &.
var payloads = [...]string{"load=", "fpuzzles"}

// readLink reads addresses of web solvers. Several addresses of one puzzle on a
// line are one record.
func readLink(r io.Reader) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		lines := scanLines(r)
		for lines.Scan() {
			text := strings.TrimSpace(string(lines.Bytes()))
			if text == "" || text[0] == '#' {
				continue
			}
			if !readAddresses(text, lines.Number(), yield) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Record{Line: lines.Number()}, err)
		}
	}
}

func readAddresses(text string, line int, yield func(Record, error) bool) bool {
	known := map[sudoku.Grid]bool{}
	addresses, behind := 0, 0 // of the text: what lies behind the last address that is wrong
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, `"'<>(),`)
		if !isLink(word) {
			continue
		}
		addresses++
		grid, err := parseAddress(word)
		if err != nil {
			behind += strings.Index(text[behind:], word) + len(word)
			if !yield(Record{Line: line}, malformed(line, behind-len(word)+1, "%s", reasonOf(err))) {
				return false
			}
			continue
		}
		if !known[grid] && !yield(Record{Line: line, Grid: grid}, nil) {
			return false
		}
		known[grid] = true
	}
	if addresses > 0 {
		return true
	}
	for found, err := range shape.Scan(strings.NewReader(text)) {
		record := Record{Line: line, Grid: found.Grid, Note: found.Rest}
		if err != nil {
			err = malformed(line, 0, "neither an address nor a puzzle: %v", reasonOf(err))
		}
		if !yield(record, err) {
			return false
		}
	}
	return true
}

// parseAddress reads the puzzle in an address: packed, or as 81 cells.
func parseAddress(address string) (sudoku.Grid, error) {
	plain, err := url.PathUnescape(address)
	if err != nil {
		plain = address
	}
	for _, mark := range payloads {
		if _, packed, ok := strings.Cut(plain, mark); ok {
			packed, _, _ = strings.Cut(packed, "&")
			return parsePayload(strings.ReplaceAll(strings.TrimLeft(packed, "="), " ", "+"))
		}
	}
	_, query, _ := strings.Cut(plain, "//")
	if grid, err := shape.Parse(query); err == nil {
		return grid, nil
	}
	return sudoku.Grid{}, malformed(1, 0, "no puzzle in this address")
}

// parsePayload reads the JSON that an f-puzzles page packs.
func parsePayload(packed string) (sudoku.Grid, error) {
	text, err := unpackBase64(packed)
	if err != nil {
		return sudoku.Grid{}, err
	}
	for record, err := range readJSON(strings.NewReader(text)) {
		return record.Grid, err
	}
	return sudoku.Grid{}, malformed(1, 0, "no puzzle in this address")
}
