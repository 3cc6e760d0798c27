package file

import "io"

// backgroundWriter hands what it is given to another writer, on a goroutine of its
// own, so that bytes are made while others are being written.
type backgroundWriter struct {
	full  chan []byte
	empty chan []byte
	done  chan error // the first error of the other writer, when it has all
}

// buffers are how many blocks can wait.
const buffers = 4

func inBackground(w io.Writer) *backgroundWriter {
	b := &backgroundWriter{full: make(chan []byte, buffers), empty: make(chan []byte, buffers), done: make(chan error, 1)}
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
func (b *backgroundWriter) Write(p []byte) (int, error) {
	b.full <- append((<-b.empty)[:0], p...)
	return len(p), nil
}

// Close waits until everything is written and returns what went wrong. The other
// writer stays open.
func (b *backgroundWriter) Close() error {
	close(b.full)
	return <-b.done
}
