package practice_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/sudoku"
)

var (
	background = context.Background()
	positions  = flag.Int("positions", 1, "number of positions of each technique that are proven")
)

// number is a number of tasks of a technique.
type number struct {
	of rating.Technique
	n  int
}

// drawn are the tasks that tests have asked for.
var drawn = map[number][]practice.Task{}

// tasks returns tasks of a technique, of the starter bank.
func tasks(t *testing.T, bank *seedbank.Bank, technique rating.Technique, n int) (list []practice.Task) {
	t.Helper()
	if list, ok := drawn[number{technique, n}]; ok {
		return slices.Clone(list)
	}
	var rater rating.Rater
	request := draw.Request{Practice: []rating.Technique{technique}, N: uint64(n), RandomSeed: 1}
	for m, err := range request.Draw(background, bank) {
		if errors.Is(err, seedbank.ErrNoMatch) {
			return nil
		}
		if err != nil {
			t.Fatal(err)
		}
		task, err := practice.Of(&rater, m)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, task)
	}
	drawn[number{technique, n}] = slices.Clone(list)
	return list
}

// For each technique that the bank has practice of: the position leads to the only
// solution, and the rater, asked anew from the position, finds this technique and
// nothing before it; and just the steps of the task.
func TestTheTechniqueIsTheOnlyWayOn(t *testing.T) {
	n := *positions
	bank := banktest.Starter(t)
	counts, err := bank.Practice(background)
	if err != nil {
		t.Fatal(err)
	}
	var rater rating.Rater
	var solver sudoku.Solver
	for technique := range rating.Techniques() {
		list := tasks(t, bank, technique, n)
		if want := min(n, n*counts[technique]); len(list) != want {
			t.Errorf("%v: %d positions, want %d", technique, len(list), want)
		}
		for i := range list {
			task := &list[i]
			puzzle, err := solver.Prove(task.Puzzle.Clues())
			if err != nil || puzzle != task.Puzzle {
				t.Errorf("%s: %v", task.ID, err)
				continue
			}
			if err := task.Round.Check(&puzzle); err != nil {
				t.Errorf("%s: %v", task.ID, err)
			}
			next, err := rater.NextClass(&puzzle, &task.Round.Position)
			if err != nil || next.Technique != technique || next.Rating != task.Rating.ER {
				t.Errorf("%s: the next step is of %v (%v), %v; want %v (%v)", task.ID, next.Technique, next.Rating, err, technique, task.Rating.ER)
				continue
			}
			got, want := conclusions(next.Steps), conclusions(task.Round.Steps)
			if isDirect := strings.HasPrefix(technique.String(), "direct-hidden"); isDirect { // the path has only the lowest digit of each
				want = slices.DeleteFunc(slices.Compact(want), func(s string) bool { return !slices.Contains(got, s) })
				got = slices.Compact(got)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: the steps are %q, not %q", task.ID, got, want)
			}
			if !reached(t, &rater, task) {
				t.Errorf("%s: the path does not come to the position", task.ID)
			}
		}
	}
}

func conclusions(steps []rating.Step) (list []string) {
	for i := range steps {
		list = append(list, steps[i].Conclusion())
	}
	slices.Sort(list)
	return list
}

// reached reports whether the steps before a task, taken from the start one by one,
// lead to its position, and whether all of them are easier.
func reached(t *testing.T, rater *rating.Rater, task *practice.Task) bool {
	t.Helper()
	path, err := rater.PathClass(&task.Puzzle)
	if err != nil {
		t.Fatal(err)
	}
	at := rating.PositionOf(task.Puzzle.Clues())
	for i := range path {
		if at == task.Round.Position {
			return path[i].Rating == task.Rating.ER
		}
		if path[i].Rating >= task.Rating.ER {
			return false
		}
		for j := range path[i].Steps {
			at.Apply(&path[i].Steps[j])
		}
	}
	return false
}

// What is written of a task can be read back: the position from the line for
// HoDoKu and from the object, as far as each holds it.
func TestTasksAreReadBack(t *testing.T) {
	bank := banktest.Starter(t)
	for technique := range rating.Techniques() {
		for _, task := range tasks(t, bank, technique, *positions) {
			checkLibraryLine(t, &task)
			var object struct {
				ID, Puzzle, Solution, Question string
				Round                          struct {
					Grid       string
					Candidates [81]string
					Steps      []struct{ Placement string }
				}
			}
			if err := json.Unmarshal([]byte(written(t, "jsonl", practice.Options{}, task)), &object); err != nil {
				t.Fatal(err)
			}
			if object.ID != task.ID || object.Solution != task.Puzzle.Solution().String() || object.Round.Grid != task.Round.Grid.String() ||
				len(object.Round.Steps) != len(task.Round.Steps) || object.Question != task.Question() {
				t.Errorf("%s: %+v", task.ID, object)
			}
			for c, digits := range task.Round.Candidates {
				if len(object.Round.Candidates[c]) != digits.Len() {
					t.Errorf("%s: cell %d has the candidates %q", task.ID, c, object.Round.Candidates[c])
				}
			}
		}
	}
}

