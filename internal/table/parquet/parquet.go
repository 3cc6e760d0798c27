// Package parquet writes tables in Apache Parquet, packed by zstd, and reads them.
//
// Columns of [table.Whole] are INT32, columns of [table.Tenths] DOUBLE, and all others
// strings. Unknown values are null. Columns have a dictionary, except those with mostly
// different values.
//
// It is a separate package because the library would slow down the start of small
// programs.
//
// Start with [NewWriter] and [Read].
package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"github.com/seedoku/seedoku/internal/table"
)

// rowGroup is the number of rows of a row group, which readers load as a whole.
const rowGroup = 1 << 17

// Writer writes a table. It serves one goroutine at a time.
type Writer[R any] struct {
	writer  *parquet.GenericWriter[any]
	columns []table.Column[R]
	row     parquet.Row
	texts   []byte // of the row
}

// NewWriter returns a writer of a table.
func NewWriter[R any](w io.Writer, columns []table.Column[R]) *Writer[R] {
	return &Writer[R]{columns: columns, writer: parquet.NewGenericWriter[any](w, schemaOf(columns),
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault, Concurrency: 1}),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("seedoku", "", ""),
	)}
}

// schemaOf returns a schema with the columns in their order, which the library takes from
// the fields of a struct.
func schemaOf[R any](columns []table.Column[R]) *parquet.Schema {
	var fields []reflect.StructField
	for i := range columns {
		tag := columns[i].Name + ",optional"
		if !columns[i].Distinct {
			tag += ",dict"
		}
		fields = append(fields, reflect.StructField{
			Name: "F" + strconv.Itoa(i), Type: goType(columns[i].Type), Tag: reflect.StructTag(`parquet:"` + tag + `"`),
		})
	}
	return parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
}

func goType(of table.Type) reflect.Type {
	switch of {
	case table.Whole:
		return reflect.TypeFor[int32]()
	case table.Tenths:
		return reflect.TypeFor[float64]()
	}
	return reflect.TypeFor[string]()
}

// Write writes a row.
func (w *Writer[R]) Write(r R) error {
	w.row, w.texts = w.row[:0], w.texts[:0]
	for i := range w.columns {
		start := len(w.texts)
		w.texts = w.columns[i].Append(r, w.texts)
		if text := w.texts[start:]; len(text) > 0 {
			w.row = append(w.row, valueOf(w.columns[i].Type, text).Level(0, 1, i))
		} else {
			w.row = append(w.row, parquet.NullValue().Level(0, 0, i))
		}
	}
	if _, err := w.writer.WriteRows([]parquet.Row{w.row}); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

func valueOf(of table.Type, text []byte) parquet.Value {
	switch of {
	case table.Whole:
		number, _ := strconv.ParseInt(string(text), 10, 32)
		return parquet.Int32Value(int32(number))
	case table.Tenths:
		number, _ := strconv.ParseFloat(string(text), 64)
		return parquet.DoubleValue(number)
	}
	return parquet.ByteArrayValue(text)
}

// Close writes the end of the file. It does not close the underlying file.
func (w *Writer[R]) Close() error { return w.writer.Close() }

// atOnce is the number of rows that are read at once.
const atOnce = 512

// Read yields the rows of a file of a type, whose fields bear the names of columns.
func Read[T any](from *os.File, yield func(*T) bool) error {
	info, err := from.Stat()
	if err != nil {
		return err
	}
	file, err := parquet.OpenFile(from, info.Size())
	if err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	reader := parquet.NewGenericReader[T](file)
	defer reader.Close()
	rows := make([]T, atOnce)
	for {
		n, err := reader.Read(rows)
		for i := range rows[:n] {
			if !yield(&rows[i]) {
				return nil
			}
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("parquet: %w", err)
		}
	}
}
