package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// Manifest describes a pack completely, so that it can be made again. It is
// stored as JSON, which can be edited: what it names counts.
type Manifest struct {
	Program  string        `json:"program"`
	Rater    int           `json:"rater"` // version of the rating rules
	Licence  string        `json:"licence"`
	Request  draw.Request  `json:"request"` // kinds and order of the puzzles
	Order    Order         `json:"order,omitempty"`
	Format   string        `json:"format"` // or several with commas between
	Compress string        `json:"compress,omitempty"`
	Options  pack.Settings `json:"options"`
	Parts    []Part        `json:"parts"`
	Asked    string        `json:"asked,omitempty"` // checksum of Request and Order when the puzzles were drawn; empty if not known
	Made     string        `json:"made,omitempty"`  // checksum of what the files were made of; empty if not known

	// Without is the name of the field that keeps a booklet from the style
	// [draw.Print], or empty, if the pack was just planned.
	Without string `json:"-"`
	// Undivided has the names of the books that were just written with solutions after their
	// parts, and have no parts.
	Undivided []string `json:"-"`
}

// Part is some puzzles of a pack in their order, and the files that have them.
type Part struct {
	Puzzles uint64
	Files   []File

	// IDs are the IDs of the puzzles, in their order. A part of more than MaxIDs
	// puzzles has none. Such a part is made again from its draws, with the same
	// result if the bank has not changed.
	IDs   []string
	Dates []time.Time // the day of each puzzle in a calendar, ascending; otherwise nil
	Draws []Draw
}

// File is a file with the puzzles of a part, or with those of some days. In a format with
// one puzzle in each file, it is a set of files.
type File struct {
	Name   string `json:"name"` // or the beginning of the names of the files
	Format string `json:"format"`
	From   string `json:"from,omitempty"` // the first day, such as 2027-01-31; empty: all
	To     string `json:"to,omitempty"`   // the last day
	SHA256 string `json:"sha256"`         // of the file, or of the concatenation of the files; may be empty

	pages []int // of its puzzles, if it was written and has pages
}

// MaxIDs is the greatest number of puzzles whose IDs a manifest lists.
const MaxIDs = bounds.IDs

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

// Edited reports whether m has been edited since its files were made, as far as is known.
func (m *Manifest) Edited() bool { return m.Made != "" && m.Made != m.content() }

// LacksChecksums reports whether the checksum of a file is missing.
func (m *Manifest) LacksChecksums() bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool {
		return slices.ContainsFunc(p.Files, func(f File) bool { return f.SHA256 == "" })
	})
}

// content returns a checksum of everything that decides what the files contain.
func (m *Manifest) content() string {
	of := *m
	of.Program, of.Licence, of.Asked, of.Made, of.Parts = "", "", "", "", slices.Clone(m.Parts)
	for i := range of.Parts {
		files := slices.Clone(of.Parts[i].Files)
		for k := range files {
			files[k].SHA256 = ""
		}
		of.Parts[i].Files = files
	}
	return of.sum()
}

// asked returns a checksum of what decides which puzzles are drawn.
func (m *Manifest) asked() string { return (&Manifest{Request: m.Request, Order: m.Order}).sum() }

// sum returns the checksum of m as it is stored.
func (m *Manifest) sum() string {
	sum := sha256.New()
	if err := m.Encode(sum); err != nil {
		return "" // a manifest with unknown options, of which no files can be made
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// partText is a part as it stands in a manifest. A part with a single file has its name and
// its checksum, and the format is that of the manifest. A part of a calendar has the IDs of
// each day together.
type partText struct {
	Name    string    `json:"name,omitempty"`
	Puzzles uint64    `json:"puzzles"`
	SHA256  *string   `json:"sha256,omitempty"`
	Files   []File    `json:"files,omitempty"`
	IDs     []string  `json:"ids,omitempty"`
	Days    []dayText `json:"days,omitempty"`
	Draws   []Draw    `json:"draws,omitempty"`
}

// dayText is the puzzles of a day of a calendar.
type dayText struct {
	Date string   `json:"date"`
	IDs  []string `json:"ids"`
}

// MarshalJSON returns a part as it stands in a manifest.
func (p Part) MarshalJSON() ([]byte, error) {
	text := partText{Puzzles: p.Puzzles, Draws: p.Draws}
	if p.Dates == nil {
		text.IDs = p.IDs
	}
	for i, day := range p.Dates {
		if i == 0 || !day.Equal(p.Dates[i-1]) {
			text.Days = append(text.Days, dayText{Date: day.Format(time.DateOnly)})
		}
		last := &text.Days[len(text.Days)-1]
		last.IDs = append(last.IDs, p.IDs[i])
	}
	if len(p.Files) == 1 && p.Dates == nil {
		text.Name, text.SHA256 = p.Files[0].Name, &p.Files[0].SHA256
	} else {
		text.Files = p.Files
	}
	return json.Marshal(text)
}

// has returns the numbers of the puzzles of a file, counted from 0; the last is not one of
// them.
func (p *Part) has(f *File) (first, last int) {
	if p.Dates == nil || f.From == "" && f.To == "" {
		return 0, int(p.Puzzles)
	}
	outside := func(day time.Time) (before, after bool) {
		date := day.Format(time.DateOnly)
		return f.From != "" && date < f.From, f.To != "" && date > f.To
	}
	first = slices.IndexFunc(p.Dates, func(day time.Time) bool { before, _ := outside(day); return !before })
	last = slices.IndexFunc(p.Dates, func(day time.Time) bool { _, after := outside(day); return after })
	if first < 0 {
		first = len(p.Dates)
	}
	if last < 0 {
		last = len(p.Dates)
	}
	return first, max(first, last)
}

// Place is where a puzzle of a pack is.
type Place struct {
	ID     string
	File   string // the first book that has the puzzle, or else the first file
	Number int    // in a calendar as a whole, or else in the file; from 1
	Page   int    // or 0
}

// PlacesByFile returns where the puzzles of each file are, by its name. Files whose IDs m lacks are
// left out.
func (m *Manifest) PlacesByFile() map[string][]Place {
	all := map[string][]Place{}
	for i := range m.Parts {
		part := &m.Parts[i]
		for k := range part.Files {
			file := &part.Files[k]
			names := part.fileNames(file, m.Compress)
			first, last := part.has(file)
			for n := first; n < min(last, len(part.IDs)); n++ {
				name := names[min(n-first, len(names)-1)] // of a file for each puzzle, or of one for all
				all[name] = append(all[name], Place{ID: part.IDs[n], File: name, Number: n + 1})
			}
		}
	}
	return all
}

// Places returns where the puzzles of a pack are. It knows the pages of files that were just
// written.
func (m *Manifest) Places() (list []Place) {
	for i := range m.Parts {
		part := &m.Parts[i]
		start := len(list)
		for n, id := range part.IDs {
			list = append(list, Place{ID: id, Number: n + 1})
		}
		for k := range part.Files {
			file := &part.Files[k]
			first, last := part.has(file)
			for n := first; n < min(last, len(part.IDs)); n++ {
				place := &list[start+n]
				if n-first < len(file.pages) && place.Page == 0 {
					place.File, place.Page = file.Name, file.pages[n-first]
				} else if place.File == "" {
					place.File = file.Name
				}
			}
		}
	}
	return list
}
