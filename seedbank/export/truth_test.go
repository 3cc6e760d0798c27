package export_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/bits"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

var truth = flag.Uint64("truth", 1200, "how many puzzles TestWrittenPuzzlesHaveOneSolution solves")

// isReadable reports whether puzzles can be read from files of a format.
func isReadable(format pack.Format) bool {
	return !format.Booklet && slices.ContainsFunc(read.Formats, func(f read.Format) bool { return f.Name == format.Name && f.Puzzles != nil })
}

// Puzzles of all levels, clue counts and formats are what they are said to be when
// they are read back from what was written: each has exactly one solution, which a
// solver finds that shares nothing with the program's own, and none comes twice in
// its file.
func TestWrittenPuzzlesHaveOneSolution(t *testing.T) {
	bank := banktest.Starter(t)
	var readable []pack.Format
	for _, format := range pack.Formats {
		if isReadable(format) && !format.Single {
			readable = append(readable, format)
		}
	}
	var requests []draw.Request
	for level := range rating.Levels() {
		requests = append(requests, draw.Request{Levels: levels(level, level)})
		for _, clues := range []int{20, 24, 28, 32, 36, 40, 45} {
			requests = append(requests, draw.Request{Levels: levels(level, level), Clues: seedbank.Only(clues)})
		}
	}
	solved := uint64(0)
	for round := uint64(0); solved < *truth; round++ {
		for i, request := range requests {
			request.N, request.RandomSeed = max(*truth/uint64(20*len(requests)), 2), round
			format := readable[(uint64(i)+round)%uint64(len(readable))]
			var file bytes.Buffer
			if err := export.Puzzles(&file, format, nil, request.Draw(background, bank)); err != nil {
				t.Fatalf("%s, %v: %v", format.Name, request.Values(), err)
			}
			if err := solveAll(&file, &request); err != nil {
				t.Errorf("%s, %v: %v", format.Name, request.Values(), err)
			}
			solved += request.N
		}
	}
	t.Logf("%d puzzles solved", solved)
}

// solveAll reads puzzles and solves them.
func solveAll(file *bytes.Buffer, request *draw.Request) error {
	seen := map[sudoku.Grid]bool{}
	for record, err := range read.Puzzles(file) {
		if err != nil {
			return err
		}
		var p plainPuzzle
		if !p.set(record.Grid) || p.solutions(2) != 1 {
			return fmt.Errorf("%v has not one solution", record.Grid)
		}
		if clues := record.Grid.NumClues(); !request.Clues.Has(clues) || seen[record.Grid] {
			return fmt.Errorf("%v has %d clues, or comes twice", record.Grid, clues)
		}
		seen[record.Grid] = true
	}
	if uint64(len(seen)) != request.N {
		return fmt.Errorf("%d puzzles, want %d", len(seen), request.N)
	}
	return nil
}

// plainPuzzle is solved in the plainest way that takes no hours: the empty cell
// with the fewest digits left is tried with each of them.
type plainPuzzle struct {
	digits           [81]uint8
	row, column, box [9]uint16 // digits that are there, a bit each
}

func (p *plainPuzzle) free(c int) uint16 {
	return 0x3fe &^ (p.row[c/9] | p.column[c%9] | p.box[c/27*3+c%9/3])
}

func (p *plainPuzzle) flip(c int, bit uint16) {
	p.row[c/9] ^= bit
	p.column[c%9] ^= bit
	p.box[c/27*3+c%9/3] ^= bit
}

// set reports whether no two clues are in conflict.
func (p *plainPuzzle) set(g sudoku.Grid) bool {
	for c, d := range g {
		if d == 0 {
			continue
		}
		if p.free(c)>>d&1 == 0 {
			return false
		}
		p.digits[c] = uint8(d)
		p.flip(c, 1<<d)
	}
	return true
}

// solutions counts the solutions, at most limit.
func (p *plainPuzzle) solutions(limit int) (n int) {
	best, digits := p.choose()
	if best < 0 {
		return 1
	}
	for ; digits != 0 && n < limit; digits &= digits - 1 {
		d := bits.TrailingZeros16(digits)
		p.digits[best] = uint8(d)
		p.flip(best, 1<<d)
		n += p.solutions(limit - n)
		p.flip(best, 1<<d)
		p.digits[best] = 0
	}
	return n
}

// choose returns an empty cell and the digits to try there, or -1 if there is no
// empty cell: the cell with the fewest digits left, or one that is the last place
// for a digit in a house.
func (p *plainPuzzle) choose() (best int, digits uint16) {
	best = -1
	var free [81]uint16
	for c, d := range p.digits {
		if d != 0 {
			continue
		}
		free[c] = p.free(c)
		if best < 0 || bits.OnesCount16(free[c]) < bits.OnesCount16(digits) {
			best, digits = c, free[c]
		}
	}
	if bits.OnesCount16(digits) < 2 {
		return best, digits
	}
	for h := range sudoku.House(sudoku.NumHouses) {
		var once, twice uint16
		for _, c := range h.List() {
			twice |= once & free[c]
			once |= free[c]
		}
		last := once &^ twice
		if last == 0 {
			continue
		}
		for _, c := range h.List() {
			if free[c]&last != 0 {
				return int(c), free[c] & last
			}
		}
	}
	return best, digits
}
