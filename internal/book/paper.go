package book

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
)

const (
	inch = 72 // points
	mm   = inch / 25.4

	// bleed is how far a page with bleed goes beyond the trim.
	bleed = 0.125 * inch
)

// paper is the size of a page after trimming, in points.
type paper struct {
	name          string
	width, height float64
}

// papers are the sizes that have names. The first is the standard.
var papers = [...]paper{
	{"a4", 210 * mm, 297 * mm},
	{"a5", 148 * mm, 210 * mm},
	{"letter", 8.5 * inch, 11 * inch},
	{"5x8", 5 * inch, 8 * inch},
	{"5.25x8", 5.25 * inch, 8 * inch},
	{"5.5x8.5", 5.5 * inch, 8.5 * inch},
	{"6x9", 6 * inch, 9 * inch},
	{"7x10", 7 * inch, 10 * inch},
	{"8x10", 8 * inch, 10 * inch},
	{"8.5x8.5", 8.5 * inch, 8.5 * inch},
	{"8.5x11", 8.5 * inch, 11 * inch},
}

// Papers returns the names of sizes of paper. The first is the standard.
func Papers() []string { return phrase.Names(papers[:], func(p *paper) string { return p.name }) }

// The shortest and the longest side of paper, in points.
const (
	shortestSide = 3 * inch
	longestSide  = 17 * inch
)

// paperNamed returns the paper of a name, in any letter case, or of a size such
// as 6.14x9.21in or 170x240mm. A size without a unit is in inches if both numbers
// are below 30, else in millimetres. Empty is the standard. The error is a
// [*phrase.UnknownError] with all names, unless the text is a size.
func paperNamed(name string) (paper, error) {
	if name == "" {
		return papers[0], nil
	}
	for _, p := range papers {
		if strings.EqualFold(p.name, name) {
			return p, nil
		}
	}
	parts := sizePattern().FindStringSubmatch(strings.ToLower(name))
	if parts == nil {
		return paper{}, &phrase.UnknownError{Kind: "paper", Given: name, Known: Papers()}
	}
	width, _ := strconv.ParseFloat(parts[1], 64) // the pattern lets only numbers pass
	height, _ := strconv.ParseFloat(parts[2], 64)
	unit := float64(inch)
	switch {
	case parts[3] == "cm":
		unit = 10 * mm
	case parts[3] == "mm", parts[3] == "" && max(width, height) >= 30:
		unit = mm
	}
	p := paper{name, width * unit, height * unit}
	if min(p.width, p.height) < shortestSide || max(p.width, p.height) > longestSide {
		return paper{}, fmt.Errorf("paper %s: each side has to be 3 to 17 inches long, 76.2 to 431.8 mm", name)
	}
	return p, nil
}

// CheckPaper returns an error if a text names no size of paper. It lists the names,
// or says what is wrong with the numbers.
func CheckPaper(text string) error {
	_, err := paperNamed(text)
	return err
}

var sizePattern = lazily(`^\s*(\d{1,4}(?:\.\d{1,6})?)\s*[x×]\s*(\d{1,4}(?:\.\d{1,6})?)\s*(in|mm|cm|)\s*$`)

// margin returns the outer margin: a twelfth of the width, within what printers on
// demand ask for and what looks good.
func (p *paper) margin() float64 { return max(0.375*inch, min(0.7*inch, p.width/12)) }

// gutters are the widths that the binding of a book takes of the inner margin, as
// Kindle Direct Publishing asks for them, by the greatest number of pages. Thicker
// books get the last.
//
// https://kdp.amazon.com/en_US/help/topic/GVBQ3CMEQW3W2VL6
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
