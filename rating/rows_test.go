package rating_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// The tests of this file run for every row of the table.

func TestNamesAndRatingsOfTechniques(t *testing.T) {
	seen := map[string]bool{}
	wellFormed := regexp.MustCompile(`^[a-z]+(-[a-z0-9]+)*$`)
	for technique := range rating.Techniques() {
		name := technique.String()
		if seen[name] || !wellFormed.MatchString(name) {
			t.Errorf("technique %d has the name %q", technique, name)
		}
		seen[name] = true
		if got, err := rating.ParseTechnique(name); err != nil || got != technique {
			t.Errorf("ParseTechnique(%q) = %v, %v", name, got, err)
		}
		if least, most := technique.Range(); least < 10 || least > most {
			t.Errorf("%s is rated %v to %v", name, least, most)
		}
	}
	if len(seen) != rating.NumTechniques {
		t.Errorf("there are %d techniques, not %d", len(seen), rating.NumTechniques)
	}
	for name, want := range map[string]string{"X-Wing": "x-wing", "xwing": ""} {
		if got, err := rating.ParseTechnique(name); (err == nil) != (want != "") || err == nil && got.String() != want {
			t.Errorf("ParseTechnique(%q) = %v, %v", name, got, err)
		}
	}
}

// rounds returns the states on the way of the puzzles of the sample, as rounds.
func rounds(tb testing.TB) []rating.Round {
	tb.Helper()
	var rater rating.Rater
	var list []rating.Round
	for _, r := range readRated(tb, sample) {
		path, err := rater.Path(&r.puzzle)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, path...)
	}
	return list
}

var oneRoundIn = flag.Int("one-round-in", 32, "one round in `N` is looked at by TestStepsAreSoundAndWellFormed")

// TestStepsAreSoundAndWellFormed runs every technique on rounds of the sample, whether it
// would be its turn or not. Rounds that follow each other are much alike, so it leaves most
// out. What takes too long for that runs on the rounds with the fewest candidates, until it
// finds a step.
func TestStepsAreSoundAndWellFormed(t *testing.T) {
	t.Parallel()
	states := rounds(t)
	found := make([]int, rating.NumTechniques)
	check := func(technique rating.Technique, round *rating.Round) {
		var solver sudoku.Solver
		solution, _ := solver.Solve(round.Grid)
		steps := rating.Find(technique, &round.Grid, &round.Candidates)
		for i := range steps {
			found[technique]++
			checkConclusion(t, technique, &steps[i], round, solution)
			if i%(1+len(steps)/20) == 0 { // some 20 of what can be hundreds
				checkReasons(t, &steps[i], round)
			}
		}
	}
	for i := 0; i < len(states); i += *oneRoundIn {
		for technique := range rating.Techniques() {
			if !laborious(technique, &states[i]) {
				check(technique, &states[i])
			}
		}
	}
	slices.SortStableFunc(states, func(a, b rating.Round) int { return numCandidates(&a) - numCandidates(&b) })
	for technique := range rating.Techniques() {
		for i := 0; i < len(states) && found[technique] == 0; i++ {
			check(technique, &states[i])
		}
		if found[technique] == 0 {
			t.Errorf("no state of the sample has a %v", technique)
		}
	}
}

func numCandidates(r *rating.Round) (n int) {
	for _, digits := range r.Candidates {
		n += digits.Len()
	}
	return n
}

// laborious reports whether a technique that tries a lot is much harder than
// what a round needs: then it finds little else, and takes long.
func laborious(technique rating.Technique, round *rating.Round) bool {
	least, _ := technique.Range()
	return least >= 85 && least > round.Rating+5
}

func checkStep(t *testing.T, technique rating.Technique, s *rating.Step, round *rating.Round, solution sudoku.Grid) {
	t.Helper()
	checkConclusion(t, technique, s, round, solution)
	checkReasons(t, s, round)
}

// checkConclusion checks what a step concludes.
func checkConclusion(t *testing.T, technique rating.Technique, s *rating.Step, round *rating.Round, solution sudoku.Grid) {
	t.Helper()
	least, most := technique.Range()
	if s.Technique != technique || s.Rating < least || s.Rating > most {
		t.Fatalf("a %v is a %v rated %v", technique, s.Technique, s.Rating)
	}
	if !s.Places && len(s.Eliminations) == 0 {
		t.Fatalf("%v concludes nothing", s)
	}
	if s.Places && solution[s.Placement.Cell()] != s.Placement.Digit() {
		t.Fatalf("%v is wrong on %v", s, round.Grid)
	}
	for i, k := range s.Eliminations {
		if solution[k.Cell()] == k.Digit() {
			t.Fatalf("%v is wrong on %v", s, round.Grid)
		}
		if !round.Candidates[k.Cell()].Has(k.Digit()) {
			t.Fatalf("%v removes what is not there", s)
		}
		if i > 0 && k <= s.Eliminations[i-1] {
			t.Fatalf("%v has its eliminations out of order", s)
		}
	}
}

