package draw

import (
	"slices"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Style is a way of choosing clues and symmetry.
type Style string

// The styles.
const (
	AnyStyle Style = ""      // Plain; with Paper, Print as far as the bank has enough
	Print    Style = "print" // as in newspapers: comfortable numbers of clues, half-turn symmetry
	Plain    Style = "plain" // no clues added, unless the request asks for clues, a symmetry or a pattern
)

// Styles returns the names of the styles Print and Plain.
func Styles() []string { return []string{string(Print), string(Plain)} }

// printClues are the numbers of clues of printed puzzles, by level: many at easy levels,
// and any number at the hardest.
var printClues = [rating.NumLevels + 1]seedbank.Range[int]{
	1: {Low: 32, High: 36},
	2: {Low: 30, High: 34},
	3: {Low: 28, High: 32},
	4: {Low: 26, High: 30},
	5: {Low: 26, High: 30},
	6: {Low: 26, High: 30},
}

// printSymmetry is the symmetry that most newspapers and books print.
const printSymmetry = transform.Rotate180

// check returns an error if s is not a known style.
func (s Style) check() error {
	if s == AnyStyle || slices.Contains(Styles(), string(s)) {
		return nil
	}
	return &phrase.UnknownError{Kind: "style", Given: string(s), Known: Styles()}
}

// pathField returns the name of a field of r that is a condition on whole solving
// paths, or "". A bank does not have the paths of puzzles with added clues.
func (r *Request) pathField() string {
	switch {
	case len(r.Uses) > 0 || r.Labels.Uses != 0:
		return "technique"
	case len(r.Without) > 0 || r.Labels.Without != 0:
		return "without"
	case len(r.Practice) > 0:
		return "practice"
	}
	return ""
}

// open reports whether a style sets the clues and the symmetry of r.
func (r *Request) open() (clues, symmetry bool) {
	if !r.Pattern.Empty() || r.pathField() != "" || r.Minimal {
		return false, false
	}
	return r.Clues == seedbank.Range[int]{}, !r.AsTurned && r.Symmetry == transform.NoSymmetry
}

// Added returns the clues and the symmetry that the style of r sets for puzzles of a
// level, as a request, or nil if it sets neither.
func (r *Request) Added(level rating.Level) *Request {
	var added Request
	clues, symmetry := r.open()
	if r.Style != Print {
		return nil
	}
	if clues && level.Valid() {
		added.Clues = printClues[level]
	}
	if symmetry {
		added.Symmetry = printSymmetry
	}
	if added.Clues == (seedbank.Range[int]{}) && added.Symmetry == transform.NoSymmetry {
		return nil
	}
	return &added
}

// Settled returns r with its style settled: puzzles for paper get the style [Print]. If a
// field of r excludes this style, the style stays [AnyStyle], and without is the name of
// the field.
func (r Request) Settled() (settled Request, without string) {
	if r.Style != AnyStyle || !r.Paper {
		return r, ""
	}
	clues, symmetry := r.open()
	if without = r.pathField(); without == "" && (clues || symmetry) {
		r.Style = Print
	}
	return r, without
}

// style adds the clues and the symmetry of the style of r to a filter.
func (r *Request) style(f *seedbank.Filter) {
	for level := range rating.Level(rating.NumLevels + 1) {
		if added := r.Added(level); added != nil {
			f.CluesByLevel[level], f.Rungs = added.Clues, true
			f.Symmetry = max(f.Symmetry, added.Symmetry)
		}
	}
}
