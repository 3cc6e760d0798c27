package dataset

import (
	"errors"
	"fmt"
	"io"
	"os"

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

// narrowRow is what is read back of a row.
type narrowRow struct {
	Question string `parquet:"question"`
	Answer   string `parquet:"answer"`
}

// readParquet reads the columns question and answer.
func readParquet(files []*os.File, yield func(pair) bool) error {
	reader := parquet.NewGenericReader[narrowRow](files[0])
	defer reader.Close()
	rows := make([]narrowRow, excerptRows)
	for {
		n, err := reader.Read(rows)
		for _, r := range rows[:n] {
			row, err := pairOf(r.Question, r.Answer)
			if err != nil || !yield(row) {
				return err
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
