package dataset_test

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/dataset"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var large = flag.Bool("large", false, "TestPartsShareNothing reads data sets of 120,000 rows of the starter bank")

// rowCounts are the rows of each part, and those of each seed in training.
type rowCounts struct{ train, test, validation, augment uint64 }

// checkedKinds are data sets of all kinds: of the bank of related seeds, and large
// ones of the starter bank.
var checkedKinds = []struct {
	name         string
	request      map[string][]string
	small, large rowCounts
}{
	{"default", nil, rowCounts{2400, 240, 120, 4}, rowCounts{60_000, 6000, 3000, 8}},
	{"clues", map[string][]string{"clues": {"28-32"}, "level": {"3-7"}}, rowCounts{900, 500, 120, 3}, rowCounts{15_000, 1000, 500, 3}},
	{"symmetry", map[string][]string{"symmetry": {"rotate180"}}, rowCounts{300, 20, 10, 10}, rowCounts{15_000, 1500, 750, 4}},
	{"pattern", map[string][]string{"pattern": {"checkers"}}, rowCounts{200, 15, 10, 20}, rowCounts{5000, 30, 15, 100}},
	{"diamonds", map[string][]string{"er": {"10.0-11.8"}}, rowCounts{200, 60, 30, 2}, rowCounts{3000, 500, 250, 2}},
	{"minimal", map[string][]string{"level": {"5-6"}, "clues": {"minimal"}}, rowCounts{200, 40, 20, 3}, rowCounts{6000, 600, 300, 2}},
}

// optionsOf returns options for rows of a kind.
func optionsOf(tb testing.TB, rows rowCounts, request map[string][]string) dataset.Options {
	tb.Helper()
	r, err := draw.Parse(request)
	if err != nil {
		tb.Fatal(err)
	}
	r.RandomSeed = 2
	return dataset.Options{Request: r, Train: rows.train, Test: rows.test, Validation: rows.validation, Augment: rows.augment, Formats: []string{"csv"}}
}

// What is written has one solution, the one in its label, the rating that the rater
// gives it, and is of the kind asked for. No puzzle and no solution is in two parts,
// up to isomorphism, no two puzzles for testing are isomorphs, and the card has the
// numbers that are counted here.
func TestPartsShareNothing(t *testing.T) {
	bank := banktest.Starter(t)
	if !*large {
		bank = relatedBank(t)
	}
	for _, kind := range checkedKinds {
		t.Run(kind.name, func(t *testing.T) {
			rows, folder := kind.small, t.TempDir()
			if *large {
				rows = kind.large
			}
			o := optionsOf(t, rows, kind.request)
			m, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{})
			if err != nil {
				t.Fatal(err)
			}
			c := newChecker(t, &o)
			for _, part := range []dataset.Part{dataset.Test, dataset.Validation, dataset.Train} {
				c.read(part, readCSV(t, filepath.Join(folder, string(part)+".csv")))
			}
			c.compare(m.Proof)
		})
	}
}

// checker counts what stands in the files of a data set. Of the program it uses the
// solver, the rater and canonical forms.
type checker struct {
	*testing.T
	options   *dataset.Options
	solver    sudoku.Solver
	canonizer transform.Canonizer
	rater     rating.Rater
	questions map[sudoku.Grid]bool
	classes   inParts
	grids     inParts
	sources   map[string]dataset.Part
}

// inParts says which parts have a canonical form.
type inParts map[sudoku.Grid]map[dataset.Part]bool

func (p inParts) add(form sudoku.Grid, part dataset.Part) {
	if p[form] == nil {
		p[form] = map[dataset.Part]bool{}
	}
	p[form][part] = true
}

// count returns how many there are in a part, and in several.
func (p inParts) count(part dataset.Part) (inPart, inSeveral uint64) {
	for _, parts := range p {
		if parts[part] {
			inPart++
		}
		if len(parts) > 1 {
			inSeveral++
		}
	}
	return inPart, inSeveral
}

func newChecker(t *testing.T, o *dataset.Options) *checker {
	return &checker{T: t, options: o, questions: map[sudoku.Grid]bool{}, classes: inParts{}, grids: inParts{}, sources: map[string]dataset.Part{}}
}

// read checks the rows of a part one by one.
func (c *checker) read(part dataset.Part, rows []csvRow) {
	want := map[dataset.Part]uint64{dataset.Train: c.options.Train, dataset.Test: c.options.Test, dataset.Validation: c.options.Validation}[part]
	if uint64(len(rows)) != want {
		c.Errorf("%s has %d rows, want %d", part, len(rows), want)
	}
	copies := map[string]uint64{}
	for i, r := range rows {
		class := c.row(i, &r)
		c.classes.add(class, part)
		c.grids.add(c.canonizer.Canonical(r.answer).Grid, part)
		if other, known := c.sources[r.source]; known && other != part {
			c.Errorf("%s is in %s and in %s", r.source, part, other)
		}
		c.sources[r.source] = part
		if copies[r.source]++; copies[r.source] > 1 && part != dataset.Train || copies[r.source] > c.options.Augment {
			c.Errorf("%s has %d puzzles of %s", part, copies[r.source], r.source)
		}
	}
}

