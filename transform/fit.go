package transform

import "math/bits"

// Where columns are open, the least image of a row is found by sorting. The open
// columns of a stack are ordered by the new names of their digits: no digit,
// known names, a new name. Then the stacks without a clue so far are ordered by
// their images.

// unnamed stands for the name of a digit without one: it sorts last.
const unnamed = 15

// secondOpen is a mask of the second place of each stack. If that place is open,
// the first place is open too, and the order of the two columns is not decided.
const secondOpen = 0x010010010

// openStacks returns the number of stacks without a clue so far. They come first.
func (p *partial) openStacks() uint { return uint(bits.OnesCount64(uint64(p.open & 0x001001001))) }

// fit returns the least image of l as the next row of p, in which new digits are
// still unnamed, and an order of the columns that gives it. Of the orders that
// do, it is the one that changes least.
func (p *partial) fit(l *line) (image, columns nibbles) {
	columns = p.columns
	image = reversed(compose(p.names, compose(l.digits, columns)))
	if image.filled()&p.open == 0 || p.open&secondOpen == 0 {
		return image, columns
	}
	for stack := range uint(3) {
		if p.open>>(24-12*stack)&0x010 != 0 {
			image, columns = p.sortStack(stack, image, columns)
		}
	}
	if p.openStacks() > 1 {
		image, columns = p.sortStacks(image, columns)
	}
	return image, columns
}

// reversed returns the numbers 8 to 0 of n.
func reversed(n nibbles) nibbles {
	x := nibbles(bits.ReverseBytes64(uint64(n)))
	x = x>>4&0x0f0f0f0f0f0f0f0f | x&0x0f0f0f0f0f0f0f0f<<4
	return x >> 28
}

// sortStack sorts the open columns of the stack at a place.
func (p *partial) sortStack(stack uint, image, columns nibbles) (nibbles, nibbles) {
	rows, from := 24-12*stack, 12*stack // where the stack is in image and in columns
	names, sources := image>>rows, columns>>from
	a := names>>4&0xf0 | sources&15
	b := names&0xf0 | sources>>4&15
	c := names<<4&0xf0 | sources>>8&15
	a, b = min(a, b), max(a, b)
	if p.open>>rows&1 != 0 {
		b, c = min(b, c), max(b, c)
		a, b = min(a, b), max(a, b)
	}
	image = image&^(0xfff<<rows) | (a>>4<<8|b>>4<<4|c>>4)<<rows
	columns = columns&^(0xfff<<from) | (a&15|b&15<<4|c&15<<8)<<from
	return image, columns
}

// sortStacks sorts the stacks without a clue so far, two or three.
func (p *partial) sortStacks(image, columns nibbles) (nibbles, nibbles) {
	a := image>>24&0xfff<<12 | columns&0xfff
	b := image>>12&0xfff<<12 | columns>>12&0xfff
	c := image&0xfff<<12 | columns>>24&0xfff
	if a>>12 > b>>12 {
		a, b = b, a
	}
	if p.open&1 != 0 {
		if b>>12 > c>>12 {
			b, c = c, b
		}
		if a>>12 > b>>12 {
			a, b = b, a
		}
	}
	return a>>12<<24 | b>>12<<12 | c>>12, a&0xfff | b&0xfff<<12 | c&0xfff<<24
}

// unnamed returns 1 for each new digit of an image.
func (n nibbles) unnamed() nibbles { return n & (n >> 1) & (n >> 2) & (n >> 3) & nineOnes }

// nameFrom names the new digits of an image, from left to right, and returns the
// next name.
func (n nibbles) nameFrom(fresh nibbles, name uint8) (nibbles, uint8) {
	for ; fresh != 0; name++ {
		top := uint(bits.Len64(uint64(fresh))-1) & 63
		n ^= nibbles(unnamed^name) << top
		fresh ^= 1 << top
	}
	return n, name
}

// branching holds the new digits of a row that was fitted to a partial.
type branching struct {
	line  *line
	fresh nibbles // 1 for each new digit of the image, the first cell on top
	open  nibbles // 1 for each new digit in an open column
	next  uint8   // the first new name
}

// settle adds p, whose columns have their order, to c.extended. It names the new
// digits.
func (c *Canonizer) settle(p *partial, way *branching) {
	c.extended = append(c.extended, *p)
	q := &c.extended[len(c.extended)-1]
	name := nibbles(way.next)
	for rest := way.fresh; rest != 0; name++ {
		top := uint(bits.Len64(uint64(rest))-1) & 63
		digit := way.line.digits.at(q.columns.at((32 - top) / 4))
		q.names ^= (unnamed ^ name) << (4 * digit & 63)
		rest ^= 1 << top
	}
}

// choices lists the orders of three things. The first numChoices[k] are the
// orders of the first k things.
var (
	choices    = [6][3]uint8{{0, 1, 2}, {1, 0, 2}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	numChoices = [4]int{1, 1, 2, 6}
)

// branch adds p to c.extended once for every order of stacks with equal images,
// combined with every order of the new digits in open columns of one stack.
func (c *Canonizer) branch(p *partial, way *branching, image nibbles, openStacks uint) {
	a, b, d := image>>24, image>>12&0xfff, image&0xfff
	firstTwo := openStacks > 1 && a == b && a != 0
	lastTwo := openStacks > 2 && b == d && b != 0
	columns := p.columns
	x, y, z := columns&0xfff, columns>>12&0xfff, columns>>24&0xfff
	switch {
	case firstTwo && lastTwo:
		groups := [3]nibbles{x, y, z}
		for _, order := range choices {
			p.columns = 0
			for i, place := range order {
				p.columns |= groups[i] << (12 * place)
			}
			c.branchStack(p, way, 0)
		}
		return
	case firstTwo:
		c.branchStack(p, way, 0)
		p.columns = y | x<<12 | z<<24
	case lastTwo:
		c.branchStack(p, way, 0)
		p.columns = x | z<<12 | y<<24
	}
	c.branchStack(p, way, 0)
}

// branchStack is branch for the stacks from s on.
func (c *Canonizer) branchStack(p *partial, way *branching, s uint) {
	if s == 3 {
		c.settle(p, way)
		return
	}
	place := uint(0)
	for p.columns.at(3*place)/3 != s {
		place++
	}
	tied := way.open >> (24 - 12*place) & 0x111
	ties := bits.OnesCount64(uint64(tied))
	if ties < 2 {
		c.branchStack(p, way, s+1)
		return
	}
	first := 3*place + 2 - uint(bits.Len64(uint64(tied))-1)/4
	columns := p.columns
	for _, order := range choices[:numChoices[ties]] {
		p.columns = columns
		for i := range uint(ties) {
			p.columns = p.columns.replaced(first+i, columns.at(first+uint(order[i])))
		}
		c.branchStack(p, way, s+1)
	}
	p.columns = columns
}

// replaced returns n with another number i.
func (n nibbles) replaced(i, number uint) nibbles { return (n &^ (15 << (4 * i & 63))).with(i, number) }
