// Package file writes files with checksums, optionally compressed.
//
// Start with [Write].
package file

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/atomicfile"
)

// File is a file that was written.
type File struct {
	Name   string `json:"name"`
	Bytes  uint64 `json:"bytes"`
	SHA256 string `json:"sha256"` // in hexadecimal digits
}

// Write writes a file into a folder. The file appears only when it is complete.
func Write(to atomicfile.Folder, name string, write func(io.Writer) error) (File, error) {
	sum := NewSum()
	err := to.WriteFile(name, func(w io.Writer) error { return sum.Through(w, write) })
	return sum.File(name), err
}

// SumsName is the name of the file with the checksums of the others.
const SumsName = "SHA256SUMS"

// Sums returns a function that writes the checksums of files in the format of
// sha256sum -c.
func Sums(files []File) func(io.Writer) error {
	return func(w io.Writer) error {
		for _, f := range files {
			if _, err := fmt.Fprintf(w, "%s  %s\n", f.SHA256, f.Name); err != nil {
				return err
			}
		}
		return nil
	}
}

// Sum counts the bytes that are written to it, and computes their checksum.
type Sum struct {
	bytes uint64
	hash  hash.Hash
}

// NewSum returns a Sum without any bytes.
func NewSum() *Sum { return &Sum{hash: sha256.New()} }

// Write never fails.
func (s *Sum) Write(p []byte) (int, error) {
	s.bytes += uint64(len(p))
	return s.hash.Write(p)
}

// File returns the description of the written bytes as a file with a name.
func (s *Sum) File(name string) File {
	return File{name, s.bytes, hex.EncodeToString(s.hash.Sum(nil))}
}

// blockSize is the number of bytes that are written at once.
const blockSize = 1 << 16

// Through calls write with a writer to both w and s, through a buffer. The two
// receive the bytes on their own goroutines, while write makes more.
func (s *Sum) Through(w io.Writer, write func(io.Writer) error) error {
	toFile, toSum := inBackground(w), inBackground(s)
	buffered := bufio.NewWriterSize(io.MultiWriter(toFile, toSum), blockSize)
	err := write(buffered)
	return cmp.Or(err, buffered.Flush(), errors.Join(toFile.Close(), toSum.Close()))
}

// background is a writer that writes to another one on its own goroutine, so that the caller
// can make the next bytes in the meantime. It returns the error of the other writer as soon as
// that is known, so that callers stop early, such as with a full disk.
type background struct {
	*io.PipeWriter
	done chan error // has the error when everything is written or the other writer has failed
}

func inBackground(w io.Writer) background {
	from, to := io.Pipe()
	b := background{to, make(chan error, 1)}
	go func() {
		_, err := io.CopyBuffer(struct{ io.Writer }{w}, from, make([]byte, blockSize))
		from.CloseWithError(err)
		b.done <- err
	}()
	return b
}

// Close waits until everything is written and returns the first error. The other writer stays
// open.
func (b background) Close() error {
	b.PipeWriter.Close()
	return <-b.done
}

// Zst is the ending of the names of compressed files.
const Zst = "zst"

// The levels of compression.
const (
	Fast = zstd.SpeedDefault
	Best = zstd.SpeedBestCompression
)

// Compress calls write with a writer that compresses to w by zstd. It uses one
// goroutine, so that the same input gives the same bytes.
func Compress(w io.Writer, level zstd.EncoderLevel, write func(io.Writer) error) error {
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(level))
	if err != nil {
		return err
	}
	return errors.Join(write(encoder), encoder.Close())
}

// SumOf returns the checksum of the concatenation of files in a folder.
func SumOf(folder string, names ...string) (string, error) {
	sum := NewSum()
	for _, name := range names {
		path := filepath.Join(folder, name)
		if atomicfile.IsDevice(path) {
			return "", fs.ErrInvalid // reading might never end
		}
		file, err := os.Open(path)
		if err != nil {
			return "", err
		}
		_, err = io.Copy(sum, file)
		if err := errors.Join(err, file.Close()); err != nil {
			return "", err
		}
	}
	return sum.File("").SHA256, nil
}
