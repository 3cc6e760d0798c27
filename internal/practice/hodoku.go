package practice

import (
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// The library format of HoDoKu, as its version 2.2 reads and writes it, is a line of
// fields with colons before, between and after them:
//
//	:0300:4:1357+9..:653 472:481 483::
//	 |    | |       |       |       |
//	 |    | |       |       |       placements, if nothing is removed
//	 |    | |       |       candidates that the step removes: digit, row, column
//	 |    | |       candidates that were removed before, although no digit excludes them
//	 |    | the cells, with + before a digit that is not a clue
//	 |    the digits that the step removes or places
//	 the technique
//
// The last field is about chains and may be empty.

// libraryTypes are the numbers of techniques by label, technique and variant, or technique.
// A technique that HoDoKu does not have is written as a position without a step.
var libraryTypes = sync.OnceValue(func() map[string]string {
	types := map[string]string{}
	for line := range strings.Lines(libraryText) {
		name, number, _ := strings.Cut(strings.TrimSpace(line), "\t")
		types[name] = number
	}
	return types
})

//go:embed hodoku.txt
var libraryText string

// noStep are the first two fields of a position without a step.
const noStep = ":0000:x:"

// libraryType returns the number of the technique of a step, or false if HoDoKu has
// none.
func libraryType(s *rating.Step) (string, bool) {
	names := []string{s.Technique.String() + "/" + string(s.Variant), s.Technique.String()}
	for _, label := range s.Labels() {
		names = append(names, label.String())
	}
	for _, name := range names {
		if number, ok := libraryTypes()[name]; ok {
			return number, true
		}
	}
	return "", false
}

// writeHoDoKu writes a line with the first step of a task.
func writeHoDoKu(w io.Writer, t *Task, _ Options) error {
	_, err := fmt.Fprintln(w, t.libraryLine(&t.Round.Steps[0]))
	return err
}

func (t *Task) libraryLine(s *rating.Step) string {
	concluded, removed, placed := s.Eliminations, libraryCandidates(s.Eliminations), ""
	if s.Places { // that says all
		concluded, removed = []sudoku.Candidate{s.Placement}, ""
		placed = libraryCandidates(concluded)
	}
	var digits sudoku.Digits
	for _, k := range concluded {
		digits = digits.With(k.Digit())
	}
	var b strings.Builder
	if number, ok := libraryType(s); ok {
		b.WriteString(":" + number + ":")
		for d := range digits.All() {
			b.WriteByte('0' + byte(d))
		}
		b.WriteByte(':')
	} else {
		b.WriteString(noStep)
	}
	t.writeLibraryGrid(&b)
	b.WriteString(":" + libraryCandidates(t.removedBefore()) + ":" + removed + ":" + placed + ":")
	return b.String()
}

func (t *Task) writeLibraryGrid(b *strings.Builder) {
	clues := t.Puzzle.Clues()
	for c, d := range t.Round.Grid {
		switch {
		case d == 0:
			b.WriteByte('.')
			continue
		case clues[c] == 0:
			b.WriteByte('+')
		}
		b.WriteByte('0' + byte(d))
	}
}

// removedBefore returns the candidates that steps before have removed and that no
// digit excludes.
func (t *Task) removedBefore() (removed []sudoku.Candidate) {
	digits := rating.PositionOf(t.Round.Grid)
	for c := range sudoku.Cell(81) {
		for d := range digits.Candidates[c].All() {
			if !t.Round.Candidates[c].Has(d) {
				removed = append(removed, c.Candidate(d))
			}
		}
	}
	return removed
}

// libraryCandidates writes candidates as digit, row and column.
func libraryCandidates(list []sudoku.Candidate) string {
	texts := make([]string, len(list))
	for i, k := range list {
		texts[i] = fmt.Sprintf("%d%d%d", k.Digit(), k.Cell().Row()+1, k.Cell().Column()+1)
	}
	return strings.Join(texts, " ")
}
