package read

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"

	"github.com/seedoku/seedoku/internal/bounds"
)

// compressions are the formats that [Unpack] reads, each with the first bytes of
// its files.
var compressions = [...]struct {
	name   string
	magic  []byte
	unpack func(io.Reader) (io.Reader, error)
}{
	{"zstd", []byte("\x28\xb5\x2f\xfd"), unpackZstd},
	{"gzip", []byte("\x1f\x8b"), func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
}

func unpackZstd(r io.Reader) (io.Reader, error) {
	// With one goroutine, the reader's own, there is nothing to close.
	return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(bounds.Window), zstd.WithDecoderMaxMemory(bounds.Window))
}

// Unpack returns a reader of the contents of r. If the first bytes show zstd or
// gzip, it decompresses them. It reads nothing before its first Read, and no more
// than it needs.
//
// The output may be much longer than the input. Memory is bounded: here by a
// window of 8 MiB, and in the readers for each record.
func Unpack(r io.Reader) io.Reader { return &unpacker{packed: r} }

type unpacker struct {
	packed   io.Reader
	unpacked io.Reader // nil before the first Read, no use if that failed
	failed   error     // why nothing can be unpacked
	name     string    // of the compression, empty if there is none
}

func (u *unpacker) Read(buf []byte) (int, error) {
	if u.unpacked == nil && u.failed == nil {
		u.failed = u.begin()
	}
	if u.failed != nil {
		return 0, u.failed
	}
	n, err := u.unpacked.Read(buf)
	return n, u.explain(err)
}

// begin examines the first bytes and starts decompression.
func (u *unpacker) begin() error {
	packed := bufio.NewReader(u.packed)
	u.unpacked = packed
	for _, c := range compressions {
		if startsWith(packed, c.magic) {
			u.name = c.name
			unpacked, err := c.unpack(packed)
			u.unpacked = unpacked
			return u.explain(err)
		}
	}
	return nil
}

// startsWith reports whether r starts with magic. It stops at the first byte that
// differs, because a person at a terminal may not type more.
func startsWith(r *bufio.Reader, magic []byte) bool {
	for n := range magic {
		if head, _ := r.Peek(n + 1); !bytes.Equal(head, magic[:n+1]) {
			return false
		}
	}
	return true
}

// explain adds the kind of compression to an error.
func (u *unpacker) explain(err error) error {
	switch {
	case err == nil || errors.Is(err, io.EOF) || u.name == "":
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("the %s file is cut short, or something follows its end", u.name)
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("the zstd file needs a window of more than %d MiB to unpack: compress it at a lower level, or unpack it first", bounds.Window>>20)
	}
	return fmt.Errorf("unpacking %s: %w", u.name, err)
}
