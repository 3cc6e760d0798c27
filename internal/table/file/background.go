package file

import "io"

// backgroundWriter writes to another writer on its own goroutine, so that the
// caller can make the next bytes in the meantime.
type backgroundWriter struct {
	full   chan []byte
	empty  chan []byte
	failed chan struct{} // closed at the first error of the other writer
	done   chan struct{} // closed when everything is written or the other writer has failed
	err    error         // the first error; read it only after failed or done is closed
}

// buffers is the number of blocks that can wait.
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

// Write returns the error of the other writer as soon as it is known, so that
// callers stop early, such as with a full disk.
func (b *backgroundWriter) Write(p []byte) (int, error) {
	select {
	case <-b.failed:
		return 0, b.err
	case block := <-b.empty:
		b.full <- append(block[:0], p...) // there is room for every block
		return len(p), nil
	}
}

// Close waits until everything is written and returns the first error. The other
// writer stays open.
func (b *backgroundWriter) Close() error {
	close(b.full)
	<-b.done
	return b.err
}
