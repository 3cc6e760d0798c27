package practice

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"
)

//go:embed sheet.css
var sheetStyle string

// writeSheet writes tasks as a page of HTML that needs no other file: first the
// positions, then, on pages of their own when it is printed, the answers with the
// first step of each marked.
func writeSheet(w io.Writer, tasks []Task, o Options) error {
	var b strings.Builder
	words := wordsOf(tasks)
	title, lead := html.EscapeString(words.Plain("practice.title")), ""
	if o.Lead != "" {
		lead = "<p>" + html.EscapeString(o.Lead) + "</p>\n"
	}
	fmt.Fprintf(&b, "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"+
		"<title>%s</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n<h1>%[2]s</h1>\n%s<div class=\"tasks\">\n", words.Code(), title, sheetStyle, lead)
	for i := range tasks {
		t := &tasks[i]
		fmt.Fprintf(&b, "<section id=\"task-%d\">\n<h2><a href=\"#answer-%[1]d\">%[1]d.</a> %s</h2>\n%s<p><small>%s</small></p>\n</section>\n",
			i+1, html.EscapeString(t.Question()), t.figureOf(nil).SVG(false), html.EscapeString(t.title()))
	}
	fmt.Fprintf(&b, "</div>\n<h1 class=\"answers\">%s</h1>\n<div class=\"tasks\">\n", html.EscapeString(words.Plain("practice.answers")))
	for i := range tasks {
		t := &tasks[i]
		fmt.Fprintf(&b, "<section id=\"answer-%d\">\n<h2><a href=\"#task-%[1]d\">%[1]d.</a> %s</h2>\n%s", i+1,
			html.EscapeString(t.Round.Steps[0].NameIn(t.Language)), t.figureOf(&t.Round.Steps[0]).SVG(false))
		fmt.Fprintf(&b, "<p>%s</p>\n<p>%s</p>\n</section>\n", html.EscapeString(t.explanation()), html.EscapeString(t.others()))
	}
	b.WriteString("</div>\n</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, b.String())
	return err
}
