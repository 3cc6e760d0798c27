package book

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/bounds"
)

// fontFile is a font with TrueType outlines that is read through once, from the
// list of its tables to the last letter. The library of PDF reads the same tables
// without looking at lengths, and follows letters made of letters wherever they
// lead. That library cuts the letters of a booklet out of the font; nothing of that is
// done here. The parser of golang.org/x/image/font/sfnt is not a check for it: it reads
// other lists of letters, and bounds how deep letters lie within letters, not how many
// there are, so that a small file takes hours.
//
// https://learn.microsoft.com/typography/opentype/spec/otff
type fontFile struct {
	file    []byte
	tables  map[string]table
	glyphs  int      // their number
	offsets []int    // of the glyphs in the table glyf, and of its end
	letters *letters // that the font has
	costs   []cost   // by glyph
}

// table is the bytes of a table of a font. Numbers have their high byte first.
type table []byte

func (t table) u16(at int) int { return int(binary.BigEndian.Uint16(t[at:])) }
func (t table) i16(at int) int { return int(int16(binary.BigEndian.Uint16(t[at:]))) }
func (t table) u32(at int) int { return int(binary.BigEndian.Uint32(t[at:])) }

// letters is a set of characters of the first 65,536, which are all that a booklet
// can have.
type letters [1 << 16 / 64]uint64

func (l *letters) add(r int)       { l[r/64] |= 1 << (r % 64) }
func (l *letters) has(r rune) bool { return 0 <= r && r < 1<<16 && l[r/64]>>(r%64)&1 != 0 }

// readFont reads a font through.
func readFont(file []byte) (*letters, error) {
	f := &fontFile{file: file, letters: &letters{}}
	for _, step := range []func() error{f.directory, f.head, f.names, f.metrics, f.looks, f.location, f.composites, f.characters} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return f.letters, nil
}

// needed are the tables that a font must have, each with the least length of its
// fixed part.
var needed = [...]struct {
	name  string
	least int
}{{"name", 6}, {"head", 54}, {"hhea", 36}, {"maxp", 6}, {"post", 32}, {"cmap", 4}, {"hmtx", 4}, {"loca", 4}, {"glyf", 0}}

// directory reads the list of tables. Of two with one name the last counts.
func (f *fontFile) directory() error {
	const head, entry = 12, 16
	list := table(f.file)
	if len(list) < head {
		return errors.New("it is cut short")
	}
	if kind := list.u32(0); kind != 0x00010000 && kind != 0x74727565 {
		return errors.New("its first bytes are wrong")
	}
	count := list.u16(4)
	if len(list) < head+count*entry {
		return errors.New("its list of tables is cut short")
	}
	f.tables = make(map[string]table, count)
	for i := range count {
		at := head + i*entry
		from, size := list.u32(at+8), list.u32(at+12)
		name := string(list[at : at+4])
		if from > len(list) || size > len(list)-from {
			return fmt.Errorf("the table %q extends beyond the file", name)
		}
		f.tables[name] = list[from : from+size]
	}
	for _, n := range needed {
		if t, there := f.tables[n.name]; !there {
			return fmt.Errorf("it has no table %q", n.name)
		} else if len(t) < n.least {
			return fmt.Errorf("the table %q is cut short", n.name)
		}
	}
	return nil
}

// head reads the units and the number of glyphs.
func (f *fontFile) head() error {
	f.glyphs = f.tables["maxp"].u16(4)
	head := f.tables["head"]
	switch units := head.u16(18); {
	case units < 16 || units > 16384:
		return fmt.Errorf("%d units of length, want 16 to 16384", units)
	case head.u16(50) > 1 || head.u16(52) != 0:
		return errors.New("its glyphs are stored in an unknown way")
	case f.glyphs == 0:
		return errors.New("it has no glyph")
	}
	return nil
}

