package wish

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCheckerFindsDefects gives the checker what a broken program would write, and
// looks whether it says so.
func TestCheckerFindsDefects(t *testing.T) {
	w := newTarget(t, "gen")
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
	w := newTarget(t, "export")
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
	w := newTarget(t, "export")
	booklet := func(format string, of Wish) Outcome {
		if err := os.RemoveAll(w.folder); err != nil {
			t.Fatal(err)
		}
		words := append([]string{"export", "--level", "5-6", "--per-level", "4", "--seed", "4", "--format", format, "--output", filepath.Join(w.folder, "book."+format)}, of.Arguments()...)
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
				all := append(Wish{{"level", "5-6"}, {"per-level", "4"}, {"format", format}, {"output", filepath.Join(w.folder, "book."+format)}}, asked...)
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
