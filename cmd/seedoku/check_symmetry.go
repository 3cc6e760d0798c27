package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/transform"
)

// symmetryWords describe the symmetries for people.
var symmetryWords = [transform.NumSymmetries]string{
	transform.Rotate180:    "a half turn",
	transform.Rotate90:     "quarter turns",
	transform.Mirror:       "a reflection of left and right",
	transform.Flip:         "a reflection of top and bottom",
	transform.Diagonal:     "a reflection at the diagonal from the top left",
	transform.Antidiagonal: "a reflection at the diagonal from the top right",
	transform.Orthogonal:   "reflections of left and right and of top and bottom",
	transform.Bidiagonal:   "reflections at both diagonals",
	transform.Full:         "all turns and reflections",
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
func symmetryLines(ch *examine.Checked) (lines []string) {
	has, _ := transform.ParseSymmetry(ch.Symmetry)
	known := append([]transform.Symmetry{has}, contained[has]...)
	if has != transform.NoSymmetry {
		lines = append(lines, "symmetric under "+symmetryWords[has])
	}
	var could []string
	for i := len(ch.Arrangeable) - 1; i >= 0; i-- { // kinds come after those that they contain
		s, _ := transform.ParseSymmetry(ch.Arrangeable[i])
		if !slices.Contains(known, s) {
			could = append(could, symmetryWords[s])
			known = append(append(known, s), contained[s]...)
		}
	}
	if len(could) > 0 {
		lines = append(lines, "could be arranged to be symmetric under "+strings.Join(could, ", or "))
	}
	return lines
}

// arrangedLines returns an arrangement in words, and the puzzle on a line of its own. It
// returns none if a is nil.
func arrangedLines(a *pattern.Arranged) []string {
	if a == nil {
		return nil
	}
	r := &a.Rating
	return []string{
		fmt.Sprintf("arranged with %s added, symmetric under %s: level %d, rated %v/%v/%v",
			phrase.Count(a.Added, "clue"), symmetryWords[a.Symmetry], r.Level(), r.ER, r.EP, r.ED),
		a.Puzzle.Clues().String(),
	}
}
