package wish

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// judged is a puzzle with what a solver and a rater say of it.
type judged struct {
	found
	sudoku.Puzzle
	result  rating.Result
	cells   sudoku.Cells // of the clues
	minimal bool
	class   sudoku.Grid // canonical form
}

// judge solves and rates puzzles. It has its own scratch memory.
type judge struct {
	solver    sudoku.Solver
	rater     rating.Rater
	canonizer transform.Canonizer
}

// of judges a puzzle. It is an error if it has not one solution, or another than is
// told.
func (j *judge) of(f found) (p judged, err error) {
	grid, err := sudoku.ParseGrid(f.puzzle)
	if err != nil {
		return p, err
	}
	p.found = f
	if p.Puzzle, err = j.solver.Prove(grid); err != nil {
		return p, fmt.Errorf("%s: %w", f.puzzle, err)
	}
	if solution := p.Puzzle.Solution(); f.solution != "" && f.solution != fmt.Sprint(solution) {
		return p, fmt.Errorf("%s: the solution told is %s", f.puzzle, f.solution)
	}
	p.cells = grid.Filled()
	p.minimal = j.solver.Redundant(&p.Puzzle).Empty()
	p.class = j.canonizer.Canonical(grid).Grid
	p.result, err = j.rater.RateClass(&p.Puzzle)
	return p, err
}

