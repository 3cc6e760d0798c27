package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// A digit is locked if all its cells in one house lie in a second house too. The
// second house has its digit there, so it is nowhere else in that house.
//
//	pointing                      claiming
//	5 5 . | - - - | - - -         5 5 . | . . . | . . .
//	. . . |       |               - - - |       |
//	. . . |       |               - - - |       |
//	box 1 has its 5 in row 1      row 1 has its 5 in box 1

func pointing(s *state, f *found) {
	lockedIn(s, f, sudoku.FirstBox, sudoku.FirstColumn)
	lockedIn(s, f, sudoku.FirstBox, sudoku.FirstRow)
}

func claiming(s *state, f *found) {
	lockedIn(s, f, sudoku.FirstColumn, sudoku.FirstBox)
	lockedIn(s, f, sudoku.FirstRow, sudoku.FirstBox)
}

// lockedIn reports the digits of the houses of one kind that are locked in
// houses of another.
func lockedIn(s *state, f *found, kind, other sudoku.House) {
	for d := range s.cells {
		if s.mayLock(d, kind, other) {
			lockedDigit(s, f, d, kind, other)
		}
	}
}

// lockedDigit is lockedIn for one digit.
func lockedDigit(s *state, f *found, d int, kind, other sudoku.House) {
	for h := kind; h < kind+9; h++ {
		at := s.positions[h][d]
		cover, locked := lockedAt(h, at, other)
		if !locked {
			continue
		}
		targets := s.cells[d].And(cover.Cells()).AndNot(h.Cells())
		if targets.Empty() {
			continue
		}
		digit := sudoku.DigitSet(sudoku.Digit(d + 1))
		f.remove(s, targets, digit)
		f.add(Step{
			Digits: digit,
			Cells:  f.list(cellsAt(h, at)),
			Houses: f.in(h),
			Covers: f.in(cover),
		})
	}
}

// mayLock reports whether a digit may be locked in a house of one kind so that it
// is removed from a house of another. In a band it is enough to know which of the
// nine places where a row meets a box have the digit, and likewise in a stack:
//
//	box   1 2 3
//	row 1 x x .      In box 1 it is only in row 1, where box 2 has it as well:
//	row 2 . x .      pointing.
//	row 3 . . x      In row 3 it is only in box 3, which has it nowhere else.
func (s *state) mayLock(d int, kind, other sudoku.House) bool {
	lines, locks := other, &boxLocks
	if kind < sudoku.FirstBox {
		lines, locks = kind, &lineLocks
	}
	at := s.positions[lines : lines+9]
	for i := 0; i < 9; i += 3 {
		if locks[thirds[at[i][d]]|thirds[at[i+1][d]]<<3|thirds[at[i+2][d]]<<6] {
			return true
		}
	}
	return false
}

// thirds says which thirds of a line have some positions, as three bits.
var thirds = listThirds()

func listThirds() (list [allPositions + 1]uint16) {
	for at := range list {
		for i, chunk := range rowChunks {
			if positions(at)&chunk != 0 {
				list[at] |= 1 << i
			}
		}
	}
	return list
}

// boxLocks tells, for nine places with three bits for each line, whether a box
// has its only place in a line with other places. lineLocks tells whether a line
// has its only place in a box with other places.
var boxLocks, lineLocks = listLocks(columnChunks, rowChunks), listLocks(rowChunks, columnChunks)

func listLocks(holds, covers [3]positions) (list [allPositions + 1]bool) {
	for at := range list {
		for _, hold := range holds {
			for _, cover := range covers {
				in := positions(at) & hold
				list[at] = list[at] || in.one() && in&cover != 0 && positions(at)&cover != in
			}
		}
	}
	return list
}

