package rating

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// onceWrong are puzzles with steps that were once explained wrongly: a cycle with
// an elimination that sees no
// link of it, and a pattern within a chain that did not cite all it stands on.
var onceWrong = [...]string{
	"....4.68..2....4...8.3.2..5......7.....158...4.59.....24.....9..3..1.8.4....3..7.",
	"8........2..4...5..7..68..1..8..2.9.4..8......3....7..9..5...8.....1...6......3..",
}

// onceToldWrongly are extreme puzzles. Their steps have a circle whose branch knows some of its
// links already, links that a branch takes over with a remark between them, a digit that is locked
// in fewer cells than before (and a branch that takes this over), and a branch that takes over more
// links than one sentence holds.
var onceToldWrongly = []string{
	".2....8......1.6....97....3.34..5..98...2.......4.....2...6..1...7.5.....4.2....7",
	"7....45.3.6.....2...3........5..8..7...1..3...1..9......8..74.....2...6..9..1....",
	".2.......1.5....36...356......5...48....9865......43.99..86...448.9.5.......43...",
	"..7..9....2......75...1..8.....8..31...3....53...5.6............42.3...98..6.1.5.",
	"1....4.2..9..6.......31...5....3..1..6.1....2.....278...4.......5..9...18......7.",
	"....4...6.1.3...5...9...2.3..4......3....5.8..8.7...3.5..1.7....2..5...9..6.2....",
}

// pathPuzzles returns about 200 puzzles of all levels, or 60 of the hardest.
func pathPuzzles(tb testing.TB) []sudoku.Puzzle {
	tb.Helper()
	lines := onceWrong[:]
	hard := puzzleLines(tb, filepath.Join("..", "sudoku", "testdata", "hard.txt"))
	for _, file := range [][]string{hard[:40], puzzleLines(tb, filepath.Join("testdata", "extreme.txt"))} {
		lines = append(lines, file...)
	}
	list := append(samplePuzzles(tb), provenPuzzles(tb, lines)...)
	if testing.Short() {
		return list[len(list)-60:]
	}
	return list
}

// puzzlePath is a puzzle with the path of its class.
type puzzlePath struct {
	puzzle sudoku.Puzzle
	rounds []Round
}

var (
	findPaths  sync.Once
	foundPaths []puzzlePath
)

// classPaths returns the puzzles of pathPuzzles with their paths, which are found once for
// all tests. Tests only read them.
func classPaths(tb testing.TB) []puzzlePath {
	tb.Helper()
	findPaths.Do(func() { foundPaths = pathsOf(tb, pathPuzzles(tb)) })
	return foundPaths
}

func pathsOf(tb testing.TB, puzzles []sudoku.Puzzle) []puzzlePath {
	tb.Helper()
	var rater Rater
	list := make([]puzzlePath, len(puzzles))
	for i, p := range puzzles {
		rounds, err := rater.PathClass(&p)
		if err != nil {
			tb.Fatal(err)
		}
		list[i] = puzzlePath{p, rounds}
	}
	return list
}

// hardest returns the highest rating of the rounds.
func (p *puzzlePath) hardest() (er Tenths) {
	for i := range p.rounds {
		er = max(er, p.rounds[i].Rating)
	}
	return er
}

func provenPuzzles(tb testing.TB, lines []string) (list []sudoku.Puzzle) {
	tb.Helper()
	var solver sudoku.Solver
	for _, line := range lines {
		grid, err := sudoku.ParseGrid(line)
		if err != nil {
			tb.Fatal(err)
		}
		p, err := solver.Prove(grid)
		if err != nil {
			tb.Fatal(err)
		}
		list = append(list, p)
	}
	return list
}

// puzzleLines returns the lines of a file that are not comments.
func puzzleLines(tb testing.TB, path string) []string {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(text)), "\n"),
		func(line string) bool { return strings.HasPrefix(line, "#") })
}

// TestStepsProveWhatTheyConclude checks every step of the paths from its facts
// alone, and that its statements lead to its conclusion.
func TestStepsProveWhatTheyConclude(t *testing.T) {
	var levels [NumLevels + 1]int
	for _, p := range slices.Concat(classPaths(t), pathsOf(t, provenPuzzles(t, onceToldWrongly))) {
		for i := range p.rounds {
			for j := range p.rounds[i].Steps {
				s := &p.rounds[i].Steps[j]
				if err := Proves(s, &p.rounds[i].Position); err != nil {
					t.Errorf("%v, round %d, %v: %v", p.puzzle.Clues(), i, s, err)
				}
			}
		}
		levels[LevelOf(p.hardest())]++
	}
	t.Logf("puzzles by level: %v", levels[1:])
}

// proves returns an error if the facts of a step do not make it hold on a
// position.
func proves(s *Step, at *Position) error {
	relies := s.relies(techniques[:], at)
	for c, digits := range &at.Candidates {
		for d := range digits.All() {
			if k := sudoku.Cell(c).Candidate(d); relies.has(k) {
				return fmt.Errorf("relies on %s, which is not so", Fact{k, false})
			}
		}
	}
	if err := provesPattern(s, at); err != nil {
		return err
	}
	for _, chain := range s.Chains {
		for i := range chain {
			if err := chain.provesLink(i, at); err != nil {
				return fmt.Errorf("link %d, %s: %w", i, chain[i].fact(), err)
			}
		}
	}
	if len(s.Chains) > 0 {
		return concludes(s)
	}
	return nil
}

