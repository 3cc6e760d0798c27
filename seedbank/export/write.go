package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Write writes the files of m into a folder and calls wrote, which may be nil,
// with the path of each. It makes the folder if it does not exist. It replaces
// files of the same names; [Manifest.MustBeNew] reports whether there are any.
// Write sets the checksums of the parts and, up to [MaxIDs], their IDs. It does
// not write the manifest itself.
func (m *Manifest) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) error {
	return m.write(ctx, bank, folder, wrote, make([]bool, len(m.Parts)))
}

// write writes the files of the parts for which keep is false.
func (m *Manifest) write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string), keep []bool) error {
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return err
	}
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	drawing := newDrawing(ctx, bank, m)
	w := &partWriter{ctx: ctx, folder: to, format: format, settings: m.Options, compress: m.Compress}
	for i := range m.Parts {
		part := &m.Parts[i]
		if keep[i] && len(part.IDs) > 0 {
			continue // later parts do not depend on its draws
		}
		puzzles, err := drawing.part(part)
		if err != nil {
			return err
		}
		w.idle = keep[i]
		names, err := w.write(part, puzzles)
		if err != nil {
			return err
		}
		for _, name := range names {
			if wrote != nil && !keep[i] {
				wrote(filepath.Join(folder, name))
			}
		}
	}
	return nil
}

// WriteAgain writes the files of a manifest that was read, as [Manifest.Write]
// does. It calls changed, which may be nil, for every part whose contents differ
// from the manifest. It keeps parts whose files are in the folder with the right
// contents. If there are other files with their names, the error is a
// [*TakenError] and nothing is written. With force it writes all files.
func (m *Manifest) WriteAgain(ctx context.Context, bank *seedbank.Bank, folder string, force bool, wrote func(path string), changed func(path string, reason error)) error {
	keep := make([]bool, len(m.Parts))
	if !force {
		var err error
		if keep, err = m.standing(folder); err != nil {
			return err
		}
	}
	before := slices.Clone(m.Parts)
	if err := m.write(ctx, bank, folder, wrote, keep); err != nil {
		return err
	}
	for i := range m.Parts {
		switch {
		case keep[i]:
			m.Parts[i] = before[i]
		case m.Parts[i].SHA256 != before[i].SHA256 && changed != nil:
			changed(filepath.Join(folder, m.Parts[i].Name), errChanged)
		}
	}
	return nil
}

// partWriter writes the files of parts.
type partWriter struct {
	ctx      context.Context
	folder   atomicfile.Folder
	format   pack.Format
	settings pack.Settings
	compress string
	idle     bool      // draw the current part for later ones, but do not write it
	sum      *file.Sum // checksum of the current part
}

// write writes a part and returns the names of its files.
func (p *partWriter) write(to *Part, from puzzles) (names []string, err error) {
	p.sum = file.NewSum()
	noted := p.noted(to, from)
	if p.format.Single {
		names, err = p.writeEach(to, noted)
	} else {
		names, err = []string{to.Name}, p.writeFile(to.Name, noted)
	}
	to.SHA256 = p.sum.File(to.Name).SHA256
	return names, err
}

// noted returns from, and records the IDs in the part, up to [MaxIDs]. It ends
// when the context is done.
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
	for puzzle, err := range from {
		if err != nil {
			return names, err
		}
		name := to.numbered(uint64(len(names)+1), extensionOf(&p.format, p.compress))
		one := func(yield func(seed.Isomorph, error) bool) { yield(puzzle, nil) }
		if err := p.writeFile(name, one); err != nil {
			return names, err
		}
		names = append(names, name)
	}
	return names, nil
}

// writeFile writes puzzles as one file, and adds its bytes to the checksum. It
// does both while the next puzzles are drawn.
func (p *partWriter) writeFile(name string, from puzzles) error {
	write := func(w io.Writer) error {
		return p.sum.Through(w, func(w io.Writer) error { return p.compressed(w, from) })
	}
	if p.idle {
		return write(io.Discard)
	}
	return p.folder.WriteFile(name, write)
}

func (p *partWriter) compressed(w io.Writer, from puzzles) error {
	write := func(w io.Writer) error { return Puzzles(w, p.format, p.settings, from) }
	if p.compress == "" {
		return write(w)
	}
	return file.Compress(w, file.Fast, write)
}

// Puzzles writes puzzles in a format, until they end or until the first error,
// which it returns. The output before the error stays written.
func Puzzles(w io.Writer, format pack.Format, settings pack.Settings, from iter.Seq2[seed.Isomorph, error]) error {
	records, err := format.Records(settings...)
	if err != nil {
		return err
	}
	if records != nil {
		return writeRecords(w, records, from)
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

// writeRecords writes puzzles directly from their picks, in batches, which is
// several times as fast as by entries.
func writeRecords(w io.Writer, records *pack.Records, from iter.Seq2[seed.Isomorph, error]) error {
	buffer := records.AppendHead(make([]byte, 0, bufferSize))
	flush := func() error {
		_, err := w.Write(buffer)
		buffer = buffer[:0]
		return err
	}
	first := true
	for puzzle, err := range from {
		if err != nil {
			buffer = records.AppendFoot(buffer)
			return errors.Join(err, flush())
		}
		buffer = records.Append(buffer, puzzle, first)
		first = false
		if len(buffer) > bufferSize-longRecord {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	buffer = records.AppendFoot(buffer)
	return flush()
}

// longRecord is a length in bytes that few records exceed.
const longRecord = 1 << 10
