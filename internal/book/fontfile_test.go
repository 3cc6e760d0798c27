package book

import (
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobolditalic"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/gofont/gosmallcaps"
	"golang.org/x/image/font/sfnt"
)

// The letters of a font are those that another reader finds.
func TestLettersOfFonts(t *testing.T) {
	var files [][]byte
	for _, look := range builtIn {
		files = append(files, look.file)
	}
	for _, file := range append(files, gomono.TTF, gobolditalic.TTF, gosmallcaps.TTF) {
		letters, err := readFont(file)
		if err != nil {
			t.Fatal(err)
		}
		other, err := sfnt.Parse(file)
		if err != nil {
			t.Fatal(err)
		}
		var buffer sfnt.Buffer
		for r := range rune(0xffff) {
			glyph, err := other.GlyphIndex(&buffer, r)
			if err != nil || letters.has(r) != (glyph != 0) {
				t.Fatalf("%U: %v, want glyph %d, %v", r, letters.has(r), glyph, err)
			}
		}
		if letters.has(-1) || letters.has(0x10000) || letters.has(0x1f600) {
			t.Error("there are letters behind the last")
		}
	}
}

// entryOf returns where the list of tables of a font tells of a table.
func entryOf(t testing.TB, file []byte, name string) int {
	t.Helper()
	for at := 12; at < 12+16*int(binary.BigEndian.Uint16(file[4:])); at += 16 {
		if string(file[at:at+4]) == name {
			return at
		}
	}
	t.Fatalf("no table %q", name)
	return 0
}

// changed returns the built-in font with a number of 16 bits changed in a table.
func changed(t testing.TB, name string, at int, value uint16) []byte {
	file := slices.Clone(goregular.TTF)
	from := int(binary.BigEndian.Uint32(file[entryOf(t, file, name)+8:]))
	binary.BigEndian.PutUint16(file[from+at:], value)
	return file
}

