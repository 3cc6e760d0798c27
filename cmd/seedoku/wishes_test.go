package main

import (
	"bufio"
	"bytes"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/cmd/internal/usage"
	"github.com/seedoku/seedoku/cmd/internal/wish"
)

var (
	allWishes    = flag.Bool("all-wishes", false, "check every pair of flags, not only some of them")
	randomWishes = flag.Int("random-wishes", 12, "wishes of flags taken at random, of each command")
)

// wishFlags returns the flags of a command as the maker of wishes knows them.
func wishFlags(command *cli.Command, left ...string) (flags []wish.Flag) {
	for _, of := range command.Flags {
		f := wish.Flag{Name: of.Names()[0]}
		if slices.Contains(left, f.Name) {
			continue
		}
		f.Switch = !of.(cli.DocGenerationFlag).TakesValue()
		if choice, ok := of.(*usage.Choice); ok {
			f.Values = choice.Values()
		}
		if match := regexp.MustCompile(`\[([a-z, ]+)\]$`).FindStringSubmatch(of.(cli.DocGenerationFlag).GetUsage()); match != nil {
			f.Formats = strings.Split(match[1], ", ")
		}
		flags = append(flags, f)
	}
	return flags
}

// wishSamples are values of flags whose values cannot be listed, or of whose values
// only some have puzzles.
func wishSamples(t *testing.T, folder string) map[string][]string {
	text := filepath.Join(folder, "text.md")
	picture := filepath.Join(folder, "p.png")
	if err := os.WriteFile(text, []byte("Some *words*.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if o := runWish(t, "", []string{"gen", "--format", "png", "-o", picture}); o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	csv := runWish(t, "", []string{"gen", "--format", "csv", "--seed", "3", "-n", "3"}).Stdout
	var ids []string
	for _, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		id, _, _ := strings.Cut(line, ",")
		ids = append(ids, id)
	}
	return map[string][]string{
		"er": {"1.5", "2.0-2.8", "4.4-7.1"}, "clues": {"minimal", "24", "26-29", "30-36"}, "n": {"1", "2", "5"}, "seed": {"1", "99"},
		"technique": {"hidden-single", "naked-single", "x-wing", "forcing-chain"}, "hardest": {"hidden-single", "naked-single", "x-wing", "claiming"},
		"practice": {"x-wing", "swordfish", "naked-pair"}, "without": {"naked-single", "x-wing", "forcing-chain"},
		"skip": {"1", "1000"}, "id": ids, "workers": {"1", "3"}, "pattern": {"heart", wish.Heart}, "level": {"1", "2", "3-5", "moderate", "6", "8"},
		"output": {filepath.Join(folder, "out", "book.pdf"), filepath.Join(folder, "out", "table.csv"), filepath.Join(folder, "out", "some.txt")},
		"bank":   {""}, "per-level": {"1", "3"}, "dir": {filepath.Join(folder, "out", "dir")}, "name": {"summer"}, "manifest": {"m"}, "mini": {"8KB"},
		"title": {"Quiet"}, "created": {"2026-01-31"}, "subtitle": {"Below"}, "author": {"Nobody"}, "footer": {"foot"}, "per-page": {"2"},
		"picture": {picture}, "copyright": {text}, "introduction": {text}, "afterword": {text}, "show": {"id", "er,clues"}, "paper": {"a5", "letter"},
		"pencil-from": {"3"}, "notes": {"2"}, "solutions-per-page": {"9"},
	}
}

// runWish runs the program, and returns what it has written, with the files in
// a folder.
func runWish(t *testing.T, folder string, words []string) wish.Outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := &program{stdin: strings.NewReader(""), stdout: bufio.NewWriter(&stdout), stderr: &stderr}
	o := wish.Outcome{Status: p.run(append([]string{"seedoku"}, words...)), Files: map[string][]byte{}}
	o.Stdout, o.Stderr = stdout.String(), stderr.String()
	if folder == "" {
		return o
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			o.Files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// wisher makes and checks wishes of a command.
type wisher struct {
	t       *testing.T
	command string
	maker   *wish.Maker
	folder  string // for the files
	check   func(wish.Wish, wish.Outcome) []string

	kept, refused int
}

func newWisher(t *testing.T, command string) *wisher {
	t.Setenv("SEEDOKU_BANK", "")
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	w := &wisher{t: t, command: command, folder: t.TempDir()}
	w.maker = &wish.Maker{Samples: wishSamples(t, w.folder), Random: rand.New(rand.NewPCG(28, 9))}
	w.folder = filepath.Join(w.folder, "out")
	switch command {
	case "gen":
		w.maker.Flags = wishFlags(genCommand(&program{}), "bank", "help")
		w.maker.Needs = map[string]wish.Wish{"skip": {{Flag: "seed", Value: "7"}}, "distinct": {{Flag: "n", Value: "5"}}}
		w.check = wish.CheckGen
	case "export":
		w.maker.Flags = wishFlags(exportCommand(&program{}), "bank", "help", "manifest", "font")
		w.maker.Needs = map[string]wish.Wish{
			"per-level": {{Flag: "level", Value: "2-3"}}, "mini": {{Flag: "format", Value: "js"}, {Flag: "output", Value: filepath.Join(w.folder, "mini.js")}},
			"order": {{Flag: "n", Value: "6"}}, "solution": {{Flag: "format", Value: "grid"}}, "solutions": {{Flag: "title", Value: "Quiet"}},
			"pencil-from": {{Flag: "pencil", Value: "dots"}}, "subtitle": {{Flag: "title", Value: "Quiet"}}, "picture": {{Flag: "title", Value: "Quiet"}},
		}
		w.check = func(of wish.Wish, o wish.Outcome) []string { return wish.CheckExport(of, o, w.folder) }
	}
	return w
}

// complete adds to a wish what an export has to say.
func (w *wisher) complete(of wish.Wish) wish.Wish {
	if w.command == "export" && !of.Has("mini", "n", "per-level") {
		of = append(of, wish.Given{Flag: "n", Value: "2"})
	}
	if w.command == "export" && !of.Has("dir", "output") {
		of = append(of, wish.Given{Flag: "dir", Value: w.folder})
	}
	return of
}

// try runs a wish and reports whether it was kept. It fails if it was neither kept
// nor refused.
func (w *wisher) try(of wish.Wish) bool {
	w.t.Helper()
	if err := os.RemoveAll(w.folder); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Mkdir(w.folder, 0o700); err != nil {
		w.t.Fatal(err)
	}
	o := runWish(w.t, w.folder, append([]string{w.command}, of.Arguments()...))
	refused, wrong := wish.Refused(o)
	if !refused {
		wrong = w.check(of, o)
	}
	if refused {
		w.refused++
	} else {
		w.kept++
	}
	for _, what := range wrong {
		w.t.Errorf("seedoku %s %v (status %d, %s):\n  %s", w.command, of, o.Status, strings.TrimSpace(o.Stderr), what)
	}
	return !refused
}

// TestWishes asks for every flag of gen and export alone, for pairs of them, and for
// several at random, and looks whether what came is what was asked for. It needs no
// knowledge of the commands but their lists of flags, and samples of values.
func TestWishes(t *testing.T) {
	for _, command := range []string{"gen", "export"} {
		t.Run(command, func(t *testing.T) {
			w := newWisher(t, command)
			flags := w.maker.Flags
			for i := range flags {
				tries, kept := 0, false
				for ; tries < 6 && !kept; tries++ {
					kept = w.try(w.complete(w.maker.Of(&flags[i])))
				}
				if !kept {
					t.Errorf("--%s alone was refused in %d tries", flags[i].Name, tries)
				}
			}
			pairs := 0
			for i := range flags {
				for j := range i {
					if !*allWishes && w.maker.Random.IntN(len(flags)) > 1 {
						continue
					}
					pairs++
					w.try(w.complete(w.maker.Of(&flags[j], &flags[i])))
				}
			}
			for range *randomWishes {
				w.try(w.complete(w.maker.Some(5)))
			}
			t.Logf("%d flags, %d pairs, %d at random: %d wishes kept, %d refused", len(flags), pairs, *randomWishes, w.kept, w.refused)
			if w.kept < w.refused/2 {
				t.Errorf("%d wishes were kept, and %d refused", w.kept, w.refused)
			}
		})
	}
}

// TestCheckerFindsDefects gives the checker what a broken program would write, and
// looks whether it says so.
func TestCheckerFindsDefects(t *testing.T) {
	w := newWisher(t, "gen")
	run := func(words string) string {
		o := runWish(t, "", append([]string{"gen"}, strings.Fields(words)...))
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o.Stdout
	}
	wished := func(words ...string) (of wish.Wish) {
		for i := 0; i < len(words); i += 2 {
			of = append(of, wish.Given{Flag: words[i], Value: words[i+1]})
		}
		return of
	}
	first := func(text string) string { return strings.SplitAfter(text, "\n")[0] }
	symmetric := run("--symmetry rotate180 --clues 26-30 --seed 1 -n 1")
	for name, c := range map[string]struct {
		wish   wish.Wish
		sound  string // what keeps the wish
		broken string
	}{
		"another level":        {wished("level", "3"), run("--level 3"), run("--level 5")},
		"another rating":       {wished("er", "2.0-2.8"), run("--er 2.0-2.8"), run("--er 3.0-4.0")},
		"too few puzzles":      {wished("n", "2"), run("-n 2"), first(run("-n 2"))},
		"a puzzle twice":       {wished("n", "2"), run("-n 2"), strings.Repeat(run("-n 1"), 2)},
		"too many clues":       {wished("clues", "28"), run("--clues 28"), run("--clues 29")},
		"not minimal":          {wished("n", "1"), run("-n 1"), run("--clues 34 --level 1-3")},
		"several solutions":    {wished("n", "1"), run("-n 1 --seed 5"), withoutClue(run("-n 1 --seed 5"))},
		"a false solution":     {wished("solution", ""), run("--solution --seed 5"), falseSolution(run("--solution --seed 5"))},
		"no solution told":     {wished("solution", ""), run("--solution"), run("-n 1")},
		"no symmetry":          {wished("symmetry", "rotate180", "clues", "26-30"), symmetric, turnedRows(t, symmetric)},
		"not in print style":   {wished("style", "print", "level", "2"), run("--style print --level 2"), run("--level 2")},
		"the same seed":        {wished("n", "2", "distinct", ""), run("-n 2 --distinct"), isomorphs(t, run("-n 1 --seed 3"))},
		"a missing technique":  {wished("technique", "x-wing"), run("--technique x-wing"), run("--without x-wing")},
		"a technique too many": {wished("without", "naked-single"), run("--without naked-single"), run("--technique naked-single")},
		"another hardest step": {wished("hardest", "claiming"), run("--hardest claiming"), run("--hardest x-wing")},
		"another pattern":      {wished("pattern", "heart"), run("--pattern heart"), run("--symmetry flip --clues 26-30")},
		"another format":       {wished("format", "csv"), run("--format csv"), run("--format jsonl")},
		"nothing":              {wished("level", "3"), run("--level 3"), ""},
	} {
		if wrong := w.check(c.wish, wish.Outcome{Stdout: c.sound}); len(wrong) > 0 {
			t.Errorf("%s: a sound outcome is called wrong: %v", name, wrong)
		}
		if wrong := w.check(c.wish, wish.Outcome{Stdout: c.broken}); len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
	for name, o := range map[string]wish.Outcome{
		"no reason":                 {Status: 1},
		"puzzles, and then refused": {Status: 1, Stderr: "no", Stdout: symmetric},
		"a file, and then refused":  {Status: 1, Stderr: "no", Files: map[string][]byte{"a": nil}},
	} {
		if refused, wrong := wish.Refused(o); !refused || len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// TestCheckerFindsDefectsOfPacks does the same with files.
func TestCheckerFindsDefectsOfPacks(t *testing.T) {
	w := newWisher(t, "export")
	asked := wish.Wish{{Flag: "level", Value: "2-3"}, {Flag: "per-level", Value: "3"}, {Flag: "format", Value: "csv"}, {Flag: "dir", Value: w.folder}}
	pack := func(of wish.Wish) wish.Outcome {
		if err := os.RemoveAll(w.folder); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(w.folder, 0o700); err != nil {
			t.Fatal(err)
		}
		o := runWish(t, w.folder, append([]string{"export", "--seed", "4"}, of.Arguments()...))
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o
	}
	if wrong := w.check(asked, pack(asked)); len(wrong) > 0 {
		t.Errorf("a sound pack is called wrong: %v", wrong)
	}
	path := func(name string) string { return filepath.Join(w.folder, name) }
	with := func(flag, value string) wish.Wish {
		of := slices.Clone(asked)
		for i := range of {
			if of[i].Flag == flag {
				of[i].Value = value
				return of
			}
		}
		return append(of, wish.Given{Flag: flag, Value: value})
	}
	for name, defect := range map[string]func() (wish.Wish, wish.Outcome){
		"another number":  func() (wish.Wish, wish.Outcome) { return asked, pack(with("per-level", "2")) },
		"another level":   func() (wish.Wish, wish.Outcome) { return asked, pack(with("level", "4-5")) },
		"another format":  func() (wish.Wish, wish.Outcome) { return asked, pack(with("format", "jsonl")) },
		"no order":        func() (wish.Wish, wish.Outcome) { return with("order", "er"), pack(with("per-level", "30")) },
		"no style":        func() (wish.Wish, wish.Outcome) { return with("style", "print"), pack(asked) },
		"a name left out": func() (wish.Wish, wish.Outcome) { return with("name", "summer"), pack(asked) },
		"not compressed":  func() (wish.Wish, wish.Outcome) { return with("compress", "zst"), pack(asked) },
		"a file changed": func() (wish.Wish, wish.Outcome) {
			o := pack(asked)
			o.Files[path("level-2.csv")] = []byte("id")
			return asked, o
		},
		"a file is missing": func() (wish.Wish, wish.Outcome) {
			o := pack(asked)
			delete(o.Files, path("level-2.csv"))
			return asked, o
		},
		"a file not told": func() (wish.Wish, wish.Outcome) {
			o := pack(asked)
			o.Files[path("more.csv")] = []byte("id")
			return asked, o
		},
	} {
		if wrong := w.check(defect()); len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// withoutClue takes a clue of a minimal puzzle away.
func withoutClue(line string) string {
	i := strings.IndexAny(line, "123456789")
	return line[:i] + "." + line[i+1:]
}

// falseSolution exchanges two digits of the solution of a line.
func falseSolution(line string) string {
	puzzle, solution, _ := strings.Cut(line, "\t")
	return puzzle + "\t" + strings.NewReplacer("1", "2", "2", "1").Replace(solution)
}

// turnedRows exchanges two rows of a puzzle.
func turnedRows(t *testing.T, line string) string {
	if len(line) < 82 {
		t.Fatal(line)
	}
	return line[9:18] + line[:9] + line[18:]
}

// isomorphs returns a puzzle and an isomorph of it.
func isomorphs(t *testing.T, line string) string {
	t.Helper()
	grid := transformed(t, strings.TrimSpace(line))
	return line + grid + "\n"
}

func transformed(t *testing.T, line string) string {
	t.Helper()
	turned := []byte(line)
	for i := range 81 {
		turned[i] = line[i%9*9+i/9]
	}
	if string(turned) == line {
		t.Fatal("the puzzle is its own image")
	}
	return string(turned)
}