// lockedAt returns the house of another kind that has all of some positions of h,
// and whether there is one. A single position is not locked.
func lockedAt(h sudoku.House, at positions, other sudoku.House) (cover sudoku.House, locked bool) {
	if at == 0 || at.one() {
		return 0, false
	}
	chunks, apart := &rowChunks, 3
	if h >= sudoku.FirstBox && other == sudoku.FirstColumn {
		chunks, apart = &columnChunks, 1
	}
	for i, chunk := range chunks {
		if at&^chunk == 0 {
			return h.List()[apart*i].Houses()[other/9], true
		}
	}
	return 0, false
}

// The three sets of positions where a house meets the houses of another kind: boxes and
// columns meet in columnChunks, all others in rowChunks.
var (
	rowChunks    = [3]positions{0o007, 0o070, 0o700}
	columnChunks = [3]positions{0o111, 0o222, 0o444}
)

func tellLocked(t *teller, s *Step) {
	n := t.locked(s)
	t.concludes(s, Statement{Says: noOther, Covers: s.Covers, Digits: s.Digits}, n)
}

// locked says that a digit of a house is only in another house. The cells of the step may be
// more than are left in a branch: see [engine.lockedCells].
func (t *teller) locked(s *Step) int {
	isOut := func(c sudoku.Cell) bool { return t.knows(off(c.Candidate(s.Digits.First()))) }
	cells := slices.DeleteFunc(slices.Clone(s.Cells), isOut)
	n := t.inHouse(Statement{Says: t.either(locked, lockedNow), Houses: s.Houses[:1], Covers: s.Covers, Digits: s.Digits, Cells: cells})
	if len(cells) < len(s.Cells) {
		t.narrowed = append(t.narrowed, n)
	}
	return n
}

// A direct pointing is a pointing that leaves a digit one cell in another box,
// and is seen at once, without noting candidates. Its twin on the scale, direct
// claiming (1.9), cannot occur: where it would be, there is a direct pointing or
// a hidden single in the third box of the band.

func directPointing(s *state, f *found) {
	directlyLocked(s, f, sudoku.FirstColumn)
	directlyLocked(s, f, sudoku.FirstRow)
}

func directlyLocked(s *state, f *found, lines sudoku.House) {
	for d := range s.cells {
		if !s.mayLock(d, sudoku.FirstBox, lines) {
			continue
		}
		for box := sudoku.FirstBox; box < sudoku.NumHouses; box++ {
			at := s.positions[box][d]
			line, locked := lockedAt(box, at, lines)
			if !locked {
				continue
			}
			for i := range 3 {
				other := line.List()[3*i].Houses()[2]
				left := s.positions[other][d]
				if other == box || left == 0 || left.one() {
					continue
				}
				rest := s.cells[d].And(other.Cells()).AndNot(line.Cells())
				if rest.Len() != 1 {
					continue
				}
				digit := sudoku.Digit(d + 1)
				f.add(Step{
					Digits:    sudoku.DigitSet(digit),
					Cells:     f.list(cellsAt(box, at)),
					Houses:    f.in(box, other),
					Covers:    f.in(line),
					Places:    true,
					Placement: rest.First().Candidate(digit),
				})
			}
		}
	}
}

func tellDirectPointing(t *teller, s *Step) {
	n := t.locked(s)
	across := slices.Collect(s.Covers[0].Cells().And(s.Houses[1].Cells()).All())
	gone := Statement{Says: notElsewhere, Covers: s.Covers, Digits: s.Digits, Claims: areFalse(t.candidatesOf(across, s.Digits))}
	t.concludes(s, Statement{Says: onlyPlace, Houses: s.Houses[1:], Digits: s.Digits}, t.link(gone, n))
}

// reliesOfDirectPointing: the digit is locked in the first box, and has one cell
// outside the line in the second.
func reliesOfDirectPointing(s *Step, _ *Position, on *marks) {
	on.addAll(s.Houses[0].Cells().AndNot(sudoku.CellSet(s.Cells...)), s.Digits)
	on.addAll(s.Houses[1].Cells().AndNot(s.Covers[0].Cells()).Without(s.Placement.Cell()), s.Digits)
}
