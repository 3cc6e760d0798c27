package export

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
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/whole"
)

// Write writes the files of m into a folder, which is made if need be, and calls
// wrote with the path of each; it may be nil. It sets the sums of the parts and,
// if there are not too many, their IDs. The manifest itself it does not write.
func (m *Manifest) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) error {
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	drawing := &drawing{ctx: ctx, bank: bank, manifest: m, used: map[seed.Key]bool{}}
	w := &partWriter{ctx: ctx, folder: folder, format: format, settings: m.Options, compress: m.Compress}
	for i := range m.Parts {
		part := &m.Parts[i]
		puzzles, err := drawing.part(part)
		if err != nil {
			return err
		}
		names, err := w.write(part, puzzles)
		if err != nil {
			return err
		}
		for _, name := range names {
			if wrote != nil {
				wrote(filepath.Join(folder, name))
			}
		}
	}
	return nil
}

// WriteAgain writes the files of a manifest that was read, as [Manifest.Write]
// does, and calls changed for every part that has become another one; it may be
// nil.
func (m *Manifest) WriteAgain(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string), changed func(path string, reason error)) error {
	sums := make([]string, len(m.Parts))
	for i := range m.Parts {
		sums[i] = m.Parts[i].SHA256
	}
	if err := m.Write(ctx, bank, folder, wrote); err != nil {
		return err
	}
	for i := range m.Parts {
		if m.Parts[i].SHA256 != sums[i] && changed != nil {
			changed(filepath.Join(folder, m.Parts[i].Name), errChanged)
		}
	}
	return nil
}

// partWriter writes the files of parts.
type partWriter struct {
	ctx      context.Context
	folder   string
	format   pack.Format
	settings pack.Settings
	compress string
	sum      hash.Hash // of the part at hand
}

// write writes a part and returns the names of its files.
func (p *partWriter) write(to *Part, from puzzles) (names []string, err error) {
	p.sum = sha256.New()
	noted := p.noted(to, from)
	if p.format.Single {
		names, err = p.writeEach(to, noted)
	} else {
		names, err = []string{to.Name}, p.writeFile(to.Name, noted)
	}
	to.SHA256 = hex.EncodeToString(p.sum.Sum(nil))
	return names, err
}

// noted returns puzzles, and notes their IDs in the part if there are not too
// many. It ends with the context.
func (p *partWriter) noted(to *Part, from puzzles) puzzles {
	listed := to.Puzzles <= MaxIDs
	to.IDs = nil
	return func(yield func(seed.Isomorph, error) bool) {
		for puzzle, err := range from {
			if p.ctx.Err() != nil {
				err = context.Cause(p.ctx)
			}
			if listed && err == nil {
				to.IDs = append(to.IDs, puzzle.ID().String())
			}
			if !yield(puzzle, err) || err != nil {
				return
			}
		}
	}
}

// writeEach writes a file for each puzzle, numbered from 1.
func (p *partWriter) writeEach(to *Part, from puzzles) (names []string, err error) {
	digits := len(fmt.Sprint(to.Puzzles))
	for puzzle, err := range from {
		if err != nil {
			return names, err
		}
		name := fmt.Sprintf("%s-%0*d.%s", to.Name, digits, len(names)+1, extensionOf(&p.format, p.compress))
		one := func(yield func(seed.Isomorph, error) bool) { yield(puzzle, nil) }
		if err := p.writeFile(name, one); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// writeFile writes puzzles as one file, and adds its bytes to the sum. Writing
// and adding are done while the next puzzles are drawn.
func (p *partWriter) writeFile(name string, from puzzles) error {
	path := filepath.Join(p.folder, name)
	return whole.WriteFile(path, func(file io.Writer) error {
		toFile, toSum := inBackground(file), inBackground(p.sum)
		w := bufio.NewWriterSize(io.MultiWriter(toFile, toSum), bufferSize)
		return errors.Join(p.compressed(w, from), w.Flush(), toFile.Close(), toSum.Close())
	})
}

func (p *partWriter) compressed(w io.Writer, from puzzles) error {
	if p.compress == "" {
		return Puzzles(w, p.format, p.settings, from)
	}
	// With one goroutine the same input gives the same bytes.
	encoder, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
	if err != nil {
		return err
	}
	return errors.Join(Puzzles(encoder, p.format, p.settings, from), encoder.Close())
}

// Puzzles writes puzzles in a format, until they end or one of them is an error,
// which it returns. What was written before stays written.
func Puzzles(w io.Writer, format pack.Format, settings pack.Settings, from iter.Seq2[seed.Isomorph, error]) error {
	if format.Name == pack.Line && len(settings) == 0 {
		return lines(w, from)
	}
	writer, err := format.New(w, settings...)
	if err != nil {
		return err
	}
	for puzzle, err := range from {
		if err != nil {
			return errors.Join(err, writer.Close())
		}
		entry := pack.EntryOf(puzzle)
		if err := writer.Write(&entry); err != nil {
			return fmt.Errorf("writing puzzle %s: %w", entry.ID, err)
		}
	}
	return writer.Close()
}

const bufferSize = 1 << 16

// lines writes puzzles a line each, straight from their picks: ten times as fast
// as by entries.
func lines(w io.Writer, from iter.Seq2[seed.Isomorph, error]) error {
	buffer := make([]byte, 0, bufferSize)
	flush := func() error {
		_, err := w.Write(buffer)
		buffer = buffer[:0]
		return err
	}
	for puzzle, err := range from {
		if err != nil {
			return errors.Join(err, flush())
		}
		buffer = append(puzzle.AppendLine(buffer, '.'), '\n')
		if len(buffer) > bufferSize-100 {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	return flush()
}
