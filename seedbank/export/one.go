package export

import (
	"context"
	"errors"
	"io"

	"github.com/seedoku/seedoku/seedbank"
)

// folder is where files are written.
type folder interface {
	WriteFile(name string, write func(io.Writer) error) error
}

// one takes the file of a pack that has one, whatever its name.
type one struct{ io.Writer }

// WriteFile calls write.
func (o one) WriteFile(_ string, write func(io.Writer) error) error { return write(o) }

// ErrSeveral says that a pack has several files, where one was wanted.
var ErrSeveral = errors.New("the pack has several files")

// Puzzles returns the number of puzzles of m.
func (m *Manifest) Puzzles() (n uint64) {
	for i := range m.Parts {
		n += m.Parts[i].Puzzles
	}
	return n
}

// Draw draws the puzzles of m and, up to [MaxIDs], sets the IDs of its parts. Then m gives
// the same files on every bank with these seeds.
func (m *Manifest) Draw(ctx context.Context, bank *seedbank.Bank) error {
	drawing := newDrawing(ctx, bank, m)
	for i := range m.Parts {
		w := &partWriter{drawing: drawing, part: &m.Parts[i]}
		puzzles, err := drawing.part(w.part)
		if err != nil {
			return err
		}
		for _, err := range w.noted(puzzles) {
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteTo writes the file of a pack that has one; else the error is [ErrSeveral]. The bytes
// are those of [Manifest.Write].
func (m *Manifest) WriteTo(ctx context.Context, bank *seedbank.Bank, to io.Writer) error {
	if len(m.Parts) != 1 || len(m.Parts[0].Files) != 1 {
		return ErrSeveral
	}
	return newDrawing(ctx, bank, m).writePart(&m.Parts[0], one{to}, []bool{false})
}
