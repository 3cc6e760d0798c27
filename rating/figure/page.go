package figure

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/seedoku/seedoku/internal/drawing"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

//go:embed page.css
var pageStyle string

// longWords is the length, in bytes, from which an explanation stands beside its
// picture and not below it.
const longWords = 900

// WritePage writes a path of at least one round as a page of HTML: the puzzle, and
// then each step with its picture and its explanation. The page needs no other
// file. In print, page breaks do not divide steps shorter than a page. Its errors
// are those of writing to w.
func WritePage(w io.Writer, path *rating.Path) error {
	var b strings.Builder
	clues := path.Puzzle.Clues()
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"+
		"<title>Sudoku, step by step: %v</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", clues, pageStyle)
	start := Figure{Clues: clues, Position: rating.Position{Grid: path.Rounds[0].Grid}}
	fmt.Fprintf(&b, "<header class=\"step\">\n%s<div>\n<h1>Sudoku, step by step</h1>\n<p>%s</p>\n<p class=\"puzzle\"><code>%v</code></p>\n%s</div>\n</header>\n",
		start.SVG(false), summary(path), clues, legendOf(path))
	n := 0
	for f := range Each(path) {
		n++
		words := explanation(&f)
		class := "step"
		if len(words) > longWords {
			class = "step long"
		}
		fmt.Fprintf(&b, "<section class=\"%s\">\n<h2>%d. %s <small>%v</small></h2>\n%s<div>\n%s</div>\n</section>\n",
			class, n, html.EscapeString(f.Step.Name()), f.Step.Rating, f.SVG(false), words)
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary returns a sentence about the length and the difficulty of a path.
func summary(path *rating.Path) string {
	hardest, _, steps := rating.Hardest(path.Rounds)
	return fmt.Sprintf("%s, %s. The hardest is: %s, %v on the Sudoku Explainer scale.",
		phrase.Count(path.Puzzle.NumClues(), "clue"), phrase.Count(steps, "step"), html.EscapeString(hardest.Name()), hardest.Rating)
}

// explanation returns the explanation of a step: a paragraph, or a list of statements if
// there are branches.
func explanation(f *Figure) string {
	list := f.Statements()
	if !rating.Branched(list) {
		return "<p>" + html.EscapeString(rating.Texts(list, rating.English)) + "</p>\n"
	}
	var b strings.Builder
	b.WriteString("<ul class=\"statements\">\n")
	for i := range list {
		fmt.Fprintf(&b, "<li class=\"under%d\">%s</li>\n", min(len(list[i].Under), mostIndented), html.EscapeString(list[i].Text(rating.English)))
	}
	b.WriteString("</ul>\n")
	return b.String()
}

// mostIndented is the number of assumptions up to which the style sheet indents.
const mostIndented = 3

// legendOf returns the legend of the signs in the pictures of a path.
func legendOf(path *rating.Path) string {
	var there role
	bonds := map[*bond]bool{}
	for f := range Each(path) {
		for _, r := range f.roles() {
			there |= r
		}
		for _, a := range f.arrows() {
			bonds[a.bond()] = true
		}
	}
	var b strings.Builder
	b.WriteString("<ul class=\"legend\">\n")
	for _, entry := range []struct {
		role  role
		means string
	}{
		{pattern, "the pattern"},
		{extra, "other digits of the pattern"},
		{isTrue, "true in a chain"},
		{isFalse, "false in a chain"},
		{removed, "removed"},
		{placed, "placed"},
	} {
		if there&entry.role != 0 {
			fmt.Fprintf(&b, "<li>%s %s</li>\n", sample(entry.role), entry.means)
		}
	}
	for _, entry := range []struct {
		bond  *bond
		means string
	}{
		{&weak, "weak link: true, so the other is false"},
		{&strong, "strong link: false, so the other is true"},
		{&byNote, "link by a pattern in what is left"},
	} {
		if bonds[entry.bond] {
			fmt.Fprintf(&b, "<li>%s %s</li>\n", sampleLink(entry.bond), entry.means)
		}
	}
	b.WriteString("</ul>\n")
	return b.String()
}

// sample draws the sign of a role.
func sample(r role) string {
	var p picture
	p.Printf(`<svg viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">`)
	for _, s := range signs {
		if s.role == r {
			p.Printf(`<g class="mark %s">%s</g>`, s.class, s.shape)
		}
	}
	if r == removed {
		p.Printf(`<g class="strikes" fill="none" stroke="#b91c1c" stroke-width="2">`+strike+`</g>`, -8.5, 7.5)
	}
	p.Printf("</svg>")
	return p.String()
}

// sampleLink draws a link.
func sampleLink(b *bond) string {
	var p picture
	p.Printf(`<svg viewBox="0 -10 44 20" width="44" height="20" aria-hidden="true"><g class="link %s">`, b.class)
	p.arrow(drawing.Point{X: -8}, drawing.Point{X: 52}, b)
	p.Printf("</g></svg>")
	return p.String()
}
