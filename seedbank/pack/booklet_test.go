package pack

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/read"
)

func TestImpossibleBooklets(t *testing.T) {
	format, _ := FormatNamed("pdf")
	for want, settings := range map[string]Settings{
		`unknown paper "b5"; there are a4, a5, letter, 5x8,`:   {Paper("b5")},
		`paper 20x30in: each side has to be 3 to 17 inches`:    {Paper("20x30in")},
		`per-page "7": want one of 1, 2, 3, 4, 5, 6, 8, 9, 12`: {PerPage(7)},
		`unknown lang "it"; there are en, de, es, fr`:          {Lang("it")},
		`unknown show "ids": did you mean id?`:                 {Show("ids")},
		"font: not a font":                                     {Font([]byte("no font"))},
		"font: a font with PostScript outlines":                {Font([]byte("OTTO"))},
		"picture: not a picture of format PNG or JPEG":         {Picture([]byte("GIF89a"))},
		"picture: a picture of format gif: want PNG or JPEG":   {Picture([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x01D\x00;"))},
		"want a text in UTF-8":                                 {Introduction("caf\xe9")},
		"introduction: no letter '数' (U+6570)":                 {Introduction("# 数独")},
		"copyright: no letter '数'":                             {Copyright("数独")},
		"no room on 5x8 for candidates of 4 points":            {Paper("5x8"), PerPage(6), {"pencil", "candidates"}},
		"no room on 6x9":                                       {Paper("6x9"), LargePrint(), PerPage(9)},
		`solutions-per-page "-1": want a number, 1 or more`:    {SolutionsPerPage(-1)},
		"500 solutions a page of a booklet: too small":         {SolutionsPerPage(500)},
		"title: no letter '数' (U+6570)":                        {Title("数独")},
		`format pdf does not take the option "site"; it tak`:   {Site("sudokupad")},
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

// bookOf returns what the typesetter is handed for entries.
func bookOf(t *testing.T, list []Entry, settings ...Setting) book.Book {
	t.Helper()
	var got book.Book
	take := func(b *book.Book, _ io.Writer) error { got = *b; return nil }
	writer, err := newBooklet(take, (*book.Book).Legible)(io.Discard, settings)
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
	return got
}

// two returns two entries, of levels 1 and 5.
func two() []Entry {
	list := entries(2)
	list[0].Rating.ER, list[1].Rating.ER = 12, 44
	return list
}

func TestBookletOfEntries(t *testing.T) {
	list := two()
	got := bookOf(t, list, Title("T"), Author("A"), Footer("F"), Copyright("C"), Afterword("# Z"), Created(goldenTime),
		Paper("6x9"), PerPage(2), SolutionsPerPage(9), NoSolutions(), Show("id", "er", "clues", "program"))
	clues := func(i int) string { return fmt.Sprintf(" · %d clues", list[i].Puzzle.NumClues()) }
	want := book.Book{
		Title: "T", Subtitle: "2 puzzles, levels 1 to 5", Author: "A", Footer: "F", Colophon: "Made with Seedoku", Creator: "Seedoku",
		Created: goldenTime, Language: "en", Words: got.Words,
		Copyright: []book.Section{{Text: "C"}}, Afterword: []book.Section{{Heading: "Z"}},
		Puzzles: []book.Puzzle{
			{Puzzle: list[0].Puzzle, Rank: 1, Label: "Level 1 · Beginner", Detail: "ER 1.2" + clues(0), Note: list[0].ID},
			{Puzzle: list[1].Puzzle, Rank: 5, Label: "Level 5 · Tricky", Detail: "ER 4.4" + clues(1), Note: list[1].ID},
		},
		PartTexts: got.PartTexts,
		Layout: book.Layout{Paper: "6x9", PerPage: 2, SolutionsPerPage: 9, Solutions: book.Nowhere,
			Parts: true, Contents: true, MarksFrom: 6},
	}
	opaque := cmp.Options{cmp.Comparer(func(a, b book.Puzzle) bool { return a == b }), cmp.AllowUnexported(book.Font{}, book.Picture{})}
	if diff := cmp.Diff(want, got, opaque); diff != "" {
		t.Error(diff)
	}
	if len(got.PartTexts) != 2 || !strings.Contains(got.PartTexts[5], "X-wing") {
		t.Errorf("parts say %v", got.PartTexts)
	}
}

// Unless it is asked for, a booklet tells nothing of ratings, IDs and the program.
// A neutral one does not even if it is.
func TestBookletTellsWhatIsAsked(t *testing.T) {
	for _, c := range []struct {
		settings Settings
		tells    string // of: id er level clues made creator
	}{
		{nil, "level creator"},
		{Settings{Show()}, "creator"},
		{Settings{Show("id", "er")}, "id er creator"},
		{Settings{Show("program", "clues")}, "clues made creator"},
		{Settings{Show("level", "program", "id"), Neutral()}, "id level"},
	} {
		for _, code := range catalogue.Codes() {
			got := bookOf(t, two(), append(c.settings, Intro(), Lang(code), Title("T"))...)
			p, l := &got.Puzzles[0], mustLanguage(t, code)
			prose := fmt.Sprint(got.Introduction, got.PartTexts, got.Subtitle)
			var tells []string
			for _, fact := range []struct {
				name string
				told bool
			}{
				{"id", p.Note != ""}, {"er", strings.Contains(p.Detail, "ER 1.2")}, {"level", p.Caption != ""},
				{"clues", strings.Contains(p.Detail, l.Plain("book.clues", "n", p.Puzzle.NumClues()))}, {"made", got.Colophon != ""}, {"creator", got.Creator != ""},
			} {
				if fact.told {
					tells = append(tells, fact.name)
				}
			}
			if told := strings.Join(tells, " "); told != c.tells {
				t.Errorf("%s %v: tells %s, want %s", code, c.settings, told, c.tells)
			}
			if told := strings.Contains(prose, "Seedoku"); told != (p.Note != "" && got.Creator != "") {
				t.Errorf("%s %v: the introduction tells of the program: %t", code, c.settings, told)
			}
			if told := strings.Contains(prose, "ER"); told != strings.Contains(c.tells, "er ") {
				t.Errorf("%s %v: the introduction tells of the ER: %t", code, c.settings, told)
			}
		}
	}
}

func mustLanguage(t *testing.T, code string) words {
	t.Helper()
	l, err := wordsOf(code)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// The introduction names the levels that are in the booklet, and no others.
func TestIntroductionNamesTheLevels(t *testing.T) {
	for _, code := range catalogue.Codes() {
		l := mustLanguage(t, code)
		list := two()
		prose := fmt.Sprint(bookOf(t, list, Intro(), Lang(code)).Introduction)
		one := fmt.Sprint(bookOf(t, list[1:], Intro(), Lang(code)).Introduction)
		for level := range rating.Levels() {
			hardest := l.hardest(level)
			if strings.Contains(prose, hardest) != (level == 1 || level == 5) || strings.Contains(one, hardest) != (level == 5) {
				t.Errorf("%s: level %d is named in the wrong book", code, level)
			}
		}
	}
}

// The built-in font has the letters of all texts of books.
func TestTextsAreLegible(t *testing.T) {
	var font book.Font
	for _, code := range catalogue.Codes() {
		l := mustLanguage(t, code)
		for key := range catalogue.Texts(code) {
			if group, _, _ := strings.Cut(key, "."); slices.Contains([]string{"book", "level", "date"}, group) {
				if err := font.Legible(l.Plain(key)); err != nil {
					t.Errorf("%s %s: %v", code, key, err)
				}
			}
		}
	}
	if _, err := wordsOf("xx"); err == nil {
		t.Error("there is a language xx")
	}
}

func TestSubtitle(t *testing.T) {
	english := mustLanguage(t, "en")
	for want, levels := range map[string][]rating.Level{
		"":                              nil,
		"3 puzzles of level 9, Extreme": {9},
		"3 puzzles, levels 2 to 4":      {2, 3, 4},
	} {
		if got := subtitle(english, 3, levels); got != want {
			t.Errorf("levels %v: %q, want %q", levels, got, want)
		}
	}
	if got := subtitle(english, 1, []rating.Level{1}); got != "1 puzzle of level 1, Beginner" {
		t.Errorf("one puzzle: %q", got)
	}
	if got := subtitle(mustLanguage(t, "de"), 1, []rating.Level{7}); got != "1 Rätsel der Stufe 7, Sehr schwer" {
		t.Errorf("one puzzle: %q", got)
	}
}

// Periods and months are headings, which begin with a capital.
func TestMonthsAsHeadings(t *testing.T) {
	for code, want := range map[string]string{"en": "January 2027 – February 2027, February 2027", "es": "Enero de 2027 – febrero de 2027, Febrero de 2027", "fr": "Janvier 2027 – février 2027, Février 2027"} {
		list := two()
		list[0].Date, list[1].Date = time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 2, 28, 0, 0, 0, 0, time.UTC)
		b := bookOf(t, list, Lang(code))
		if got := b.Issue + ", " + b.Puzzles[1].Label; got != want {
			t.Errorf("%s: %s, want %s", code, got, want)
		}
	}
}

// The table of levels has a row for each, with as many cells as columns.
func TestLevelTable(t *testing.T) {
	for _, withER := range []bool{false, true} {
		table := levelTable(mustLanguage(t, "fr"), []rating.Level{1, 5, 9}, withER)
		if len(table.Rows) != 3 {
			t.Fatalf("%d rows", len(table.Rows))
		}
		for i, row := range table.Rows {
			if len(row) != len(table.Rows[0]) || (len(row) == 3) != withER {
				t.Errorf("row %d has %d cells", i, len(row))
			}
		}
	}
}

// The solutions of a booklet are not read as puzzles.
func TestBookletsReadBack(t *testing.T) {
	format, err := FormatNamed("html")
	if err != nil {
		t.Fatal(err)
	}
	list := two()
	for _, settings := range []Settings{nil, {Intro()}, {Solutions("parts")}, {Solutions("none")}} {
		got := records(t, read.Puzzles(bytes.NewReader(write(t, format, settings, list))))
		if len(got) != len(list) {
			t.Fatalf("%v: %d puzzles, want %d", settings, len(got), len(list))
		}
		for i := range got {
			if want := list[i].Puzzle.Clues(); got[i].Grid != want {
				t.Errorf("%v: %v, want %v", settings, got[i].Grid, want)
			}
		}
	}
}

// Without pages there are no dots: the introduction does not explain them either.
func TestIgnoredValuesChangeNothing(t *testing.T) {
	for _, name := range []string{"html", "epub"} {
		format, err := FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		plain := write(t, format, Settings{Title("T"), Intro()}, two())
		if dotted := write(t, format, Settings{Title("T"), Intro(), Pencil("dots"), PencilFrom(1)}, two()); !bytes.Equal(dotted, plain) {
			t.Errorf("%s is another file with dots", name)
		}
		if dotted := write(t, format, Settings{Title("T"), Intro(), Pencil("candidates"), Pencil("dots")}, two()); !bytes.Equal(dotted, plain) {
			t.Errorf("%s is another file with dots after candidates", name)
		}
		if err := format.Check(Title("数独")); err != nil {
			t.Errorf("%s does not take letters that browsers have: %v", name, err)
		}
		if err := format.Check(Title("a\vb")); err == nil {
			t.Errorf("%s takes a control character", name)
		}
	}
}
