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
	if err := put(w, records.AppendHead(nil)); err != nil {
		return err
	}
	stream, err := from.Open(ctx)
	if err == nil {
		workers := ordered.OrCores(output.Workers)
		seedbank.Expect(stream, from.Request.N, workers)
		s := streamWriter{ctx: ctx, w: w, records: records, stream: stream, n: from.Request.N}
		err = s.write(workers)
	}
	return errors.Join(err, put(w, records.AppendFoot(nil)))
}

// put writes a text unless it is empty.
func put(w io.Writer, text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := w.Write(text)
	return err
}

// chunkPuzzles is the number of puzzles of a chunk. Chunks are large, because workers wait after each
// one. The first one is smaller: its picks are looked up one by one, so that it does not wait for all
// others.
const (
	chunkPuzzles = 4096
	firstChunk   = 64
)

// takenAtOnce is so few puzzles that what their records are written from is in the
// processor's cache until then.
const takenAtOnce = 64

// streamWriter writes the puzzles of a stream in chunks.
type streamWriter struct {
	ctx     context.Context
	w       io.Writer
	records *pack.Records
	stream  seedbank.Stream
	n       uint64 // number of puzzles to write; 0: all
}

// write writes the chunks in their order. Workers make them in parallel.
func (s *streamWriter) write(workers int) error {
	workers = int(min(uint64(workers), (s.most()-1)/chunkPuzzles+1))
	pool, free := ordered.Pool{Workers: workers}, make(chan []byte, 4*workers)
	err := ordered.Run(s.ctx, pool, s.chunks(), func() func(chunk) text {
		maker := s.maker()
		return func(c chunk) text {
			var room []byte
			select {
			case room = <-free:
			default:
			}
			return maker.text(room[:0], c)
		}
	}, func(t text) error {
		if _, err := s.w.Write(t.bytes); err != nil {
			return err
		}
		select {
		case free <- t.bytes:
		default:
		}
		return t.err
	})
	return s.ended(err)
}

// most returns the greatest number of puzzles to write.
func (s *streamWriter) most() uint64 {
	if s.n == 0 {
		return math.MaxUint64
	}
	return s.n
}

// ended returns nil for the end of a stream that was to be written as a whole.
func (s *streamWriter) ended(err error) error {
	if s.n == 0 && errors.Is(err, seedbank.ErrNoMore) {
		return nil
	}
	return err
}

// chunk is a sequence of consecutive puzzles of a stream.
type chunk struct {
	first, n uint64 // position of the first one, relative to the initial position of the stream

	// drawn has the puzzles if a single goroutine draws all of them; err is the
	// error after them.
	drawn []seed.Isomorph
	err   error
}

// chunks yields the chunks of s. They contain puzzles if workers cannot draw in
// parallel.
func (s *streamWriter) chunks() iter.Seq[chunk] {
	forks := seedbank.Fork(s.stream) != nil
	return func(yield func(chunk) bool) {
		for c := (chunk{}); c.first < s.most() && c.err == nil; c.first += c.n {
			c.n = min(chunkPuzzles, s.most()-c.first)
			if c.first == 0 {
				c.n = min(c.n, firstChunk)
			}
			if !forks {
				c.drawn = make([]seed.Isomorph, c.n)
				n, err := seedbank.Take(s.ctx, s.stream, c.drawn)
				c.n, c.err = uint64(n), err
			}
			if !yield(c) {
				return
			}
		}
	}
}

// text is the records of a chunk up to the first error.
type text struct {
	bytes []byte
	err   error
}

// textMaker makes the texts of chunks. The positions of its chunks must ascend.
type textMaker struct {
	ctx     context.Context
	records *pack.Records
	stream  seedbank.Stream // a fork, or nil if chunks contain their puzzles
	at      uint64          // position of stream
	puzzles [takenAtOnce]seed.Isomorph
}

func (s *streamWriter) maker() *textMaker {
	return &textMaker{ctx: s.ctx, records: s.records.Fork(), stream: seedbank.Fork(s.stream)}
}

// text appends the records of a chunk to room.
func (m *textMaker) text(room []byte, c chunk) text {
	if m.stream == nil {
		return text{m.appendAll(room, c.drawn[:c.n], c.first), c.err}
	}
	if err := m.stream.Skip(m.ctx, c.first-m.at); err != nil {
		return text{room, err}
	}
	m.at = c.first + c.n
	for first := c.first; first < m.at; {
		n, err := seedbank.Take(m.ctx, m.stream, m.puzzles[:min(uint64(len(m.puzzles)), m.at-first)])
		room = m.appendAll(room, m.puzzles[:n], first)
		if err != nil {
			return text{room, err}
		}
		first += uint64(n)
	}
	return text{bytes: room}
}

// appendAll appends the records of puzzles from a position on.
func (m *textMaker) appendAll(room []byte, puzzles []seed.Isomorph, first uint64) []byte {
	m.records.Touch(puzzles)
	for i := range puzzles {
		room = m.records.Append(room, puzzles[i], first == 0 && i == 0)
	}
	return room
}