// checkReasons checks the proof of a step and its explanation.
func checkReasons(t *testing.T, s *rating.Step, round *rating.Round) {
	t.Helper()
	if err := rating.Proves(s, &round.Position); err != nil {
		t.Fatalf("%v on %v: %v", s, round.Grid, err)
	}
}

// lowestDigitOnly are the techniques whose pattern places one of several digits
// that it could place, the lowest: on an isomorph that can be another one.
var lowestDigitOnly = map[string]bool{"direct-hidden-pair": true, "direct-hidden-triplet": true}

// fact is what has to be the same of a step on an isomorph. Of a chain that is
// what it removes: of two chains of the same length that remove the same, one
// may place a digit and the other not.
func fact(s *rating.Step) string {
	if len(s.Chains) > 0 {
		return fmt.Sprint(s.Rating, s.Eliminations)
	}
	cells := slices.Clone(s.Cells)
	others := slices.Clone(s.Others)
	slices.Sort(cells)
	slices.Sort(others)
	f := fmt.Sprint(s.Rating, s.Variant, s.Digits, cells, others, s.Eliminations, s.Places)
	if !lowestDigitOnly[s.Technique.String()] {
		f += fmt.Sprint(s.Placement)
	}
	return f
}

func facts(steps []rating.Step) []string {
	list := make([]string, len(steps))
	for i := range steps {
		list[i] = fact(&steps[i])
	}
	slices.Sort(list)
	return list
}

// TestFindersAreEquivariant checks that what a technique finds on an isomorph
// is the isomorph of what it finds, where that does not depend on the orientation. It looks
// at the cases of each technique, and has all of them look at rounds of the sample.
func TestFindersAreEquivariant(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	check := func(technique rating.Technique, at *rating.Position) {
		steps, doubt := rating.FindDoubting(technique, at)
		if doubt {
			return
		}
		phi := transform.Random(rng)
		image := at.Map(phi)
		for i := range steps {
			steps[i] = steps[i].Map(phi)
		}
		want := facts(steps)
		if got := facts(rating.Find(technique, &image.Grid, &image.Candidates)); !slices.Equal(got, want) {
			t.Fatalf("%v on %v\nfinds %v,\nwhere on an isomorph it finds\n%v", technique, image.Grid, got, want)
		}
	}
	for technique := range rating.Techniques() {
		if orientationMatters[technique.String()] {
			continue
		}
		for _, c := range casesOf(t, technique) {
			check(technique, c.position())
		}
	}
	for i, round := range rounds(t) {
		if round.Rating < 23 && i%10 > 0 || i%5 > 0 {
			continue // rounds that follow each other are much alike, and easy ones have little to find
		}
		for technique := range rating.Techniques() {
			if !orientationMatters[technique.String()] && !laborious(technique, &round) {
				check(technique, &round.Position)
			}
		}
	}
}

// orientationMatters are the techniques for which this is not so, by the rules
// of the scale.
var orientationMatters = map[string]bool{
	"nishio":                              true,
	"multiple-forcing-chain":              true,
	"dynamic-forcing-chain":               true,
	"dynamic-forcing-chain-plus":          true,
	"nested-forcing-chain":                true,
	"nested-multiple-forcing-chain":       true,
	"nested-dynamic-forcing-chain":        true,
	"nested-dynamic-forcing-chain-plus":   true,
	"twice-nested-forcing-chain":          true,
	"twice-nested-multiple-forcing-chain": true,
}

// techniqueCase is a line of the file of cases that every technique has: a grid; the
// candidates removed from what its digits leave; and what the technique concludes,
// or nothing.
type techniqueCase struct {
	line  string
	grid  sudoku.Grid
	left  [81]sudoku.Digits
	want  string
	steps []rating.Step // that the technique finds
}

