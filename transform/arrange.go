package transform

import "math/bits"

// arrangement is a way to fit a row to a partial.
type arrangement struct {
	row    uint64   // the image of the row: nine nibbles, the first cell on top
	fresh  uint16   // bit i: place i holds a digit without a name so far
	ties   [3]uint8 // number of these digits in open columns of stack s
	last   [3]uint8 // the place after the last of these columns
	source [9]uint8 // the column that comes to place i, if there is a clue
	stacks uint16
}

// choices lists the orders of three things. The first numChoices[k] are the
// orders of the first k things.
var (
	choices    = [6][3]uint8{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	numChoices = [4]int{1, 1, 2, 6}
)

// opening lists stacks that get their first clue.
type opening struct {
	stacks [3]uint8
	count  int
}

// opening returns the stacks that l gives their first clue, and the number of
// stacks without one so far.
func (p *partial) opening(l *line) (first opening, openStacks int) {
	for s := range uint8(3) {
		if p.open>>(3*s)&7 != 7 {
			continue
		}
		openStacks++
		if l.clues>>(3*s)&7 != 0 {
			first.stacks[first.count] = s
			first.count++
		}
	}
	return first, openStacks
}

// unnamed stands for the name of a digit without one: it sorts last.
const unnamed = 15

// arrange fits l to p as the least row, with the stacks in the places of
// a.stacks.
func (p *partial) arrange(a *arrangement, l *line) {
	a.row, a.fresh, a.ties = 0, 0, [3]uint8{}
	for s := range 3 {
		stack := uint16(7) << (3 * s)
		for rest := l.clues & stack &^ p.open; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros16(rest)
			a.put(uint(p.places>>(4*column)&15), uint(column), p.name(l, column))
		}
		opened := l.clues & stack & p.open
		if opened == 0 {
			continue
		}
		var sorted [3]uint
		n := 0
		for rest := opened; rest != 0; rest &= rest - 1 {
			column := bits.TrailingZeros16(rest)
			key := p.name(l, column)<<4 | uint(column)
			i := n
			for ; i > 0 && sorted[i-1] > key; i-- {
				sorted[i] = sorted[i-1]
			}
			sorted[i] = key
			n++
		}
		start := 3*uint(a.stacks>>(4*s)&15) + uint(bits.OnesCount16(p.open&stack)-n)
		for i, key := range sorted[:n] {
			a.put(start+uint(i), key&15, key>>4)
			if key>>4 == unnamed {
				a.ties[s]++
			}
		}
		a.last[s] = uint8(start) + uint8(n)
	}
	name := uint64(p.next)
	for rest := a.fresh; rest != 0; rest &= rest - 1 {
		a.row |= name << (32 - 4*bits.TrailingZeros16(rest))
		name++
	}
}

func (a *arrangement) put(place, column, name uint) {
	a.source[place] = uint8(column)
	if name == unnamed {
		a.fresh |= 1 << place
		return
	}
	a.row |= uint64(name) << (32 - 4*place)
}

// name returns the new name of the digit of l in a column.
func (p *partial) name(l *line, column int) uint {
	d := l.digits >> (4 * column) & 15
	if name := uint(p.names >> (4 * d) & 15); name != 0 {
		return name
	}
	return unnamed
}

// branch adds p with the row arranged in a to c.extended, once for every order
// of the new digits in open columns of one stack.
func (c *Canonizer) branch(p *partial, a *arrangement, l *line, row, r int) {
	q := p.with(row, r)
	q.stacks = a.stacks
	q.open &^= l.clues
	var base [3]uint8
	for s := range 3 {
		base[s] = a.last[s] - a.ties[s]
	}
	source := a.source
	for _, first := range choices[:numChoices[a.ties[0]]] {
		a.reorder(&source, base[0], a.ties[0], &first)
		for _, second := range choices[:numChoices[a.ties[1]]] {
			a.reorder(&source, base[1], a.ties[1], &second)
			for _, third := range choices[:numChoices[a.ties[2]]] {
				a.reorder(&source, base[2], a.ties[2], &third)
				c.extended = append(c.extended, q)
				c.extended[len(c.extended)-1].settle(p, a, &source, l)
			}
		}
	}
}

// reorder sets count columns of source, from the place base on, to the columns
// of a in another order.
func (a *arrangement) reorder(source *[9]uint8, base, count uint8, order *[3]uint8) {
	for i := range count {
		source[base+i] = a.source[base+order[i]]
	}
}

// settle gives places to the columns that l opens and names to its new digits.
func (q *partial) settle(p *partial, a *arrangement, source *[9]uint8, l *line) {
	if l.clues&p.open != 0 {
		for rest := a.places(); rest != 0; rest &= rest - 1 {
			place := bits.TrailingZeros16(rest)
			if column := source[place]; p.open>>column&1 != 0 {
				q.places |= uint64(place) << (4 * column)
			}
		}
	}
	for rest := a.fresh; rest != 0; rest &= rest - 1 {
		d := l.digits >> (4 * source[bits.TrailingZeros16(rest)]) & 15
		q.names |= uint64(q.next) << (4 * d)
		q.next++
	}
}

// places returns the places of a with a clue.
func (a *arrangement) places() uint16 {
	var set uint16
	for place := range 9 {
		if a.row>>(32-4*place)&15 != 0 {
			set |= 1 << place
		}
	}
	return set
}
