package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// press writes the files of a pack.
type press struct {
	folder   string
	format   pack.Format
	settings pack.Settings
	compress string
	sum      hash.Hash // of a part
}

// puzzles are those of a part, in order.
type puzzles = iter.Seq2[*seedbank.Drawn, error]

// write writes a part and returns the names of its files. It sets the sum of
// the part and, if there are not too many, the IDs.
func (p *press) write(ctx context.Context, to *part, from puzzles) (names []string, err error) {
	p.sum = sha256.New()
	listed := to.Puzzles <= maxIDs
	to.IDs = nil
	noted := func(yield func(*seedbank.Drawn, error) bool) {
		for drawn, err := range from {
			if ctx.Err() != nil {
				err = context.Cause(ctx)
			}
			if listed && err == nil {
				to.IDs = append(to.IDs, drawn.ID().String())
			}
			if !yield(drawn, err) || err != nil {
				return
			}
		}
	}
	if p.format.Single {
		names, err = p.writeEach(to, noted)
	} else {
		names, err = []string{to.Name}, p.writeFile(to.Name, func(w io.Writer) error { return p.writeAll(w, noted) })
	}
	to.SHA256 = hex.EncodeToString(p.sum.Sum(nil))
	return names, err
}

// writeEach writes a file for each puzzle, numbered from 1.
func (p *press) writeEach(to *part, from puzzles) (names []string, err error) {
	digits := len(fmt.Sprint(to.Puzzles))
	for drawn, err := range from {
		if err != nil {
			return names, err
		}
		name := fmt.Sprintf("%s-%0*d.%s", to.Name, digits, len(names)+1, p.extension())
		one := func(yield func(*seedbank.Drawn, error) bool) { yield(drawn, nil) }
		if err := p.writeFile(name, func(w io.Writer) error { return p.writeAll(w, one) }); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// extension returns that of the files.
func (p *press) extension() string {
	if p.compress != "" {
		return p.format.Extension + "." + p.compress
	}
	return p.format.Extension
}

// writeAll writes puzzles as one file.
func (p *press) writeAll(w io.Writer, from puzzles) error {
	if p.format.Name == "line" && len(p.settings) == 0 {
		return writeLines(w, from)
	}
	writer, err := p.format.New(w, p.settings...)
	if err != nil {
		return err
	}
	for drawn, err := range from {
		if err != nil {
			return err
		}
		entry := entryOf(drawn)
		if err := writer.Write(&entry); err != nil {
			return err
		}
	}
	return writer.Close()
}

// writeLines writes puzzles as lines.
func writeLines(w io.Writer, from puzzles) error {
	lines := newDrawnLines(w)
	for drawn, err := range from {
		if err == nil {
			err = lines.add(drawn)
		}
		if err != nil {
			return err
		}
	}
	return lines.flush()
}

// writeFile writes a file under a temporary name, and gives it its own when it
// is whole. What write writes is added to the sum.
func (p *press) writeFile(name string, write func(io.Writer) error) error {
	path := filepath.Join(p.folder, name)
	err := replaceFile(path, func(file io.Writer) error {
		toFile, toSum := newBehind(file), newBehind(p.sum)
		w := bufio.NewWriterSize(io.MultiWriter(toFile, toSum), lineBuffer)
		return errors.Join(p.compressed(w, write), w.Flush(), toFile.Close(), toSum.Close())
	})
	if err != nil {
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}

func (p *press) compressed(w io.Writer, write func(io.Writer) error) error {
	if p.compress == "" {
		return write(w)
	}
	// With one goroutine the same input gives the same bytes.
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(write(encoder), encoder.Close())
}

// replaceFile writes a file under a temporary name in its folder, and gives it
// its own when it is whole. What is no file, such as /dev/null, is written to as
// it is.
func replaceFile(path string, write func(io.Writer) error) error {
	if isDevice(path) {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(file), file.Close())
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".seedoku-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails when all went well
	if err := errors.Join(write(file), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// isDevice reports whether a path names something that is no file.
func isDevice(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// entryOf returns a puzzle with all that a pack can say of it.
func entryOf(d *seedbank.Drawn) pack.Entry {
	pick := d.Pick()
	return pack.Entry{ID: d.ID().String(), Seed: pick.Seed.Key().String(), Puzzle: d.Puzzle(), Rating: pick.Rating}
}
