package rating

import (
	"fmt"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// groups say which candidates a sentence rules out as a group, such as all other cells
// of a row for a digit. What it claims is what the step removes of them.
var groups = map[Saying]func(list []Statement, s *Statement, on *marks){
	noOther: func(list []Statement, s *Statement, on *marks) {
		for _, h := range s.Covers {
			on.addAll(h.Cells().AndNot(named(list, s)), s.Digits)
		}
	},
	digitsTaken: func(list []Statement, s *Statement, on *marks) {
		on.addAll(s.Houses[0].Cells().AndNot(named(list, s)), s.Digits)
	},
	cellsTaken: func(_ []Statement, s *Statement, on *marks) {
		on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^s.Digits)
	},
	seesAll: func(_ []Statement, s *Statement, on *marks) {
		on.addAll(seenFrom(sudoku.CellSet(s.Cells...)), s.Digits)
	},
	isNeither:  func(_ []Statement, s *Statement, on *marks) { on.addAll(sudoku.CellSet(s.Cells...), s.Digits) },
	oneWouldBe: func(_ []Statement, s *Statement, on *marks) { on.addAll(sudoku.CellSet(s.Cells...), s.Digits) },
	takenTogether: func(_ []Statement, s *Statement, on *marks) {
		on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)).AndNot(sudoku.CellSet(s.Others...)), s.Extra)
	},
	leavesOnly: func(_ []Statement, s *Statement, on *marks) {
		on.addAll(sudoku.CellSet(s.Cells...), sudoku.AllDigits&^s.Digits)
	},
	outsideCircle: func(list []Statement, s *Statement, on *marks) {
		cells := seenFrom(sudoku.CellSet(s.Cells...))
		for _, n := range list[list[s.From[0]].From[0]].From {
			for _, f := range list[n].Claims {
				cells = cells.Without(f.Candidate.Cell())
			}
		}
		on.addAll(cells, s.Digits)
	},
}

// named returns the cells of the premises of a statement.
func named(list []Statement, s *Statement) (cells sudoku.Cells) {
	for _, n := range s.From {
		cells = cells.Or(sudoku.CellSet(list[n].Cells...)).Or(named(list, &list[n]))
	}
	return cells
}

// ruledOut returns what the n-th statement rules out.
func ruledOut(list []Statement, n int) *marks {
	on := new(marks)
	groups[list[n].Says](list, &list[n], on)
	return on
}

// checkGroup returns an error if statements rule out a group of candidates, and what they
// claim is neither all of it nor said to be short, or is said to be short and is all.
// What they claim, they rule out.
func checkGroup(list []Statement, at *Position) (told bool, err error) {
	ruled := new(marks)
	var claimed []sudoku.Candidate
	short := list[len(list)-1].Says == removesMore
	for n := range list {
		s := &list[n]
		if len(s.Under) > 0 {
			continue
		}
		if groups[s.Says] != nil {
			told = true
			ruled.join(ruledOut(list, n))
		}
		if told && s.Part == Conclusion {
			for _, f := range s.Claims {
				claimed = append(claimed, f.Candidate)
			}
		}
	}
	if !told && short {
		return false, fmt.Errorf("no group is said: %v", list)
	}
	for _, k := range claimed {
		if !ruled.has(k) {
			return true, fmt.Errorf("%v is claimed and not ruled out: %v", k, list)
		}
	}
	for _, k := range claimed {
		ruled.drop(k)
	}
	spared := false
	for k := range ruled.all() {
		spared = spared || at.Candidates[k.Cell()].Has(k.Digit())
	}
	if told && spared != short {
		return true, fmt.Errorf("candidates are spared: %v, in %v", spared, list)
	}
	return told, nil
}

// TestStatementsAgreeWithLists reads all steps of paths and of ways. In paths the lists
// are complete.
func TestStatementsAgreeWithLists(t *testing.T) {
	told, short := map[string]int{}, map[string]int{}
	for _, p := range classPaths(t) {
		way, err := Way(&p.puzzle, p.rounds)
		if err != nil {
			t.Fatal(err)
		}
		for kind, rounds := range [][]Round{p.rounds, way} {
			for i := range rounds {
				for j := range rounds[i].Steps {
					s := &rounds[i].Steps[j]
					list := s.Statements(&rounds[i].Position)
					read, err := checkGroup(list, &rounds[i].Position)
					if err != nil {
						t.Errorf("%v: %v", p.puzzle.Clues(), err)
					}
					if read {
						told[s.Name()]++
					}
					if s.Partial {
						short[s.Name()]++
						if kind == 0 {
							t.Errorf("%v: a path has %s", p.puzzle.Clues(), s)
						}
					}
				}
			}
		}
	}
	t.Logf("read: %v; short: %v", told, short)
	for _, name := range []string{"Pointing", "Claiming", "Naked pair", "X-wing", "Hidden pair", "XY-cycle"} {
		if told[name] == 0 || short[name] == 0 && !testing.Short() {
			t.Errorf("%s: %d steps were read, %d of them are short", name, told[name], short[name])
		}
	}
}

// TestNotesSayWhatIsShort checks the patterns within chains: whatever they rule out is
// listed, or is false by then, or they say that there is more.
func TestNotesSayWhatIsShort(t *testing.T) {
	notes, short := 0, 0
	list := classPaths(t)
	for _, p := range list[len(list)-25:] {
		way, err := Way(&p.puzzle, p.rounds)
		if err != nil {
			t.Fatal(err)
		}
		for i := range way {
			for j := range way[i].Steps {
				list := way[i].Steps[j].Statements(&way[i].Position)
				for n := range list {
					if groups[list[n].Says] == nil || len(list[n].Under) == 0 {
						continue
					}
					notes++
					last := n
					for last+1 < len(list) && list[last+1].Says == also {
						last++
					}
					if last+1 < len(list) && list[last+1].Says == removesMore {
						short++
						continue
					}
					left := way[i].Position
					for _, before := range list[:last+1] {
						for _, f := range before.Claims {
							if !f.True && within(&before, &list[n]) {
								left.Remove(f.Candidate)
							}
						}
					}
					ruled := ruledOut(list, n)
					for k := range ruled.all() {
						if left.Candidates[k.Cell()].Has(k.Digit()) {
							t.Errorf("%v: %v has no word of %v", p.puzzle.Clues(), list[n], k)
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

// within reports whether a statement holds where another one is.
func within(s, where *Statement) bool {
	return len(s.Under) <= len(where.Under) && slices.Equal(s.Under, where.Under[:len(s.Under)])
}
