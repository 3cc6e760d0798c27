package pack

import (
	"crypto/sha1"
	"encoding/hex"
	"io"

	"github.com/seedoku/seedoku/internal/table"
)

// exchangeName is the number of characters of the name of a puzzle: hexadecimal
// digits of the SHA-1 of its 81 digits.
const exchangeName = 12

// exchangeForm makes the records of the puzzle bank of sudokuexchange.com. Each has
// 100 bytes: name, digits with 0 for an empty cell, rating in four characters.
type exchangeForm struct{ bare }

func newExchange(w io.Writer, _ Settings) (Writer, error) {
	return newRecordWriter(w, exchangeForm{})
}

func (x exchangeForm) fork() recordForm { return x }

func (exchangeForm) AppendRow(dst []byte, i *table.Puzzle, _ bool) []byte {
	start, digits := len(dst), len(dst)+exchangeName+len(" ")
	dst = append(i.AppendClues(append(dst, "             "...), '0'), ' ')
	sum := sha1.Sum(dst[digits : len(dst)-1])
	hex.Encode(dst[start:], sum[:exchangeName/2])
	er := i.Rating().ER
	if er < 100 {
		dst = append(dst, ' ')
	}
	return append(table.AppendTenths(dst, er), '\n')
}
