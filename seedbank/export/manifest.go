package export

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table/file"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Manifest describes a pack completely, so that it can be made again. It is
// stored as JSON.
type Manifest struct {
	Program  string        `json:"program"`
	Rater    int           `json:"rater"` // version of the rating rules
	Licence  string        `json:"licence"`
	Request  draw.Request  `json:"request"` // kinds and order of the puzzles
	Order    Order         `json:"order,omitempty"`
	Format   string        `json:"format"`
	Compress string        `json:"compress,omitempty"`
	Options  pack.Settings `json:"options"`
	Parts    []Part        `json:"parts"`

	// Without is the name of the field that keeps a booklet from the style
	// [draw.Print], or empty, if the pack was just planned.
	Without string `json:"-"`
}

// Part is a file of a pack. In a format with one puzzle in each file, it is a set
// of files.
type Part struct {
	Name    string `json:"name"` // of the file, or the beginning of the names of its files
	Puzzles uint64 `json:"puzzles"`
	SHA256  string `json:"sha256"` // of the file, or of the concatenation of its files

	// IDs are the IDs of the puzzles, in their order. A part of more than MaxIDs
	// puzzles has none. Such a part is made again from its draws, with the same
	// result if the bank has not changed.
	IDs   []string `json:"ids,omitempty"`
	Draws []Draw   `json:"draws,omitempty"`
}

// MaxIDs is the greatest number of puzzles whose IDs a manifest lists.
const MaxIDs = 100_000

// Draw is the puzzles of one kind in a part.
type Draw struct {
	Level    rating.Level `json:"level,omitempty"` // 0: all levels of the request
	Puzzles  uint64       `json:"puzzles"`
	Distinct bool         `json:"distinct"` // no two puzzles from the same seed
	// Style has the clues and the symmetry that the style of the request sets, or is
	// nil.
	Style *draw.Request `json:"style,omitempty"`
	// Apart separates the draw from earlier ones: it takes no puzzle in the style of
	// an earlier draw, and no seed of an earlier draw as long as others remain. In
	// manifests of older versions, which lack this field, draws with added clues take
	// no seeds of earlier draws.
	Apart bool   `json:"apart,omitempty"`
	Seeds uint64 `json:"-"` // number of seeds of the kind in the bank; only set by Plan
}

// What describes the puzzles of a draw for people.
func (d *Draw) What() string {
	if d.Level == 0 {
		return "the pack"
	}
	return fmt.Sprintf("level %d", d.Level)
}

// Encode writes m as JSON.
func (m *Manifest) Encode(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	return encoder.Encode(m)
}

// ReadManifest reads the output of [Manifest.Encode] and checks it.
func ReadManifest(r io.Reader) (*Manifest, error) {
	text := &io.LimitedReader{R: r, N: bounds.Manifest + 1}
	decoder := json.NewDecoder(text)
	decoder.DisallowUnknownFields()
	m := &Manifest{}
	err := decoder.Decode(m)
	if text.N == 0 {
		return nil, bounds.Check("the manifest of a pack", bounds.Manifest+1, bounds.Manifest, bounds.Bytes)
	}
	if err != nil {
		return nil, fmt.Errorf("not a manifest of a pack: %w", err)
	}
	return m, m.valid()
}

func (m *Manifest) valid() error {
	format, err := pack.FormatNamed(m.Format)
	if err != nil {
		return err
	}
	if err := format.Check(m.Options...); err != nil {
		return err
	}
	if m.Compress != "" && m.Compress != file.Zst {
		return fmt.Errorf("compressed by %q: only %q is known", m.Compress, file.Zst)
	}
	for _, part := range m.Parts {
		if !filepath.IsLocal(part.Name) || filepath.Base(part.Name) != part.Name || phrase.Printable(part.Name) != part.Name {
			return fmt.Errorf("%q is not the name of a file", part.Name)
		}
		if format.Single && part.Puzzles > bounds.Files {
			return fmt.Errorf("%s has %s, each a file: more than %d", part.Name, phrase.Count(part.Puzzles, "puzzle"), bounds.Files)
		}
		if len(part.IDs) > 0 && uint64(len(part.IDs)) != part.Puzzles {
			return fmt.Errorf("%s has %s but %s", part.Name, phrase.Count(part.Puzzles, "puzzle"), phrase.Count(len(part.IDs), "ID"))
		}
		for i, text := range part.IDs {
			if _, err := seed.ParseID(text); err != nil {
				return fmt.Errorf("puzzle %d of %s: %w", i+1, part.Name, err)
			}
		}
		if tooMany(part.Draws) {
			return fmt.Errorf("%s has more puzzles than can be counted", part.Name)
		}
	}
	return nil
}

// extensionOf returns the extension of the files of a format, without the dot.
func extensionOf(format *pack.Format, compress string) string {
	if compress != "" {
		return format.Extension + "." + compress
	}
	return format.Extension
}
