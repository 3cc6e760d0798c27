package read

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/internal/lzstring"
	"github.com/seedoku/seedoku/sudoku"
)

// packing is a way in which addresses pack puzzles.
type packing struct {
	mark   string // stands before the packed puzzle, which ends at the next & or at the end
	unpack func(packed string) (sudoku.Grid, error)
}

// packings are all known packings. The first that can be unpacked counts, so that a
// puzzle after puzzleid= has priority over one in the path.
var packings = [...]packing{
	{"bd=S9B", unpackWiki},
	{"load=", unpackFPuzzles},
	{"=fpuzzles", unpackFPuzzles},
	{"=fpuz", unpackFPuzzles},
	{"=scf", unpackSCF},
	{"=classic", unpackClassic},
	{"=scl", refuseSCL},
	{"=ctc", refuseSCL},
	{"/fpuzzles", unpackFPuzzles},
	{"/fpuz", unpackFPuzzles},
	{"/scf", unpackSCF},
	{"/classic", unpackClassic},
	{"/scl", refuseSCL},
	{"/ctc", refuseSCL},
	{"/puzzle/$", unpackGoodSudoku},
}

// unpackAddress reads the puzzle in an address. packed reports whether the address
// has a packed puzzle. The error says why it could not be unpacked.
func unpackAddress(address string) (grid sudoku.Grid, packed bool, err error) {
	for _, p := range packings {
		_, text, ok := strings.Cut(address, p.mark)
		if !ok {
			continue
		}
		text, _, _ = strings.Cut(text, "&")
		found, reason := p.unpack(text)
		if reason == nil {
			return found, true, nil
		}
		if err == nil {
			err = reason
		}
	}
	return grid, err != nil, err
}

// unpackFPuzzles reads the JSON that an f-puzzles page packs. An address that
// was decoded twice has spaces in place of +.
func unpackFPuzzles(packed string) (sudoku.Grid, error) {
	text, err := lzstring.Decompress(strings.ReplaceAll(strings.TrimLeft(packed, "="), " ", "+"), maxRecord)
	if err != nil {
		return sudoku.Grid{}, err
	}
	for record, err := range readJSON(strings.NewReader(text)) {
		return record.Grid, err
	}
	return sudoku.Grid{}, errNoAddress
}

// errNoAddress is the error for an address without a puzzle.
var errNoAddress = malformed(1, 0, "no puzzle in this address")

// unpackWiki reads a board of sudokuwiki.org, "Sudoku String Definitions 2.0":
// two digits of base 36 a cell, row by row.
//
//	1 to 9      a clue
//	10 to 18    a digit that a solver placed, plus 9
//	18 + bits   candidates, 1 << (digit - 1) for each
//
// The puzzle is the clues. A longer board has cages, or boxes of other shapes.
func unpackWiki(packed string) (g sudoku.Grid, err error) {
	if len(packed) != 2*len(g) {
		return g, malformed(1, 0, "a board of %d characters, want %d: two a cell", len(packed), 2*len(g))
	}
	for c := range g {
		pair := packed[2*c : 2*c+2]
		value, err := strconv.ParseUint(pair, 36, 16)
		if err != nil || value > 9+9+1<<9-1 {
			return g, malformed(1, 0, "%q in the board does not mean a cell", pair)
		}
		if value <= 9 {
			g[c] = sudoku.Digit(value)
		}
	}
	return g, nil
}

// zeroRuns are what a character of SudokuPad stands for, by its place: the digit
// place%10, 0 for an empty cell, with place/10 more empty cells after it.
const zeroRuns = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// unpackSCF reads the short form of SudokuPad: [zeroRuns], then * and what else
// there is: t or a before a title or an author, which ends with a single *, and
// letters for more rules.
func unpackSCF(packed string) (g sudoku.Grid, err error) {
	cells, rest, err := unpackRuns(packed, zeroRuns, func(at int) (digit, empty int) { return at % 10, at / 10 })
	if err != nil {
		return g, err
	}
	rest = strings.ReplaceAll(rest, "**", "")
	for rest != "" {
		switch rest[0] {
		case 'w', 'x':
			return g, malformed(1, 0, "a puzzle with more rules (windows or diagonals), not a plain Sudoku")
		case 't', 'a':
			_, rest, _ = strings.Cut(rest, "*")
		default:
			rest = rest[1:]
		}
	}
	return cells, nil
}

// blankRuns are what a character of the oldest form of SudokuPad stands for: as
// many empty cells as its place tells.
const blankRuns = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_"

// unpackClassic reads the other short forms of SudokuPad: [zeroRuns], or digits
// and [blankRuns]. The only way to distinguish them is to try which gives 81
// cells.
func unpackClassic(packed string) (g sudoku.Grid, err error) {
	blanks, blanksRest, blanksErr := unpackRuns(packed, blankRuns, func(at int) (digit, empty int) { return -1, at })
	zeros, zerosRest, err := unpackRuns(packed, zeroRuns, func(at int) (digit, empty int) { return at % 10, at / 10 })
	isBlanks, isZeros := blanksErr == nil && blanksRest == "", err == nil && zerosRest == ""
	switch {
	case isBlanks && isZeros && blanks != zeros:
		return g, malformed(1, 0, "the address may mean the puzzle %v or %v", blanks, zeros)
	case isBlanks:
		return blanks, nil
	case isZeros:
		return zeros, nil
	case err == nil:
		return g, malformed(1, 0, "more than 81 cells in this address")
	}
	return g, err
}

// unpackRuns reads 81 cells. A character among runs gives a digit, unless that is
// negative, and a number of empty cells; any other digit gives itself. The rest
// is what follows.
func unpackRuns(packed, runs string, run func(at int) (digit, empty int)) (g sudoku.Grid, rest string, err error) {
	cell := 0
	for i := range len(packed) {
		if cell == len(g) {
			return g, packed[i:], nil
		}
		digit, empty := int(packed[i]-'0'), 0
		if at := strings.IndexByte(runs, packed[i]); at >= 0 {
			digit, empty = run(at)
		} else if digit < 1 || digit > 9 {
			break
		}
		if digit >= 0 {
			g[cell] = sudoku.Digit(digit)
			cell++
		}
		if cell += empty; cell > len(g) {
			break
		}
	}
	if cell != len(g) {
		return g, "", malformed(1, 0, "this address does not have 81 cells")
	}
	return g, "", nil
}

// refuseSCL returns an error that says how to get a readable form of a puzzle in
// the full form of SudokuPad.
func refuseSCL(string) (g sudoku.Grid, err error) {
	return g, malformed(1, 0, "puzzles in the full form of SudokuPad (scl) cannot be read: open the puzzle in f-puzzles and take the address from there")
}

// unpackGoodSudoku reads the addresses of the app Good Sudoku: base 64 of two
// cells a byte, the first in the high half, and a half of zero at the end.
func unpackGoodSudoku(packed string) (g sudoku.Grid, err error) {
	bytes, err := base64.StdEncoding.DecodeString(packed)
	if err != nil || len(bytes) != (len(g)+1)/2 {
		return g, errNoAddress
	}
	for c := range g {
		digit := bytes[c/2] >> (4 * (1 - c%2)) & 15
		if digit > 9 {
			return g, errNoAddress
		}
		g[c] = sudoku.Digit(digit)
	}
	return g, nil
}
