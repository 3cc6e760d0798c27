package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var numberInText = regexp.MustCompile(`r[1-9]c[1-9]|\d+`)

// What rate and check tell people has no gap in any language, names the same numbers and
// cells in all, and is the same text in no two.
func TestFindingsAreToldInEveryLanguage(t *testing.T) {
	english := findings(t, catalogue.English)
	for _, code := range catalogue.Codes() {
		for i, text := range findings(t, code) {
			if strings.ContainsAny(text, "{}") {
				t.Errorf("%s: a gap: %s", code, text)
			}
			if code != catalogue.English && text == english[i] {
				t.Errorf("%s: in English: %s", code, text)
			}
			got, want := numberInText.FindAllString(text, -1), numberInText.FindAllString(english[i], -1)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s\nEnglish: %s", code, text, english[i])
			}
		}
	}
}

// findings returns all that rate and check can find, in a language.
func findings(t *testing.T, language string) (texts []string) {
	words := catalogue.Or(language)
	for _, ch := range possibleChecks() {
		texts = append(texts, strings.Join(checkedLines(words, &ch), "\n"))
	}
	for s := range transform.Symmetries() {
		texts = append(texts, strings.Join(symmetryLines(words, &examine.Checked{Symmetry: s.String(), Arrangeable: []string{s.String()}}), "\n"))
	}
	for _, of := range []source{
		{text: "a.txt:3"}, {key: "seed-of", pairs: []any{"seed", 7, "bank", "b.db"}},
		volumeOf(3, 0, "a.pdf", "a.pdf"), volumeOf(3, 4, "a.pdf", "a.pdf"), volumeOf(3, 0, "a.pdf", "b"), volumeOf(3, 4, "a.pdf", "b"),
	} {
		for relation := copies.Unrelated; relation <= copies.Same; relation++ {
			for _, wrong := range []copies.Mistake{{Right: 5}, {Earlier: true}} {
				texts = append(texts, copiedLines(words, &copied{Match: copies.Match{Relation: relation, Mistake: wrong}, of: of})...)
			}
		}
	}
	return append(texts, ratedFindings(t, language)...)
}

// possibleChecks are findings about grids, of every kind.
func possibleChecks() []checked {
	arranged := &pattern.Arranged{Added: 2, Symmetry: transform.Full}
	problem := &sudoku.ConflictError{Digit: 3, House: 4, Cells: [2]sudoku.Cell{1, 7}}
	return []checked{
		{Checked: examine.Checked{Clues: 5, Problem: sudoku.ErrManySolutions}},
		{Checked: examine.Checked{Clues: 1, Problem: sudoku.ErrNoSolution}, copy: new(copied)},
		{Checked: examine.Checked{Clues: 30, Problem: problem}},
		{Checked: examine.Checked{Clues: 24, Proper: true, Minimal: true, Automorphisms: 1, Held: true, ID: "X-Y"}},
		{Checked: examine.Checked{Clues: 26, Proper: true, Redundant: []string{"r1c1", "r2c3"}, Automorphisms: 2, ID: "X-Y", Symmetry: "rotate180", Arrangeable: []string{"rotate180", "mirror", "full"}}, arranged: arranged},
	}
}

// ratedFindings returns what rate tells, of every kind.
func ratedFindings(t *testing.T, language string) (texts []string) {
	step := &rating.Step{Places: true, Rating: 12}
	for _, r := range []rated{
		{reasons: reasons{hardest: hardest{step, 3, 4, false, "5.0"}, pace: minutes.Estimate{Seconds: 60, Rounds: 1, Narrow: 1, Turn: 1}, widths: []uint16{1, 2}}},
		{reasons: reasons{hardest: hardest{step, 3, 4, true, "5.0"}, pace: minutes.Estimate{Seconds: 600, Rounds: 9, Beyond: true}}},
	} {
		for _, m := range []depth.Measures{{}, {Trials: depth.MaxTrials + 1, Backdoor: depth.Backdoor{Size: 1, Count: 1}}, {Backdoor: depth.Backdoor{Size: 2, Count: 3}, Tridagon: depth.Tridagon{Digits: 7, Number: 1}}} {
			r.Entry, r.Depth = new(table.Entry), &m
			asks := rateAsks{why: true, expert: true, language: language}
			for _, column := range asks.columns(table.Lines)[len(ratedColumns):] {
				texts = append(texts, string(column.Append(&r, nil)))
			}
			for _, column := range asks.columns(table.CSV) {
				if got := string(column.Append(&r, nil)); column.Name == "why" && got != r.hardest.in(catalogue.English) {
					t.Errorf("%s: programs read %s", language, got)
				}
			}
		}
	}
	return texts
}
