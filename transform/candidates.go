package transform

import "math/bits"

// firstImages[clues] is the least image of a first row whose clues stand in the
// columns of a set. It shows the number of clues in each stack, fewest first.
// The clues stand at the end of their stack, and are named 1, 2, 3, ...
var firstImages = func() (images [512]nibbles) {
	for clues := range images {
		var w crowdedRow
		w.setFirst(&line{clues: uint16(clues)})
		images[clues] = w.image()
	}
	return images
}()

// firstRows returns the set of rows whose image as first row is the least.
func (c *Canonizer) firstRows(transpose int) (rows uint16) {
	if c.leastRow == 0 {
		return distinct(c.empty[transpose])
	}
	for r := range c.lines[transpose] {
		if firstImages[c.lines[transpose][r].clues] == c.leastRow {
			rows |= 1 << r
		}
	}
	return rows
}

// candidates returns the rows of the grid to try as the next row of p. It leaves
// out rows that cannot give the least image, and all but one of interchangeable
// empty rows.
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

// distinct returns the first of each set of interchangeable empty rows: one row
// of each band, but a single row for all wholly empty bands.
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

// promising returns the subset of rows whose images after p have the least
// beginning. It returns none if the least row found so far has a smaller
// beginning. It goes through the places from left to right. If any row is empty
// at a place, it keeps only the rows that are. Otherwise it keeps the rows with
// the least digit there, if p decides which column comes to the place.
func (c *Canonizer) promising(p *partial, rows uint16) uint16 {
	stack := p.openStacks()
	if stack > 1 { // the order of the stacks depends on the row
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

// leastAt returns the subset of rows whose images after p have the least digit at
// a place. All rows must be empty before the place and filled at it. If the column
// that comes to the place depends on the row, leastAt returns all rows.
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
