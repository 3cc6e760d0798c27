package repair

import (
	"encoding/binary"
	"iter"

	"github.com/seedoku/seedoku/internal/bounds"
)

// The documentation of the SQLite file format describes rows in "B-tree Pages"
// and "Record Format". This reader trusts nothing, and skips rows that do not fit
// the format.

// columnKind is the type of a stored value.
type columnKind int

const (
	numberColumn columnKind = iota // or NULL
	blobColumn
	textColumn
)

type storedColumn struct {
	kind  columnKind
	bytes []byte
}

// storedRow is a row of a table.
type storedRow struct {
	id      int64
	columns []storedColumn
}

// column returns the bytes of column i, or nil if the column has another kind.
func (row storedRow) column(i int, kind columnKind) []byte {
	if i >= len(row.columns) || row.columns[i].kind != kind {
		return nil
	}
	return row.columns[i].bytes
}

const (
	leafOfTable = 13 // the kind of page that holds rows
	leafHeader  = 8  // bytes
)

// rowsOf yields the rows that begin on a page. It reads their continuation from
// other pages of the file.
func rowsOf(page []byte, file pageFile) iter.Seq[storedRow] {
	return func(yield func(storedRow) bool) {
		if len(page) < leafHeader || page[0] != leafOfTable {
			return
		}
		cells := int(binary.BigEndian.Uint16(page[3:]))
		for i := range cells {
			at := leafHeader + 2*i
			if at+2 > len(page) {
				return
			}
			if row, ok := rowAt(page, int(binary.BigEndian.Uint16(page[at:])), file); ok && !yield(row) {
				return
			}
		}
	}
}

// rowAt reads the row that begins at byte at of a page.
func rowAt(page []byte, at int, file pageFile) (row storedRow, ok bool) {
	if at >= len(page) {
		return row, false
	}
	length, n := sqliteVarint(page[at:])
	id, m := sqliteVarint(page[at+n:])
	if n == 0 || m == 0 || length > bounds.Row {
		return row, false
	}
	payload, ok := payloadAt(page[at+n+m:], int(length), file)
	if !ok {
		return row, false
	}
	row.id = int64(id)
	row.columns, ok = columnsOf(payload)
	return row, ok
}

// payloadAt returns the bytes of a row. A long row continues on a linked list of
// other pages.
func payloadAt(here []byte, length int, file pageFile) ([]byte, bool) {
	usable := file.size // no bytes are reserved at the end of pages
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
		return here[:length], true
	}
	payload, here := append([]byte(nil), here[:local]...), here[local:]
	for len(payload) < length {
		if len(here) < 4 {
			return nil, false
		}
		next := file.page(uint64(binary.BigEndian.Uint32(here)))
		if next == nil {
			return nil, false
		}
		payload = append(payload, next[4:min(usable, 4+length-len(payload))]...)
		here = next
	}
	return payload, true
}

// columnsOf reads the columns of a row.
func columnsOf(payload []byte) (columns []storedColumn, ok bool) {
	length, n := sqliteVarint(payload)
	if n == 0 || length < uint64(n) || length > uint64(len(payload)) {
		return nil, false
	}
	header, body := payload[n:length], payload[length:]
	for len(header) > 0 {
		kind, n := sqliteVarint(header)
		if n == 0 {
			return nil, false
		}
		header = header[n:]
		column, size := columnOf(kind)
		if size > uint64(len(body)) {
			return nil, false
		}
		column.bytes, body = body[:size], body[size:]
		columns = append(columns, column)
	}
	return columns, true
}

// columnOf returns the kind of a column from its serial type, and its size in
// bytes.
func columnOf(kind uint64) (column storedColumn, size uint64) {
	sizes := [12]uint64{0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0}
	switch {
	case kind < 12:
		return column, sizes[kind]
	case kind%2 == 0:
		column.kind = blobColumn
	default:
		column.kind = textColumn
	}
	return column, (kind - 12) / 2
}

// sqliteVarint reads a number as SQLite stores it: seven bits a byte, the highest
// first, and all eight of the ninth byte. The size is 0 if the number is
// truncated.
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
