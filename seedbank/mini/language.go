package mini

import (
	"bytes"
	"embed"
	"fmt"
	"strings"
	"sync"
	"text/template"

	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/sudoku"
)

// Language is a language that files are written in.
type Language struct {
	Name  string // of the template, and the extension of files
	Title string

	Tested bool // whether tests run its files; if not, the file says so
}

// Languages lists the languages.
var Languages = [...]Language{
	{"js", "JavaScript", true},
	{"py", "Python", true},
	{"c", "C", true},
	{"kt", "Kotlin", false},
	{"swift", "Swift", false},
}

// LanguageNames returns the names of [Languages].
func LanguageNames() []string { return wording.Names(Languages[:], nameOf) }

func nameOf(l *Language) string { return l.Name }

func languageNamed(name string) (*Language, error) {
	return wording.Named(Languages[:], nameOf, "language", name)
}

//go:embed templates
var templateFiles embed.FS

// templates returns the templates of all languages. They are parsed where one is
// used, and not by every start of the program, which takes longer than a puzzle.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(templateFiles, "templates/*.tmpl"))
})

// fileData is what templates are filled with.
type fileData struct {
	style
	About       string // lines of the comment
	Tested      bool
	Alphabet    string
	Odds, Orbit string // a character of the alphabet for each cell
	Seeds       string
	Count       int // of seeds
	Low, High   int // levels
	Levels      int
	Rungs       int // at most
	Most        int // picks of a level
	Geometries  int
	Base        int
	OddsOf      int
	Same, Sure  int // odds of a rung to keep the level, and of one at the lowest level
	SameOf      int
	Step        int
}

// File returns the mini bank as a source file.
func (b *Bank) File() []byte {
	k := &b.kind
	data := fileData{
		style: styles[k.symmetry], About: b.about(), Tested: b.language.Tested,
		Alphabet: alphabet, Seeds: k.encode(b.Seeds), Count: len(b.Seeds),
		Low: int(k.low), High: int(k.high), Levels: k.levels(), Rungs: k.mostRungs(),
		Geometries: int(k.symmetry.Normalizer()), Base: base, OddsOf: oddsOf, Same: sameLevel, Sure: sameLowest, SameOf: sameLevelOf, Step: ladderStep,
	}
	for c := range sudoku.Cell(81) {
		data.Odds += string(alphabet[k.odds[c]-1])
		data.Orbit += string(alphabet[k.firstInOrbit(c)])
	}
	for level := k.low; level <= k.high; level++ {
		data.Most = max(data.Most, b.Picks(level))
	}
	var file bytes.Buffer
	if err := templates().ExecuteTemplate(&file, b.language.Name+".tmpl", &data); err != nil {
		panic(fmt.Sprintf("mini: %v", err)) // the templates are part of the program
	}
	return file.Bytes()
}

// about returns what a file promises, as lines of text.
func (b *Bank) about() string {
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	line("Sudoku puzzles of known level for ever, offline. Made by Seedoku.")
	line("MIT License, (c) 2026 The Seedoku authors: keep this line, no warranty.")
	line("")
	line("generate(level, seed): seed is a whole number from 0 to 2^53 - 1.")
	line("Every puzzle has one solution, and its true level (by Sudoku Explainer's ER).")
	line("The same level and seed give the same puzzle in every language. No two seeds")
	line("below the number of puzzles of the level give the same; then they start again.")
	if b.kind.symmetry != 0 {
		line("The clues stand symmetrically: %v.", b.kind.symmetry)
	}
	if !b.language.Tested {
		line("Made like the files in other languages, but not tested by a compiler.")
	}
	line("")
	line("level, and how many different puzzles:")
	for level := b.kind.low; level <= b.kind.high; level++ {
		line("%d %-9s %s", level, level.Name(), b.Puzzles(level))
	}
	return strings.TrimSuffix(text.String(), "\n")
}
