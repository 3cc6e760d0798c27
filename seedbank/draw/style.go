package draw

import (
	"context"
	"slices"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Style is a way of choosing clues and symmetry.
type Style string

// The styles.
const (
	AnyStyle Style = ""      // nobody has said; [Request.ForPaper] makes it Print, and it is Plain else
	Print    Style = "print" // as printed puzzles are: comfortable numbers of clues, half-turn symmetry
	Plain    Style = "plain" // as the bank has them
)

// Styles returns the names of the styles other than [AnyStyle], which has none.
func Styles() []string { return []string{string(Print), string(Plain)} }

// printClues are the numbers of clues that printed puzzles of each level have: many
// where reading them is to be a pleasure, and as they come where the fight is.
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

// check returns an error if there is no such style.
func (s Style) check() error {
	if s == AnyStyle || slices.Contains(Styles(), string(s)) {
		return nil
	}
	return &phrase.UnknownError{Kind: "style", Given: string(s), Known: Styles()}
}

// pathField returns the name of a field of r that asks about whole paths, or
// nothing. A bank knows no paths of puzzles with clues added.
func (r *Request) pathField() string {
	switch {
	case len(r.Uses) > 0:
		return "technique"
	case len(r.Without) > 0:
		return "without"
	case len(r.Practice) > 0:
		return "practice"
	}
	return ""
}

// open reports which of the clues and the symmetry of r are left open, so that a
// style fills them in.
func (r *Request) open() (clues, symmetry bool) {
	if !r.Pattern.Empty() || r.pathField() != "" || r.Minimal {
		return false, false
	}
	return r.Clues == seedbank.Range[int]{}, !r.AsTurned && r.Symmetry == transform.NoSymmetry
}

// Printed returns what the style [Print] fills in for the puzzles of a level that r
// asks for: their clues and their symmetry. Both are zero if nothing is left open.
func (r *Request) Printed(level rating.Level) (clues seedbank.Range[int], symmetry transform.Symmetry) {
	openClues, openSymmetry := r.open()
	if openClues && level.Valid() {
		clues = printClues[level]
	}
	if openSymmetry {
		symmetry = printSymmetry
	}
	return clues, symmetry
}

// ForPaper returns r for puzzles on paper: in the style [Print] if nobody has said
// anything about the style. If r asks for something that does not go with it, the
// style stays as it is, and without is the name of that field.
func (r Request) ForPaper() (request Request, without string) {
	if r.Style != AnyStyle {
		return r, ""
	}
	if without = r.pathField(); without != "" {
		return r, without
	}
	if clues, symmetry := r.open(); clues || symmetry {
		r.Style = Print
	}
	return r, ""
}

// There returns how many puzzles a selection for r has in all: seeds, if they are to
// be distinct.
func (r *Request) There(ctx context.Context, selection *seedbank.Selection) (shuffle.Uint128, error) {
	if !r.Distinct {
		return selection.Puzzles(), nil
	}
	seeds, err := selection.Seeds(ctx)
	return shuffle.Number(seeds), err
}

// style adds to a filter what the style of r fills in.
func (r *Request) style(f *seedbank.Filter) {
	if r.Style != Print {
		return
	}
	for level := range rating.Level(rating.NumLevels + 1) {
		f.CluesByLevel[level], _ = r.Printed(level)
	}
	if _, symmetry := r.Printed(0); symmetry != transform.NoSymmetry {
		f.Symmetry = symmetry
	}
	if clues, symmetry := r.open(); clues || symmetry {
		f.Rungs = true
	}
}
