package figure

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/drawing"
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
	clues, words := path.Puzzle.Clues(), catalogue.Or(path.Language)
	title := html.EscapeString(words.Plain("path.title"))
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"+
		"<title>%s: %v</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", words.Code(), title, clues, pageStyle)
	start := Figure{Clues: clues, Position: rating.Position{Grid: path.Rounds[0].Grid}}
	fmt.Fprintf(&b, "<header class=\"step\">\n%s<div>\n<h1>%s</h1>\n<p>%s</p>\n<p class=\"puzzle\"><code>%v</code></p>\n%s</div>\n</header>\n",
		start.SVG(false), title, summary(path), clues, legendOf(path))
	n := 0
	for f := range Each(path) {
		n++
		words := explanation(&f)
		class := "step"
		if len(words) > longWords {
			class = "step long"
		}
		fmt.Fprintf(&b, "<section class=\"%s\">\n<h2>%d. %s <small>%v</small></h2>\n%s<div>\n%s</div>\n</section>\n",
			class, n, html.EscapeString(f.Step.NameIn(f.Language)), f.Step.Rating, f.SVG(false), words)
	}
	b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// summary returns a sentence about the length and the difficulty of a path.
func summary(path *rating.Path) string {
	hardest, _, steps := rating.Hardest(path.Rounds)
	return html.EscapeString(catalogue.Or(path.Language).Plain("path.summary",
		"clues", path.Puzzle.NumClues(), "steps", steps, "name", hardest.NameIn(path.Language), "er", hardest.Rating))
}

// explanation returns the explanation of a step: a paragraph, or a list of statements if
// there are branches.
func explanation(f *Figure) string {
	list := f.Statements()
	if !rating.Branched(list) {
		return "<p>" + html.EscapeString(rating.Texts(list, f.Language)) + "</p>\n"
	}
	var b strings.Builder
	b.WriteString("<ul class=\"statements\">\n")
	for i := range list {
		fmt.Fprintf(&b, "<li class=\"under%d\">%s</li>\n", min(len(list[i].Under), mostIndented), html.EscapeString(list[i].Text(f.Language)))
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
	words := catalogue.Or(path.Language)
	var b strings.Builder
	b.WriteString("<ul class=\"legend\">\n")
	for _, entry := range []struct {
		there       bool
		sample, key string
	}{
		{there&pattern != 0, sample(pattern), "pattern"},
		{there&extra != 0, sample(extra), "extra"},
		{there&isTrue != 0, sample(isTrue), "true"},
		{there&isFalse != 0, sample(isFalse), "false"},
		{there&removed != 0, sample(removed), "removed"},
		{there&placed != 0, sample(placed), "placed"},
		{bonds[&weak], sampleLink(&weak), "weak"},
		{bonds[&strong], sampleLink(&strong), "strong"},
		{bonds[&byNote], sampleLink(&byNote), "by-note"},
	} {
		if entry.there {
			fmt.Fprintf(&b, "<li>%s %s</li>\n", entry.sample, html.EscapeString(words.Plain("path."+entry.key)))
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
