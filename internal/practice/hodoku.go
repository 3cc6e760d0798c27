package practice

import (
	"fmt"
	"io"
	"strings"

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

// libraryTypes are the numbers of techniques by technique and variant. A technique
// that HoDoKu does not have is written as a position without a step.
var libraryTypes = map[string]string{
	"hidden-single": "0002", "hidden-single/last cell": "0000", "naked-single": "0003",
	"direct-pointing": "0100", "pointing": "0100", "claiming": "0101",
	"naked-pair": "0200", "naked-triplet": "0201", "naked-quad": "0202",
	"direct-hidden-pair": "0210", "direct-hidden-triplet": "0211",
	"hidden-pair": "0210", "hidden-triplet": "0211", "hidden-quad": "0212",
	"x-wing": "0300", "swordfish": "0301", "jellyfish": "0302",
	"xy-wing": "0800", "xyz-wing": "0801",
	"bivalue-universal-grave/type 1": "0610",
	"forcing-chain/X-chain":          "0701", "forcing-chain/XY-chain": "0707",
	"forcing-chain/X-cycle": "0706", "forcing-chain/Y-cycle": "0706", "forcing-chain/XY-cycle": "0706",
	"nishio":                               "1303",
	"multiple-forcing-chain/contradiction": "1301", "multiple-forcing-chain": "1302",
	"dynamic-forcing-chain/contradiction": "1303", "dynamic-forcing-chain": "1304",
}

// rectangleTypes are the numbers of unique rectangles. HoDoKu has no longer loops.
var rectangleTypes = map[rating.Variant]string{
	rating.Type1: "0600", rating.Type2: "0601", rating.Type3: "0602", rating.Type3Hidden: "0602", rating.Type4: "0603",
}

// noStep are the first two fields of a position without a step.
const noStep = ":0000:x:"

// libraryType returns the number of the technique of a step, or false if HoDoKu has
// none.
func libraryType(s *rating.Step) (string, bool) {
	if s.Technique.String() == "unique-rectangle" {
		number, ok := rectangleTypes[s.Variant]
		return number, ok && len(s.Cells) == 4
	}
	for _, name := range []string{s.Technique.String() + "/" + string(s.Variant), s.Technique.String()} {
		if number, ok := libraryTypes[name]; ok {
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
