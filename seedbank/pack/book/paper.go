package book

import (
	"strings"

	"github.com/seedoku/seedoku/seedbank/wording"
)

const inch = 72 // points

// paper is the size of a page and its outer margin, in points.
type paper struct {
	name                  string
	width, height, margin float64
}

// papers are all sizes. The first is the standard.
var papers = [...]paper{
	{"a4", 210 / 25.4 * inch, 297 / 25.4 * inch, 0.7 * inch},
	{"letter", 8.5 * inch, 11 * inch, 0.7 * inch},
	{"8.5x11", 8.5 * inch, 11 * inch, 0.7 * inch},
	{"6x9", 6 * inch, 9 * inch, 0.5 * inch},
}

// Papers returns the names of all sizes of paper. The first is the standard.
func Papers() (names []string) {
	for _, p := range papers {
		names = append(names, p.name)
	}
	return names
}

// paperNamed returns the paper of a name, in any letter case. Empty is the
// standard. The error is a [*wording.UnknownError] with all names.
func paperNamed(name string) (paper, error) {
	if name == "" {
		return papers[0], nil
	}
	for _, p := range papers {
		if strings.EqualFold(p.name, name) {
			return p, nil
		}
	}
	return paper{}, &wording.UnknownError{Kind: "paper", Given: name, Known: Papers()}
}

// gutters are the widths that the binding of a book takes of the inner margin,
// as printers on demand ask for them, by the greatest number of pages. Thicker
// books get the last.
var gutters = [...]struct {
	pages int
	width float64 // points
}{
	{150, 0.375 * inch},
	{300, 0.5 * inch},
	{500, 0.625 * inch},
	{700, 0.75 * inch},
	{828, 0.875 * inch},
}

// widestGutter is the gutter of the thickest books.
const widestGutter = 0.875 * inch

// gutterOf returns the gutter of a book with a number of pages, in points.
func gutterOf(pages int) float64 {
	for _, g := range gutters {
		if pages <= g.pages {
			return g.width
		}
	}
	return widestGutter
}
