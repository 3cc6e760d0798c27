package shape

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// A damaged puzzle beside its solution is an error about the puzzle, never a reading of the
// solution. Prose and numbers beside a complete grid are neither.
func TestScanTellsADamagedPuzzleBesideAGrid(t *testing.T) {
	solution := solutionOf(t, sampleLine).String()
	zeros := strings.ReplaceAll(sampleLine, ".", "0")
	var groups, apart string
	for i := range 9 {
		groups += sampleLine[9*i:][:9] + " "
	}
	for i := range 81 {
		apart += sampleLine[i:][:1] + " "
	}
	for damaged, want := range map[string]string{
		sampleLine[:80]:                          "80 cells, want 81",
		sampleLine[:30]:                          "30 cells, want 81",
		sampleLine + ".":                         "82 cells, want 81",
		strings.Replace(sampleLine, "1", "l", 1): "'l' is neither a digit nor an empty cell (.0_*-)",
		strings.ReplaceAll(zeros, "5", "S"):      "'S' is neither a digit nor an empty cell (.0_*-)",
		strings.Replace(zeros, "0", "O", 1):      "'O' may be an empty cell or a misprint: the grid has '0' for empty cells too",
		groups:                                   "cells beside a complete grid: write the puzzle as 81 characters before its solution",
		groups[1:]:                               "cells beside a complete grid: write the puzzle as 81 characters before its solution",
		apart:                                    "cells beside a complete grid: write the puzzle as 81 characters before its solution",
	} {
		for _, line := range []string{"P,S", "P;S", "P\tS", "P S", "P | S", "P|S", "P -> S", "P => S", "1,P,S,easy", `("P", "S"),`, "| P | S |", "insert into t values (1,'P','S');", "puzzle: P solution: S", "17. P S", "P=S", "S P", "S,P"} {
			got := scanAll(strings.NewReplacer("P", damaged, "S", solution).Replace(line))
			if len(got.grids) > 0 || len(got.errs) != 1 || !strings.Contains(got.errs[0], want) {
				t.Errorf("%s, %s: %+v", line, want, got)
			}
		}
	}
	for line, want := range map[string]string{
		"P S":                                                sampleLine,
		"17. P => S # the hardest":                           sampleLine,
		"P " + solution[:80]:                                 sampleLine, // of the solution
		"P " + strings.Repeat("-", 81):                       sampleLine,
		"P " + strings.Repeat(".2.4.6.8.", 81):               sampleLine, // candidates
		"the solution of puzzle 12 is S":                     solution,
		"2024-01-31 12:30 1.2 1.2 1.2 24 S":                  solution,
		"550e8400-e29b-41d4-a716-446655440000,S,9.0/9.0/2.6": solution,
	} {
		got := scanAll(strings.NewReplacer("P", sampleLine, "S", solution).Replace(line))
		if len(got.errs) > 0 || len(got.grids) != 1 || got.grids[0] != want {
			t.Errorf("%s: %+v", line, got)
		}
	}
	if got := scanAll(sampleLine + "\t" + zeros[:79]); len(got.grids) > 0 || len(got.errs) != 1 || got.errs[0] != "line 1: 79 cells, want 81" {
		t.Errorf("a damaged puzzle behind another: %+v", got)
	}
}

// Editors and mail programs put one sign in the place of three dots. On a line as long as a puzzle
// it is read so. In rows it would not be plain which cells are meant.
func TestScanReadsTheSignForThreeDots(t *testing.T) {
	signs := strings.ReplaceAll(sampleLine, "...", "…")
	for _, line := range []string{signs, signs + " " + strings.Repeat("123456789", 9), "17. " + signs, "http://example.com/?puzzle=" + signs} {
		if got := scanAll(line); len(got.errs) > 0 || len(got.grids) != 1 || got.grids[0] != sampleLine {
			t.Errorf("%s: %+v", line, got)
		}
	}
	const note = "in a note, … stays as it is"
	for _, line := range []string{signs, sampleLine, "17. " + sampleLine} {
		for text, err := range Scan(strings.NewReader(line + " # " + note)) {
			if err != nil || text.Rest != note {
				t.Errorf("%s: rest %q, error %v", line, text.Rest, err)
			}
		}
	}
	if got := scanAll(strings.ReplaceAll(sampleText, ". . .", "…")); len(got.grids) > 0 || len(got.errs) == 0 {
		t.Errorf("rows: %+v", got)
	}
}

