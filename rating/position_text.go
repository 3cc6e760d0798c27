package rating

import (
	"errors"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/sudoku"
)

// ParsePosition reads a position of the puzzle with the given clues:
//
//	r1c2=5                digits placed
//	r3c4<>7               candidates removed; or r3c4!=7, r3c4≠7, r3c4-7
//	r3c4, r3c5<>7         the same of several cells
//	r3c4<>179             several of one cell
//	..3.2.6..9..3.5..1... a grid of 81 cells, with the digits placed
//
// in any number and order, with commas, semicolons or white space between. The
// grid may leave out the clues. What [Step.Conclusion] returns can be read.
//
// Placing a digit in a cell with another digit is an error, and so is removing one that
// the position has. ParsePosition does not check whether the position leads to the
// solution; [Position.Check] does.
func ParsePosition(clues sudoku.Grid, text string) (Position, error) {
	x := PositionOf(clues)
	if err := x.read(text); err != nil {
		if move, ok := errors.AsType[*MoveError](err); ok {
			move.Clue = clues[move.Cell] != 0
		}
		return Position{}, fmt.Errorf("position %q: %w", phrase.Shorten(text, mostQuoted), err)
	}
	return x, nil
}

// read carries out the moves of a text.
func (x *Position) read(text string) error {
	var waiting []sudoku.Cell // cells whose digits are in a later word
	for _, word := range wordsOf(text) {
		grid, err := sudoku.ParseGrid(word)
		if err == nil {
			err = x.fill(&grid)
		} else {
			waiting, err = x.move(word, waiting)
		}
		if err != nil {
			return err
		}
	}
	if len(waiting) > 0 {
		return noDigit(waiting[0])
	}
	return nil
}

// RemoveText removes the candidates that a text names, in any form in which
// [ParsePosition] reads them. It returns an error and leaves x unchanged if the text
// names no candidate, a digit that x has, or places a digit.
func (x *Position) RemoveText(text string) error {
	words := wordsOf(text)
	if len(words) == 0 {
		return errors.New("it names no candidate such as r3c4<>7")
	}
	y := *x
	var waiting []sudoku.Cell
	for _, word := range words {
		cell, rest, ok := cutCell(word)
		if !ok {
			return fmt.Errorf("%q is not a candidate such as r3c4<>7", phrase.Shorten(word, mostQuoted))
		}
		of, err := parseMoved(word, rest)
		switch {
		case err != nil:
			return err
		case of.places:
			return fmt.Errorf("%q places a digit, and only candidates are removed here, such as r3c4<>7", phrase.Shorten(word, mostQuoted))
		}
		if waiting, err = y.remove(of.digits, append(waiting, cell)); err != nil {
			return err
		}
	}
	if len(waiting) > 0 {
		return noDigit(waiting[0])
	}
	*x = y
	return nil
}

// wordsOf returns the cells, moves and grids of a text. A sign between a cell and a digit can have
// space around it.
func wordsOf(text string) (words []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(",; \t\r\n", r) }) {
		if n := len(words); n > 0 && isOpen(words[n-1], word) {
			words[n-1] += word
			continue
		}
		words = append(words, word)
	}
	return words
}

// isOpen reports whether a word that begins a move goes on in the next one.
func isOpen(word, next string) bool {
	_, sign, ok := cutCell(word)
	for _, r := range relations {
		if ok && (sign == r.sign || sign == "" && strings.HasPrefix(next, r.sign)) {
			return true
		}
	}
	return false
}

// MoveError says why a move contradicts the position.
type MoveError struct {
	Cell    sudoku.Cell
	Digit   sudoku.Digit // which Cell has or, if Removed, which it had
	Clue    bool         // Digit is a clue, as far as that is known
	Removed bool         // Digit was removed before
}

func (e *MoveError) Error() string {
	switch {
	case e.Removed:
		return fmt.Sprintf("%v: the digit %d was removed", e.Cell, e.Digit)
	case e.Clue:
		return fmt.Sprintf("%v: the clue is %d", e.Cell, e.Digit)
	}
	return fmt.Sprintf("%v has the digit %d already", e.Cell, e.Digit)
}

// noDigit returns the error for a cell without a digit after it.
func noDigit(c sudoku.Cell) error { return fmt.Errorf("%v has no digit after it", c) }

