package main

import "io"

// behind is a writer that hands what it is given to another one on a goroutine
// of its own, so that puzzles are drawn while others are being written.
type behind struct {
	full  chan []byte
	empty chan []byte
	done  chan error // the first error of the other writer, when it has all
}

// buffers are how many blocks can wait.
const buffers = 4

func newBehind(w io.Writer) *behind {
	b := &behind{full: make(chan []byte, buffers), empty: make(chan []byte, buffers), done: make(chan error, 1)}
	for range buffers {
		b.empty <- nil
	}
	go func() {
		var failed error
		for block := range b.full {
			if failed == nil {
				_, failed = w.Write(block)
			}
			b.empty <- block
		}
		b.done <- failed
	}()
	return b
}

// Write never fails: Close tells.
func (b *behind) Write(p []byte) (int, error) {
	b.full <- append((<-b.empty)[:0], p...)
	return len(p), nil
}

// Close waits until everything is written and returns what went wrong. The other
// writer stays open.
func (b *behind) Close() error {
	close(b.full)
	return <-b.done
}
