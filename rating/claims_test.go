package rating

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// statement is how the words of a step rule out a group of candidates. The words
// before it name cells, and the list after it is what the step removes.
type statement struct {
	words *regexp.Regexp
	rules func(words []string, named []sudoku.Cell, on *marks)
}

// statements reads explanations, and shares nothing with what writes them.
var statements = [...]statement{
	{regexp.MustCompile(`no other cell of ([a-z]+ [1-9][^:]*) can be ([1-9]): ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		ruleOutIn(houseNumbers(words[1]), named, digitsIn(words[2]), on)
	}},
	{regexp.MustCompile(`have only ([^.]*) between them\. So these digits are in these cells, and in no other cell of ([^:]*): ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		ruleOutIn(houseNumbers(words[2]), named, digitsIn(words[1]), on)
	}},
	{regexp.MustCompile(`, ([1-9][^r]*) can only go in [^.]*\. So these cells are these digits, and no others: ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		on.addAll(sudoku.CellSet(named...), sudoku.AllDigits&^digitsIn(words[1]))
	}},
	{regexp.MustCompile(`no cell that sees both can be ([1-9]): ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		ruleOutSeen(named[1:], digitsIn(words[1]), on) // the first is the pivot
	}},
	{regexp.MustCompile(`no cell that sees all three can be ([1-9]): ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		ruleOutSeen(named, digitsIn(words[1]), on)
	}},
	{regexp.MustCompile(`all ([1-9]) or ([1-9]), .* So r[1-9]c[1-9] is neither: ([^.]*)\.`), func(words []string, named []sudoku.Cell, on *marks) {
		on.addAll(sudoku.CellSet(named[len(named)-1]), digitsIn(words[1]+words[2]))
	}},
	{regexp.MustCompile(`two solutions\. So one of cells ([^.]*) is ([1-9]), and no cell that sees (?:both|all) of these is: ([^.]*)\.`), func(words []string, _ []sudoku.Cell, on *marks) {
		ruleOutSeen(cellsIn(words[1]), digitsIn(words[2]), on)
	}},
	{regexp.MustCompile(`So one of cells ([^.]*) is neither\. Together with cells? (.*) it takes (.*) in ([a-z]+ [1-9]), and no other cell has these digits: ([^.]*)\.`), func(words []string, _ []sudoku.Cell, on *marks) {
		ruleOutIn(houseNumbers(words[4]), append(cellsIn(words[1]), cellsIn(words[2])...), digitsIn(words[3]), on)
	}},
	{regexp.MustCompile(`leaves [^.]* only the other one and cells? [^.]*, so there is nothing else in ([^:]*): ([^.]*)\.`), func(words []string, _ []sudoku.Cell, on *marks) {
		on.addAll(sudoku.CellSet(cellsIn(words[1])...), sudoku.AllDigits) // but the digits of the subset, which its facts have
	}},
	{regexp.MustCompile(`one of (r[1-9]c[1-9]) and (r[1-9]c[1-9]) is ([1-9]), and no cell outside the cycle that sees both: ([^.]*)\.`), nil},
}

var onePair = regexp.MustCompile(`one of (r[1-9]c[1-9] and r[1-9]c[1-9]) is ([1-9]), and no cell outside the cycle that sees both: `)

// ruleOut adds what the words of a step rule out, and returns what they list. It
// reports whether they rule out a group at all.
func ruleOut(s *Step, on *marks) (listed marks, ok bool) {
	text := strings.TrimSuffix(s.Argument(), partial)
	for i := range statements {
		words := statements[i].words.FindStringSubmatch(text)
		if words == nil {
			continue
		}
		list := words[len(words)-1]
		if statements[i].rules == nil {
			for _, pair := range onePair.FindAllStringSubmatch(text, -1) {
				ruleOutSeen(cellsIn(pair[1]), digitsIn(pair[2]), on)
			}
			for _, c := range cellsIn(text[:strings.Index(text, "back to the start")]) {
				for d := range sudoku.AllDigits.All() {
					on.drop(c.Candidate(d))
				}
			}
			list = onePair.ReplaceAllString(text[strings.Index(text, words[0]):], "")
			list = strings.TrimSuffix(list, ".")
		} else {
			statements[i].rules(words, cellsIn(text[:len(text)-len(list)-1]), on)
		}
		if s.Variant == Type3Hidden {
			for c := range sudoku.AllCells.All() {
				for d := range s.Extra.All() {
					on.drop(c.Candidate(d))
				}
			}
		}
		position, err := ParsePosition(sudoku.Grid{}, list)
		if err != nil {
			panic(err)
		}
		for c, digits := range position.Candidates {
			listed.addAll(sudoku.CellSet(sudoku.Cell(c)), sudoku.AllDigits&^digits)
		}
		return listed, true
	}
	return listed, false
}

func ruleOutIn(houses []sudoku.House, but []sudoku.Cell, digits sudoku.Digits, on *marks) {
	for _, h := range houses {
		for _, c := range h.List() {
			if !sudoku.CellSet(but...).Has(c) {
				on.addAll(sudoku.CellSet(c), digits)
			}
		}
	}
}

func ruleOutSeen(from []sudoku.Cell, digits sudoku.Digits, on *marks) {
	for c := range sudoku.AllCells.All() {
		sees := true
		for _, f := range from {
			sees = sees && c.Sees(f)
		}
		if sees {
			on.addAll(sudoku.CellSet(c), digits)
		}
	}
}

func cellsIn(text string) (cells []sudoku.Cell) {
	for _, name := range cellName.FindAllStringSubmatch(text, -1) {
		cells = append(cells, sudoku.CellAt(int(name[1][0]-'1'), int(name[2][0]-'1')))
	}
	return cells
}

func digitsIn(text string) (digits sudoku.Digits) {
	for _, d := range digitName.FindAllString(text, -1) {
		digits = digits.With(sudoku.Digit(d[0] - '0'))
	}
	return digits
}

// houseNumbers reads row 7 or rows 2, 5 and 9.
func houseNumbers(text string) (houses []sudoku.House) {
	first := map[byte]sudoku.House{'r': sudoku.FirstRow, 'c': sudoku.FirstColumn, 'b': sudoku.FirstBox}[text[0]]
	for d := range digitsIn(text).All() {
		houses = append(houses, first+sudoku.House(d-1))
	}
	return houses
}

// checkWords returns an error if the words of a step say that a group of candidates
// is ruled out, and the list after is neither complete nor said to be short, or is
// said to be short and is complete. What the words list, they rule out.
func checkWords(s *Step, at *Position) (told bool, err error) {
	ruled := new(marks)
	listed, ok := ruleOut(s, ruled)
	if !ok {
		if s.Partial {
			return false, fmt.Errorf("no group is read in: %s", s.Argument())
		}
		return false, nil
	}
	for k := range listed.all() {
		if !ruled.has(k) {
			return true, fmt.Errorf("%s is listed and not ruled out: %s", falseText(k), s.Argument())
		}
		ruled.drop(k)
	}
	spared := false
	for k := range ruled.all() {
		spared = spared || at.Candidates[k.Cell()].Has(k.Digit())
	}
	if spared != strings.HasSuffix(s.Argument(), partial) {
		return true, fmt.Errorf("candidates are spared: %v, and the words are %s", spared, s.Argument())
	}
	return true, nil
}

// TestWordsAgreeWithLists reads the words of all steps of paths and of ways. In paths
// the lists are complete.
func TestWordsAgreeWithLists(t *testing.T) {
	var rater Rater
	told, short := map[string]int{}, map[string]int{}
	for _, p := range pathPuzzles(t) {
		path, err := rater.PathClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		way, err := Way(&p, path)
		if err != nil {
			t.Fatal(err)
		}
		for kind, rounds := range [][]Round{path, way} {
			for i := range rounds {
				for j := range rounds[i].Steps {
					s := &rounds[i].Steps[j]
					read, err := checkWords(s, &rounds[i].Position)
					if err != nil {
						t.Errorf("%v: %v", p.Clues(), err)
					}
					if read {
						told[s.Name()]++
					}
					if s.Partial {
						short[s.Name()]++
						if kind == 0 {
							t.Errorf("%v: a path has %s", p.Clues(), s.Argument())
						}
					}
				}
			}
		}
	}
	t.Logf("read: %v; short: %v", told, short)
	for _, name := range []string{"Pointing", "Claiming", "Naked pair", "X-wing", "Hidden pair", "XY-cycle"} {
		if told[name] == 0 || short[name] == 0 {
			t.Errorf("%s: %d steps were read, %d of them are short", name, told[name], short[name])
		}
	}
}

// TestNotesSayWhatIsShort checks the notes of chains: whatever their words rule out is
// listed, or is false by the links before, or they say that there is more.
func TestNotesSayWhatIsShort(t *testing.T) {
	var rater Rater
	notes, short := 0, 0
	list := pathPuzzles(t)
	for _, p := range list[len(list)-25:] {
		path, err := rater.PathClass(&p)
		if err != nil {
			t.Fatal(err)
		}
		way, err := Way(&p, path)
		if err != nil {
			t.Fatal(err)
		}
		for _, rounds := range [][]Round{path, way} {
			for i := range rounds {
				for j := range rounds[i].Steps {
					for _, chain := range rounds[i].Steps[j].Chains {
						left := rounds[i].Position
						for n := range chain {
							if note := chain[n].Pattern; note != nil {
								notes++
								ruled := new(marks)
								listed, _ := ruleOut(note, ruled)
								for k := range ruled.all() {
									if !note.Partial && !listed.has(k) && left.Candidates[k.Cell()].Has(k.Digit()) {
										t.Errorf("%v: %s has no word of %s", p.Clues(), note.Argument(), falseText(k))
									}
								}
								if note.Partial {
									short++
								}
							}
							if !chain[n].On {
								left.Remove(chain[n].Candidate)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d notes, %d short", notes, short)
	if notes == 0 || short == 0 || short == notes {
		t.Errorf("of %d notes %d are short", notes, short)
	}
}