// names checks the names of the font, of which the library reads some.
func (f *fontFile) names() error {
	const head, entry = 6, 12
	t := f.tables["name"]
	count, texts := t.u16(2), t.u16(4)
	if t.u16(0) != 0 || len(t) < head+count*entry {
		return errors.New("its names are stored in an unknown way")
	}
	all := 0
	for i := range count {
		at := head + i*entry
		platform, size, from := t.u16(at), t.u16(at+8), texts+t.u16(at+10)
		all += size
		if from+size > len(t) || platform == 3 && size%2 != 0 {
			return errors.New("one of its names is damaged")
		}
	}
	return bounds.Check("the names of it", int64(all), bounds.FontNames, bounds.Bytes)
}

// metrics checks the widths. The last one holds for all glyphs after it.
func (f *fontFile) metrics() error {
	head, widths := f.tables["hhea"], f.tables["hmtx"]
	count := head.u16(34)
	if head.u16(32) != 0 || count == 0 || count > f.glyphs || len(widths) < 4*count+2*(f.glyphs-count) {
		return errors.New("the widths of its letters are damaged")
	}
	return nil
}

// looks checks what the font says of itself for programs, if it does. Some fonts
// must not be embedded in files.
func (f *fontFile) looks() error {
	t, there := f.tables["OS/2"]
	if !there {
		return nil
	}
	if len(t) < 78 || t.u16(0) > 1 && len(t) < 96 {
		return errors.New(`the table "OS/2" is cut short`)
	}
	const restricted, whole, bitmaps = 0x2, 0x100, 0x200
	if kind := t.u16(8); kind == restricted || kind&(whole|bitmaps) != 0 {
		return errors.New("its maker forbids parts of it in other files")
	}
	return nil
}

// location reads where the glyphs are. They ascend.
func (f *fontFile) location() error {
	t, size := f.tables["loca"], 2<<f.tables["head"].u16(50)
	if len(t) < (f.glyphs+1)*size {
		return errors.New(`the table "loca" is cut short`)
	}
	f.offsets = make([]int, f.glyphs+1)
	for i := range f.offsets {
		if size == 2 {
			f.offsets[i] = 2 * t.u16(2*i)
		} else {
			f.offsets[i] = t.u32(4 * i)
		}
		if i > 0 && f.offsets[i] < f.offsets[i-1] || f.offsets[i] > len(f.tables["glyf"]) {
			return fmt.Errorf("the place of glyph %d is damaged", i)
		}
	}
	return nil
}

// cost is how much work a glyph is: its parts with their parts, and how deep they
// lie within each other.
type cost struct {
	parts, depth int
	open         bool // it is being counted
	done         bool
}

// composites follows all glyphs that are made of others.
func (f *fontFile) composites() error {
	f.costs = make([]cost, f.glyphs)
	for glyph := range f.glyphs {
		if err := f.follow(glyph, 0); err != nil {
			return fmt.Errorf("glyph %d: %w", glyph, err)
		}
	}
	return nil
}

// follow counts the cost of a glyph that lies so deep within another one.
func (f *fontFile) follow(glyph, level int) error {
	c := &f.costs[glyph]
	if c.open || level > bounds.Nesting {
		return fmt.Errorf("composite letters nested more than %d deep", bounds.Nesting)
	}
	if c.done {
		return nil
	}
	c.open = true
	c.parts = 1
	parts, err := componentsOf(f.tables["glyf"][f.offsets[glyph]:f.offsets[glyph+1]])
	if err != nil {
		return err
	}
	for _, part := range parts {
		if part >= f.glyphs {
			return fmt.Errorf("a part is glyph %d of %d", part, f.glyphs)
		}
		if err := f.follow(part, level+1); err != nil {
			return err
		}
		c.parts += f.costs[part].parts
		c.depth = max(c.depth, f.costs[part].depth+1)
	}
	c.open, c.done = false, true
	if err := bounds.Check("letters that one is made of", int64(c.parts-1), bounds.Components, bounds.Things); err != nil {
		return err
	}
	return bounds.Check("the depth of letters made of letters", int64(c.depth), bounds.Nesting, bounds.Things)
}

// Flags of a part of a glyph.
const (
	wideArguments = 1 << 0
	oneScale      = 1 << 3
	moreParts     = 1 << 5
	twoScales     = 1 << 6
	fourScales    = 1 << 7
)

