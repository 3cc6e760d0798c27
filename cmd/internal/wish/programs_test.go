package wish

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/rating"
)

var (
	allWishes    = flag.Bool("all-wishes", false, "check every pair of flags, not only some of them")
	randomWishes = flag.Int("random-wishes", 8, "wishes of flags taken at random, of each command")
)

// programs is the folder with the programs.
var programs string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(withPrograms(m.Run))
}

// withPrograms builds the programs for a function.
func withPrograms(run func() int) int {
	var err error
	if programs, err = os.MkdirTemp("", "wish"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(programs)
	for _, name := range []string{"seedoku", "seedoku-dataset"} {
		if _, err := clitest.Build(programs, name, "../../"+name); err != nil {
			panic(err)
		}
	}
	return run()
}

// runProgram runs a program with the bank that comes with it.
func runProgram(t *testing.T, name string, words ...string) (o Outcome) {
	t.Helper()
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	var stdout, stderr bytes.Buffer
	c := exec.CommandContext(context.Background(), filepath.Join(programs, name), words...)
	c.Env = append(os.Environ(), "SEEDOKU_BANK=", "XDG_DATA_HOME="+filepath.Join(programs, "nobody"))
	c.Stdout, c.Stderr = &stdout, &stderr
	var ended *exec.ExitError
	if err := c.Run(); err != nil && !errors.As(err, &ended) {
		t.Fatal(err)
	}
	return Outcome{c.ProcessState.ExitCode(), stdout.String(), stderr.String(), map[string][]byte{}}
}

// runWish runs a program, and returns what it has written, with the files in a folder.
func runWish(t *testing.T, name, folder string, words ...string) Outcome {
	t.Helper()
	o := runProgram(t, name, words...)
	if folder == "" {
		return o
	}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			o.Files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return o
}

// How help describes a flag, and the formats after its description.
var (
	flagLine  = regexp.MustCompile(`(?m)^   (--?[a-z-]+)( [A-Z]+)?\b`)
	ofFormats = regexp.MustCompile(`\[([a-z, ]+)\]( \(default.*)?$`)
)

// flagsOf returns the flags of a command as its help shows them, but for some. The
// values of a flag are those that a shell would offer.
func flagsOf(t *testing.T, name, command string, left ...string) (flags []Flag) {
	t.Helper()
	_, help, ok := strings.Cut(runProgram(t, name, append(strings.Fields(command), "--help")...).Stdout, "FLAGS:\n")
	if !ok {
		t.Fatalf("%s %s: no flags", name, command)
	}
	places := flagLine.FindAllStringSubmatchIndex(help, -1)
	for i, at := range places {
		end := len(help)
		if i+1 < len(places) {
			end = places[i+1][0]
		}
		word := help[at[2]:at[3]]
		f := Flag{Name: strings.TrimLeft(word, "-"), Switch: at[4] < 0}
		if slices.Contains(left, f.Name) {
			continue
		}
		if match := ofFormats.FindStringSubmatch(strings.Join(strings.Fields(help[at[3]:end]), " ")); match != nil {
			f.Formats = strings.Split(match[1], ", ")
		}
		if command != "" {
			f.Values = strings.Fields(runProgram(t, name, "__complete", command, word, "").Stdout)
			f.Switch = f.Switch && len(f.Values) == 0
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
	if o := runProgram(t, "seedoku", "gen", "--format", "png", "-o", picture); o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	csv := runProgram(t, "seedoku", "gen", "--format", "csv", "--seed", "3", "-n", "3").Stdout
	var ids []string
	for _, line := range strings.Split(strings.TrimSpace(csv), "\n")[1:] {
		id, _, _ := strings.Cut(line, ",")
		ids = append(ids, id)
	}
	away := filepath.Join(folder, "away.csv")
	if o := runProgram(t, "seedoku", "gen", "--format", "csv", "--seed", "5", "-n", "2000", "-o", away); o.Status != 0 {
		t.Fatal(o.Stderr)
	}
	return map[string][]string{
		"not-in": {away}, "minutes": {"5-10", "7@1"},
		"er": {"1.5", "2.0-2.8", "4.4-7.1"}, "clues": {"minimal", "24", "26-29", "30-36"}, "n": {"1", "2", "5"}, "seed": {"1", "99"},
		"technique": {"hidden-single", "naked-single", "x-wing", "forcing-chain", "last-cell", "skyscraper"}, "hardest": {"hidden-single", "naked-single", "x-wing", "claiming"},
		"practice": {"x-wing", "swordfish", "naked-pair"}, "without": {"naked-single", "x-wing", "forcing-chain", "last-cell"},
		"skip": {"1", "1000"}, "id": ids, "workers": {"1", "3"}, "pattern": {"heart", Heart}, "level": {"1", "2", "3-5", "moderate", "6", "8"},
		"output": {filepath.Join(folder, "out", "book.pdf"), filepath.Join(folder, "out", "table.csv"), filepath.Join(folder, "out", "some.txt")},
		"bank":   {""}, "per-level": {"1", "3"}, "dir": {filepath.Join(folder, "out", "dir")}, "name": {"summer"}, "manifest": {"m"}, "mini": {"8KB"},
		"title": {"Quiet"}, "created": {"2026-01-31"}, "subtitle": {"Below"}, "author": {"Nobody"}, "footer": {"foot"}, "per-page": {"2"},
		"picture": {picture}, "copyright": {text}, "introduction": {text}, "afterword": {text}, "show": {"id", "er,clues"}, "paper": {"a5", "letter"},
		"calendar": {"2027-01-30..2027-02-02", "2027-03-01"}, "week": {"1,2,3,4,5-6,7,8"}, "columns": {"number,id,puzzle,solution,date"},
		"pencil-from": {"3"}, "notes": {"2"}, "solutions-per-page": {"9"},
	}
}

// smallBank returns a bank of some seeds of each level, from which a mini bank is quickly made.
func smallBank(t *testing.T) string {
	t.Helper()
	must := func(words ...string) string {
		t.Helper()
		o := runProgram(t, "seedoku", words...)
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o.Stdout
	}
	folder, puzzles := t.TempDir(), ""
	for level := range rating.NumLevels {
		puzzles += must("gen", "--level", fmt.Sprint(level+1), "--clues", "minimal", "--distinct", "-n", "5", "--seed", "2")
	}
	bank, text := filepath.Join(folder, "small.db"), filepath.Join(folder, "some.txt")
	if err := os.WriteFile(text, []byte(puzzles), 0o600); err != nil {
		t.Fatal(err)
	}
	must("bank", "init", "--empty", "--bank", bank)
	must("import", "--bank", bank, text)
	return bank
}

// wisher makes and checks wishes of a command.
type wisher struct {
	t       *testing.T
	command string
	maker   *Maker
	folder  string // for the files
	check   func(Wish, Outcome) []string

	kept, refused int
}

func newWisher(t *testing.T, command string) *wisher {
	w := &wisher{t: t, command: command, folder: t.TempDir()}
	w.maker = &Maker{Samples: wishSamples(t, w.folder), Random: rand.New(rand.NewPCG(28, 9))}
	w.folder = filepath.Join(w.folder, "out")
	switch command {
	case "gen":
		w.maker.Flags = flagsOf(t, "seedoku", command, "bank", "help")
		w.maker.Needs = map[string]Wish{"skip": {{Flag: "seed", Value: "7"}}, "distinct": {{Flag: "n", Value: "5"}}, "lang": {{Flag: "practice", Value: "x-wing"}}, "columns": {{Flag: "format", Value: "csv"}}}
		w.check = CheckGen
	case "export":
		w.maker.Flags = flagsOf(t, "seedoku", command, "bank", "help", "manifest", "font", "collection")
		w.maker.Needs = map[string]Wish{
			"per-level": {{Flag: "level", Value: "2-3"}}, "mini": {{Flag: "format", Value: "js"}, {Flag: "output", Value: filepath.Join(w.folder, "mini.js")}, {Flag: "bank", Value: smallBank(t)}},
			"order": {{Flag: "n", Value: "6"}}, "solution": {{Flag: "format", Value: "grid"}}, "solutions": {{Flag: "title", Value: "Quiet"}},
			"pencil-from": {{Flag: "pencil", Value: "dots"}}, "subtitle": {{Flag: "title", Value: "Quiet"}}, "picture": {{Flag: "title", Value: "Quiet"}},
			"calendar": {{Flag: "level", Value: "1-2"}}, "week": {{Flag: "calendar", Value: "2027-01-30..2027-02-02"}}, "columns": {{Flag: "format", Value: "csv"}},
			"parts": {{Flag: "calendar", Value: "2027-01-30..2027-02-02"}, {Flag: "level", Value: "2-3"}, {Flag: "format", Value: "html"}},
		}
		w.check = func(of Wish, o Outcome) []string { return CheckExport(of, o, w.folder) }
	}
	return w
}

// complete adds to a wish what an export has to say.
func (w *wisher) complete(of Wish) Wish {
	if w.command == "export" && !of.Has("mini", "n", "per-level", "calendar") {
		of = append(of, Given{Flag: "n", Value: "2"})
	}
	if w.command == "export" && !of.Has("dir", "output") {
		of = append(of, Given{Flag: "dir", Value: w.folder})
	}
	return of
}

// try runs a wish and reports whether it was kept. It fails if it was neither kept
// nor refused.
func (w *wisher) try(of Wish) bool {
	w.t.Helper()
	if err := os.RemoveAll(w.folder); err != nil {
		w.t.Fatal(err)
	}
	if err := os.Mkdir(w.folder, 0o700); err != nil {
		w.t.Fatal(err)
	}
	o := runWish(w.t, "seedoku", w.folder, append([]string{w.command}, of.Arguments()...)...)
	refused, wrong := Refused(o)
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
					if !*allWishes && w.maker.Random.IntN(len(flags)) > 0 {
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
		o := runProgram(t, "seedoku", append([]string{"gen"}, strings.Fields(words)...)...)
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o.Stdout
	}
	wished := func(words ...string) (of Wish) {
		for i := 0; i < len(words); i += 2 {
			of = append(of, Given{Flag: words[i], Value: words[i+1]})
		}
		return of
	}
	first := func(text string) string { return strings.SplitAfter(text, "\n")[0] }
	symmetric := run("--symmetry rotate180 --clues 26-30 --seed 1 -n 1")
	for name, c := range map[string]struct {
		wish   Wish
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
		"no drawn solution":    {wished("format", "grid", "solution", ""), run("--format grid --solution"), run("--format grid")},
		"a solution too many":  {wished("format", "svg"), run("--format svg"), run("--format svg --solution")},
		"another format":       {wished("format", "csv"), run("--format csv"), run("--format jsonl")},
		"nothing":              {wished("level", "3"), run("--level 3"), ""},
	} {
		if wrong := w.check(c.wish, Outcome{Stdout: c.sound}); len(wrong) > 0 {
			t.Errorf("%s: a sound outcome is called wrong: %v", name, wrong)
		}
		if wrong := w.check(c.wish, Outcome{Stdout: c.broken}); len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
	for name, o := range map[string]Outcome{
		"no reason":                 {Status: 1},
		"puzzles, and then refused": {Status: 1, Stderr: "no", Stdout: symmetric},
		"a file, and then refused":  {Status: 1, Stderr: "no", Files: map[string][]byte{"a": nil}},
	} {
		if refused, wrong := Refused(o); !refused || len(wrong) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// TestCheckerFindsDefectsOfPacks does the same with files.
func TestCheckerFindsDefectsOfPacks(t *testing.T) {
	w := newWisher(t, "export")
	asked := Wish{{Flag: "level", Value: "2-3"}, {Flag: "per-level", Value: "3"}, {Flag: "format", Value: "csv"}, {Flag: "dir", Value: w.folder}}
	pack := func(of Wish) Outcome {
		if err := os.RemoveAll(w.folder); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(w.folder, 0o700); err != nil {
			t.Fatal(err)
		}
		o := runWish(t, "seedoku", w.folder, append([]string{"export", "--seed", "4"}, of.Arguments()...)...)
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o
	}
	if wrong := w.check(asked, pack(asked)); len(wrong) > 0 {
		t.Errorf("a sound pack is called wrong: %v", wrong)
	}
	path := func(name string) string { return filepath.Join(w.folder, name) }
	with := func(flag, value string) Wish {
		of := slices.Clone(asked)
		for i := range of {
			if of[i].Flag == flag {
				of[i].Value = value
				return of
			}
		}
		return append(of, Given{Flag: flag, Value: value})
	}
	for name, defect := range map[string]func() (Wish, Outcome){
		"another number":  func() (Wish, Outcome) { return asked, pack(with("per-level", "2")) },
		"another level":   func() (Wish, Outcome) { return asked, pack(with("level", "4-5")) },
		"another format":  func() (Wish, Outcome) { return asked, pack(with("format", "jsonl")) },
		"no order":        func() (Wish, Outcome) { return with("order", "er"), pack(with("per-level", "30")) },
		"no style":        func() (Wish, Outcome) { return asked, pack(with("style", "plain")) },
		"another style":   func() (Wish, Outcome) { return with("style", "plain"), pack(asked) },
		"a name left out": func() (Wish, Outcome) { return with("name", "summer"), pack(asked) },
		"given away": func() (Wish, Outcome) {
			o := pack(asked)
			away := filepath.Join(t.TempDir(), "away.csv")
			if err := os.WriteFile(away, o.Files[path("level-2.csv")], 0o600); err != nil {
				t.Fatal(err)
			}
			return with("not-in", away), o
		},
		"not compressed": func() (Wish, Outcome) { return with("compress", "zst"), pack(asked) },
		"a file changed": func() (Wish, Outcome) {
			o := pack(asked)
			o.Files[path("level-2.csv")] = []byte("id")
			return asked, o
		},
		"a file is missing": func() (Wish, Outcome) {
			o := pack(asked)
			delete(o.Files, path("level-2.csv"))
			return asked, o
		},
		"a file not told": func() (Wish, Outcome) {
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

// TestCheckerFindsMisplacedSolutions gives the checker booklets whose solutions are not
// where they were asked for.
func TestCheckerFindsMisplacedSolutions(t *testing.T) {
	w := newWisher(t, "export")
	booklet := func(format string, of Wish) Outcome {
		if err := os.RemoveAll(w.folder); err != nil {
			t.Fatal(err)
		}
		words := append([]string{"export", "--level", "2-3", "--per-level", "4", "--seed", "4", "--format", format, "--output", filepath.Join(w.folder, "book."+format)}, of.Arguments()...)
		o := runWish(t, "seedoku", w.folder, words...)
		if o.Status != 0 {
			t.Fatal(o.Stderr)
		}
		return o
	}
	places := map[string][]Wish{
		"html": {nil, {{"solutions", "end"}}, {{"solutions", "parts"}}, {{"solutions", "none"}}, {{"no-solutions", ""}}, {{"pencil", "candidates"}}},
		"epub": {nil, {{"solutions", "end"}}, {{"solutions", "none"}}, {{"no-solutions", ""}}},
	}
	where := func(of Wish) string {
		if of.Has("no-solutions") {
			return "none"
		}
		return of.Value("solutions", "end")
	}
	for format, wishes := range places {
		for _, given := range wishes {
			o := booklet(format, given)
			for _, asked := range wishes {
				all := append(Wish{{"level", "2-3"}, {"per-level", "4"}, {"format", format}, {"output", filepath.Join(w.folder, "book."+format)}}, asked...)
				if wrong := w.check(all, o); (len(wrong) == 0) != (where(asked) == where(given)) {
					t.Errorf("%s with %v, asked for with %v: %v", format, given, asked, wrong)
				}
			}
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
