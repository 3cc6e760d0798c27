package sudoku

import "math/bits"

// When deductions run out, the solver tries a candidate. If that fails, it goes
// on without the candidate. In a cell with two candidates, this places a digit
// either way. So the solver chooses the cell where both digits lead furthest. The
// weight of a digit is the number of candidates that it would take from the peers
// of the cell. A candidate counts three times if its loss leaves the peer a single
// digit.
//
// Weighing all cells with two candidates costs more than it saves. The solver
// only weighs those that have the digit most frequent among them: a third of
// the cells, and nearly as good a choice. If no cell has two candidates, a
// digit with two cells in a box serves the same purpose. Compared with the
// first cell with the fewest candidates, this takes 0.3 times the trials on
// puzzles rated 10.4 to 11.7, and half the trials on the "top1465" list.
//
// Weighing also shows, at no cost, when two of these cells have the same
// candidates. Such naked pairs save a sixth of the time on the top1465. Looking
// for all pairs costs more than it saves.
//
// Tried and lost: weighing digits with two cells in any house as soon as there
// are some (0.8 times the trials, for more than they save); products of weights
// instead of sums (no fewer trials); trying both digits of the best cells to see
// how far they lead (a quarter to nine tenths of the trials, but 1.1 to 1.3 times
// as many digits to settle).

// Weighing pays where trials fail. A grid with many solutions has few dead ends, and
// the trials of most proper puzzles succeed at once. So the solver takes the first
// candidate that it finds until it has met a few dead ends. This finds two solutions of
// grids with many in 0.8 of the time, and costs the others nothing. It changes the order
// of the solutions, so whoever is told a solution of many waits for the weights.

// patience is the number of dead ends from which the solver weighs.
const patience = 3

// first returns a candidate to try that is found at once, and the other digit of the
// cell if it has two candidates. It is given the cells with two candidates.
func (p *position) first(two Cells) (c Cell, d, other Digit) {
	if two.Empty() {
		c = p.open.First()
		return c, lowest(p.candidates(c)), 0
	}
	c = two.First()
	digits := p.candidates(c)
	return c, lowest(digits), lowest(digits & (digits - 1))
}

// lowest returns the lowest digit of a set, which has bit d-1 for digit d.
func lowest(digits uint) Digit { return Digit(1 + bits.TrailingZeros(digits)) }

// candidates returns the set of candidates of a cell.
func (p *position) candidates(c Cell) (digits uint) {
	if c < cellsInLo {
		for i := range p.digits {
			digits |= uint(p.digits[i].lo>>c&1) << i
		}
		return digits
	}
	c = (c - cellsInLo) & 63
	for i := range p.digits {
		digits |= uint(p.digits[i].hi>>c&1) << i
	}
	return digits
}

// bivalueWeight is the extra weight of a lost candidate that leaves its peer
// only one.
const bivalueWeight = 2

// noPair is greater than every naked pair packed into a number: second digit,
// first cell, second cell.
const noPair = 1 << 20

// branch returns a candidate to try, and the other digit of the cell if it has
// two candidates. It is given the cells with two candidates. If it meets a naked
// pair that removes something, it returns no digit, because there is more to
// deduce.
func (p *position) branch(two Cells) (c Cell, d, other Digit) {
	if two.Empty() {
		c, d = p.branchInBox()
		return c, d, 0
	}
	d = p.mostFrequent(two)
	codes := p.codes()
	// Both the best cell and the pair are the first in the order of the other
	// digits, then of the cells. Packed into numbers, they need no branches.
	best, pair := uint(0), uint(noPair)
	for rest := two.And(p.digits[d-1]); !rest.Empty(); {
		c := rest.First()
		other := codes.of(c) ^ d
		rest = rest.withoutFirst()
		peers := &cellPeers[c]
		lost, lostOther := p.digits[d-1].And(*peers), p.digits[other-1].And(*peers)
		if twins := rest.And(lostOther); !twins.Empty() {
			if twin := twins.First(); lost.Or(lostOther).Meets(cellPeers[twin]) {
				pair = min(pair, uint(other)<<16|uint(c)<<8|uint(twin))
			}
		}
		best = max(best, weight(lost, lostOther, two)<<16|uint(15-other)<<8|uint(127-c))
	}
	if pair != noPair {
		p.takePair(Cell(pair>>8&127), Cell(pair&127), d, Digit(pair>>16))
		return 0, 0, 0
	}
	return Cell(127 - best&127), d, Digit(15 - best>>8&15)
}

// takePair removes the two digits of a naked pair from the cells that see both
// of its cells.
func (p *position) takePair(a, b Cell, d, e Digit) {
	both := cellPeers[a].And(cellPeers[b])
	p.digits[d-1] = p.digits[d-1].AndNot(both)
	p.digits[e-1] = p.digits[e-1].AndNot(both)
	p.changed |= 1<<(d-1) | 1<<(e-1)
}