// casesOf returns the cases of a technique. Those with nested chains take a while, so
// that tests share what is found.
func casesOf(t *testing.T, technique rating.Technique) []techniqueCase {
	t.Helper()
	cases, err := foundCases[technique]()
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

var foundCases = func() map[rating.Technique]func() ([]techniqueCase, error) {
	all := map[rating.Technique]func() ([]techniqueCase, error){}
	for technique := range rating.Techniques() {
		all[technique] = sync.OnceValues(func() ([]techniqueCase, error) { return findCases(technique) })
	}
	return all
}()

func findCases(technique rating.Technique) (list []techniqueCase, err error) {
	text, err := os.ReadFile(filepath.Join("testdata", technique.String()+".txt"))
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		c, err := parseCase(line)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", line, err)
		}
		c.steps = rating.Find(technique, &c.grid, &c.left)
		list = append(list, c)
	}
	return list, nil
}

func TestTechniquesOnTheirCases(t *testing.T) {
	t.Parallel()
	for technique := range rating.Techniques() {
		t.Run(technique.String(), func(t *testing.T) {
			finds, misses := 0, 0
			for _, c := range casesOf(t, technique) {
				if c.want == nothing {
					misses++
				} else {
					finds++
					checkCase(t, technique, &c.grid, &c.left, c.steps)
				}
				if got := conclusions(c.steps); got != c.want {
					t.Errorf("%s\nfinds %s", c.line, got)
				}
			}
			if finds == 0 || misses == 0 {
				t.Errorf("%d cases that find, %d that must not: want both", finds, misses)
			}
		})
	}
}

// checkCase checks the steps found in a case, whose grid has one solution.
func checkCase(t *testing.T, technique rating.Technique, grid *sudoku.Grid, candidates *[81]sudoku.Digits, steps []rating.Step) {
	t.Helper()
	p, err := new(sudoku.Solver).Prove(*grid)
	if err != nil {
		t.Fatalf("%v: %v", grid, err)
	}
	round := rating.Round{Position: *positionOf(grid, candidates)}
	for i := range steps {
		checkStep(t, technique, &steps[i], &round, p.Solution())
	}
}

// positionOf returns the position with digits and the candidates that they leave.
func positionOf(grid *sudoku.Grid, candidates *[81]sudoku.Digits) *rating.Position {
	at := rating.PositionOf(*grid)
	for c := range at.Candidates {
		at.Candidates[c] &= candidates[c]
	}
	return &at
}

func (c *techniqueCase) position() *rating.Position { return positionOf(&c.grid, &c.left) }

const nothing = "nothing"

func parseCase(line string) (techniqueCase, error) {
	parts := strings.Split(line, " | ")
	if len(parts) != 3 {
		return techniqueCase{}, errors.New("want grid | removed | found")
	}
	grid, err := sudoku.ParseGrid(parts[0])
	if err != nil {
		return techniqueCase{}, err
	}
	read := techniqueCase{line: line, grid: grid, want: parts[2]}
	for c := range read.left {
		read.left[c] = sudoku.AllDigits
	}
	for _, name := range strings.Fields(parts[1]) {
		var row, column int
		var digit sudoku.Digit
		if _, err := fmt.Sscanf(name, "r%dc%d<>%d", &row, &column, &digit); err != nil {
			return techniqueCase{}, fmt.Errorf("%s: %w", name, err)
		}
		c := sudoku.CellAt(row-1, column-1)
		read.left[c] = read.left[c].Without(digit)
	}
	return read, nil
}

// conclusions are the rating of steps and all that they place and remove.
func conclusions(steps []rating.Step) string {
	if len(steps) == 0 {
		return nothing
	}
	var parts []string
	for i := range steps {
		s := &steps[i]
		if s.Places {
			parts = append(parts, s.Placement.String())
		}
		for _, k := range s.Eliminations {
			if !s.Places || k.Cell() != s.Placement.Cell() {
				parts = append(parts, fmt.Sprintf("%v<>%d", k.Cell(), k.Digit()))
			}
		}
	}
	slices.Sort(parts)
	return fmt.Sprintf("%v: %s", steps[0].Rating, strings.Join(slices.Compact(parts), " "))
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestStepsInWords compares the names and the explanations of the cases, one of
// each form of a technique, with what people have read and found good.
func TestStepsInWords(t *testing.T) {
	var text strings.Builder
	for technique := range rating.Techniques() {
		type form struct {
			name   string
			places bool
		}
		seen := map[form]bool{}
		for _, c := range casesOf(t, technique) {
			for i := range c.steps {
				if s := &c.steps[i]; !seen[form{s.Name(), s.Places}] {
					seen[form{s.Name(), s.Places}] = true
					fmt.Fprintf(&text, "%v\n%s. %s\n\n", s, s.Name(), s.Explain(c.position()))
				}
			}
		}
	}
	golden := filepath.Join("testdata", "words.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), text.String()); diff != "" {
		t.Errorf("other words than before (go test -update, if they are better):\n%s", diff)
	}
}
