package tables

import (
	"encoding/binary"
	"iter"

	"github.com/seedoku/seedoku/internal/bounds"
)

// How SQLite lays out rows is told in "B-tree Pages" and "Record Format" of its
// file format. Here it is read without any trust: what does not fit is left out.

// ColumnKind is the type of a stored value, as far as it matters here.
type ColumnKind int

// The kinds of stored values.
const (
	NumberColumn ColumnKind = iota // or NULL
	BlobColumn
	TextColumn
)

// StoredColumn is a value of a row.
type StoredColumn struct {
	Kind  ColumnKind
	Bytes []byte
	one   bool // the number 1, which takes no bytes
}

// number returns the integer of a column, 0 for NULL.
func (c StoredColumn) number() (n int64) {
	if c.one {
		return 1
	}
	for i, b := range c.Bytes {
		if i == 0 {
			n = int64(int8(b))
		} else {
			n = n<<8 | int64(b)
		}
	}
	return n
}

// StoredRow is a row of a table.
type StoredRow struct {
	ID      int64
	Columns []StoredColumn
}

// Column returns the bytes of column i, or nil if it is not of a kind.
func (row *StoredRow) Column(i int, kind ColumnKind) []byte {
	if i < 0 || i >= len(row.Columns) || row.Columns[i].Kind != kind {
		return nil
	}
	return row.Columns[i].Bytes
}

// StoredPages are the pages of a file.
type StoredPages struct {
	Size int                        // of a page in bytes
	Page func(number uint64) []byte // a page by its number, counted from 1, or nil
}

// The kinds of pages of a table, and the bytes before the places of their cells.
const (
	innerOfTable = 5  // names other pages
	leafOfTable  = 13 // holds rows
	innerHeader  = 12
	leafHeader   = 8
)

// cellsOf yields where the cells of a page begin.
func cellsOf(page []byte, header int) iter.Seq[int] {
	return func(yield func(int) bool) {
		cells := int(binary.BigEndian.Uint16(page[3:]))
		for i := range cells {
			at := header + 2*i
			if at+2 > len(page) || !yield(int(binary.BigEndian.Uint16(page[at:]))) {
				return
			}
		}
	}
}

// Rows yields the rows on a page, with what is on other pages of the file. A row is valid
// until the next one.
func (p StoredPages) Rows(page []byte) iter.Seq[*StoredRow] {
	return func(yield func(*StoredRow) bool) {
		if len(page) < leafHeader || page[0] != leafOfTable {
			return
		}
		var row StoredRow
		for at := range cellsOf(page, leafHeader) {
			if p.readRow(&row, page, at) && !yield(&row) {
				return
			}
		}
	}
}

// inner returns the numbers of the pages that a page names, or nil if it names none.
func inner(page []byte) (numbers []uint64) {
	if len(page) < innerHeader || page[0] != innerOfTable {
		return nil
	}
	for at := range cellsOf(page, innerHeader) {
		if at+4 <= len(page) {
			numbers = append(numbers, uint64(binary.BigEndian.Uint32(page[at:])))
		}
	}
	return append(numbers, uint64(binary.BigEndian.Uint32(page[leafHeader:])))
}

// readRow reads a row that begins at some byte of a page.
func (p StoredPages) readRow(row *StoredRow, page []byte, at int) (ok bool) {
	if at >= len(page) {
		return false
	}
	length, n := sqliteVarint(page[at:])
	id, m := sqliteVarint(page[at+n:])
	if n == 0 || m == 0 || length > bounds.Row {
		return false
	}
	payload, ok := p.payloadAt(page[at+n+m:], int(length))
	if !ok {
		return false
	}
	row.ID = int64(id)
	return row.readColumns(payload)
}

// payloadAt returns the bytes of a row. A long one begins on its page and goes
// on in a list of other pages.
func (p StoredPages) payloadAt(here []byte, length int) ([]byte, bool) {
	usable := p.Size // no bytes are reserved at the end of pages
	local := length
	if most := usable - 35; length > most {
		least := (usable-12)*32/255 - 23
		if local = least + (length-least)%(usable-4); local > most {
			local = least
		}
	}
	if local > len(here) {
		return nil, false
	}
	if local == length {
		return here[:length:length], true
	}
	payload, here := append([]byte(nil), here[:local]...), here[local:]
	for len(payload) < length {
		if len(here) < 4 {
			return nil, false
		}
		next := p.Page(uint64(binary.BigEndian.Uint32(here)))
		if next == nil {
			return nil, false
		}
		payload = append(payload, next[4:min(usable, 4+length-len(payload))]...)
		here = next
	}
	return payload, true
}

// readColumns reads the columns of a row.
func (row *StoredRow) readColumns(payload []byte) (ok bool) {
	row.Columns = row.Columns[:0]
	length, n := sqliteVarint(payload)
	if n == 0 || length < uint64(n) || length > uint64(len(payload)) {
		return false
	}
	header, body := payload[n:length], payload[length:]
	for len(header) > 0 {
		kind, n := uint64(header[0]), 1
		if kind >= 0x80 {
			if kind, n = sqliteVarint(header); n == 0 {
				return false
			}
		}
		header = header[n:]
		column, size := columnOf(kind)
		if size > uint64(len(body)) {
			return false
		}
		column.Bytes, body = body[:size:size], body[size:]
		row.Columns = append(row.Columns, column)
	}
	return true
}

// sizeOf is the sizes in bytes of the serial types below 12.
var sizeOf = [12]uint64{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0}

// columnOf returns a column of a serial type, and its size in bytes.
func columnOf(kind uint64) (column StoredColumn, size uint64) {
	const one = 9
	switch {
	case kind < 12:
		column.one = kind == one
		return column, sizeOf[kind]
	case kind%2 == 0:
		column.Kind = BlobColumn
	default:
		column.Kind = TextColumn
	}
	return column, (kind - 12) / 2
}

// sqliteVarint reads a number as SQLite stores it: seven bits a byte, the highest
// first, and all eight of the ninth byte. The size is 0 if it is cut short.
func sqliteVarint(from []byte) (value uint64, size int) {
	for i, b := range from[:min(len(from), 9)] {
		if i == 8 {
			return value<<8 | uint64(b), 9
		}
		value = value<<7 | uint64(b&0x7f)
		if b < 0x80 {
			return value, i + 1
		}
	}
	return 0, 0
}
