package pack

import (
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/book"
)

func TestImpossibleBooklets(t *testing.T) {
	format, _ := FormatNamed("pdf")
	for want, settings := range map[string]Settings{
		`unknown paper "a5"; there are a4, letter, 8.5x11, 6x9`: {Paper("a5")},
		`per-page "5": want one of 1, 2, 4, 6, 9`:               {PerPage(5)},
		"no room on 6x9": {Paper("6x9"), LargePrint(), PerPage(9)},
		`solutions-per-page "-1": want a number, 1 or more`:  {SolutionsPerPage(-1)},
		"500 solutions a page of a booklet: too small":       {SolutionsPerPage(500)},
		`title "数独": no letter '数'`:                          {Title("数独")},
		`format pdf does not take the option "site"; it tak`: {Site("sudokupad")},
	} {
		for name, err := range map[string]error{"Check": format.Check(settings...), "New": newError(format, settings)} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s of %v: got %v, want %s", name, settings, err, want)
			}
		}
	}
}

func newError(format Format, settings Settings) error {
	_, err := format.New(io.Discard, settings...)
	return err
}

// What the typesetter is handed says what there is to say of an entry.
func TestBookletOfEntries(t *testing.T) {
	list := entries(2)
	list[0].Rating.ER, list[1].Rating.ER = 12, 44
	writer, err := newPDF(io.Discard, Settings{Title("T"), Created(goldenTime), Intro(), Paper("6x9"), PerPage(2), SolutionsPerPage(9), NoSolutions()})
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		if err := writer.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	got := writer.(*pdfWriter).book
	want := book.Book{
		Title: "T", Subtitle: "2 puzzles, levels 1 to 5", Colophon: "Made with Seedoku", Creator: "Seedoku", Created: goldenTime,
		Introduction: introduction(got.Puzzles), Words: bookletWords,
		Puzzles: []book.Puzzle{
			{Puzzle: list[0].Puzzle, Rank: 1, Label: "Level 1 · Beginner", Detail: "ER 1.2", Note: list[0].ID},
			{Puzzle: list[1].Puzzle, Rank: 5, Label: "Level 5 · Tricky", Detail: "ER 4.4", Note: list[1].ID},
		},
		Layout: book.Layout{Paper: "6x9", PerPage: 2, SolutionsPerPage: 9, NoSolutions: true},
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b book.Puzzle) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	last := got.Introduction[len(got.Introduction)-1]
	if last.Strong != "seedoku gen --id "+list[0].ID {
		t.Errorf("the introduction ends with %+v", last)
	}
}

func TestSubtitle(t *testing.T) {
	for want, ranks := range map[string][]int{
		"":                             {},
		"1 puzzle of level 9, Extreme": {9},
		"2 puzzles of level 3, Gentle": {3, 3},
		"3 puzzles, levels 2 to 4":     {4, 2, 3},
	} {
		var list []book.Puzzle
		for _, rank := range ranks {
			list = append(list, book.Puzzle{Rank: rank})
		}
		if got := subtitle(list); got != want {
			t.Errorf("ranks %v: %q, want %q", ranks, got, want)
		}
	}
}

// The table of levels has a row for each.
func TestLevelTable(t *testing.T) {
	table := levelTable()
	if len(table.Rows) != rating.NumLevels {
		t.Fatalf("%d rows", len(table.Rows))
	}
	for i, row := range table.Rows {
		if len(row) != len(table.Stops)+1 {
			t.Errorf("row %d has %d cells", i, len(row))
		}
	}
}
