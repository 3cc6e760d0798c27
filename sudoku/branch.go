package sudoku

// Where deductions end, the solver tries a candidate and, should that fail,
// goes on without it. A cell with two candidates then gets its digit either
// way; so it matters which of them leads to more. Both its digits are weighed
// by the candidates they would take from its peers, and those that would leave
// the peer a single digit weigh three times as much.
//
// To weigh all cells with two candidates costs more than it saves. Those that
// have the digit most frequent among them are a third of all and nearly as
// good. If there are none, a digit with two cells in a box does the same
// service. Against taking the first cell with the fewest candidates, puzzles
// rated 10.4 to 11.7 need 0.3 times the trials, and those of the "top1465" list
// half.
//
// On the way it is seen for nothing if two of these cells have the same
// candidates. Such naked pairs take a sixth of the time off the top1465. To
// look for all pairs costs more than they bring.
//
// Tried and lost: digits with two cells in any house as soon as there are some,
// weighed like the cells (0.8 times the trials, for more than they save);
// products of weights instead of sums (no fewer trials).

// bivalueWeight is how much more it counts to leave a peer one candidate than
// to leave it fewer.
const bivalueWeight = 2

// branch returns a candidate to try. The cells with two candidates are known.
// If it comes across a naked pair that was of use, it returns no digit: there
// is more to deduce.
func (p *position) branch(two Cells) (Cell, Digit) {
	if two.Empty() {
		return p.branchInBox()
	}
	d := p.mostFrequent(two)
	weighed := two.And(p.digits[d-1])
	var best Cell
	highest := -1
	for other := Digit(1); other <= 9; other++ {
		if other == d {
			continue
		}
		for cells := weighed.And(p.digits[other-1]); !cells.Empty(); {
			c := cells.First()
			cells = cells.Without(c)
			if twins := cells.And(cellPeers[c]); !twins.Empty() && p.takePair(c, twins.First(), d, other) {
				return 0, 0
			}
			if weight := p.weight(c, d, two) + p.weight(c, other, two); weight > highest {
				best, highest = c, weight
			}
		}
	}
	return best, d
}

// takePair removes the digits of a naked pair, which are all the candidates of
// two cells of a house, from the cells that see both, and reports whether there
// were any.
func (p *position) takePair(a, b Cell, d, e Digit) bool {
	both := cellPeers[a].And(cellPeers[b])
	if !p.digits[d-1].Or(p.digits[e-1]).Meets(both) {
		return false
	}
	p.digits[d-1] = p.digits[d-1].AndNot(both)
	p.digits[e-1] = p.digits[e-1].AndNot(both)
	p.changed |= 1<<(d-1) | 1<<(e-1)
	return true
}

// branchInBox returns a candidate to try where no cell has two: of a digit with
// two cells in a box, or else of a cell with the fewest.
func (p *position) branchInBox() (best Cell, digit Digit) {
	highest := -1
	for d := Digit(1); d <= 9; d++ {
		for box := FirstBox; box < NumHouses; box++ {
			pair := houseCells[box].And(p.digits[d-1])
			if pair.Len() != 2 {
				continue
			}
			c := pair.First()
			if weight := p.weight(c, d, Cells{}) + p.weight(pair.Without(c).First(), d, Cells{}); weight > highest {
				best, digit, highest = c, d, weight
			}
		}
	}
	if highest < 0 {
		best = p.fewest().First()
		digit = p.candidateBut(best, 0)
	}
	return best, digit
}

// mostFrequent returns the digit that is a candidate of most of the cells.
func (p *position) mostFrequent(cells Cells) (d Digit) {
	most := -1
	for i := range p.digits {
		if n := p.digits[i].And(cells).Len(); n > most {
			d, most = Digit(i+1), n
		}
	}
	return d
}

// weight says how much follows if d is placed in c.
func (p *position) weight(c Cell, d Digit, two Cells) int {
	lost := p.digits[d-1].And(cellPeers[c])
	return lost.Len() + bivalueWeight*lost.And(two).Len()
}

// candidateBut returns the lowest candidate of c that is not d.
func (p *position) candidateBut(c Cell, d Digit) Digit {
	other := Digit(1)
	for other == d || !p.has(c, other) {
		other++
	}
	return other
}

// fewest returns the open cells with the fewest candidates.
func (p *position) fewest() Cells {
	// The number of candidates of each cell, a bit of it in each set.
	var bit0, bit1, bit2, bit3 Cells
	for _, one := range p.digits {
		two := bit0.And(one)
		four := bit1.And(two)
		bit3 = bit3.Xor(bit2.And(four))
		bit2, bit1, bit0 = bit2.Xor(four), bit1.Xor(two), bit0.Xor(one)
	}
	fewest := p.open
	for _, bit := range [...]Cells{bit3, bit2, bit1, bit0} {
		if without := fewest.AndNot(bit); !without.Empty() {
			fewest = without
		}
	}
	return fewest
}
