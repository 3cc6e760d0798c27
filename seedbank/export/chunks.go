package export

import (
	"context"
	"io"
	"iter"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// chunk is a sequence of consecutive puzzles of a file.
type chunk struct {
	first, n uint64 // position of the first one, relative to the initial position of a stream

	// drawn has the puzzles, unless workers draw them; err is the error after them.
	drawn []seed.Isomorph
	err   error
}

// Chunks are large, because workers wait after each one; some three for each worker are in memory.
// The first one is smaller, so that with several workers the first records do not wait.
const (
	chunkPuzzles = 4096
	firstChunk   = 64
)

// takenAtOnce is so few puzzles that what their records are made from is still in the
// processor's cache when they are made.
const takenAtOnce = 64

// chunksOf yields drawn puzzles in chunks of a size. The last one has the error that ends
// the puzzles.
func chunksOf(from puzzles, size int) iter.Seq[chunk] {
	return func(yield func(chunk) bool) {
		c := chunk{drawn: make([]seed.Isomorph, 0, min(size, firstChunk))}
		for puzzle, err := range from {
			if c.err = err; err != nil {
				break
			}
			c.drawn = append(c.drawn, puzzle)
			if c.n++; len(c.drawn) < cap(c.drawn) {
				continue
			}
			if !yield(c) {
				return
			}
			c = chunk{first: c.first + c.n, drawn: make([]seed.Isomorph, 0, size)}
		}
		if c.n > 0 || c.err != nil {
			yield(c)
		}
	}
}

// chunkWriter writes a file of records in chunks.
type chunkWriter struct {
	ctx     context.Context
	w       io.Writer
	records *pack.Records
	stream  seedbank.Stream // gives the puzzles of chunks that have none: each worker has a fork of it
	full    error           // of w
}

// write writes a file of chunks. An error of w is returned alone. After an error of a chunk, the
// foot is still written.
func (c *chunkWriter) write(workers int, chunks iter.Seq[chunk]) (err error) {
	room := c.records.AppendHead(make([]byte, 0, bufferSize))
	if workers == 1 {
		room, err = c.alone(room, chunks)
	} else if err = c.put(room); err == nil {
		room, err = room[:0], c.together(workers, chunks)
	}
	if c.full == nil && c.put(c.records.AppendFoot(room)) == nil {
		return err
	}
	return c.full
}

const bufferSize = 1 << 16

// put writes a text unless it is empty.
func (c *chunkWriter) put(text []byte) error {
	if len(text) > 0 {
		_, c.full = c.w.Write(text)
	}
	return c.full
}

// alone writes chunks in one goroutine. What it returns is still to be written.
func (c *chunkWriter) alone(room []byte, chunks iter.Seq[chunk]) ([]byte, error) {
	maker := c.maker()
	for of := range chunks {
		t := maker.text(room, of)
		if room = t.bytes; t.err != nil {
			return room, t.err
		}
		if len(room) > bufferSize-takenAtOnce*usualRecord {
			if err := c.put(room); err != nil {
				return nil, err
			}
			room = room[:0]
		}
	}
	return room, nil
}

// usualRecord is a length in bytes that most records do not exceed.
const usualRecord = 1 << 8

// together writes chunks in their order. Workers make their texts in parallel.
func (c *chunkWriter) together(workers int, chunks iter.Seq[chunk]) error {
	free := make(chan []byte, 4*workers)
	newWork := func() func(chunk) text {
		maker := c.maker()
		return func(of chunk) text {
			var room []byte
			select {
			case room = <-free:
			default:
			}
			return maker.text(room[:0], of)
		}
	}
	return ordered.Run(c.ctx, ordered.Pool{Workers: workers}, chunks, newWork, func(t text) error {
		if err := c.put(t.bytes); err != nil {
			return err
		}
		select {
		case free <- t.bytes:
		default:
		}
		return t.err
	})
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

func (c *chunkWriter) maker() *textMaker {
	m := &textMaker{ctx: c.ctx, records: c.records.Fork()}
	if c.stream != nil {
		m.stream = seedbank.Fork(c.stream)
	}
	return m
}

// text appends the records of a chunk to room.
func (m *textMaker) text(room []byte, c chunk) text {
	if m.stream == nil {
		return text{m.appendAll(room, c.drawn, c.first), c.err}
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
	for at := 0; at < len(puzzles); at += takenAtOnce {
		some := puzzles[at:min(at+takenAtOnce, len(puzzles))]
		m.records.Touch(some)
		for i := range some {
			room = m.records.Append(room, some[i], first+uint64(at+i) == 0)
		}
	}
	return room
}
