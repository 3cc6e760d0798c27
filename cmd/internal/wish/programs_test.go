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
	"strconv"
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

// fewOfAKind is a kind of which there are few puzzles.
var fewOfAKind = Wish{{Flag: "level", Value: "2-3"}, {Flag: "clues", Value: "17"}}

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
	// Most of the 144 puzzles of a kind, or those that come would hardly be among them by chance.
	if o := runProgram(t, "seedoku", append(append([]string{"gen"}, fewOfAKind.Arguments()...), "--distinct", "--format", "csv", "--seed", "5", "-n", "120", "-o", away)...); o.Status != 0 {
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
		puzzles += must("gen", "--level", fmt.Sprint(level+1), "--clues", "minimal", "--distinct", "-n", most(2, 5), "--seed", "2")
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
	*target
	maker *Maker

	kept, refused int
}

// target is where a command writes its files, and what checks its outcome.
type target struct {
	t       *testing.T
	command string
	folder  string // for the files
}

func newTarget(t *testing.T, command string) *target {
	return &target{t, command, filepath.Join(t.TempDir(), "out")}
}

// check returns what is wrong with an outcome.
func (g *target) check(of Wish, o Outcome) []string {
	if g.command == "gen" {
		return CheckGen(of, o)
	}
	return CheckExport(of, o, g.folder)
}

func newWisher(t *testing.T, command string) *wisher {
	w := &wisher{target: newTarget(t, command)}
	w.maker = &Maker{Samples: wishSamples(t, filepath.Dir(w.folder)), Random: rand.New(rand.NewPCG(28, 9))}
	switch command {
	case "gen":
		w.maker.Flags = flagsOf(t, "seedoku", command, "bank", "help")
		w.maker.Needs = map[string]Wish{"skip": {{Flag: "seed", Value: "7"}}, "distinct": {{Flag: "n", Value: "5"}}, "lang": {{Flag: "practice", Value: "x-wing"}}, "columns": {{Flag: "format", Value: "csv"}}}
	case "export":
		w.maker.Flags = flagsOf(t, "seedoku", command, "bank", "help", "manifest", "font", "collection")
		w.maker.Needs = map[string]Wish{
			"per-level": {{Flag: "level", Value: "2-3"}}, "mini": {{Flag: "format", Value: "js"}, {Flag: "output", Value: filepath.Join(w.folder, "mini.js")}, {Flag: "bank", Value: smallBank(t)}},
			"order": {{Flag: "n", Value: "6"}}, "solution": {{Flag: "format", Value: "grid"}}, "solutions": {{Flag: "title", Value: "Quiet"}},
			"pencil-from": {{Flag: "pencil", Value: "dots"}}, "subtitle": {{Flag: "title", Value: "Quiet"}}, "picture": {{Flag: "title", Value: "Quiet"}},
			"no-contents": {{Flag: "title", Value: "Quiet"}}, "no-parts": {{Flag: "title", Value: "Quiet"}},
			"calendar": {{Flag: "level", Value: "1-2"}}, "week": {{Flag: "calendar", Value: "2027-01-30..2027-02-02"}}, "columns": {{Flag: "format", Value: "csv"}},
			"parts": {{Flag: "calendar", Value: "2027-01-30..2027-02-02"}, {Flag: "level", Value: "2-3"}, {Flag: "format", Value: "html"}},
		}
	}
	w.maker.Needs["not-in"] = fewOfAKind
	if command == "export" && !*allWishes { // or all levels are counted
		w.maker.Needs["pattern"] = Wish{{Flag: "level", Value: "3"}}
	}
	return w
}

// most returns a number for the short form of a test, or one for the long form.
func most(short, long int) string {
	if *allWishes {
		short = long
	}
	return strconv.Itoa(short)
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