// checkLibraryLine reads the position of a task and what its first step concludes
// from a line for HoDoKu.
func checkLibraryLine(t *testing.T, task *practice.Task) {
	t.Helper()
	line := strings.TrimSuffix(written(t, "hodoku", practice.Options{}, *task), "\n")
	fields := strings.Split(line, ":")
	if len(fields) != 8 || fields[0] != "" || fields[7] != "" {
		t.Fatalf("%s has %d fields", line, len(fields))
	}
	grid, clues := readLibraryGrid(t, fields[3])
	position := rating.PositionOf(grid)
	for _, k := range readLibraryCandidates(fields[4]) {
		position.Remove(k)
	}
	if position != task.Round.Position || clues != task.Puzzle.Clues() {
		t.Errorf("%s: another position than the one of %s", line, task.ID)
	}
	step := &task.Round.Steps[0]
	want := [2][]sudoku.Candidate{step.Eliminations}
	if step.Places {
		want = [2][]sudoku.Candidate{nil, {step.Placement}}
	}
	for i, list := range want {
		if got := readLibraryCandidates(fields[5+i]); !slices.Equal(got, list) {
			t.Errorf("%s concludes %v, want %v", line, got, list)
		}
	}
	if number := fields[1]; len(number) != 4 || (fields[2] == "x") != (number == "0000" && step.Name() != "Last cell") {
		t.Errorf("%s: the technique of %s is %q", line, step.Name(), number)
	}
}

// HoDoKu has its own number for each type of rectangles, and none for longer loops.
func TestLibraryTypesOfRectangles(t *testing.T) {
	for _, c := range []struct {
		cells   []sudoku.Cell
		variant rating.Variant
		others  []sudoku.Cell
		want    string
	}{
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type1, []sudoku.Cell{0}, "0600"},
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type2, []sudoku.Cell{0, 3}, "0601"},
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type3Hidden, []sudoku.Cell{0, 3}, "0602"},
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type4, []sudoku.Cell{0, 3}, "0603"},
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type2, []sudoku.Cell{0, 12}, "0604"},
		{[]sudoku.Cell{0, 3, 12, 9}, rating.Type2, []sudoku.Cell{0, 3, 12}, "0604"},
		{[]sudoku.Cell{0, 3, 30, 31, 13, 9}, rating.Type2, []sudoku.Cell{0, 3}, "0000"},
	} {
		step := rating.Step{Variant: c.variant, Cells: c.cells, Others: c.others, Eliminations: []sudoku.Candidate{0}}
		step.Technique, _ = rating.ParseTechnique("unique-rectangle")
		line := written(t, "hodoku", practice.Options{}, practice.Task{Round: rating.Round{Steps: []rating.Step{step}}})
		if !strings.HasPrefix(line, ":"+c.want+":") {
			t.Errorf("%s of %d cells, others %v: %s", c.variant, len(c.cells), c.others, line)
		}
	}
}

func readLibraryCandidates(text string) (list []sudoku.Candidate) {
	for _, word := range strings.Fields(text) {
		list = append(list, sudoku.CellAt(int(word[1]-'1'), int(word[2]-'1')).Candidate(sudoku.Digit(word[0]-'0')))
	}
	return list
}

func readLibraryGrid(t *testing.T, text string) (grid, clues sudoku.Grid) {
	t.Helper()
	cell, isClue := 0, true
	for _, char := range text {
		if char == '+' {
			isClue = false
			continue
		}
		if char != '.' {
			grid[cell] = sudoku.Digit(char - '0')
			if isClue {
				clues[cell] = grid[cell]
			}
		}
		cell, isClue = cell+1, true
	}
	if cell != 81 {
		t.Fatalf("%s has %d cells", text, cell)
	}
	return grid, clues
}

