package read

import (
	"net/url"
	"strings"

	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/sudoku"
)

// readAddresses reads the addresses of web solvers on a line. Several addresses of one
// puzzle are one record.
func readAddresses(line []byte, number int, yield func(Record, error) bool) bool {
	text := string(line)
	known := map[sudoku.Grid]bool{}
	addresses, behind := 0, 0 // length of the text after the last malformed address
	for word := range strings.FieldsSeq(text) {
		address := addressIn(word)
		if address == "" {
			continue
		}
		addresses++
		grid, err := parseAddress(address)
		if err != nil {
			behind += strings.Index(text[behind:], address) + len(address)
			if !yield(Record{Line: number}, malformed(number, behind-len(address)+1, "%s", reasonOf(err))) {
				return false
			}
			continue
		}
		if !known[grid] && !yield(Record{Line: number, Grid: grid}, nil) {
			return false
		}
		known[grid] = true
	}
	if addresses > 0 {
		return true
	}
	for found, err := range shape.Scan(strings.NewReader(text)) {
		record := Record{Line: number, Grid: found.Grid, Note: found.Rest}
		if err != nil {
			err = malformed(number, 0, "neither an address nor a puzzle: %v", reasonOf(err))
		}
		if !yield(record, err) {
			return false
		}
	}
	return true
}

// addressIn returns the address in a word of a text, without surrounding brackets
// and punctuation, or "" if there is none. The app Good Sudoku shares addresses
// without https.
func addressIn(word string) string {
	for _, start := range [...]string{"https://", "http://", "playgoodsudoku.com/"} {
		if at := strings.Index(word, start); at >= 0 {
			return strings.TrimRight(word[at:], `"'<>(),;`)
		}
	}
	return ""
}

// isLink reports whether a line is an address, or contains an address with a
// packed puzzle. Puzzles that are not packed can be read from any text.
func isLink(line string) bool {
	if strings.HasPrefix(line, "https://") || strings.HasPrefix(line, "http://") {
		return true
	}
	for word := range strings.FieldsSeq(line) {
		if address := addressIn(word); address != "" {
			if _, packed, err := unpackAddress(address); packed && err == nil {
				return true
			}
		}
	}
	return false
}

// parseAddress reads the puzzle in an address: packed, or as 81 cells.
func parseAddress(address string) (sudoku.Grid, error) {
	plain, err := url.PathUnescape(address)
	if err != nil {
		plain = address
	}
	grid, packed, err := unpackAddress(plain)
	if packed && err == nil {
		return grid, nil
	}
	_, query, _ := strings.Cut(plain, "//")
	if grid, parseErr := shape.Parse(query); parseErr == nil {
		return grid, nil
	}
	if packed {
		return sudoku.Grid{}, err
	}
	return sudoku.Grid{}, errNoAddress
}