// all judges puzzles, and says what is wrong with some.
func (j *judge) all(list []found) (puzzles []judged, wrong []string) {
	for _, f := range list {
		p, err := j.of(f)
		if err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, wrong
}

// span reads a value, or two with a hyphen between.
func span(text string, value func(string) (int, error)) (low, high int, err error) {
	if low, err = value(text); err == nil {
		return low, low, nil
	}
	first, second, _ := strings.Cut(text, "-")
	if low, err = value(first); err == nil {
		high, err = value(second)
	}
	return low, high, err
}

func level(text string) (int, error) {
	l, err := rating.ParseLevel(text)
	return int(l), err
}

func tenths(text string) (int, error) {
	value, err := strconv.ParseFloat(text, 64)
	return int(value*10 + 0.5), err
}

// within returns a rule for values that are in a span.
func within(value func(string) (int, error), of func(*judged) int) func(string, *judged) bool {
	return func(text string, p *judged) bool {
		low, high, err := span(text, value)
		return err == nil && low <= of(p) && of(p) <= high
	}
}

// uses reports whether the path of a puzzle has steps of a technique, or with a label.
func uses(name string, p *judged) bool {
	if label, err := rating.ParseLabel(name); err == nil {
		labels, err := new(rating.Rater).LabelsClass(&p.Puzzle)
		return err == nil && labels.All.Has(label)
	}
	t, err := rating.ParseTechnique(name)
	return err == nil && p.result.Uses[t] > 0
}

// rules say of flags with one value whether a puzzle is as asked for.
var rules = map[string]func(value string, p *judged) bool{
	"level": within(level, func(p *judged) int { return int(p.result.Level()) }),
	"er":    within(tenths, func(p *judged) int { return int(p.result.ER) }),
	"clues": func(value string, p *judged) bool {
		if value == "minimal" {
			return p.minimal
		}
		return within(strconv.Atoi, func(p *judged) int { return p.cells.Len() })(value, p)
	},
	"technique": uses,
	"without":   func(name string, p *judged) bool { return !uses(name, p) },
	"symmetry": func(name string, p *judged) bool {
		kind, err := transform.ParseSymmetry(name)
		return name == "none" || err == nil && kind.Has(p.cells)
	},
	"not-in": func(path string, p *judged) bool {
		return !gridsOf(path)[new(transform.Canonizer).Canonical(p.Puzzle.Solution()).Grid]
	},
	"pattern": func(marks string, p *judged) bool {
		if marks == "heart" {
			marks = Heart
		}
		for cell, mark := range []byte(marks) {
			if (mark == 'x') != p.cells.Has(sudoku.Cell(cell)) {
				return false
			}
		}
		return len(marks) == 81
	},
}

// gridsOf returns the canonical forms of the solutions in a table of puzzles.
func gridsOf(path string) map[sudoku.Grid]bool {
	if known, ok := gridsIn.Load(path); ok {
		return known.(map[sudoku.Grid]bool)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		panic(err)
	}
	var canonizer transform.Canonizer
	grids := map[sudoku.Grid]bool{}
	for _, word := range strings.FieldsFunc(string(text), func(r rune) bool { return r == ',' || r == '\n' }) {
		if grid, err := sudoku.ParseGrid(word); err == nil && grid.Filled().Len() == 81 {
			grids[canonizer.Canonical(grid).Grid] = true
		}
	}
	gridsIn.Store(path, grids)
	return grids
}

// gridsIn has the results of gridsOf by their paths.
var gridsIn sync.Map

// choices say of flags of which one value is enough whether a puzzle is as asked for.
var choices = map[string]func(value string, p *judged) bool{
	"hardest":  func(name string, p *judged) bool { return p.result.Hardest.String() == name },
	"practice": func(name string, p *judged) bool { return p.result.Hardest.String() == name && p.result.Trains() },
}

// printed are the least and the most clues of printed puzzles, by level.
var printed = map[int][2]int{1: {32, 36}, 2: {30, 34}, 3: {28, 32}, 4: {26, 30}, 5: {26, 30}, 6: {26, 30}}

// isPrinted reports whether a puzzle is in print style, as far as a wish leaves that
// to the style.
func isPrinted(w Wish, p *judged) bool {
	if clues, ok := printed[int(p.result.Level())]; ok && !w.Has("clues") && (p.cells.Len() < clues[0] || clues[1] < p.cells.Len()) {
		return false
	}
	return w.Has("symmetry") || transform.Rotate180.Has(p.cells)
}

// wantsPrint reports whether all puzzles have to be in print style: because that is
// asked for, or since they are for paper and nothing else is said.
func wantsPrint(w Wish, paper bool, said string) bool {
	switch w.Value("style", "") {
	case "print":
		return true
	case "plain":
		return false
	}
	return paper && !w.Has("technique", "without", "practice", "pattern", "id") && w.Value("clues", "") != "minimal" && !strings.Contains(said, "not in print style")
}

// isBooklet reports whether a format is for paper.
func isBooklet(format string) bool { return format == "pdf" || format == "html" || format == "epub" }

// checkEach says which puzzles are not as asked for. Those for paper are in print style.
func checkEach(w Wish, paper bool, said string, puzzles []judged) (wrong []string) {
	print := wantsPrint(w, paper, said)
	mixed := strings.Contains(said, "plain, not in print style")
	clean := !print && !mixed && !w.Has("clues", "symmetry", "pattern", "id")
	for i := range puzzles {
		p := &puzzles[i]
		for _, given := range w {
			if rule := rules[given.Flag]; rule != nil && !rule(given.Value, p) {
				wrong = append(wrong, fmt.Sprintf("%s is not of --%s %s", p.puzzle, given.Flag, given.Value))
			}
		}
		for flag, choice := range choices {
			values := w.All(flag)
			if len(values) > 0 && !slices.ContainsFunc(values, func(value string) bool { return choice(value, p) }) {
				wrong = append(wrong, fmt.Sprintf("%s is not of --%s %s", p.puzzle, flag, strings.Join(values, " or ")))
			}
		}
		if print && !isPrinted(w, p) {
			wrong = append(wrong, p.puzzle+" is not in print style")
		}
		if clean && !p.minimal {
			wrong = append(wrong, p.puzzle+" has clues added, which nobody has asked for")
		}
	}
	return wrong
}

// checkSet says what is wrong with puzzles that stand beside each other.
func checkSet(w Wish, puzzles []judged) (wrong []string) {
	lines, classes, seeds := map[string]bool{}, map[sudoku.Grid]bool{}, map[string]bool{}
	for _, p := range puzzles {
		if line := strings.ReplaceAll(p.puzzle, "0", "."); lines[line] {
			wrong = append(wrong, p.puzzle+" comes twice")
		} else {
			lines[line] = true
		}
		if w.Has("distinct") && classes[p.class] {
			wrong = append(wrong, p.puzzle+" is an isomorph of another one")
		}
		classes[p.class] = true
		seed, _, _ := strings.Cut(p.id, "-")
		if w.Has("distinct") && seed != "" && seeds[seed] {
			wrong = append(wrong, p.id+" is of the seed of another one")
		}
		seeds[seed] = true
	}
	return wrong
}

// checkOrder says whether puzzles come in another order than asked for.
func checkOrder(w Wish, print bool, puzzles []judged) []string {
	order := w.Value("order", "")
	if order == "" && print {
		order = "er"
	}
	key := map[string]func(*judged) int{
		"":          func(p *judged) int { return int(p.result.Level()) },
		"effort":    func(p *judged) int { return int(p.result.Level()) },
		"er":        func(p *judged) int { return int(p.result.ER) },
		"ascending": func(p *judged) int { return int(p.result.ER) },
	}[order]
	if key == nil || slices.IsSortedFunc(puzzles, func(a, b judged) int { return key(&a) - key(&b) }) {
		return nil
	}
	return []string{fmt.Sprintf("the puzzles are not in order %q", order)}
}

// checkSolutions says whether solutions are missing that were asked for.
func checkSolutions(w Wish, format string, list []found) (wrong []string) {
	told := map[string]bool{"csv": true, "json": true, "jsonl": true}[format]
	optional := map[string]bool{"line": true, "grid": true, "compact": true, "svg": true}[format]
	for _, f := range list {
		if wanted := told || optional && w.Has("solution"); (told || optional) && wanted != (f.solution != "") {
			wrong = append(wrong, f.puzzle+": the solution is told or not, against the wish")
		}
	}
	return wrong
}

// Heart is the pattern of this name, as marks.
const Heart = ".xx...xx.x..x.x..xx...x...xx.......xxx.....xx.x.....x...x...x.....x.x.......x...."