// componentsOf returns the parts of a glyph that is made of others.
func componentsOf(glyph table) (parts []int, err error) {
	const head = 10
	cut := errors.New("it is cut short")
	switch {
	case len(glyph) == 0:
		return nil, nil
	case len(glyph) < 2:
		return nil, cut
	case glyph.i16(0) >= 0:
		return nil, nil
	}
	if err := bounds.Check("a letter made of others", int64(len(glyph)), bounds.Composite, bounds.Bytes); err != nil {
		return nil, err
	}
	for at := head; ; {
		if len(glyph) < at+4 {
			return nil, cut
		}
		flags := glyph.u16(at)
		parts = append(parts, glyph.u16(at+2))
		at += 4 + lengthOf(flags)
		if at > len(glyph) {
			return nil, cut
		}
		if flags&moreParts == 0 {
			return parts, nil
		}
	}
}

// lengthOf returns how many bytes the arguments of a part take.
func lengthOf(flags int) int {
	n := 2
	if flags&wideArguments != 0 {
		n = 4
	}
	switch {
	case flags&oneScale != 0:
		return n + 2
	case flags&twoScales != 0:
		return n + 4
	case flags&fourScales != 0:
		return n + 8
	}
	return n
}

// characters reads which characters have glyphs, from the first list of them that
// the library of PDF reads: of the characters of Unicode, in format 4.
func (f *fontFile) characters() error {
	t := f.tables["cmap"]
	count := t.u16(2)
	if len(t) < 4+8*count {
		return errors.New(`the table "cmap" is cut short`)
	}
	for i := range count {
		at := 4 + 8*i
		platform, encoding, from := t.u16(at), t.u16(at+2), t.u32(at+4)
		if platform != 0 && (platform != 3 || encoding != 1) {
			continue
		}
		if from > len(t)-2 {
			return errors.New("a list of its letters is damaged")
		}
		if t.u16(from) == 4 {
			return f.segments(t[from:])
		}
	}
	return errors.New("it has no list of letters in format 4 of Unicode")
}

// segments reads a list of characters in format 4: ranges of characters, ascending,
// each with a number to add to a character, or with a place for each glyph.
func (f *fontFile) segments(t table) error {
	const head = 14
	damaged := errors.New("the list of its letters is damaged")
	if len(t) < head {
		return damaged
	}
	count := t.u16(6) / 2
	ends, starts := head, head+2*count+2
	deltas, places := starts+2*count, starts+4*count
	if len(t) < places+2*count {
		return damaged
	}
	const lastChar = 0xffff
	next := 0
	for i := range count {
		start, end := t.u16(starts+2*i), t.u16(ends+2*i)
		if start < next || end < start {
			return damaged
		}
		next = end + 1
		s := segment{start, t.u16(deltas + 2*i), places + 2*i}
		for char := start; char <= end; char++ {
			glyph, ok := s.glyph(t, char)
			switch {
			case !ok:
				return damaged
			case char == lastChar: // is not a character, and ends the list
			case glyph >= f.glyphs:
				return fmt.Errorf("the glyph of %U is %d of %d", char, glyph, f.glyphs)
			case glyph != 0:
				f.letters.add(char)
			}
		}
	}
	return nil
}

// segment is a range of characters in a list of format 4.
type segment struct {
	start int
	delta int
	at    int // where the list says how far from there the glyphs are, or 0
}

// glyph returns the glyph of a character, 0 if there is none. Places after the
// length that the list has by its own words mean none; other places must lie within
// the list.
func (s segment) glyph(t table, char int) (glyph int, ok bool) {
	far := t.u16(s.at)
	if far == 0 {
		return (char + s.delta) & 0xffff, true
	}
	at := s.at + far + 2*(char-s.start)
	if at >= t.u16(2) {
		return 0, true
	}
	if at+2 > len(t) {
		return 0, false
	}
	if glyph = t.u16(at); glyph != 0 {
		glyph = (glyph + s.delta) & 0xffff
	}
	return glyph, true
}