// opened returns the built-in font, read up to the places of its glyphs.
func opened(t testing.TB) *fontFile {
	t.Helper()
	f := &fontFile{file: goregular.TTF}
	for _, step := range []func() error{f.directory, f.head, f.location} {
		if err := step(); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

// composed returns the built-in font with a glyph that is made of others: each is
// given by its flags and its number.
func composed(t testing.TB, parts ...[2]uint16) []byte {
	t.Helper()
	f := opened(t)
	glyph := slices.IndexFunc(f.offsets[1:], func(end int) bool { return end > 0 }) // the first that has outlines
	for f.offsets[glyph+1]-f.offsets[glyph] < 10+6*len(parts) {
		glyph++
	}
	text := []byte{0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0}
	for _, part := range parts {
		if part[1] == itself {
			part[1] = uint16(glyph)
		}
		text = append(binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(text, part[0]), part[1]), 0, 0)
	}
	file := slices.Clone(goregular.TTF)
	copy(file[int(binary.BigEndian.Uint32(file[entryOf(t, file, "glyf")+8:]))+f.offsets[glyph]:], text)
	return file
}

const itself = 0xfffe

// A glyph that is made of others is drawn.
func TestComposedLetters(t *testing.T) {
	if !drawsFont(t, composed(t, [2]uint16{moreParts, 40}, [2]uint16{0, 41})) {
		t.Error("it is no font")
	}
	if parts, err := componentsOf(table{0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, moreParts | wideArguments | fourScales, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, oneScale, 0, 8, 0, 0, 0, 0}); err != nil || !slices.Equal(parts, []int{7, 8}) {
		t.Errorf("got %v, %v", parts, err)
	}
	whole := table{0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, moreParts, 0, 7, 0, 0, 0, 0, 0, 8, 0, 0}
	for cut := 1; cut < len(whole); cut++ {
		if _, err := componentsOf(whole[:cut]); err == nil {
			t.Errorf("%d of %d bytes are a glyph", cut, len(whole))
		}
	}
}

// Few letters that are made of each other can stand for very many.
func TestCostOfLetters(t *testing.T) {
	twice := func(glyph byte) []byte {
		return []byte{0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, moreParts, 0, glyph, 0, 0, 0, moreParts, 0, glyph, 0, 0, 0, moreParts, 0, glyph, 0, 0, 0, 0, 0, glyph, 0, 0}
	}
	for _, test := range []struct {
		deep int
		want string
	}{{3, ""}, {4, "letters that one is made of: more than 256"}, {20, "composite letters nested more than 8 deep"}} {
		f := &fontFile{tables: map[string]table{}, glyphs: test.deep + 1, offsets: []int{0, 0}}
		for glyph := range test.deep {
			f.tables["glyf"] = append(f.tables["glyf"], twice(byte(glyph))...)
			f.offsets = append(f.offsets, len(f.tables["glyf"]))
		}
		if err := f.composites(); (err == nil) != (test.want == "") {
			t.Errorf("%d deep: %v", test.deep, err)
		}
		f.costs = make([]cost, f.glyphs)
		if err := f.follow(test.deep, 0); (err == nil) != (test.want == "") || err != nil && err.Error() != test.want {
			t.Errorf("%d deep, from above: %v", test.deep, err)
		}
	}
}

// Fonts in which one number is wrong are refused, with a reason.
func TestFontsRefused(t *testing.T) {
	without := slices.Clone(goregular.TTF)
	copy(without[entryOf(t, without, "post"):], "past")
	behind := slices.Clone(goregular.TTF)
	binary.BigEndian.PutUint32(behind[entryOf(t, behind, "glyf")+8:], uint32(len(behind)))
	for want, file := range map[string][]byte{
		"it is cut short":                           goregular.TTF[:11],
		"its list of tables is cut short":           goregular.TTF[:40],
		"its first bytes are wrong":                 append([]byte{9}, goregular.TTF[1:]...),
		`it has no table "post"`:                    without,
		`the table "glyf" extends beyond the file`:  behind,
		"0 units of length, want 16 to 16384":       changed(t, "head", 18, 0),
		"its glyphs are stored in an unknown way":   changed(t, "head", 50, 2),
		"it has no glyph":                           changed(t, "maxp", 4, 0),
		"its names are stored in an unknown way":    changed(t, "name", 0, 1),
		"one of its names is damaged":               changed(t, "name", 6+8, 0xffff),
		"the widths of its letters are damaged":     changed(t, "hhea", 34, 0),
		"its maker forbids parts of it":             changed(t, "OS/2", 8, 2),
		"the place of glyph 1 is damaged":           changed(t, "loca", 2, 0xffff),
		"a part is glyph 65535 of ":                 composed(t, [2]uint16{0, 0xffff}),
		"composite letters nested more than 8 deep": composed(t, [2]uint16{0, itself}),
		"a list of its letters is damaged":          changed(t, "cmap", 4+4, 0xffff),
		"it has no list of letters in format 4":     changed(t, "cmap", 2, 0),
	} {
		if _, err := ParseFont(file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// fontBook returns a book with letters of all kinds in a font.
func fontBook(t testing.TB, font Font) *Book {
	return &Book{Title: "Tíťlé 0123456789", Font: font, Puzzles: puzzles(1), Afterword: Markdown("É **Ü** *ffi* &%$\n\n- ÿ")}
}

// drawsFont reports whether a file is a font. One that is must draw a book, if it
// has the letters.
func drawsFont(t *testing.T, file []byte) bool {
	font, err := ParseFont(file)
	if err != nil {
		return false
	}
	b := fontBook(t, font)
	if b.Legible() != nil {
		b = titled(t, Picture{})
		b.Title = "0"
	}
	if b.Legible() != nil {
		return true
	}
	if err := b.WritePDF(io.Discard); err != nil {
		t.Errorf("a font that was read is not drawn: %v", err)
	}
	return true
}

// 130 of 8,889 fonts with one byte changed made the library panic once. Three in
// four changes are made where the tables are listed and where the numbers of them
// stand. FuzzFont changes more of them.
func TestMutantFonts(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	f := &fontFile{file: goregular.TTF}
	if err := f.directory(); err != nil {
		t.Fatal(err)
	}
	places := []func() int{func() int { return random.IntN(len(f.file)) }, func() int { return random.IntN(12 + 16*len(f.tables)) }}
	for _, name := range []string{"cmap", "head", "hhea", "maxp", "loca", "name", "post", "OS/2", "hmtx", "glyf"} {
		from := int(binary.BigEndian.Uint32(f.file[entryOf(t, f.file, name)+8:]))
		places = append(places, func() int { return from + random.IntN(min(100, len(f.tables[name]))) })
	}
	read, tries := 0, 100
	for range tries {
		file := slices.Clone(goregular.TTF)
		for range 1 + random.IntN(2) {
			file[places[random.IntN(len(places))]()] = byte(random.Uint32())
		}
		if drawsFont(t, file) {
			read++
		}
	}
	if read < tries/10 || read == tries {
		t.Errorf("%d of %d changed fonts are read", read, tries)
	}
}

// FuzzFont demands that a font that is read can be drawn. The file is the built-in
// font with some bytes changed: most files of bytes are not fonts at all.
func FuzzFont(f *testing.F) {
	f.Add(uint32(167), []byte{0})
	f.Add(uint32(4), []byte{0, 3})
	for _, name := range []string{"cmap", "head", "hhea", "maxp", "loca", "name", "post", "OS/2", "hmtx", "glyf"} {
		f.Add(binary.BigEndian.Uint32(goregular.TTF[entryOf(f, goregular.TTF, name)+8:]), []byte{1, 2, 3, 4})
	}
	f.Add(uint32(len(goregular.TTF)), []byte("longer"))
	f.Fuzz(func(t *testing.T, at uint32, bytes []byte) {
		file := slices.Clone(goregular.TTF)
		at %= uint32(len(file))
		copy(file[at:], bytes)
		drawsFont(t, file)
	})
}