// mostQuoted is the length, in bytes, of the longest text that an error quotes whole.
const mostQuoted = 100

// fill places the digits of a grid.
func (x *Position) fill(grid *sudoku.Grid) error {
	for c, d := range grid {
		if d != 0 {
			if err := x.put(sudoku.Cell(c).Candidate(d)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (x *Position) put(k sudoku.Candidate) error {
	switch d := x.Grid[k.Cell()]; {
	case d != 0 && d != k.Digit():
		return &MoveError{Cell: k.Cell(), Digit: d}
	case d == 0 && !x.Candidates[k.Cell()].Has(k.Digit()) && PositionOf(x.Grid).Candidates[k.Cell()].Has(k.Digit()):
		return &MoveError{Cell: k.Cell(), Digit: k.Digit(), Removed: true}
	}
	x.Place(k)
	return nil
}

// relations are what can stand between a cell and digits, the longest first.
var relations = [...]struct {
	sign   string
	places bool
}{{"<>", false}, {"!=", false}, {"≠", false}, {"-", false}, {"=", true}}

// moved is the text after a cell: nothing, a digit to place, or digits to remove.
type moved struct {
	digits sudoku.Digits
	places bool
}

// move carries out a word such as r1c2=5 or r3c4<>7, also for the waiting cells.
// A word that is only a cell adds it to the waiting cells.
func (x *Position) move(word string, waiting []sudoku.Cell) ([]sudoku.Cell, error) {
	cell, rest, ok := cutCell(word)
	if !ok {
		return nil, fmt.Errorf("%q is neither a move such as r1c2=5 or r3c4-7 nor a grid of 81 cells", phrase.Shorten(word, mostQuoted))
	}
	of, err := parseMoved(word, rest)
	switch {
	case err != nil:
		return nil, err
	case !of.places:
		return x.remove(of.digits, append(waiting, cell))
	case len(waiting) > 0:
		return nil, noDigit(waiting[0])
	}
	return nil, x.put(cell.Candidate(of.digits.First()))
}

// remove removes digits from cells. Without digits it returns the cells as waiting.
func (x *Position) remove(digits sudoku.Digits, cells []sudoku.Cell) (waiting []sudoku.Cell, err error) {
	if digits == 0 {
		return cells, nil
	}
	for _, c := range cells {
		if d := x.Grid[c]; d != 0 && digits.Has(d) {
			return nil, &MoveError{Cell: c, Digit: d}
		}
		for d := range digits.All() {
			x.Remove(c.Candidate(d))
		}
	}
	return nil, nil
}

// parseMoved reads the rest of a word after its cell.
func parseMoved(word, rest string) (of moved, err error) {
	if rest == "" {
		return of, nil
	}
	for _, relation := range relations {
		text, ok := strings.CutPrefix(rest, relation.sign)
		if !ok {
			continue
		}
		digits, ok := digitsOf(text)
		if !ok || relation.places && digits.Len() != 1 {
			return of, fmt.Errorf("%q: %s must be followed by a digit from 1 to 9", phrase.Shorten(word, mostQuoted), relation.sign)
		}
		return moved{digits, relation.places}, nil
	}
	return of, fmt.Errorf("%q: the cell must be followed by =, <>, != or -", phrase.Shorten(word, mostQuoted))
}

// cutCell takes a cell such as r1c2 from the beginning of a word.
func cutCell(word string) (c sudoku.Cell, rest string, ok bool) {
	if len(word) < 4 || word[0]|' ' != 'r' || word[2]|' ' != 'c' || !isDigit(word[1]) || !isDigit(word[3]) {
		return 0, "", false
	}
	return sudoku.CellAt(int(word[1]-'1'), int(word[3]-'1')), word[4:], true
}

func isDigit(c byte) bool { return '1' <= c && c <= '9' }

// digitsOf reads one or more digits, such as 7 or 179.
func digitsOf(text string) (digits sudoku.Digits, ok bool) {
	for i := range len(text) {
		if !isDigit(text[i]) || digits.Has(sudoku.Digit(text[i]-'0')) {
			return 0, false
		}
		digits = digits.With(sudoku.Digit(text[i] - '0'))
	}
	return digits, text != ""
}
