package rating

import (
	"bufio"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func TestNamesOfLabels(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range slices.Concat(LabelNames(), TechniqueNames()) {
		if seen[name] {
			t.Errorf("%s is there twice", name)
		}
		seen[name] = true
	}
	for l := range Label(NumLabels) {
		if got, err := ParseLabel(l.String()); err != nil || got != l || l.Title(English) == "" || l.About() == "" || len(l.About()) > 90 {
			t.Errorf("%v: %v, %v, %q", l, got, err, l.About())
		}
		technique, err := ParseTechnique(labels[l].technique)
		if err != nil || !slices.Contains(LabelsOf(technique), l) {
			t.Errorf("%v is not of %v, %v", l, technique, err)
		}
	}
	if _, err := ParseLabel("kite"); err == nil {
		t.Error("there is a label kite")
	}
}

// labelCase is a step of a puzzle: its path has it or, with a ! before the label, has it
// without the label.
type labelCase struct {
	label      Label
	must       bool
	puzzle     sudoku.Puzzle
	conclusion string
}

// labelCases reads testdata/labels.txt: label, puzzle, conclusion.
func labelCases(t *testing.T) (list []labelCase) {
	t.Helper()
	file, err := os.Open("testdata/labels.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 || strings.HasPrefix(fields[0], "#") {
			continue
		}
		label, must := labelOf(fields[0])
		grid, err := sudoku.ParseGrid(fields[1])
		if err != nil {
			t.Fatal(err)
		}
		p, err := new(sudoku.Solver).Prove(grid)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, labelCase{label, must, p, fields[2]})
	}
	return list
}

// TestLabelsOnTheirCases looks for the step of each case on its path. Each label has cases
// that must have it and that must not.
func TestLabelsOnTheirCases(t *testing.T) {
	var rater Rater
	have, lack := map[Label]int{}, map[Label]int{}
	paths := map[sudoku.Puzzle][]Round{}
	for _, c := range labelCases(t) {
		if c.must {
			have[c.label]++
		} else {
			lack[c.label]++
		}
		if paths[c.puzzle] == nil {
			paths[c.puzzle], _ = rater.PathClass(&c.puzzle)
		}
		found := false
		for _, round := range paths[c.puzzle] {
			for i := range round.Steps {
				s := &round.Steps[i]
				if s.Conclusion() == c.conclusion && s.Technique.String() == labels[c.label].technique {
					found = true
					if slices.Contains(s.Labels(), c.label) != c.must {
						t.Errorf("%v: %v has the labels %v; %v must be there: %v", c.puzzle.Clues(), s, s.Labels(), c.label, c.must)
					}
				}
			}
		}
		if !found {
			t.Errorf("%v has no step %s", c.puzzle.Clues(), c.conclusion)
		}
	}
	for _, c := range rareLabels {
		label, must := labelOf(c.label)
		if must {
			have[label]++
		} else {
			lack[label]++
		}
		if s := c.step(t); slices.Contains(s.Labels(), label) != must {
			t.Errorf("%v has the labels %v; %v must be there: %v", c.chains, s.Labels(), label, must)
		}
	}
	for l := range Label(NumLabels) {
		if have[l] == 0 || lack[l] == 0 {
			t.Errorf("%v: %d cases have it and %d must not", l, have[l], lack[l])
		}
	}
}

// labelOf reads a label; a ! before it says that it must not be there.
func labelOf(text string) (label Label, must bool) {
	name, not := strings.CutPrefix(text, "!")
	label, err := ParseLabel(name)
	if err != nil {
		panic(err)
	}
	return label, !not
}

// rareCase is a step of a label that is rare: chains, link by link, with where each link
// is.
type rareCase struct {
	label   string
	variant Variant
	house   sudoku.House
	chains  []string
}

