package pack

import (
	"encoding/csv"
	"io"
	"strconv"
)

// csvHeader begins with the columns that public puzzle tables have; the others
// are ours. Difficulty is the ER.
var csvHeader = []string{
	"id", "puzzle", "solution", "clues", "difficulty",
	"level", "er", "ep", "ed", "technique", "seed",
}

// csvWriter writes a table as RFC 4180 has it, but with lines that end in a
// newline alone.
type csvWriter struct {
	table  *csv.Writer
	headed bool
}

func newCSV(w io.Writer, _ Options) Writer { return &csvWriter{table: csv.NewWriter(w)} }

func (c *csvWriter) Write(e *Entry) error {
	if err := c.head(); err != nil {
		return err
	}
	return c.table.Write([]string{
		e.ID, e.Puzzle.Clues.String(), e.Puzzle.Solution.String(),
		strconv.Itoa(e.Puzzle.Clues.Clues()), e.Rating.ER.String(),
		strconv.Itoa(int(e.Rating.Level())), e.Rating.ER.String(), e.Rating.EP.String(), e.Rating.ED.String(),
		e.Rating.Hardest.String(), e.Seed,
	})
}

func (c *csvWriter) head() error {
	if c.headed {
		return nil
	}
	c.headed = true
	return c.table.Write(csvHeader)
}

func (c *csvWriter) Close() error {
	if err := c.head(); err != nil {
		return err
	}
	c.table.Flush()
	return c.table.Error()
}
