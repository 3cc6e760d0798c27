package wish

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Refused reports whether a wish was refused. It is wrong to do so without a reason,
// or to write puzzles all the same.
func Refused(o Outcome) (refused bool, wrong []string) {
	if o.Status == 0 {
		return false, nil
	}
	if o.Stderr == "" {
		wrong = append(wrong, "it was refused without a reason")
	}
	if list, _ := readLines([]byte(o.Stdout)); len(list) > 0 {
		wrong = append(wrong, "it was refused, and puzzles were written")
	}
	if len(o.Files) > 0 {
		wrong = append(wrong, fmt.Sprintf("it was refused, and files were written: %v", slices.Sorted(maps.Keys(o.Files))))
	}
	return true, wrong
}

// checker checks an outcome.
type checker struct {
	w     Wish
	o     Outcome
	judge judge
	wrong []string
}

func (c *checker) wrongf(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

// CheckGen returns what is wrong with what gen has written for a wish that it did not
// refuse.
func CheckGen(w Wish, o Outcome) []string {
	c := &checker{w: w, o: o}
	text := []byte(o.Stdout)
	if path := w.Value("output", ""); path != "" {
		text = o.Files[path]
		if o.Stdout != "" || len(o.Files) != 1 {
			c.wrongf("--output %s: there are the files %v, and %d bytes of standard output", path, slices.Sorted(maps.Keys(o.Files)), len(o.Stdout))
		}
	}
	format := w.Value("format", formatOf(w.Value("output", "")))
	n, _ := strconv.Atoi(w.Value("n", "1"))
	if ids := len(w.All("id")); ids > 0 {
		n = ids
	}
	if w.Has("practice") && !w.Has("format") {
		format = "text"
	}
	puzzles, ok := c.read(format, text, w.Has("practice"))
	if !ok {
		return c.wrong
	}
	c.count(len(puzzles), n)
	c.wrong = append(c.wrong, checkEach(w, isBooklet(format), o.Stderr, puzzles)...)
	c.wrong = append(c.wrong, checkSet(w, puzzles)...)
	for i, id := range w.All("id") {
		if i < len(puzzles) && puzzles[i].id != "" && puzzles[i].id != id {
			c.wrongf("--id %s: got %s", id, puzzles[i].id)
		}
	}
	return c.wrong
}

func (c *checker) count(got, want int) {
	if got != want {
		c.wrongf("%d puzzles, want %d", got, want)
	}
}

// formatOf returns the format that the name of a file asks for, or the plainest.
func formatOf(path string) string {
	switch ending := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(path, ".zst")), "."); ending {
	case "", "txt":
		return "line"
	default:
		return ending
	}
}

// read reads and judges the puzzles of a file. ok is false if they cannot be read from
// this format; then it looks how the file begins.
func (c *checker) read(format string, text []byte, positions bool) (puzzles []judged, ok bool) {
	if positions && (format == "text" || format == "hodoku" || format == "jsonl" || format == "svg" || format == "html") {
		if len(text) == 0 {
			c.wrongf("no positions")
		}
		return nil, false
	}
	if booklet := booklets[format]; booklet != nil {
		list, places, err := booklet(text)
		if err != nil {
			c.wrongf("reading format %s: %v", format, err)
		}
		c.wrong = append(c.wrong, checkPlaces(c.w, places)...)
		puzzles, wrong := c.judge.all(list)
		c.wrong = append(c.wrong, wrong...)
		return puzzles, true
	}
	reader := readers[format]
	if reader == nil {
		if magic, known := magics[format]; !known || !bytes.HasPrefix(text, []byte(magic)) {
			c.wrongf("this is not a file of format %s: %.20q", format, text)
		}
		return nil, false
	}
	list, err := reader(text)
	if err != nil {
		c.wrongf("reading format %s: %v", format, err)
	}
	c.wrong = append(c.wrong, checkSolutions(c.w, format, list)...)
	puzzles, wrong := c.judge.all(list)
	c.wrong = append(c.wrong, wrong...)
	return puzzles, true
}

// manifest is what the checker reads of the manifest of a pack.
type manifest struct {
	Format string
	Parts  []struct {
		fileOfPart
		Puzzles int
		IDs     []string
		Files   []fileOfPart
		Days    []struct{ IDs []string }
	}
}

// fileOfPart is a file of a part.
type fileOfPart struct{ Name, Format, SHA256 string }

// CheckExport returns what is wrong with what export has written for a wish that it
// did not refuse. The folder holds the files of the outcome.
func CheckExport(w Wish, o Outcome, folder string) []string {
	c := &checker{w: w, o: o}
	for path := range o.Files {
		if !strings.Contains(o.Stdout, path+"\n") {
			c.wrongf("%s is there, and was not told", path)
		}
	}
	for path := range strings.FieldsSeq(o.Stdout) {
		if filepath.IsAbs(path) && o.Files[path] == nil && !w.Has("manifest") {
			c.wrongf("%s was told, and is not there", path)
		}
	}
	if w.Has("mini") {
		return c.mini()
	}
	if w.Has("manifest") {
		return c.wrong
	}
	if output := w.Value("output", ""); output != "" {
		if o.Files[output] == nil && len(o.Files) < 2 {
			c.wrongf("there is no %s, but %v", output, slices.Sorted(maps.Keys(o.Files)))
		}
		folder = filepath.Dir(output)
	}
	folder = w.Value("dir", folder)
	m := c.manifest(folder)
	if m == nil {
		return c.wrong
	}
	format := w.Value("format", formatOf(w.Value("output", "")))
	if m.Format != format {
		c.wrongf("the format is %s, want %s", m.Format, format)
	}
	c.parts(m, folder, format)
	return c.wrong
}