// The solution of the puzzle above it is no puzzle, if the text says that it is the solution. In
// the texts, @ is a puzzle, $ its solution, & the solution as a drawing, and % another grid.
func TestScanKnowsSolutions(t *testing.T) {
	solution := solutionOf(t, sampleLine)
	other := strings.Repeat("123456789", 9)
	texts := strings.NewReplacer("@", sampleLine, "$", solution.String(), "&", solution.Boxed(), "%", other)
	for text, want := range map[string]string{
		"puzzle: @\nsolution: $": "@",
		"Hi, my puzzle of today:\n\n{\n  \"puzzle\": \"@\",\n  \"solution\": \"$\"\n}": "@",
		"Puzzle:\n@\n\nAnswer:\n$\nPuzzle:\n@":                                         "@@",
		"@\nLösung:\n&":                                                                "@",
		"@\n$":                                                                         "@$",
		"@\nHere is the solution:\nOr not?\n$":                                         "@$",
		"$\nthe solution of puzzle 12 is $":                                            "$",
		"The solution is at the end.\n$":                                               "$",
		"solution: $\npuzzle: @":                                                       "$@line 2: a puzzle behind its solution: write the solution behind it",
		"Solution 1: $\nSolution 2: %\nSolution 3: $":                                  "$%$", // a list of complete grids
		"@\nSolution 1: %\nSolution 2: $":                                              "@line 2: a solution without its puzzle before it",
	} {
		got := scanAll(texts.Replace(text))
		all := strings.NewReplacer(sampleLine, "@", solution.String(), "$", other, "%").Replace(strings.Join(got.grids, "")) + strings.Join(got.errs, "")
		if all != want {
			t.Errorf("%q: %s, want %s", text, all, want)
		}
	}
}

// The state and the pencil marks of a game, as SadMan Sudoku writes them, are no puzzles.
func TestScanKnowsPositions(t *testing.T) {
	rows := func(cells string) (text string) {
		for i := range 9 {
			text += cells[9*i:][:9] + "\n"
		}
		return text
	}
	other := strings.Replace(sampleLine, "7", "8", 1)
	for text, want := range map[string]string{
		other + "\n\n[Puzzle]\n" + rows(sampleLine) + "[State]\n" + rows(strings.Replace(sampleLine, ".", "4", 1)) + rows(other): other + sampleLine + other,
		other + "\n[State]\n" + rows(sampleLine) + other: other + other + "line 3: the state of a game without its puzzle before it",
		other + "\nThe state\n" + rows(sampleLine):       other + sampleLine,
	} {
		got := scanAll(text)
		if all := strings.Join(got.grids, "") + strings.Join(got.errs, ""); all != want {
			t.Errorf("%q: %s, want %s", text, all, want)
		}
	}
}

// A puzzle behind # and its number is an error, because # begins a comment.
func TestScanTellsNumbersWithASharp(t *testing.T) {
	for _, line := range []string{"#1 " + sampleLine, "  #12: " + sampleLine + " 6.6", "#3)\t" + strings.ReplaceAll(sampleLine, ".", "□")} {
		got := scanAll(sampleLine + "\n" + line + "\n" + sampleLine)
		if len(got.grids) != 2 || len(got.errs) != 1 || !strings.HasPrefix(got.errs[0], "line 2: a puzzle in a comment") {
			t.Errorf("%q: %+v", line, got)
		}
	}
	for _, line := range []string{"# " + sampleLine, "#" + sampleLine, "# 1 " + sampleLine, "#1 of 20", "#12", "## 1 " + sampleLine} {
		if got := scanAll(line + "\n" + sampleLine); len(got.grids) != 1 || len(got.errs) > 0 {
			t.Errorf("%q: %+v", line, got)
		}
	}
}

// solutionOf returns the solution of a puzzle.
func solutionOf(t *testing.T, puzzle string) sudoku.Grid {
	t.Helper()
	grid, err := sudoku.ParseGrid(puzzle)
	if err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	solution, _ := solver.Solve(grid)
	return solution
}
