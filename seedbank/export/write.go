package export

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Write writes the files of m into a folder and calls wrote, which may be nil,
// with the path of each. It makes the folder if it does not exist. It replaces
// files of the same names; [Manifest.MustBeNew] reports whether there are any.
// Write sets Asked, Made, the checksums of the files and, up to [MaxIDs], the IDs of the parts. It
// does not write the manifest itself; [Manifest.WriteWhole] does.
func (m *Manifest) Write(ctx context.Context, bank *seedbank.Bank, folder string, wrote func(path string)) error {
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	if err := m.write(ctx, bank, to, m.keepNone()); err != nil {
		return err
	}
	for _, name := range m.fileNames() {
		if wrote != nil {
			wrote(filepath.Join(folder, name))
		}
	}
	return nil
}

// keepNone says for each file of each part that it is written.
func (m *Manifest) keepNone() [][]bool {
	keep := make([][]bool, len(m.Parts))
	for i := range keep {
		keep[i] = make([]bool, len(m.Parts[i].Files))
	}
	return keep
}

// write writes the files of the parts for which keep is false to a folder.
func (m *Manifest) write(ctx context.Context, bank *seedbank.Bank, to folder, keep [][]bool) error {
	drawing := newDrawing(ctx, bank, m)
	for i := range m.Parts {
		part := &m.Parts[i]
		if !slices.Contains(keep[i], false) && len(part.IDs) > 0 {
			continue // later parts do not depend on its draws
		}
		if err := drawing.writePart(part, to, keep[i]); err != nil {
			return err
		}
	}
	m.Asked, m.Made = m.asked(), m.content()
	return nil
}

// written returns the names of the files for which keep is false.
func (m *Manifest) written(keep [][]bool) (names []string) {
	for i := range m.Parts {
		for k := range m.Parts[i].Files {
			if !keep[i][k] {
				names = append(names, m.Parts[i].fileNames(&m.Parts[i].Files[k], m.Compress)...)
			}
		}
	}
	return names
}

// writePart writes the files of a part but those to keep. The writer of several files, or of
// a calendar, wants all puzzles at once.
func (d *drawing) writePart(part *Part, to folder, keep []bool) error {
	puzzles, err := d.part(part)
	if err != nil {
		return err
	}
	w := &partWriter{drawing: d, folder: to, part: part}
	if len(part.Files) == 1 && part.Dates == nil {
		return w.write(&part.Files[0], w.noted(puzzles), keep[0])
	}
	return w.writeAll(puzzles, keep)
}

// WriteAgain writes the files of a manifest that was read, as [Manifest.Write]
// does. It calls changed, which may be nil, for every file whose contents differ
// from its checksum, with [ErrEdited] if the manifest has the IDs of its puzzles, or else
// with [ErrChanged]. It keeps files that are in the folder with the right contents, unless the
// manifest was edited after they were made. If there are other files of these names, the error
// is a [*TakenError] and nothing is written, even if they came meanwhile. With force it writes all
// files. They appear when all are written and may, which may be nil, has returned no error. No other
// pack is given its names in the folder then; see [Manifest.WriteWhole].
func (m *Manifest) WriteAgain(ctx context.Context, bank *seedbank.Bank, folder string, force bool, may func() error, wrote func(path string), changed func(path string, reason error)) error {
	keep := m.keepNone()
	if !force {
		var err error
		if keep, err = m.standing(folder); err != nil {
			return err
		}
	}
	var before []Part
	for i := range m.Parts {
		before = append(before, m.Parts[i])
		before[i].Files = slices.Clone(m.Parts[i].Files)
	}
	to, err := atomicfile.OpenFolder(folder)
	if err != nil {
		return err
	}
	staged := to.Stage()
	defer staged.Close()
	if err := m.write(ctx, bank, staged, keep); err != nil {
		return err
	}
	for i := range keep {
		for k := range keep[i] {
			if keep[i][k] {
				m.Parts[i].Files[k].SHA256 = before[i].Files[k].SHA256
			}
		}
	}
	claim, err := atomicfile.Await(ctx, folder)
	if err != nil {
		return err
	}
	defer claim.Close()
	if !force && len(m.written(keep)) > 0 {
		if _, err := m.standing(folder); err != nil {
			return err
		}
	}
	if may != nil {
		if err := may(); err != nil {
			return err
		}
	}
	if err := m.place(staged, folder, keep, wrote); err != nil {
		return err
	}
	for i := range m.Parts {
		reason := ErrChanged
		if len(before[i].IDs) > 0 {
			reason = ErrEdited
		}
		for k := range m.Parts[i].Files {
			file, was := &m.Parts[i].Files[k], before[i].Files[k].SHA256
			if file.SHA256 != was && was != "" && changed != nil {
				names := m.Parts[i].fileNames(file, m.Compress)
				path := filepath.Join(folder, names[0])
				if last := len(names) - 1; last > 0 {
					path += " to " + names[last]
				}
				changed(path, reason)
			}
		}
	}
	return nil
}

// CountPages makes the books of m that are known without their pages, such as those that
// [Manifest.WriteAgain] has found in the folder, and writes them nowhere. Then [Manifest.Places]
// has the pages of their puzzles.
func (m *Manifest) CountPages(ctx context.Context, bank *seedbank.Bank) error {
	drawing := newDrawing(ctx, bank, m)
	for i := range m.Parts {
		part := m.Parts[i] // a copy, because the checksums stay
		part.Files = slices.Clone(part.Files)
		keep := make([]bool, len(part.Files))
		for k := range part.Files {
			format, err := pack.FormatNamed(part.Files[k].Format)
			if err != nil {
				return err
			}
			keep[k] = !format.Booklet || part.Files[k].pages != nil
		}
		if !slices.Contains(keep, false) {
			continue
		}
		if err := drawing.writePart(&part, one{io.Discard}, keep); err != nil {
			return err
		}
		for k := range part.Files {
			m.Parts[i].Files[k].pages = part.Files[k].pages
		}
	}
	return nil
}