// row checks a row alone, and returns its canonical form.
func (c *checker) row(i int, r *csvRow) sudoku.Grid {
	puzzle, err := c.solver.Prove(r.question)
	if err != nil || puzzle.Solution() != r.answer {
		c.Fatalf("%v: %v, and the label is %v", r.question, err, r.answer)
	}
	class := c.canonizer.Canonical(r.question).Grid
	minimal := c.solver.Minimal(&puzzle)
	if minimal != (seed.KeyOf(class).String() == r.source) || c.options.Request.Minimal && !minimal {
		c.Fatalf("%v says it is of %s, and its key is %v", r.question, r.source, seed.KeyOf(class))
	}
	if reason := notOfKind(r, &c.options.Request); reason != "" {
		c.Fatalf("%v, rated %v, is not of the kind: %s", r.question, r.rating, reason)
	}
	if i%200 == 0 {
		if rated, err := c.rater.RateClass(&puzzle); err != nil || rated.ER != r.rating {
			c.Fatalf("%v is rated %v, %v, and says %v", r.question, rated.ER, err, r.rating)
		}
	}
	if c.questions[r.question] {
		c.Errorf("%v comes twice", r.question)
	}
	c.questions[r.question] = true
	return class
}

// notOfKind says why a row is not what is asked for; nothing if it is.
func notOfKind(r *csvRow, q *draw.Request) string {
	switch {
	case !q.Clues.Has(r.question.NumClues()):
		return "number of clues"
	case !q.Levels.Has(rating.LevelOf(r.rating)) || !q.ER.Has(r.rating):
		return "rating"
	}
	for cell := range r.question {
		clue := r.question[cell] != 0
		if q.Symmetry != transform.NoSymmetry && clue != (r.question[80-cell] != 0) { // all that is asked for here are half turns
			return "symmetry"
		}
		if !q.Pattern.Empty() && clue != q.Pattern.Has(sudoku.Cell(cell)) {
			return "pattern"
		}
	}
	return ""
}

// compare checks what parts share, and that the proof says the same.
func (c *checker) compare(proof *dataset.Proof) {
	if proof == nil || len(proof.Parts) != 3 {
		c.Fatalf("there is no proof of three parts: %+v", proof)
	}
	for _, counted := range proof.Parts {
		classes, classesInSeveral := c.classes.count(counted.Part)
		grids, gridsInSeveral := c.grids.count(counted.Part)
		c.Logf("%s: %d rows, %d classes, %d grids", counted.Part, counted.Rows, classes, grids)
		if counted.Classes != classes || counted.Grids != grids || proof.Shared != (dataset.Shared{Classes: classesInSeveral, Grids: gridsInSeveral}) {
			c.Errorf("the proof says %+v and %+v, and there are %d and %d classes, %d and %d grids",
				counted, proof.Shared, classes, classesInSeveral, grids, gridsInSeveral)
		}
		if classesInSeveral > 0 || gridsInSeveral > 0 {
			c.Errorf("several parts have %d classes and %d grids", classesInSeveral, gridsInSeveral)
		}
		if counted.Part != dataset.Train && classes != counted.Rows {
			c.Errorf("%d rows of %s have %d classes", counted.Rows, counted.Part, classes)
		}
	}
}

// csvRow is a row as a stranger reads it.
type csvRow struct {
	source           string
	question, answer sudoku.Grid
	rating           rating.Tenths
}

func readCSV(tb testing.TB, path string) (rows []csvRow) {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if lines[0] != "source,question,answer,rating" {
		tb.Fatalf("%s begins with %q", path, lines[0])
	}
	for _, line := range lines[1:] {
		cells := strings.Split(line, ",")
		question, err1 := sudoku.ParseGrid(cells[1])
		answer, err2 := sudoku.ParseGrid(cells[2])
		er, err3 := strconv.Atoi(cells[3])
		if err := errors.Join(err1, err2, err3); err != nil || len(cells) != 4 {
			tb.Fatalf("%s: %q: %v", path, line, err)
		}
		rows = append(rows, csvRow{cells[0], question, answer, rating.Tenths(er)})
	}
	return rows
}

// What a bank cannot give is refused with the number of what it has, and this number
// can be had.
func TestTooFew(t *testing.T) {
	bank := relatedBank(t)
	for name, request := range map[string]map[string][]string{
		"pattern": {"pattern": {"checkers"}},
		"clues":   {"clues": {"28-32"}},
		"default": nil,
	} {
		o := optionsOf(t, rowCounts{0, 10_000, 0, 3}, request)
		few := mustBeTooFew(t, bank, o, dataset.Test)
		o.Test = few.There / 2
		o.Validation = 10_000
		few = mustBeTooFew(t, bank, o, dataset.Validation)
		o.Validation = few.There / 2
		o.Train = 30_000
		few = mustBeTooFew(t, bank, o, dataset.Train)
		o.Train = few.There + 1
		mustBeTooFew(t, bank, o, dataset.Train)
		o.Train--
		if m, err := dataset.Make(context.Background(), bank, t.TempDir(), o, dataset.Run{}); err != nil || m.Parts[2].Seeds != o.Train/3 {
			t.Errorf("%s: %d, %d and %d rows: %v", name, o.Test, o.Validation, o.Train, err)
		}
	}
}

func mustBeTooFew(t *testing.T, bank *seedbank.Bank, o dataset.Options, part dataset.Part) *dataset.TooFewError {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "set")
	_, err := dataset.Make(context.Background(), bank, folder, o, dataset.Run{})
	var few *dataset.TooFewError
	if !errors.As(err, &few) || few.Part != part || few.There == 0 {
		t.Fatalf("more for %s than there is: %v", part, err)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a folder was made")
	}
	return few
}
