package read

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/sudoku"
)

// boardOf writes a page: 81 cells, in groups where a group has its first cell at
// the places of the order.
func boardOf(g sudoku.Grid, order [81]int, cell func(digit string) string, group string) string {
	var b strings.Builder
	b.WriteString("<!DOCTYPE html>\n<html><body><h1>Sudoku</h1><p>Level: <b>7</b></p>\n<div id=\"board\">\n")
	for i, c := range order {
		if i%9 == 0 && group != "" {
			b.WriteString("<div class='" + group + "'>\n")
		}
		digit := ""
		if g[c] != 0 {
			digit = fmt.Sprint(g[c])
		}
		b.WriteString(cell(digit) + "\n")
		if i%9 == 8 && group != "" {
			b.WriteString("</div>")
		}
	}
	b.WriteString("</div>\n<div class='keys'>")
	for d := range 9 {
		fmt.Fprintf(&b, "<button>%d</button>", d+1)
	}
	b.WriteString("</div><p>Have fun!</p></body></html>\n")
	return b.String()
}

var byRows, byBoxes = orderOf(func(i int) int { return i }), orderOf(func(i int) int { return 27*(i/27) + 9*(i%9/3) + 3*(i/9%3) + i%3 })

func orderOf(place func(i int) int) (order [81]int) {
	for i := range order {
		order[i] = place(i)
	}
	return order
}

var pageCells = []func(digit string) string{
	func(d string) string { return "<div class=\"x1y2\">" + d + "</div>" },
	func(d string) string { return "<span>" + d + "</span>" },
	func(d string) string { return `<input data-value="3" type=text value="` + d + `" maxlength=1>` },
	func(d string) string { return `<div class=cell><input value='` + d + `'/></div>` },
	func(d string) string { return "<input\ttype=text\tvalue=\"" + d + "\"\tmaxlength=1>" },
	func(d string) string {
		if d == "" {
			return `<div class="cell">&nbsp;</div>`
		}
		return `<div class="cell given"><span>` + d + `</span></div>`
	},
	func(d string) string { return "<button type=button>\n  " + d + "\n</button>" },
	func(d string) string { return "<li class=cell>" + d },
}

// Boards are read exactly where rows and boxes are told apart, and else read or
// refused.
func TestBoardsOfPages(t *testing.T) {
	valid, err := sudoku.ParseGrid(known)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		group string
		order [81]int
		sure  bool // whatever the digits are
	}{
		{"", byRows, true},
		{"grid-row", byRows, true},
		{"box", byBoxes, true},
		{"c1", byRows, false},
		{"c1", byBoxes, false},
	} {
		t.Run(test.group, rapid.MakeCheck(func(t *rapid.T) {
			g := drawGrid(t)
			if !test.sure && rapid.Bool().Draw(t, "proper") {
				g = valid
			}
			page := boardOf(g, test.order, rapid.SampledFrom(pageCells).Draw(t, "cell"), test.group)
			got := readSheet(page)
			refused := !test.sure && strings.Count(got, "\n") == 1 && strings.Contains(got, "may be rows or boxes") && strings.Contains(got, g.String())
			if got != g.String()+"\n" && (!refused || g == valid) && (test.sure || g.Conflict() == nil) {
				t.Fatalf("%s\ngives %s", page, got)
			}
		}))
	}
}

// Pencil marks in cells, and what has not 81 cells, are not boards.
func TestNoBoards(t *testing.T) {
	notes := strings.Repeat("<div class=cell><i>1</i><i></i><i>3</i><i></i><i></i><i>6</i><i></i><i></i><i>9</i></div>", 9)
	for _, page := range []string{
		"<html><div>" + notes + "</div></html>",
		"<html>" + strings.Repeat("<div>"+notes+"</div>", 9) + "</html>",
		"<html><div>" + strings.Repeat("<span>5</span>", 42) + "</div></html>",
		"<html><div>" + strings.Repeat("<div></div>", 81) + "</div></html>",
		"<html>" + strings.Repeat("<div>", 1000) + strings.Repeat("<span>5</span>", 10),
	} {
		if got := readSheet(page); got != "" {
			t.Errorf("%.60s gives %s", page, got)
		}
	}
}

// Who wants one board gets one.
func TestBoardsStop(t *testing.T) {
	valid, err := sudoku.ParseGrid(known)
	if err != nil {
		t.Fatal(err)
	}
	page := boardOf(valid, byRows, pageCells[0], "")
	boards := 0
	for range Puzzles(strings.NewReader(page + page + rows(known))) {
		boards++
		break
	}
	if boards != 1 {
		t.Errorf("%d boards", boards)
	}
}

// Only booklets hide their solutions, and no missing end tag hides what follows in silence.
func TestSectionsOfSolutions(t *testing.T) {
	board := func(cells string) string {
		return "<pre>\n" + cells + "\n</pre>\n"
	}
	for page, want := range map[string]string{
		`<section id="solutions">` + "\n" + board(known) + "</section>":                                                              known + "\n",
		`<section id="solutions"><div class="solutions">` + "\n" + board(knownSolution) + "</div></section>\n" + board(known):        known + "\n",
		`<section id="solutions2"><div class="solutions">` + "\n" + board(knownSolution) + "<section>" + board(known) + "</section>": "wrong\n" + known + "\n",
		board(known) + `<section id="solutions"><div class="solutions">` + "\n" + board(known):                                       known + "\nwrong\n",
		board(known) + "<style>\n" + board(known):                                                                                    known + "\nwrong\n",
	} {
		got := ""
		for record, err := range Puzzles(strings.NewReader("<!DOCTYPE html>\n<html><body>\n" + page + "\n")) {
			if err != nil {
				got += "wrong\n"
			} else {
				got += record.Grid.String() + "\n"
			}
		}
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", page, got, want)
		}
	}
}