// written returns tasks in a format.
func written(t *testing.T, name string, options practice.Options, list ...practice.Task) string {
	t.Helper()
	format, err := practice.FormatNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := format.New(&out, options)
	for i := range list {
		if err := w.Write(&list[i]); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A pattern counts once in the question, in however many houses it is and whatever it places,
// and the answer names each conclusion once.
func TestQuestionCountsPatterns(t *testing.T) {
	grid, err := sudoku.ParseGrid(".14.72...3.5.9....7..1......3..46....2.....85..8.2.6........4.....96...7.7.....21")
	if err != nil {
		t.Fatal(err)
	}
	var task practice.Task
	if task.Puzzle, err = new(sudoku.Solver).Prove(grid); err != nil {
		t.Fatal(err)
	}
	if task.Round, err = new(rating.Rater).HardestClass(&task.Puzzle); err != nil {
		t.Fatal(err)
	}
	if got := task.Question(); len(task.Round.Steps) != 7 || !strings.Contains(got, "There are 4,") {
		t.Errorf("%d steps: %s; want 4 pairs, two of them in two houses, one with two digits", len(task.Round.Steps), got)
	}
	if told := written(t, "text", practice.Options{Answer: true}, task); !strings.Contains(told, "Right as well: r2c9=2; r7c5=3; r5c7=7; r3c7=9.") {
		t.Errorf("the conclusions are told otherwise: %s", told)
	}
}

// tells reports whether a text has the conclusion of a step: whole, or candidate by
// candidate, as in the words for cycles.
func tells(text string, s *rating.Step) bool {
	return strings.Contains(text, s.ConclusionText()) ||
		len(s.Eliminations) > 0 && !slices.ContainsFunc(s.Eliminations, func(c sudoku.Candidate) bool {
			return !strings.Contains(text, rating.Fact{Candidate: c}.String())
		})
}

// Nothing tells the answer unless it is asked for; pictures and pages are XML.
func TestAnswersAreToldWhenAskedFor(t *testing.T) {
	bank := banktest.Starter(t)
	xWing, _ := rating.ParseTechnique("x-wing")
	list := tasks(t, bank, xWing, 3)
	conclusion := list[0].Round.Steps[0].ConclusionText()
	for _, name := range []string{"text", "svg"} {
		question := written(t, name, practice.Options{}, list[0])
		answer := written(t, name, practice.Options{Answer: true}, list[0])
		if strings.Contains(question, conclusion) || strings.Contains(question, "X-wing (3.2)") {
			t.Errorf("%s tells the answer %s: %s", name, conclusion, question)
		}
		shown := strings.NewReplacer("&lt;", "<", "&gt;", ">").Replace(answer)
		if !strings.Contains(shown, conclusion) {
			t.Errorf("%s does not tell the answer %s: %s", name, conclusion, answer)
		}
	}
	chain, _ := rating.ParseTechnique("forcing-chain")
	several := tasks(t, bank, chain, 20)
	several = slices.DeleteFunc(several, func(task practice.Task) bool { return len(task.Round.Steps) < 2 })
	told := written(t, "text", practice.Options{Answer: true}, several[0])
	for i := range several[0].Round.Steps {
		if s := &several[0].Round.Steps[i]; !tells(told, s) {
			t.Errorf("the answer does not tell %s: %s", s, told)
		}
	}
	sheet := written(t, "html", practice.Options{}, list...)
	asked, answers, ok := strings.Cut(sheet, "Answers</h1>")
	if !ok || strings.Count(asked, "<svg ") != len(list) || strings.Count(answers, "<svg ") != len(list) ||
		strings.Contains(asked, "removed") || !strings.Contains(answers, "removed") {
		t.Errorf("a page of %d bytes is not positions, then answers", len(sheet))
	}
	for _, text := range []string{written(t, "svg", practice.Options{Answer: true}, list[0]), strings.TrimPrefix(sheet, "<!DOCTYPE html>\n")} {
		decoder := xml.NewDecoder(strings.NewReader(strings.NewReplacer(`<meta charset="utf-8"/>`, "").Replace(text)))
		for {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
	svg, _ := practice.FormatNamed("svg")
	w := svg.New(io.Discard, practice.Options{})
	if w.Write(&list[0]) != nil || w.Write(&list[1]) == nil {
		t.Error("a picture holds two positions")
	}
}

// A worksheet is the same for the same tasks, in every language, with a page for each four
// positions and at least one for the answers.
func TestWorksheet(t *testing.T) {
	technique, err := rating.ParseTechnique("x-wing")
	if err != nil {
		t.Fatal(err)
	}
	list := tasks(t, banktest.Starter(t), technique, 5)
	format, err := practice.FormatNamed("pdf")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, language := range []string{"en", "de", "es", "fr", "fr"} {
		var file bytes.Buffer
		w := format.New(&file, practice.Options{Lead: "Two sentences. About it."})
		for i := range list {
			list[i].Language = language
			if err := w.Write(&list[i]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if pages := bytes.Count(file.Bytes(), []byte("/Type /Page\n")); pages < 4 || !bytes.HasPrefix(file.Bytes(), []byte("%PDF")) {
			t.Errorf("%s: %d pages", language, pages)
		}
		seen[file.String()] = true
	}
	if len(seen) != 4 {
		t.Errorf("%d different sheets of 4 languages", len(seen))
	}
}
