package rating

import (
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// People know many steps of the scale by other names: a forcing chain can be a
// skyscraper. A label is such a name. Labels say nothing about ratings. They depend only
// on what a step is made of, never on which way it is turned, so isomorphs have the same.

// Label is a name that people use for some steps of a technique, 0 to NumLabels-1. Its
// number can change from version to version; its name does not.
type Label uint8

// NumLabels is the number of labels.
const NumLabels = len(labels)

// label is a row of the table.
type label struct {
	name      string
	technique string // of its steps
	is        func(*Step) bool
	about     string // description in one line
}

// labels are all labels, of each technique the finest first.
var labels = [...]label{
	{"last-cell", "hidden-single", ofVariant(LastCell), "A house has one empty cell."},
	{"unique-rectangle-type-1", "unique-rectangle", isRectangle(Type1), "One cell has further candidates."},
	{"unique-rectangle-type-5", "unique-rectangle", isDiagonal, "Three cells, or two across from each other, have the same further candidate."},
	{"unique-rectangle-type-2", "unique-rectangle", isRectangle(Type2), "Two cells side by side have the same further candidate."},
	{"unique-rectangle-type-3", "unique-rectangle", isRectangle(Type3, Type3Hidden), "Two cells are like one cell of a subset."},
	{"unique-rectangle-type-4", "unique-rectangle", isRectangle(Type4), "One of the two digits has no other cell in the house of two cells."},
	{"unique-loop", "unique-rectangle", func(s *Step) bool { return len(s.Cells) > 4 }, "The same with more than four cells."},
	{"bug-plus-one", "bivalue-universal-grave", ofVariant(Type1), "One cell has three candidates, all others have two."},
	{"skyscraper", "forcing-chain", isSkyscraper, "A digit has two places in each of two parallel lines, of which two share a line."},
	{"two-string-kite", "forcing-chain", isKite, "A digit has two places in a row and in a column, of which two share a box."},
	{"turbot-fish", "forcing-chain", isTurbotFish, "A chain on one digit with two strong links."},
	{"simple-colouring", "forcing-chain", isColouring, "A chain on one digit whose links hold both ways: one of its two colours is true."},
	{"x-chain", "forcing-chain", ofVariant(XChain), "A chain on one digit."},
	{"remote-pair", "forcing-chain", isRemotePair, "An XY-chain through cells with the same two candidates."},
	{"w-wing", "forcing-chain", isWWing, "Two cells with the same two candidates, of which one is linked by a house."},
	{"xy-chain", "forcing-chain", isXYChain, "A chain through cells of two candidates."},
	{"aic-type-1", "forcing-chain", isAIC(1), "A chain whose ends are the same digit, and remove it where both are seen."},
	{"aic-type-2", "forcing-chain", isAIC(2), "A chain whose ends are two digits in cells that see each other."},
	{"nice-loop", "forcing-chain", ofVariant(XYChain), "A chain that refutes its own start in another way."},
	{"x-cycle", "forcing-chain", ofVariant(XCycle), "A circle on one digit."},
	{"y-cycle", "forcing-chain", ofVariant(YCycle), "A circle through cells of two candidates."},
	{"aic-ring", "forcing-chain", ofVariant(XYCycle), "An AIC that comes back to its start: a circle on links of all kinds."},
	{"empty-rectangle", "multiple-forcing-chain", isEmptyRectangle, "In a box, a digit lies in one row and one column, and a strong link meets one of them."},
	{"finned-x-wing", "multiple-forcing-chain", isFinned(2, false), "An X-wing but for cells in the box of a corner."},
	{"sashimi-x-wing", "multiple-forcing-chain", isFinned(2, true), "A finned X-wing without this corner."},
	{"finned-swordfish", "multiple-forcing-chain", isFinned(3, false), "A swordfish but for cells in the box of a corner."},
	{"sashimi-swordfish", "multiple-forcing-chain", isFinned(3, true), "A finned swordfish one of whose lines has one cell without the fins."},
	{"cell-forcing-chain", "multiple-forcing-chain", ofVariant(CellChain), "All candidates of a cell lead to the same."},
	{"region-forcing-chain", "multiple-forcing-chain", ofVariant(RegionChain), "All places of a digit in a house lead to the same."},
}

// Labels returns the labels of s, the finest first. Those of chains depend on the links,
// which only the steps of a path have.
func (s *Step) Labels() (list []Label) {
	name := s.Technique.String()
	for i := range labels {
		if labels[i].technique == name && labels[i].is(s) {
			list = append(list, Label(i))
		}
	}
	return list
}

// LabelsOf returns the labels that steps of t can have, the finest first.
func LabelsOf(t Technique) (list []Label) {
	for i := range labels {
		if labels[i].technique == t.String() {
			list = append(list, Label(i))
		}
	}
	return list
}

// LabelNames returns the names of all labels.
func LabelNames() []string {
	return phrase.Names(labels[:], func(l *label) string { return l.name })
}

// ParseLabel returns the label with a name, in any letter case. The error lists all names.
func ParseLabel(name string) (Label, error) {
	if i := slices.IndexFunc(LabelNames(), func(known string) bool { return strings.EqualFold(known, name) }); i >= 0 {
		return Label(i), nil
	}
	return 0, &phrase.UnknownError{Kind: "label", Given: name, Known: LabelNames()}
}

// String returns the name of l, such as two-string-kite.
func (l Label) String() string {
	return phrase.NameAt(labels[:], func(l *label) string { return l.name }, "label", int(l))
}

// Technique returns the technique of the steps with l.
func (l Label) Technique() Technique {
	t, err := ParseTechnique(labels[l].technique)
	if err != nil {
		panic("rating: a label of no technique: " + err.Error()) // the table names them
	}
	return t
}

// About returns a description of l in one line.
func (l Label) About() string { return labels[l].about }

func ofVariant(v Variant) func(*Step) bool { return func(s *Step) bool { return s.Variant == v } }

func isRectangle(variants ...Variant) func(*Step) bool {
	return func(s *Step) bool { return len(s.Cells) == 4 && slices.Contains(variants, s.Variant) }
}

// isDiagonal is for rectangles whose cells with a further candidate are not two of one
// house.
func isDiagonal(s *Step) bool {
	return isRectangle(Type2)(s) && (len(s.Others) > 2 || !s.Others[0].Sees(s.Others[1]))
}

// bridge is a strong link of a chain: if from is false, to is true.
type bridge struct{ from, to *Link }

// bridges returns the strong links of a chain without branches.
func (c Chain) bridges() (list []bridge) {
	for i := 1; i < len(c); i++ {
		if c[i].On {
			list = append(list, bridge{&c[i-1], &c[i]})
		}
	}
	return list
}

// refutes reports whether s is a chain of a variant that refutes a candidate assumed to
// be true.
func (s *Step) refutes(v Variant) bool {
	return s.Variant == v && len(s.Chains) > 0 && s.Chains[0][0].On
}

func isTurbotFish(s *Step) bool { return s.refutes(XChain) && len(s.Chains[0].bridges()) == 2 }

// isColouring: the links between the two ends hold both ways, so the cells have two colours
// in turn, of which one is true. The ends have both, and the refuted candidate sees them.
func isColouring(s *Step) bool {
	if !s.refutes(XChain) {
		return false
	}
	c := s.Chains[0]
	return !slices.ContainsFunc(c[2:len(c)-1], func(l Link) bool { return !l.On && !l.Pair })
}

// kinds of houses
func isRow(h sudoku.House) bool  { return h < sudoku.FirstColumn }
func isLine(h sudoku.House) bool { return h < sudoku.FirstBox }

func isSkyscraper(s *Step) bool {
	if !isTurbotFish(s) {
		return false
	}
	b := s.Chains[0].bridges()
	one, two := b[0].to.House, b[1].to.House
	near, far := b[0].to.Candidate.Cell(), b[1].from.Candidate.Cell()
	return isLine(one) && isLine(two) && isRow(one) == isRow(two) && across(near, far, isRow(one))
}

// across reports whether two cells share a line across rows, or across columns.
func across(a, b sudoku.Cell, rows bool) bool {
	if rows {
		return a.Column() == b.Column()
	}
	return a.Row() == b.Row()
}

func isKite(s *Step) bool {
	if !isTurbotFish(s) {
		return false
	}
	b := s.Chains[0].bridges()
	one, two := b[0].to.House, b[1].to.House
	return isLine(one) && isLine(two) && isRow(one) != isRow(two) && b[1].from.Reason == InHouse && !isLine(b[1].from.House)
}

// isXYChain: all strong links are within cells.
func isXYChain(s *Step) bool {
	return s.Variant == XYChain && len(s.Chains) > 0 && !slices.ContainsFunc(s.Chains[0].bridges(), func(b bridge) bool { return b.to.Reason == InHouse })
}

// digits returns the two digits of a strong link in a cell.
func (b bridge) digits() sudoku.Digits {
	return sudoku.DigitSet(b.from.Candidate.Digit(), b.to.Candidate.Digit())
}

func isRemotePair(s *Step) bool {
	if !isXYChain(s) || !s.refutes(XYChain) {
		return false
	}
	b := s.Chains[0].bridges()
	return len(b) >= 4 && !slices.ContainsFunc(b, func(other bridge) bool { return other.digits() != b[0].digits() })
}

func isWWing(s *Step) bool {
	if !s.refutes(XYChain) {
		return false
	}
	b := s.Chains[0].bridges()
	return len(b) == 3 && b[0].to.Reason == InCell && b[1].to.Reason == InHouse && b[2].to.Reason == InCell &&
		b[0].digits() == b[2].digits() && s.Chains[0][0].Candidate.Digit() == b[0].from.Candidate.Digit() &&
		b[2].to.Candidate.Digit() == b[0].from.Candidate.Digit()
}

// isAIC is for chains that refute a candidate. In type 1 it sees both ends, which have its
// digit. In type 2 it is in the cell of one end and sees the other.
func isAIC(form int) func(*Step) bool {
	return func(s *Step) bool {
		if !s.refutes(XYChain) {
			return false
		}
		c := s.Chains[0]
		inCell := 0
		for _, l := range []*Link{&c[1], &c[len(c)-1]} {
			if l.Reason == InCell {
				inCell++
			}
		}
		return inCell == form-1
	}
}

// fan is a region chain on one digit that removes it from a cell. Some of its cells see
// the target; from the others strong links lead there.
type fan struct {
	target sudoku.Cell
	direct []sudoku.Cell
	bent   []Chain
}

func (s *Step) fan() (f fan, ok bool) {
	if s.Variant != RegionChain || s.Places || len(s.Chains) == 0 {
		return f, false
	}
	k := s.Eliminations[0]
	f.target = k.Cell()
	for _, c := range s.Chains {
		for i := range c {
			if c[i].Candidate.Digit() != k.Digit() || c[i].Reason == ByPattern {
				return f, false
			}
		}
		if cell := c[0].Candidate.Cell(); cell.Sees(f.target) {
			f.direct = append(f.direct, cell)
		} else {
			f.bent = append(f.bent, c)
		}
	}
	return f, len(f.bent) > 0
}

// isEmptyRectangle: the cells of a box lie in a line with the target and in a line with
// the only strong link, across the first.
func isEmptyRectangle(s *Step) bool {
	f, ok := s.fan()
	if !ok || len(f.direct) == 0 || isLine(s.Houses[0]) {
		return false
	}
	link := f.bent[0].bridges()[0]
	for _, c := range f.bent {
		if b := c.bridges(); len(b) > 1 || b[0].from.Candidate != link.from.Candidate || b[0].to.Candidate != link.to.Candidate {
			return false
		}
	}
	for _, rows := range []bool{false, true} {
		apart := func(c sudoku.Cell) bool { return !across(c, f.target, rows) }
		apartFromLink := func(c Chain) bool { return !across(c[0].Candidate.Cell(), link.from.Candidate.Cell(), !rows) }
		if isLine(link.to.House) && !slices.ContainsFunc(f.direct, apart) && !slices.ContainsFunc(f.bent, apartFromLink) {
			return true
		}
	}
	return false
}

// isFinned is for fish of some lines: the house of the chains, and those of the strong
// links. The chains cross as many lines, one of them to the target. But for these places,
// the first line has fins in the box of the target. If it has only one place without the
// fins, the fish is sashimi.
func isFinned(lines int, sashimi bool) func(*Step) bool {
	return func(s *Step) bool {
		f, ok := s.fan()
		if !ok || !isLine(s.Houses[0]) {
			return false
		}
		rows := isRow(s.Houses[0])
		fins, places := 0, len(f.bent)
		for _, c := range f.direct {
			switch {
			case across(c, f.target, rows):
				places++
			case c.Box() == f.target.Box():
				fins++
			default:
				return false
			}
		}
		in, crossed := map[sudoku.House]bool{s.Houses[0]: true}, map[int]bool{}
		for _, c := range f.bent {
			for i := 1; i < len(c); i++ {
				cell, before := c[i].Candidate.Cell(), c[i-1].Candidate.Cell()
				switch {
				case c[i].On && isLine(c[i].House) && isRow(c[i].House) == rows:
					in[c[i].House] = true
				case !c[i].On && across(cell, before, rows) && rows:
					crossed[cell.Column()] = true
				case !c[i].On && across(cell, before, rows):
					crossed[cell.Row()] = true
				default:
					return false
				}
			}
		}
		return fins > 0 && len(in) == lines && len(crossed) == lines && (places == 1) == sashimi
	}
}
