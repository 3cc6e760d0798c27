package read

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// exchangeName is the number of characters of the name of a puzzle: hexadecimal
// digits of the SHA-1 of its 81 digits.
const exchangeName = 12

func exchangeNameOf(digits []byte) string {
	sum := sha1.Sum(digits)
	return hex.EncodeToString(sum[:exchangeName/2])
}

// isExchange reports whether a line is a name directly followed by 81 cells.
func isExchange(line string) bool {
	parts := strings.Fields(line)
	if len(parts) < 2 || len(parts[0]) != exchangeName || len(parts[1]) != len(sudoku.Grid{}) {
		return false
	}
	_, err := hex.DecodeString(parts[0])
	return err == nil
}

// readExchange reads a record of the puzzle bank of sudokuexchange.com. It is an error if
// the name does not fit the digits.
func readExchange(text []byte, line int, yield func(Record, error) bool) bool {
	record := Record{Line: line}
	return yield(record, record.exchange(string(text)))
}

// exchange sets what a line of such a bank says.
func (record *Record) exchange(text string) error {
	parts := strings.Fields(text)
	if len(parts) != 2 && len(parts) != 3 || len(parts[0]) != exchangeName {
		return malformed(record.Line, 0, "want a name of %d hexadecimal digits, 81 digits and a rating", exchangeName)
	}
	column := strings.Index(text, parts[0]) + exchangeName
	column += strings.Index(text[column:], parts[1]) + 1
	if err := record.parse(placed{parts[1], record.Line, column}, placed{}); err != nil {
		return err
	}
	name := exchangeNameOf(record.Grid.AppendLine(nil, '0'))
	if !strings.EqualFold(name, parts[0]) {
		return malformed(record.Line, 1, "the digits have the name %s, not %s: one of the two is damaged", name, parts[0])
	}
	record.ID = parts[0]
	if len(parts) == 3 {
		record.Rating = parts[2]
	}
	return nil
}