// branchInBox returns a candidate to try when no cell has two candidates. It
// takes a digit with two cells in a box, or else a cell with the fewest
// candidates.
func (p *position) branchInBox() (best Cell, digit Digit) {
	highest := uint(0)
	for i, own := range p.digits {
		for boxes := (Cells{twoInBox(own.lo), twoInBox(own.hi)}); !boxes.Empty(); boxes = boxes.withoutFirst() {
			pair := houseCells[boxes.First().Houses()[2]].And(own)
			c, twin := pair.First(), pair.withoutFirst().First()
			if weight := weight(own.And(cellPeers[c]), own.And(cellPeers[twin]), Cells{}); weight > highest {
				best, digit, highest = c, Digit(i+1), weight
			}
		}
	}
	if highest == 0 {
		best = p.fewest().First()
		digit = lowest(p.candidates(best))
	}
	return best, digit
}

// twoInBox returns the first cell of each box of a word that has exactly two of some
// cells. It adds in binary, all boxes at once: first the cells of each minirow, then
// the minirows of each box.
func twoInBox(cells uint64) uint64 {
	const boxes = bandOnes * 0o111 // the first cell of each box
	second, third := cells>>1, cells>>2
	odd := cells ^ second ^ third // in the first cell of each minirow, as twos
	twos := cells&second | (cells^second)&third
	odd1, odd2 := odd>>9, odd>>18
	twos1, twos2 := twos>>9, twos>>18
	pair := odd&odd1 | (odd^odd1)&odd2
	// Without an odd one left, one of these four is a two.
	any1, any2 := pair|twos, twos1|twos2
	more := pair&twos | twos1&twos2 | any1&any2
	return (any1 | any2) &^ (more | (odd ^ odd1 ^ odd2)) & boxes
}

// mostFrequent returns the digit that is a candidate in the largest number of the
// given cells.
func (p *position) mostFrequent(cells Cells) Digit {
	n := func(d Digit) uint { return uint(p.digits[d-1].And(cells).Len())<<4 | uint(10-d) }
	return Digit(10 - max(n(1), n(2), n(3), n(4), n(5), n(6), n(7), n(8), n(9))&15)
}

// weight estimates how many deductions follow if the cells of lost lose one
// digit, or if the cells of lostOther lose the other.
func weight(lost, lostOther, two Cells) uint {
	// The 27 bits of the third band fit into a word twice.
	hi, twoHi := lost.hi|lostOther.hi<<27, two.hi|two.hi<<27
	n := bits.OnesCount64(lost.lo) + bits.OnesCount64(lostOther.lo) + bits.OnesCount64(hi)
	toSingles := bits.OnesCount64(lost.lo&two.lo) + bits.OnesCount64(lostOther.lo&two.lo) + bits.OnesCount64(hi&twoHi)
	return uint(n + bivalueWeight*toSingles)
}

// fewest returns the open cells with the fewest candidates.
func (p *position) fewest() Cells {
	// Bit i of the number of candidates of each cell.
	var bit0, bit1, bit2, bit3 Cells
	for _, one := range p.digits {
		two := bit0.And(one)
		four := bit1.And(two)
		bit3 = bit3.xor(bit2.And(four))
		bit2, bit1, bit0 = bit2.xor(four), bit1.xor(two), bit0.xor(one)
	}
	fewest := p.open
	for _, bit := range [...]Cells{bit3, bit2, bit1, bit0} {
		if without := fewest.AndNot(bit); !without.Empty() {
			fewest = without
		}
	}
	return fewest
}

// firstBudget is the number of dead ends after which a search that has found nothing
// begins anew. Puzzles have up to two hundred.
const firstBudget = 1000

// narrow returns a candidate of the digit that has the fewest cells left, in the house
// where it has the fewest.
//
// In some grids without a solution, a few digits have no room beside each other. Then
// trials with other digits only multiply the work: one grid has 190,000 dead ends with
// weights and 40 with narrow. In others it is narrow that does not end. So a search that
// has found nothing after 1000 dead ends begins anew with the other choice, then again
// after 4000, and so on. Eight climbs of 12,000 steps to grids with more dead ends led to
// 99,000 with weights only, and to 3,700 with both. Longer ones still led to 90,000.
func (p *position) narrow() (best Cell, digit Digit) {
	fewest := 82
	for i := range p.digits {
		if n := p.digits[i].Len(); n > 0 && n < fewest {
			fewest, digit = n, Digit(i+1)
		}
	}
	own, fewest := p.digits[digit-1], 10
	for h := range houseCells {
		if cells := own.And(houseCells[h]); !cells.Empty() && cells.Len() < fewest {
			best, fewest = cells.First(), cells.Len()
		}
	}
	return best, digit
}
