package transform

import "math/bits"

// firstRows[clues] is the least image of a first row whose clues stand in the
// columns of a set. It shows the number of clues in each stack, fewest first.
// The clues stand at the end of their stack, and are named 1, 2, 3, ...
var firstRows = func() (images [512]nibbles) {
	for clues := range images {
		var w crowdedRow
		w.setFirst(&line{clues: uint16(clues)})
		images[clues] = w.image()
	}
	return images
}()

// firstRows returns the rows to begin with, whose image is the least.
func (c *Canonizer) firstRows(transpose int) (rows uint16) {
	if c.leastRow == 0 {
		return distinct(c.empty[transpose])
	}
	for r := range c.lines[transpose] {
		if firstRows[c.lines[transpose][r].clues] == c.leastRow {
			rows |= 1 << r
		}
	}
	return rows
}

// candidates returns the rows that may come next after p and are worth a try.
func (c *Canonizer) candidates(p *partial, row int) uint16 {
	var rows uint16
	if row%3 == 0 {
		rows = ^p.used & (1<<9 - 1)
	} else {
		band := int(p.rows.at(uint(row-1))) / 3
		rows = ^p.used & (7 << (3 * band))
	}
	if empty := rows & c.empty[p.transpose]; empty != 0 {
		return distinct(empty)
	}
	if rows&(rows-1) == 0 || p.crowded != 0 {
		return rows
	}
	return c.promising(p, rows)
}

// distinct returns the empty rows to try, the first of those that can be
// exchanged: one of each band, and only one for all bands that are wholly
// empty.
func distinct(empty uint16) uint16 {
	var rows uint16
	seenEmptyBand := false
	for band := range 3 {
		inBand := empty & (7 << (3 * band))
		wholeBand := inBand == 7<<(3*band)
		if wholeBand && seenEmptyBand {
			continue
		}
		seenEmptyBand = seenEmptyBand || wholeBand
		rows |= inBand & -inBand
	}
	return rows
}

// promising returns those of some rows whose images after p begin in the least
// way, or none if the least row so far begins in a smaller one. It goes through
// the places from left to right, and keeps the rows that are empty there as long
// as there are any. Of the others it keeps those with the least digit, if the
// place tells which column that is.
func (c *Canonizer) promising(p *partial, rows uint16) uint16 {
	stack := p.openStacks()
	if stack > 1 { // they come in an order that depends on the row
		blank := rows &^ c.filledOpen(p)
		if blank == 0 {
			return rows
		}
		rows = blank
	} else {
		stack = 0
	}
	for ; stack < 3; stack++ {
		for i, filled := range c.filledPlaces(p, stack) {
			blank := rows &^ filled
			if blank == 0 {
				return c.leastAt(p, rows, 3*stack+uint(i))
			}
			rows = blank
		}
	}
	return rows
}

// leastAt returns those of some rows whose images after p have the least digit at
// a place, before which they are empty and where none is empty. If the column that
// comes to that place depends on the row, it returns all of them.
func (c *Canonizer) leastAt(p *partial, rows uint16, place uint) (least uint16) {
	soFar := c.leastRow >> ((32 - 4*place) & 63) // the least row up to that place
	if soFar == 0 {
		return 0
	}
	if !p.decided(place) {
		return rows
	}
	column := &c.lines[p.transpose^1][p.columns.at(place)]
	best := uint(unnamed)
	for rest := rows; rest != 0; rest &= rest - 1 {
		r := bits.TrailingZeros16(rest)
		name := p.names.at(column.digits.at(uint(r)))
		if name < best {
			best, least = name, 0
		}
		if name == best {
			least |= 1 << (r & 15)
		}
	}
	if nibbles(min(best, uint(p.next))) > soFar {
		return 0
	}
	return least
}

// decided reports whether p tells which column comes to a place. It does not where
// a stack has several open columns.
func (p *partial) decided(place uint) bool {
	inStack := p.open >> (24 - 12*(place/3)) & 0x111
	return inStack&0x010 == 0 || inStack>>(8-4*(place%3))&1 == 0
}

// filledOpen returns the rows with a clue in a stack that has none so far.
func (c *Canonizer) filledOpen(p *partial) (rows uint16) {
	for place := range 3 * p.openStacks() {
		rows |= c.crossing(p, place)
	}
	return rows
}

// filledPlaces returns the rows whose images have a clue at each of the places of
// a stack. Clues in open columns go to the last of these.
func (c *Canonizer) filledPlaces(p *partial, stack uint) [3]uint16 {
	x, y, z := c.crossing(p, 3*stack), c.crossing(p, 3*stack+1), c.crossing(p, 3*stack+2)
	switch p.open >> (24 - 12*stack) & 0x111 {
	case 0x110:
		return [3]uint16{x & y, x | y, z}
	case 0x111:
		return [3]uint16{x & y & z, x&(y|z) | y&z, x | y | z}
	}
	return [3]uint16{x, y, z}
}

// crossing returns the rows with a clue in the column that comes to a place.
func (c *Canonizer) crossing(p *partial, place uint) uint16 {
	return c.lines[p.transpose^1][p.columns.at(place)].clues
}