// mini checks the size of a source file.
func (c *checker) mini() []string {
	size, _ := strconv.Atoi(strings.TrimSuffix(c.w.Value("mini", ""), "KB"))
	if c.w.Value("format", "") == "html" {
		size += 24 // for the page
	}
	if len(c.o.Files) != 1 {
		c.wrongf("%d files", len(c.o.Files))
	}
	for path, text := range c.o.Files {
		if len(text) > size<<10 || len(text) == 0 {
			c.wrongf("%s has %d bytes, want at most %d KB", path, len(text), size)
		}
	}
	return c.wrong
}

// manifest reads the one manifest of a pack.
func (c *checker) manifest(folder string) *manifest {
	var m *manifest
	for path, text := range c.o.Files {
		if filepath.Dir(path) != folder {
			c.wrongf("%s is not in %s", path, folder)
		}
		if name := c.w.Value("name", ""); !strings.HasPrefix(filepath.Base(path), name) {
			c.wrongf("the name of %s does not begin with %s", path, name)
		}
		if !strings.HasSuffix(path, ".manifest.json") {
			continue
		}
		if m != nil {
			c.wrongf("there are several manifests")
		}
		m = &manifest{}
		if err := json.Unmarshal(text, m); err != nil {
			c.wrongf("%s: %v", path, err)
		}
	}
	if m == nil {
		c.wrongf("there is no manifest")
	}
	return m
}

// parts checks the files of a pack.
func (c *checker) parts(m *manifest, folder, format string) {
	total, byLevel := 0, map[int]int{}
	var all []judged
	for _, part := range m.Parts {
		for _, day := range part.Days {
			part.IDs = append(part.IDs, day.IDs...)
		}
		if part.Files == nil {
			part.Files = []fileOfPart{{part.Name, format, part.SHA256}}
		}
		total += part.Puzzles
		if len(part.IDs) != part.Puzzles || len(slices.Compact(slices.Sorted(slices.Values(part.IDs)))) != part.Puzzles {
			c.wrongf("%s: %d IDs of %d puzzles", part.Files[0].Name, len(part.IDs), part.Puzzles)
		}
		var puzzles []judged
		whole := true
		for _, file := range part.Files {
			if file.Format != format {
				c.wrongf("%s is of the format %s, want %s", file.Name, file.Format, format)
			}
			list, read := c.part(file.Name, file.SHA256, format)
			puzzles, whole = append(puzzles, list...), whole && read
		}
		if !whole {
			continue
		}
		if len(puzzles) != part.Puzzles {
			c.wrongf("%s: %d puzzles, want %d", part.Files[0].Name, len(puzzles), part.Puzzles)
		}
		if !c.w.Has("calendar") {
			c.wrong = append(c.wrong, checkOrder(c.w, wantsPrint(c.w, true, c.o.Stderr), puzzles)...)
		}
		for i := range puzzles {
			byLevel[int(puzzles[i].result.Level())]++
		}
		all = append(all, puzzles...)
	}
	c.wrong = append(c.wrong, checkEach(c.w, true, c.o.Stderr, all)...)
	c.wrong = append(c.wrong, checkSet(c.w.with(c.distinct()), all)...)
	if n := c.w.Value("n", ""); n != "" && strconv.Itoa(total) != n {
		c.wrongf("%d puzzles, want %s", total, n)
	}
	perLevel := c.w.Value("per-level", "")
	for level, n := range byLevel {
		if perLevel != "" && strconv.Itoa(n) != perLevel {
			c.wrongf("%d puzzles of level %d, want %s", n, level, perLevel)
		}
	}
}

// distinct is the wish that packs have without words, unless they say that the bank
// has too few seeds.
func (c *checker) distinct() Wish {
	if strings.Contains(c.o.Stderr, "some puzzles are isomorphs") {
		return nil
	}
	return Wish{{"distinct", ""}}
}

// part checks the file of a part, or its files if each has one puzzle.
func (c *checker) part(name, sum, format string) (puzzles []judged, read bool) {
	var paths []string
	for path := range c.o.Files {
		base := filepath.Base(path)
		if !strings.HasSuffix(base, ".manifest.json") && (base == name || strings.HasPrefix(base, name+"-")) {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	hash := sha256.New()
	read = true
	for _, path := range paths {
		hash.Write(c.o.Files[path])
		if compressed := strings.HasSuffix(path, ".zst"); compressed != (c.w.Has("compress") || strings.HasSuffix(c.w.Value("output", ""), ".zst")) {
			c.wrongf("%s is compressed or not, against the wish", path)
		}
		text, err := unpacked(path, c.o.Files[path])
		if err != nil {
			c.wrongf("%s: %v", path, err)
		}
		list, ok := c.read(format, text, false)
		read = read && ok
		puzzles = append(puzzles, list...)
		c.words(path, text, format)
	}
	if got := hex.EncodeToString(hash.Sum(nil)); got != sum {
		c.wrongf("%s: the sum of %v is %s, want %s", name, paths, got, sum)
	}
	return puzzles, read
}

// words checks that texts that were asked for stand in a file.
func (c *checker) words(path string, text []byte, format string) {
	if format != "html" && format != "opensudoku" {
		return
	}
	for _, flag := range []string{"title", "subtitle", "author"} {
		if value := c.w.Value(flag, ""); value != "" && !bytes.Contains(text, []byte(value)) {
			c.wrongf("%s: --%s %s is not in it", path, flag, value)
		}
	}
	if lang := c.w.Value("lang", "en"); format == "html" && !bytes.Contains(text, []byte(`<html lang="`+lang)) {
		c.wrongf("%s: it is not in the language %s", path, lang)
	}
}