// partWriter writes the files of a part.
type partWriter struct {
	*drawing
	folder folder
	part   *Part
	sum    *file.Sum // checksum of the current file
}

// writeAll writes the files of a part of which several have the same puzzles, except for
// those to keep. It holds the puzzles in memory.
func (p *partWriter) writeAll(from puzzles, keep []bool) error {
	var list []seed.Isomorph
	for puzzle, err := range p.noted(from) {
		if err != nil {
			return err
		}
		list = append(list, puzzle)
	}
	for k := range p.part.Files {
		if keep[k] {
			continue
		}
		first, last := p.part.has(&p.part.Files[k])
		if err := p.write(&p.part.Files[k], seedbank.Listed(list[first:last]...), false); err != nil {
			return err
		}
	}
	return nil
}

// write writes puzzles as a file. If it is idle, it draws them for later parts, but writes
// nothing.
func (p *partWriter) write(to *File, from puzzles, idle bool) (err error) {
	format, err := pack.FormatNamed(to.Format)
	if err != nil {
		return err
	}
	first, last := p.part.has(to)
	w := &fileWriter{partWriter: p, format: format, settings: p.manifest.Options.For(format), idle: idle}
	if !format.Binary {
		w.compress = p.manifest.Compress
	}
	w.at = placing{ctx: p.ctx, workers: runtime.GOMAXPROCS(0), number: 1, measures: p.measures}
	if p.part.Dates != nil {
		w.at.number, w.at.dates = first+1, p.part.Dates[first:last]
	}
	p.sum = file.NewSum()
	if format.Single {
		err = w.writeEach(p.part.fileNames(to, p.manifest.Compress), from)
	} else {
		err = w.writeFile(to.Name, from)
		if to.pages = w.at.pages; w.at.undivided {
			p.manifest.Undivided = append(p.manifest.Undivided, to.Name)
		}
	}
	to.SHA256 = p.sum.File(to.Name).SHA256
	return err
}

// noted returns from, and sets the IDs of the part when all have come, up to [MaxIDs]. It ends
// when the context is done.
func (p *partWriter) noted(from puzzles) puzzles {
	listed := p.part.Puzzles <= MaxIDs
	return func(yield func(seed.Isomorph, error) bool) {
		var ids []string
		for puzzle, err := range from {
			if p.ctx.Err() != nil {
				err = context.Cause(p.ctx)
			}
			if listed && err == nil {
				ids = append(ids, puzzle.ID().String())
			}
			if !yield(puzzle, err) || err != nil {
				return
			}
		}
		p.part.IDs = ids
	}
}

// fileWriter writes a file of a part.
type fileWriter struct {
	*partWriter
	format   pack.Format
	settings pack.Settings
	compress string
	idle     bool
	at       placing
}

// atOnce is how many files of one puzzle are written at a time: they wait for the disk more
// than they take to draw.
const atOnce = 8

// single is a file of one puzzle.
type single struct {
	name   string
	puzzle seed.Isomorph
	at     placing
}

// writeEach writes a file for each puzzle, some at a time.
func (f *fileWriter) writeEach(names []string, from puzzles) error {
	var failed error
	singles := func(yield func(single) bool) {
		dates := f.at.dates
		for puzzle, err := range from {
			if failed = err; err != nil {
				return
			}
			one := single{names[0], puzzle, placing{ctx: f.at.ctx, workers: 1, number: f.at.number}}
			if dates != nil {
				one.at.dates, dates = dates[:1], dates[1:]
			}
			names = names[1:]
			f.at.number++
			if !yield(one) {
				return
			}
		}
	}
	work := func() func(single) text {
		return func(s single) (t text) {
			var buffer bytes.Buffer
			one := func(yield func(seed.Isomorph, error) bool) { yield(s.puzzle, nil) }
			t.err = f.compressed(&buffer, &s.at, one)
			if t.bytes = buffer.Bytes(); t.err == nil && !f.idle {
				t.err = f.folder.WriteFile(s.name, func(to io.Writer) error { return onlyError(to.Write(t.bytes)) })
			}
			return t
		}
	}
	err := ordered.Run(f.ctx, ordered.Pool{Workers: atOnce}, singles, work, func(t text) error {
		f.sum.Write(t.bytes)
		return t.err
	})
	return cmp.Or(err, failed)
}

func onlyError(_ int, err error) error { return err }

// writeFile writes puzzles as one file, and adds its bytes to the checksum. It
// does both while the next puzzles are drawn.
func (f *fileWriter) writeFile(name string, from puzzles) error {
	write := func(w io.Writer) error {
		return f.sum.Through(w, func(w io.Writer) error { return f.compressed(w, &f.at, from) })
	}
	if f.idle {
		return write(io.Discard)
	}
	return f.folder.WriteFile(name, write)
}

func (f *fileWriter) compressed(w io.Writer, at *placing, from puzzles) error {
	write := func(w io.Writer) error { return at.write(w, f.format, f.settings, from) }
	if f.compress == "" {
		return write(w)
	}
	return file.Compress(w, file.Fast, write)
}
