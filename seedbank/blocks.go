package seedbank

import (
	"context"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// InBlocks returns a stream that gives the puzzles of another one, which it takes in blocks:
// its Next is nearly as fast as [Take]. About n puzzles will be wanted; 0 if that is not
// known. The other stream must not be used any more.
func InBlocks(stream Stream, n uint64) Stream {
	if n > 0 {
		Expect(stream, n, 0)
	}
	return &blockStream{stream: stream, left: n, size: firstBlock}
}

// Blocks are small at first, so that a stream for few puzzles costs little.
const (
	firstBlock = 16
	lastBlock  = 1024
)

// blockStream takes the puzzles of a stream in blocks.
type blockStream struct {
	stream Stream
	left   uint64 // puzzles that will still be taken, 0 if that is not known
	size   int    // of the next block
	room   []seed.Isomorph
	block  []seed.Isomorph // the puzzles to give
	err    error           // that follows them
}

func (b *blockStream) Next(ctx context.Context) (seed.Isomorph, error) {
	if len(b.block) == 0 {
		if err := b.take(ctx); err != nil {
			return seed.Isomorph{}, err
		}
	}
	puzzle := b.block[0]
	b.block = b.block[1:]
	return puzzle, nil
}

// take takes the next block, of one puzzle at least.
func (b *blockStream) take(ctx context.Context) error {
	if err := b.err; err != nil {
		b.err = nil
		return err
	}
	size := b.size
	if b.left > 0 {
		size = int(min(uint64(size), b.left))
		b.left -= uint64(size)
	}
	b.size = min(2*b.size, lastBlock)
	if len(b.room) < size {
		b.room = make([]seed.Isomorph, b.size)
	}
	n, err := Take(ctx, b.stream, b.room[:size])
	b.block, b.err = b.room[:n], err
	if n == 0 {
		b.err = nil
		return err
	}
	return nil
}

func (b *blockStream) Skip(ctx context.Context, n uint64) error {
	if n < uint64(len(b.block)) {
		b.block = b.block[n:]
		return nil
	}
	n -= uint64(len(b.block))
	b.block = nil
	if err := b.err; err != nil && n > 0 {
		b.err = nil
		return err
	}
	return b.stream.Skip(ctx, n)
}
