package seed

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"

	"github.com/seedoku/seedoku/internal/bounds"
)

// A file of seeds is a sequence of messages. So it can have any length, and
// writing and reading take little memory:
//
//	"sdkseeds", and a byte with the version of this form: 1
//	for each message its length, 4 bytes, the highest first, and the message
//	4 bytes of 0
//	number of seeds of all messages, 8 bytes, the highest first
const (
	fileMark    = "sdkseeds"
	fileVersion = 1

	// batchRungs limits a message: once it has this many rungs it takes no more
	// seeds. A rung takes at most 100 bytes, so the message stays short even if
	// its last seed has the maximum number of rungs.
	batchRungs = 1 << 14
	batchSeeds = 1000 // likewise for seeds
)

// FileExtension is the extension of the names of files of seeds, without the dot.
const FileExtension = "seeds"

// ErrFile is wrapped by every error of [ReadFile] about the contents of the file.
var ErrFile = errors.New("not a whole file of seeds")

// IsFile reports whether a file is a file of seeds, by its first bytes: 8 are
// enough.
func IsFile(head []byte) bool { return bytes.HasPrefix(head, []byte(fileMark)) }

// FileWriter writes a file of seeds. The same seeds give the same bytes.
type FileWriter struct {
	w     io.Writer
	batch Batch // seeds not written yet
	rungs int   // of the seeds in batch
	seeds uint64
	begun bool

	closed bool
}

// NewFileWriter returns a writer of a file of seeds. It writes whole messages. It
// writes nothing before the first call of [FileWriter.Write] or
// [FileWriter.Close].
func NewFileWriter(w io.Writer) *FileWriter { return &FileWriter{w: w} }

// Write adds a seed. The number rater is the version of the rating rules that
// rated it, as in [Batch]. The seed must pass [Seed.Check], and its rungs must
// stay as they are until the file is closed. After that, Write fails with [fs.ErrClosed].
func (f *FileWriter) Write(s *Seed, rater int) error {
	if f.closed {
		return fmt.Errorf("writing a seed: %w", fs.ErrClosed)
	}
	if rater != f.batch.Rater || len(f.batch.Seeds) == batchSeeds || f.rungs >= batchRungs {
		if err := f.flush(); err != nil {
			return err
		}
		f.batch.Rater = rater
	}
	f.batch.Seeds = append(f.batch.Seeds, *s)
	f.rungs += len(s.Rungs)
	f.seeds++
	return nil
}

// Close writes the remaining seeds and the end of the file. It does not close the
// underlying writer. Further calls do nothing.
func (f *FileWriter) Close() error {
	if f.closed {
		return nil
	}
	f.closed = true
	if err := f.flush(); err != nil {
		return err
	}
	return f.write(binary.BigEndian.AppendUint64(make([]byte, 4), f.seeds))
}

// flush writes the current batch as a message, if it has any seeds.
func (f *FileWriter) flush() error {
	if len(f.batch.Seeds) == 0 {
		return nil
	}
	message := Marshal(&f.batch)
	f.batch.Seeds, f.rungs = f.batch.Seeds[:0], 0
	if len(message) > bounds.Seeds {
		return fmt.Errorf("a message of %d bytes, longer than %d", len(message), bounds.Seeds)
	}
	return f.write(append(binary.BigEndian.AppendUint32(nil, uint32(len(message))), message...))
}

// write writes bytes. Its first call writes the head of the file before them.
func (f *FileWriter) write(bytes []byte) error {
	if !f.begun {
		f.begun = true
		bytes = append(append([]byte(fileMark), fileVersion), bytes...)
	}
	_, err := f.w.Write(bytes)
	return err
}

// ReadFile yields the batches of a file of seeds. The file need not be trusted;
// [Unmarshal] says what is checked. ReadFile ends at the first error and yields
// it. The error wraps [ErrFile], or is an error of reading. A truncated file and a
// file with bytes after its end are errors. ReadFile holds one message at a time, of
// 4 MB at most. Unpacked it takes a few MB more. A forged message takes up to 40 times its
// length.
func ReadFile(r io.Reader) iter.Seq2[*Batch, error] {
	return func(yield func(*Batch, error) bool) {
		f := &fileReader{r: r}
		for b, err := f.first(); ; b, err = f.next() {
			if err != nil {
				yield(nil, err)
				return
			}
			if b == nil || !yield(b, nil) {
				return
			}
		}
	}
}

// fileReader reads a file of seeds.
type fileReader struct {
	r        io.Reader
	buffer   bytes.Buffer
	messages int // number of messages read so far
	seeds    uint64
}

// first returns the first batch, or nil if there is none.
func (f *fileReader) first() (*Batch, error) {
	head, err := f.take(len(fileMark) + 1)
	switch {
	case err != nil:
		return nil, err
	case !IsFile(head):
		return nil, fmt.Errorf("%w: its first bytes are wrong", ErrFile)
	case head[len(fileMark)] != fileVersion:
		return nil, fmt.Errorf("%w: it has form %d, and this version of the program reads form %d", ErrFile, head[len(fileMark)], fileVersion)
	}
	return f.next()
}

// next returns the next batch, or nil at the end of the file.
func (f *fileReader) next() (*Batch, error) {
	head, err := f.take(4)
	if err != nil {
		return nil, err
	}
	length := binary.BigEndian.Uint32(head)
	if length == 0 {
		return nil, f.end()
	}
	f.messages++
	if length > bounds.Seeds {
		return nil, fmt.Errorf("%w: it is damaged: part %d has %d bytes, more than %d", ErrFile, f.messages, length, bounds.Seeds)
	}
	message, err := f.take(int(length))
	if err != nil {
		return nil, err
	}
	b, err := unmarshal(message)
	if err != nil {
		return nil, fmt.Errorf("%w: part %d: %w", ErrFile, f.messages, err)
	}
	f.seeds += uint64(len(b.Seeds))
	return b, nil
}

// end checks the count of seeds and that nothing follows the end mark.
func (f *fileReader) end() error {
	count, err := f.take(8)
	if err != nil {
		return err
	}
	if seeds := binary.BigEndian.Uint64(count); seeds != f.seeds {
		return fmt.Errorf("%w: it is damaged: its end says %d seeds, but it has %d", ErrFile, seeds, f.seeds)
	}
	switch n, err := io.CopyN(io.Discard, f.r, 1); {
	case n > 0:
		return fmt.Errorf("%w: it has bytes after its end", ErrFile)
	case err != io.EOF:
		return err
	}
	return nil
}

// take reads n bytes, which are valid until the next call. It allocates no more
// memory than the file has bytes.
func (f *fileReader) take(n int) ([]byte, error) {
	f.buffer.Reset()
	switch _, err := io.CopyN(&f.buffer, f.r, int64(n)); {
	case err == io.EOF:
		return nil, fmt.Errorf("%w: %w", ErrFile, errCutShort)
	case err != nil:
		return nil, err
	}
	return f.buffer.Bytes(), nil
}
