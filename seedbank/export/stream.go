package export

import (
	"context"
	"errors"
	"io"
	"iter"
	"math"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Output is the form in which puzzles are written.
type Output struct {
	Format   pack.Format
	Settings pack.Settings
	Workers  int // number of goroutines that draw and write; 0 means one for each core
}

// Memory returns about how many bytes of texts the goroutines keep at most.
func (o Output) Memory() int64 {
	records, err := o.Format.Records(o.Settings...)
	if err != nil || records == nil {
		return 0
	}
	return int64(ordered.OrCores(o.Workers)) * records.Memory()
}

// Requested writes the puzzles of a stream in their order, in any format. It writes the
// same bytes and returns the same errors as [Puzzles] with [draw.Stream.All], with any
// number of workers. If [draw.Request.Check] fails, it writes nothing.
func Requested(ctx context.Context, w io.Writer, from *draw.Stream, output Output) error {
	if err := from.Request.Check(); err != nil {
		return err
	}
	records, err := output.Format.Records(output.Settings...)
	if err != nil {
		return err
	}
	if records == nil {
		at := placing{ctx: ctx, workers: ordered.OrCores(output.Workers), number: 1, measures: measures{}}
		return at.write(w, output.Format, output.Settings, from.All(ctx))
	}
	c := chunkWriter{ctx: ctx, w: w, records: records}
	stream, err := from.Open(ctx)
	if err != nil {
		return c.write(1, func(yield func(chunk) bool) { yield(chunk{err: err}) })
	}
	n, workers := from.Request.N, ordered.OrCores(output.Workers)
	seedbank.Expect(stream, n, workers)
	most := n
	if n == 0 {
		most = math.MaxUint64
	}
	workers = int(min(uint64(workers), (most-1)/chunkPuzzles+1))
	err = c.write(workers, c.chunks(stream, most))
	if n == 0 && c.full == nil && errors.Is(err, seedbank.ErrNoMore) {
		return nil // all were wanted
	}
	return err
}

// chunks yields the chunks of the next n puzzles of a stream. They contain puzzles if workers
// cannot draw in parallel; else c draws them from the stream.
func (c *chunkWriter) chunks(stream seedbank.Stream, n uint64) iter.Seq[chunk] {
	if seedbank.Fork(stream) != nil {
		c.stream = stream
	}
	return func(yield func(chunk) bool) {
		for of := (chunk{}); of.first < n && of.err == nil; of.first += of.n {
			of.n = min(chunkPuzzles, n-of.first)
			if of.first == 0 {
				of.n = min(of.n, firstChunk)
			}
			if c.stream == nil {
				of.drawn = make([]seed.Isomorph, of.n)
				drawn, err := seedbank.Take(c.ctx, stream, of.drawn)
				of.drawn, of.n, of.err = of.drawn[:drawn], uint64(drawn), err
			}
			if !yield(of) {
				return
			}
		}
	}
}
