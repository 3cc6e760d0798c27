package rating

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/sudoku"
)

// TestPathsAsData checks that what a step removes was there, and that links of
// chains refer to what there is.
func TestPathsAsData(t *testing.T) {
	grid, err := sudoku.ParseGrid(".9.....42.....3....76...5..4.......1...15.6...8.........753...6..24....8..3..8.95")
	if err != nil {
		t.Fatal(err)
	}
	puzzle, err := new(sudoku.Solver).Prove(grid)
	if err != nil {
		t.Fatal(err)
	}
	rounds, err := new(Rater).PathClass(&puzzle)
	if err != nil {
		t.Fatal(err)
	}
	path := Path{Puzzle: puzzle, Rounds: rounds}
	byValue, err := json.Marshal(path)
	byPointer, wrong := json.Marshal(&path)
	if err != nil || wrong != nil || !bytes.Equal(byValue, byPointer) || !bytes.Contains(byValue, []byte(`"solution"`)) {
		t.Errorf("%.100s, %v; want %.100s, %v", byValue, err, byPointer, wrong)
	}
	links := 0
	for i := range rounds {
		round := encodeRound(&rounds[i], English)
		for j := range round.Steps {
			step := &round.Steps[j]
			for n, k := range rounds[i].Steps[j].Eliminations {
				digit := fmt.Sprint(k.Digit())
				if !strings.HasSuffix(step.Removed[n], "<>"+digit) || !strings.Contains(round.Candidates[k.Cell()], digit) {
					t.Errorf("%s is removed from %q", step.Removed[n], round.Candidates[k.Cell()])
				}
			}
			for _, chain := range step.Chains {
				links += len(chain)
				checkChain(t, chain)
			}
		}
	}
	if links == 0 {
		t.Error("a puzzle with dynamic chains has no chains")
	}
}

func checkChain(t *testing.T, chain []jsonLink) {
	t.Helper()
	for i, link := range chain {
		assumed := len(link.From) == 0
		if assumed != (link.House == "" && link.Cell == "") {
			t.Errorf("link %+v does not say why", link)
		}
		if !assumed && slices.Max(link.From) >= i {
			t.Errorf("link %d, %+v, follows from one behind it", i, link)
		}
	}
}

// TestStepWithinAChainAsData checks a chain that rests on a pattern.
func TestStepWithinAChainAsData(t *testing.T) {
	five := func(row, column int) sudoku.Candidate { return sudoku.CellAt(row-1, column-1).Candidate(5) }
	pair := Step{Cells: []sudoku.Cell{0, 1}, Houses: []sudoku.House{0}, Eliminations: []sudoku.Candidate{five(1, 9)}}
	pair.Technique, _ = ParseTechnique("naked-pair")
	step := Step{Rating: 90, Eliminations: []sudoku.Candidate{five(1, 7)}}
	step.Technique, _ = ParseTechnique("dynamic-forcing-chain-plus")
	step.Chains = []Chain{{
		{Candidate: five(1, 7), On: true},
		{Candidate: five(1, 9), Reason: ByPattern, From: []int{0}, Pattern: &pair},
	}}
	got := encodeStep(&step, new(Position), step.Statements(new(Position)), English)
	want := [][]jsonLink{{{Says: "r1c7=5"}, {Says: "r1c9<>5", Note: 1, From: []int{0}}}}
	if diff := cmp.Diff(want, got.Chains); diff != "" {
		t.Error(diff)
	}
	if len(got.Notes) != 1 || got.Notes[0].Technique != "naked-pair" || !slices.Equal(got.Notes[0].Cells, []string{"r1c1", "r1c2"}) {
		t.Errorf("notes %+v", got.Notes)
	}
}
