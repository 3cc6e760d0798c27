package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Puzzles writes puzzles in a format on one core, until they end or until the first error,
// which it returns. The output before the error stays written.
func Puzzles(w io.Writer, format pack.Format, settings pack.Settings, from iter.Seq2[seed.Isomorph, error]) error {
	at := placing{ctx: context.Background(), workers: 1, number: 1, measures: measures{}}
	return at.write(w, format, settings, from)
}

// placing is where the puzzles of a file stand in their pack.
type placing struct {
	ctx      context.Context
	workers  int         // goroutines that measure puzzles, or that make their records
	number   int         // of the first
	dates    []time.Time // of the puzzles in a calendar, or nil
	measures measures    // that are known
	pages    []int       // of the puzzles, when the file is written and if it has pages

	undivided bool // the file is written, and is a book without the parts that its solutions were to follow
}

// write writes puzzles as one file.
func (p *placing) write(w io.Writer, format pack.Format, settings pack.Settings, from puzzles) error {
	if p.dates == nil {
		records, err := format.Records(settings...)
		if err != nil {
			return err
		}
		if records != nil {
			return p.writeRecords(w, records, from)
		}
	}
	writer, err := format.New(w, settings...)
	if err != nil {
		return err
	}
	for entry, err := range p.entries(from, wants{settings.WantsEffort(), settings.WantsPace()}) {
		if err != nil {
			return errors.Join(err, writer.Close())
		}
		if err := writer.Write(&entry); err != nil {
			writer.Close() // fails as well, for the same reason
			return fmt.Errorf("writing puzzle %s: %w", entry.ID, err)
		}
	}
	err = writer.Close()
	if book, ok := writer.(interface{ Printed() ([]int, bool) }); ok {
		p.pages, p.undivided = book.Printed()
	}
	return err
}

// writeRecords writes puzzles directly from their picks, which is several times as fast as by
// entries.
func (p *placing) writeRecords(w io.Writer, records *pack.Records, from puzzles) error {
	c, size := chunkWriter{ctx: p.ctx, w: w, records: records}, chunkPuzzles
	if p.workers == 1 {
		size = takenAtOnce
	}
	return c.write(p.workers, chunksOf(from, size))
}

// entries yields puzzles with their places and what they are measured for.
func (p *placing) entries(from puzzles, wanted wants) iter.Seq2[pack.Entry, error] {
	if wanted.any() {
		from = p.measures.measured(p.ctx, p.workers, from, wanted)
	}
	return func(yield func(pack.Entry, error) bool) {
		number := p.number
		for puzzle, err := range from {
			if err != nil {
				yield(pack.Entry{}, err)
				return
			}
			entry := pack.EntryOf(puzzle)
			entry.Number = number
			if p.dates != nil {
				entry.Date = p.dates[number-p.number]
			}
			if wanted.any() {
				m := p.measures.of(&puzzle)
				entry.Effort = m.effort
				if wanted.pace {
					entry.Minutes, entry.Bottlenecks = m.pace.Minutes(), m.pace.Narrow
				}
			}
			if number++; !yield(entry, nil) {
				return
			}
		}
	}
}