// provesPattern checks that a digit in houses, or the digits of cells, are exactly
// where the facts say.
func provesPattern(s *Step, at *Position) error {
	name := s.Technique.String()
	if len(s.Covers) == 0 && !strings.HasPrefix(name, "naked") {
		return nil
	}
	var cells sudoku.Cells
	var digits sudoku.Digits
	for _, c := range s.Cells {
		digits |= at.Candidates[c]
	}
	if len(s.Covers) == 0 {
		if digits != s.Digits {
			return fmt.Errorf("%s have %s", cellNames(s.Cells), digitNames(digits))
		}
		return nil
	}
	houses := s.Houses
	if name == "direct-pointing" {
		houses = houses[:1]
	}
	for _, h := range houses {
		for _, c := range h.List() {
			if at.Candidates[c].Has(s.Digits.First()) {
				cells = cells.With(c)
			}
		}
	}
	if cells != sudoku.CellSet(s.Cells...) {
		return fmt.Errorf("the cells for %s are %s", digitNames(s.Digits), cellNames(slices.Collect(cells.All())))
	}
	for c := range cells.All() {
		if !slices.ContainsFunc(s.Covers, func(h sudoku.House) bool { return h.Cells().Has(c) }) {
			return fmt.Errorf("%v is not covered", c)
		}
	}
	return nil
}

// provesLink checks that a link follows from the links that it names. That all
// others are false where one is true is checked by proves.
func (c Chain) provesLink(i int, at *Position) error {
	l := &c[i]
	var froms Chain
	for _, from := range l.From {
		if from >= i {
			return fmt.Errorf("follows from a link behind it")
		}
		froms = append(froms, c[from])
	}
	k := l.Candidate
	switch {
	case (i == 0) != (l.Reason == Assumed):
		return fmt.Errorf("a chain has one assumption, its first link")
	case l.Reason == ByPattern:
		left := *at
		for _, from := range froms {
			if from.On {
				return fmt.Errorf("a pattern cites %s", from.fact())
			}
			left.Remove(from.Candidate)
		}
		if !slices.Contains(l.Pattern.Eliminations, k) {
			return fmt.Errorf("its note is %v", l.Pattern)
		}
		if err := proves(l.Pattern, &left); err != nil {
			return fmt.Errorf("its note %v: %w", l.Pattern, err)
		}
		return nil
	case l.Reason == Assumed || l.On:
		return nil
	}
	if !slices.ContainsFunc(froms, func(from Link) bool {
		other := from.Candidate
		if l.Reason == InCell {
			return from.On && other.Cell() == k.Cell() && other != k
		}
		in := l.House.Cells()
		return from.On && other.Digit() == k.Digit() && other != k && in.Has(k.Cell()) && in.Has(other.Cell())
	}) {
		return fmt.Errorf("nothing excludes it")
	}
	return nil
}

// concludes checks that the ends of chains make the conclusion.
func concludes(s *Step) error {
	first, last := s.Chains[0][0], s.Chains[0][len(s.Chains[0])-1]
	switch s.Variant {
	case XCycle, YCycle, XYCycle:
		if last.Candidate != first.Candidate || !last.On || !first.On {
			return fmt.Errorf("the cycle is open")
		}
		for _, k := range s.Eliminations {
			if err := s.Chains[0].excludes(k); err != nil {
				return err
			}
		}
		return nil
	case XChain, XYChain:
		if last.Candidate != first.Candidate || last.On == first.On {
			return fmt.Errorf("the chain does not end in the opposite of its assumption")
		}
	case Contradiction:
		other := s.Chains[1][len(s.Chains[1])-1]
		if last.Candidate != other.Candidate || last.On == other.On {
			return fmt.Errorf("%s and %s are not opposites", last.fact(), other.fact())
		}
		last = first
		last.On = !first.On
	}
	for _, chain := range s.Chains {
		end := chain[len(chain)-1]
		if s.Variant != Contradiction && (end.Candidate != last.Candidate || end.On != last.On) {
			return fmt.Errorf("%s and %s are not the same", last.fact(), end.fact())
		}
		if s.Variant == Contradiction && chain[0].fact() != first.fact() {
			return fmt.Errorf("%s and %s are not the same", first.fact(), chain[0].fact())
		}
	}
	if last.On {
		if !s.Places || s.Placement != last.Candidate {
			return fmt.Errorf("the chains show %s", last.fact())
		}
		return nil
	}
	if s.Places || len(s.Eliminations) != 1 || s.Eliminations[0] != last.Candidate {
		return fmt.Errorf("the chains show %s", last.fact())
	}
	return nil
}

// excludes checks that k sees the two ends that a cycle names for it: they belong
// to the cycle, which says opposite things of them, and they are the ends of one
// link if k sees any such ends.
func (c Chain) excludes(k sudoku.Candidate) error {
	ends := c.endsSeen(k)
	at := func(end sudoku.Candidate) int {
		return slices.IndexFunc(c[1:], func(l Link) bool { return l.Candidate == end })
	}
	sees := func(l *Link) bool { return l.Candidate.Digit() == k.Digit() && l.Candidate.Cell().Sees(k.Cell()) }
	i, j := at(ends[0]), at(ends[1])
	if i < 0 || j < 0 || !sees(&c[i+1]) || !sees(&c[j+1]) || c[i+1].On == c[j+1].On {
		return fmt.Errorf("%s: %v and %v do not exclude it", Fact{k, false}, ends[0], ends[1])
	}
	linked := max(i, j)-min(i, j) == 1 || max(i, j)-min(i, j) == len(c)-2
	for n := range c[1:] {
		if sees(&c[n]) && sees(&c[n+1]) && !linked {
			return fmt.Errorf("%s: it sees a link, not just %v and %v", Fact{k, false}, ends[0], ends[1])
		}
	}
	return nil
}

// cellNames lists cells.
func cellNames(cells []sudoku.Cell) string { return strings.Join(names(cells), ", ") }

// digitNames lists digits.
func digitNames(digits sudoku.Digits) string { return strings.Join(digitList(digits), ", ") }
