package mini

import (
	"bytes"
	"embed"
	"fmt"
	"slices"
	"sync"
	"text/template"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Language is a language that files are written in.
type Language struct {
	Name      string // of the template, and of a format
	Extension string // of files
}

// Languages lists the languages. Tests run files of each.
var Languages = [...]Language{
	{"js", "mjs"}, // by which Node knows a module
	{"py", "py"},
	{"c", "c"},
	{"kt", "kt"},
}

// LanguageNames returns the names of [Languages].
func LanguageNames() []string { return phrase.Names(Languages[:], nameOf) }

func nameOf(l *Language) string { return l.Name }

// LanguageNamed returns the language of a name.
func LanguageNamed(name string) (*Language, error) {
	return phrase.Named(Languages[:], nameOf, "language", name)
}

//go:embed templates
var templateFiles embed.FS

// templates returns the templates of all languages. They are parsed at first use,
// because parsing at every start of the program would take longer than drawing a
// puzzle.
var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.ParseFS(templateFiles, "templates/*.tmpl"))
})

// fileData is the data of the templates.
type fileData struct {
	style
	Symmetry    transform.Symmetry
	Puzzles     []puzzles
	Alphabet    string
	Odds, Orbit string // a character of the alphabet for each cell
	Seeds       string
	SeedParts   []string // parts of Seeds, for languages with a limit for string literals
	Count       int      // of seeds
	Low, High   int      // levels
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

// puzzles is the number of different puzzles of a level.
type puzzles struct {
	Level  rating.Level
	Number uint64
}

// mostText is the greatest number of characters of a part of the string of seeds. A
// string constant in a Java class file has fewer than 65,536 bytes.
const mostText = 60000

// File returns the mini bank as a source file.
func (b *Bank) File(language *Language) []byte { return b.fileData().file(language) }

// Text returns the string of the seeds, which stands in double quotes in a file.
func (b *Bank) Text() string { return b.kind.encode(b.Seeds) }

// largestFile returns the size of the largest of the files in all languages.
func (b *Bank) largestFile() (size int) {
	data := b.fileData()
	for i := range Languages {
		size = max(size, len(data.file(&Languages[i])))
	}
	return size
}

// fileData returns the data for the files of all languages.
func (b *Bank) fileData() *fileData {
	k := &b.kind
	data := fileData{
		style: styles[k.symmetry], Symmetry: k.symmetry,
		Alphabet: alphabet, Seeds: b.Text(), Count: len(b.Seeds),
		Low: int(k.low), High: int(k.high), Levels: k.levels(), Rungs: k.mostRungs(),
		Geometries: int(k.symmetry.Normalizer()), Base: base, OddsOf: oddsOf, Same: sameLevel, Sure: sameLowest, SameOf: sameLevelOf, Step: ladderStep,
	}
	for part := range slices.Chunk([]byte(data.Seeds), mostText) {
		data.SeedParts = append(data.SeedParts, string(part))
	}
	for c := range sudoku.Cell(81) {
		data.Odds += string(alphabet[k.odds[c]-1])
		data.Orbit += string(alphabet[k.firstInOrbit(c)])
	}
	for level := k.low; level <= k.high; level++ {
		data.Most = max(data.Most, b.Picks(level))
		data.Puzzles = append(data.Puzzles, puzzles{level, b.Puzzles(level)})
	}
	return &data
}

// file returns the file of a language.
func (d *fileData) file(language *Language) []byte {
	var file bytes.Buffer
	if err := templates().ExecuteTemplate(&file, language.Name+".tmpl", d); err != nil {
		panic(fmt.Sprintf("mini: %v", err)) // the templates are part of the program
	}
	return file.Bytes()
}

// A style says which geometries keep a symmetry: the permutations of rows and of
// columns, and whether the two may be exchanged.
type style struct {
	Rows, Columns linesStyle
	Transposes    bool
}

// linesStyle is a set of permutations of rows or of columns.
type linesStyle string

const (
	free     linesStyle = "free"     // all permutations
	mirrored linesStyle = "mirrored" // permutations that commute with the reversal
	asRows   linesStyle = "as rows"
	against  linesStyle = "against" // the permutation of the rows, counted from the other end
	either   linesStyle = "either"  // the permutation of the rows, counted from either end
)

var styles = [transform.NumSymmetries]style{
	transform.NoSymmetry:   {free, free, true},
	transform.Rotate180:    {mirrored, mirrored, true},
	transform.Rotate90:     {mirrored, either, true},
	transform.Mirror:       {free, mirrored, false},
	transform.Flip:         {mirrored, free, false},
	transform.Diagonal:     {free, asRows, true},
	transform.Antidiagonal: {free, against, true},
	transform.Orthogonal:   {mirrored, mirrored, true},
	transform.Bidiagonal:   {mirrored, either, true},
	transform.Full:         {mirrored, either, true},
}
