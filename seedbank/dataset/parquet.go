package dataset

import (
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"
)

// rowGroup is the number of rows of a row group: what a reader loads at once.
const rowGroup = 1 << 17

// parquetFile writes the wide rows in Parquet. Columns with few values have a
// dictionary, and all are packed by zstd.
type parquetFile struct {
	writer *parquet.GenericWriter[wideRow]
	rows   []wideRow // scratch
}

func newParquet(w io.Writer, _ uint64) (fileWriter, error) {
	return &parquetFile{writer: parquet.NewGenericWriter[wideRow](w,
		parquet.Compression(&zstd.Codec{Level: zstd.SpeedDefault, Concurrency: 1}),
		parquet.MaxRowsPerRowGroup(rowGroup),
		parquet.CreatedBy("seedoku", "", ""),
	)}, nil
}

func (p *parquetFile) write(rows []row, _ []byte) error {
	p.rows = p.rows[:0]
	for i := range rows {
		p.rows = append(p.rows, widen(&rows[i]))
	}
	if _, err := p.writer.Write(p.rows); err != nil {
		return fmt.Errorf("parquet: %w", err)
	}
	return nil
}

func (p *parquetFile) close() error { return p.writer.Close() }
