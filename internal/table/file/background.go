package file

import "io"

// backgroundWriter hands what it is given to another writer, on a goroutine of its
// own, so that bytes are made while others are being written.
type backgroundWriter struct {
	full   chan []byte
	empty  chan []byte
	failed chan struct{} // closed at the first error of the other writer
	done   chan struct{} // closed when the other writer has all, or has failed
	err    error         // the first error; to be read once failed or done is closed
}

// buffers are how many blocks can wait.
const buffers = 4

func inBackground(w io.Writer) *backgroundWriter {
	b := &backgroundWriter{
		full: make(chan []byte, buffers), empty: make(chan []byte, buffers),
		failed: make(chan struct{}), done: make(chan struct{}),
	}
	for range buffers {
		b.empty <- nil
	}
	go func() {
		defer close(b.done)
		for block := range b.full {
			if _, b.err = w.Write(block); b.err != nil {
				close(b.failed)
				return
			}
			b.empty <- block
		}
	}()
	return b
}

// Write returns the error of the other writer as soon as it is known, so that nobody
// makes bytes for a full disk.
func (b *backgroundWriter) Write(p []byte) (int, error) {
	select {
	case <-b.failed:
		return 0, b.err
	case block := <-b.empty:
		b.full <- append(block[:0], p...) // there is room for every block
		return len(p), nil
	}
}

// Close waits until everything is written and returns what went wrong. The other
// writer stays open.
func (b *backgroundWriter) Close() error {
	close(b.full)
	<-b.done
	return b.err
}
