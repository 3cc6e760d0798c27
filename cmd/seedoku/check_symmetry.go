package main

import (
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/transform"
)

// symmetryText describes a symmetry for people.
func symmetryText(words *catalogue.Catalogue, s transform.Symmetry) string {
	return words.Plain("check.symmetry." + s.String())
}

// contained has, for each kind, the kinds that need not be named beside it: those
// that it contains, and the same kind in another direction.
var contained = map[transform.Symmetry][]transform.Symmetry{
	transform.Rotate90:     {transform.Rotate180},
	transform.Mirror:       {transform.Flip},
	transform.Flip:         {transform.Mirror},
	transform.Diagonal:     {transform.Antidiagonal},
	transform.Antidiagonal: {transform.Diagonal},
	transform.Orthogonal:   {transform.Rotate180, transform.Mirror, transform.Flip},
	transform.Bidiagonal:   {transform.Rotate180, transform.Diagonal, transform.Antidiagonal},
	transform.Full: {
		transform.Rotate180, transform.Rotate90, transform.Mirror, transform.Flip, transform.Diagonal,
		transform.Antidiagonal, transform.Orthogonal, transform.Bidiagonal,
	},
}

// symmetryLines returns in words which symmetry the clues have, and which greater
// ones they could have.
func symmetryLines(words *catalogue.Catalogue, ch *examine.Checked) (lines []string) {
	has, _ := transform.ParseSymmetry(ch.Symmetry)
	known := append([]transform.Symmetry{has}, contained[has]...)
	if has != transform.NoSymmetry {
		lines = append(lines, words.Plain("check.symmetric", "symmetry", symmetryText(words, has)))
	}
	var could []string
	for i := len(ch.Arrangeable) - 1; i >= 0; i-- { // kinds come after those that they contain
		s, _ := transform.ParseSymmetry(ch.Arrangeable[i])
		if !slices.Contains(known, s) {
			could = append(could, symmetryText(words, s))
			known = append(append(known, s), contained[s]...)
		}
	}
	if len(could) > 0 {
		lines = append(lines, words.Text("check.arrangeable", catalogue.Values{"symmetries": could}))
	}
	return lines
}

// arrangedLines returns an arrangement in words, and the puzzle on a line of its own. It
// returns none if a is nil.
func arrangedLines(words *catalogue.Catalogue, a *pattern.Arranged) []string {
	if a == nil {
		return nil
	}
	r := &a.Rating
	return []string{
		words.Plain("check.arranged", "added", a.Added, "symmetry", symmetryText(words, a.Symmetry),
			"level", r.Level(), "rating", fmt.Sprintf("%v/%v/%v", r.ER, r.EP, r.ED)),
		a.Puzzle.Clues().String(),
	}
}