var rareLabels = [...]rareCase{
	{"remote-pair", XYChain, 0, []string{"+r1c1=6 -r1c4=6:r1 +r1c4=5:cell -r4c4=5:c4 +r4c4=6:cell -r4c9=6:r4 +r4c9=5:cell -r1c9=5:c9 +r1c9=6:cell -r1c1=6:r1"}},
	{"remote-pair", XYChain, 0, []string{"+r7c1=5 -r1c1=5:c1 +r1c1=6:cell -r1c4=6:r1 +r1c4=5:cell -r4c4=5:c4 +r4c4=6:cell -r4c9=6:r4 +r4c9=5:cell -r7c9=5:c9 +r7c9=6:cell -r7c1=6:r7"}},
	{"!remote-pair", XYChain, 0, []string{"+r7c1=5 -r1c1=5:c1 +r1c1=6:cell -r1c4=6:r1 +r1c4=5:cell -r4c4=5:c4 +r4c4=7:cell -r4c9=7:r4 +r4c9=5:cell -r7c9=5:c9 +r7c9=6:cell -r7c1=6:r7"}},
	{"!remote-pair", XYChain, 0, []string{"+r7c1=5 -r1c1=5:c1 +r1c1=6:cell -r1c9=6:r1 +r7c9=6:c9 -r7c1=6:r7"}},
	// In box 1 the digit lies in row 2 and column 2; column 8 links r2c8 and r6c8.
	{"empty-rectangle", RegionChain, sudoku.FirstBox, []string{"+r1c2=5 -r6c2=5:c2", "+r3c2=5 -r6c2=5:c2", "+r2c1=5 -r2c8=5:r2 +r6c8=5:c8 -r6c2=5:r6", "+r2c3=5 -r2c8=5:r2 +r6c8=5:c8 -r6c2=5:r6"}},
	{"empty-rectangle", RegionChain, sudoku.FirstBox, []string{"+r2c1=5 -r2c6=5:r2", "+r2c3=5 -r2c6=5:r2", "+r1c2=5 -r8c2=5:c2 +r8c6=5:r8 -r2c6=5:c6"}},
	{"!empty-rectangle", RegionChain, sudoku.FirstBox, []string{"+r1c2=5 -r6c2=5:c2", "+r2c1=5 -r2c8=5:r2 +r6c8=5:c8 -r6c2=5:r6", "+r3c3=5 -r2c8=5:r2 +r6c8=5:c8 -r6c2=5:r6"}},
	{"!empty-rectangle", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2", "+r1c8=5 -r2c8=5:c8 +r6c8=5:c8 -r6c2=5:r6"}},
	// Row 1 has r1c2, r1c8 and fins in box 3; row 6 has r6c2 and r6c8.
	{"finned-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	{"!finned-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3", "+r1c9=5 -r2c8=5:b3"}},
	{"!finned-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:c8 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	{"!finned-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8"}},
	{"sashimi-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3", "+r1c9=5 -r2c8=5:b3"}},
	{"!sashimi-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	// Row 6 has r6c2 and r6c5, row 9 has r9c5 and r9c8; row 1 has r1c2, perhaps r1c5 or r1c8, and fins in box 3.
	{"finned-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c5=5:r6 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	{"finned-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c5=5:r6 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c5=5 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3"}},
	{"!finned-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	{"!finned-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c5=5:r6 -r9c5=5:c5 +r9c8=5:b9 -r2c8=5:c8", "+r1c8=5 -r2c8=5:c8", "+r1c9=5 -r2c8=5:b3"}},
	{"sashimi-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c5=5:r6 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3", "+r1c9=5 -r2c8=5:b3"}},
	{"!sashimi-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c5=5:r6 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c5=5 -r9c5=5:c5 +r9c8=5:r9 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3"}},
	{"!sashimi-swordfish", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c7=5 -r2c8=5:b3", "+r1c9=5 -r2c8=5:b3"}},
	{"!sashimi-x-wing", RegionChain, 0, []string{"+r1c2=5 -r6c2=5:c2 +r6c8=5:r6 -r2c8=5:c8", "+r1c5=5 -r2c8=5:b3", "+r1c9=5 -r2c8=5:b3"}},
}

// step returns the step of a case, which refutes its last candidate.
func (c *rareCase) step(t *testing.T) *Step {
	t.Helper()
	label, _ := labelOf(c.label)
	s := &Step{Variant: c.variant, Houses: []sudoku.House{c.house}}
	s.Technique, _ = ParseTechnique(labels[label].technique)
	for _, text := range c.chains {
		var chain Chain
		for i, word := range strings.Fields(text) {
			claim, where, _ := strings.Cut(word[1:], ":")
			cell, digit, _ := cutCell(claim)
			l := Link{Candidate: cell.Candidate(sudoku.Digit(digit[1] - '0')), On: word[0] == '+', From: []int{i - 1}}
			switch {
			case i == 0:
				l.From = nil
			case where == "cell":
				l.Reason = InCell
			default:
				l.Reason = InHouse
				l.House = map[byte]sudoku.House{'r': sudoku.FirstRow, 'c': sudoku.FirstColumn, 'b': sudoku.FirstBox}[where[0]] + sudoku.House(where[1]-'1')
			}
			chain = append(chain, l)
		}
		s.Chains = append(s.Chains, chain)
		s.Eliminations = []sudoku.Candidate{chain[len(chain)-1].Candidate}
	}
	return s
}

// TestLabelsOfIsomorphs checks that labels do not depend on which way a puzzle is turned:
// those of each step, and those of the path of the class.
func TestLabelsOfIsomorphs(t *testing.T) {
	var rater Rater
	rng := rand.New(rand.NewPCG(33, 5))
	list := classPaths(t)
	for n := 0; n < len(list); n += 6 {
		p, path := list[n].puzzle, list[n].rounds
		want := labelsOf(path)
		for i := range 50 {
			phi := transform.Random(rng)
			for j := range path {
				image := path[j].Map(phi)
				for k := range image.Steps {
					if got, want := image.Steps[k].Labels(), path[j].Steps[k].Labels(); !slices.Equal(got, want) {
						t.Fatalf("%v: %v has %v, its image %v", p.Clues(), &path[j].Steps[k], want, got)
					}
				}
			}
			if i%10 > 0 {
				continue // finding the path takes longer
			}
			q := phi.Puzzle(p)
			other, err := rater.PathClass(&q)
			if err != nil {
				t.Fatal(err)
			}
			if got := labelsOf(other); got != want {
				t.Fatalf("%v has %s\n%v has %s", p.Clues(), want, q.Clues(), got)
			}
		}
	}
}

func labelsOf(path []Round) string {
	var all []string
	for i := range path {
		for j := range path[i].Steps {
			all = append(all, fmt.Sprint(path[i].Steps[j].Rating, path[i].Steps[j].Labels()))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// TestLabelsHoldOnPositions checks labels by what people mean by them, on the position.
func TestLabelsHoldOnPositions(t *testing.T) {
	checked := map[string]int{}
	for _, p := range classPaths(t) {
		path := p.rounds
		for i := range path {
			for j := range path[i].Steps {
				s := &path[i].Steps[j]
				for _, l := range s.Labels() {
					check := meanings[l.String()]
					if check == nil {
						continue
					}
					checked[l.String()]++
					if !check(s, &path[i].Position) {
						t.Errorf("%v: %v is no %v", p.puzzle.Clues(), s.Explain(&path[i].Position), l)
					}
				}
			}
		}
	}
	t.Log(checked)
}

// meanings look for the pattern of a label anywhere on a position, so that it removes
// what the step removes.
var meanings = map[string]func(s *Step, at *Position) bool{
	"skyscraper": func(s *Step, at *Position) bool {
		return conjugates(s, at, func(one, two [2]sudoku.Cell, rows, otherRows bool) bool {
			return rows == otherRows && across(one[1], two[0], rows)
		})
	},
	"two-string-kite": func(s *Step, at *Position) bool {
		return conjugates(s, at, func(one, two [2]sudoku.Cell, rows, otherRows bool) bool {
			return rows != otherRows && one[1].Box() == two[0].Box()
		})
	},
	// One of the two cells that the chain begins and ends with is true, since all between
	// them is one colour or the other.
	"simple-colouring": func(s *Step, at *Position) bool {
		c, k := s.Chains[0], s.Eliminations[0]
		first, last := c[1].Candidate.Cell(), c[len(c)-2].Candidate.Cell()
		return k.Cell().Sees(first) && k.Cell().Sees(last) && coloured(at, k.Digit(), first)[last] == 2
	},
	"finned-x-wing":     func(s *Step, at *Position) bool { return isFish(s, at, 2) },
	"sashimi-x-wing":    func(s *Step, at *Position) bool { return isFish(s, at, 2) },
	"finned-swordfish":  func(s *Step, at *Position) bool { return isFish(s, at, 3) },
	"sashimi-swordfish": func(s *Step, at *Position) bool { return isFish(s, at, 3) },
	"remote-pair": func(s *Step, at *Position) bool {
		c := s.Chains[0]
		for i := 1; i < len(c)-1; i++ {
			if at.Candidates[c[i].Candidate.Cell()] != at.Candidates[c[1].Candidate.Cell()] {
				return false
			}
		}
		return at.Candidates[c[1].Candidate.Cell()].Len() == 2
	},
	"w-wing": func(s *Step, at *Position) bool {
		c := s.Chains[0]
		one, two := c[1].Candidate.Cell(), c[len(c)-2].Candidate.Cell()
		k := s.Eliminations[0].Cell()
		return one != two && at.Candidates[one] == at.Candidates[two] && at.Candidates[one].Len() == 2 && k.Sees(one) && k.Sees(two)
	},
	"bug-plus-one": func(s *Step, at *Position) bool {
		n := 0
		for _, digits := range at.Candidates {
			n += max(0, digits.Len()-2)
		}
		return n == 1
	},
}

// coloured colours the places of a digit that pairs link with a cell: 1 as the cell, or 2.
func coloured(at *Position, d sudoku.Digit, from sudoku.Cell) map[sudoku.Cell]int {
	colours, waiting := map[sudoku.Cell]int{from: 1}, []sudoku.Cell{from}
	for ; len(waiting) > 0; waiting = waiting[1:] {
		for _, h := range waiting[0].Houses() {
			places := placesOf(at, d, h)
			for _, c := range places {
				if len(places) == 2 && colours[c] == 0 {
					colours[c] = 3 - colours[waiting[0]]
					waiting = append(waiting, c)
				}
			}
		}
	}
	return colours
}

func placesOf(at *Position, d sudoku.Digit, h sudoku.House) (places []sudoku.Cell) {
	for _, c := range h.List() {
		if at.Candidates[c].Has(d) {
			places = append(places, c)
		}
	}
	return places
}

// isFish looks for so many rows, or columns, whose places of the digit lie in as many
// crossing lines, but for fins that the removed candidate sees, as it sees the fish.
func isFish(s *Step, at *Position, n int) bool {
	k := s.Eliminations[0]
	for _, first := range []sudoku.House{sudoku.FirstRow, sudoku.FirstColumn} {
		for lines := range 1 << 9 {
			if bits.OnesCount(uint(lines)) != n {
				continue
			}
			for crossing := range 1 << 9 {
				if bits.OnesCount(uint(crossing)) == n && fitsFish(k, at, first, lines, crossing) {
					return true
				}
			}
		}
	}
	return false
}

func fitsFish(k sudoku.Candidate, at *Position, first sudoku.House, lines, crossing int) bool {
	across := func(c sudoku.Cell) (line, place int) {
		if first == sudoku.FirstRow {
			return c.Row(), c.Column()
		}
		return c.Column(), c.Row()
	}
	line, place := across(k.Cell())
	if lines>>line&1 > 0 || crossing>>place&1 == 0 {
		return false
	}
	for i := range 9 {
		if lines>>i&1 == 0 {
			continue
		}
		for _, c := range placesOf(at, k.Digit(), first+sudoku.House(i)) {
			if _, at := across(c); crossing>>at&1 == 0 && !c.Sees(k.Cell()) {
				return false
			}
		}
	}
	return true
}

// conjugates looks for two lines with two places of the digit each, whose far ends both
// see what the step removes.
func conjugates(s *Step, at *Position, fit func(one, two [2]sudoku.Cell, rows, otherRows bool) bool) bool {
	k := s.Eliminations[0]
	type pair struct {
		cells [2]sudoku.Cell
		rows  bool
	}
	var pairs []pair
	for h := range sudoku.FirstBox {
		if in := placesOf(at, k.Digit(), h); len(in) == 2 {
			pairs = append(pairs, pair{[2]sudoku.Cell{in[0], in[1]}, h < sudoku.FirstColumn},
				pair{[2]sudoku.Cell{in[1], in[0]}, h < sudoku.FirstColumn})
		}
	}
	for _, one := range pairs {
		for _, two := range pairs {
			if fit(one.cells, two.cells, one.rows, two.rows) && one.cells[1] != two.cells[0] &&
				k.Cell().Sees(one.cells[0]) && k.Cell().Sees(two.cells[1]) {
				return true
			}
		}
	}
	return false
}

// TestEureka has a chain of each form.
func TestEureka(t *testing.T) {
	for _, test := range []struct {
		index int
		want  string
	}{
		{0, "(6=5)r1c4-(5=6)r4c4-(6=5)r4c9-(5=6)r1c9 => r1c1≠6"},
		{8, "(5)r1c2-(5)r6c2=(5)r6c8-(5)r2c8 || (5)r1c8-(5)r2c8 || (5)r1c9-(5)r2c8 => r2c8≠5"},
	} {
		if got := rareLabels[test.index].step(t).Eureka(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	if got := (&Step{}).Eureka(); got != "" {
		t.Errorf("a step without chains is %s", got)
	}
}
