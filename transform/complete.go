package transform

// Two full rows of a band leave few orders of the columns to choose from. Call
// the column where the first row has a digit of the second row its source. Digits
// of a box have their sources in the other two boxes. If all boxes have theirs in
// one box alone, the second row can begin 456. Else it can begin 457: each box has
// two digits with sources in one box, and one with its source in the other.
//
//	first row     1 2 3   4 5 6   7 8 9         1 2 3   4 5 6   7 8 9
//	second row    4 5 6   7 8 9   2 3 1         4 5 7   1 8 9   2 3 6
//
// Which columns come first, in order, decides all: going through the second row
// from left to right, each digit finds its source in place, or gives it the next
// place of its stack. A column that is the source of no digit until then is the only one
// left of its stack.

// twoRows is two full rows of a band without a digit twice in a box.
type twoRows struct {
	sources nibbles // of each column of the second row
	stacks  nibbles // of the sources
}

// complete returns both rows of w, if both are full and no box has a digit twice.
func (w *crowdedRow) complete() (rows twoRows, ok bool) {
	if w.first.clues&w.next.clues != 1<<9-1 {
		return twoRows{}, false
	}
	var columns nibbles
	for column := range uint(9) {
		columns = columns.with(w.first.digits.at(column), column)
	}
	sources := compose(columns, w.next.digits)
	stacks := (sources+nineOnes*5)>>3&nineOnes + (sources+nineOnes*2)>>3&nineOnes
	const own = 0x222111000
	return twoRows{sources, stacks}, (stacks ^ own).filled() == nineOnes
}

// decideComplete is decide for two full rows. It adds q, which has both, with
// every order of the columns that makes the second row the least.
func (c *Canonizer) decideComplete(q *partial, rows *twoRows) {
	q.crowded, q.open, q.next = 0, 0, 10
	twice := compose(rows.sources, rows.sources)
	for stack := range uint(3) {
		last := (rows.stacks >> (12 * stack)).other()
		for _, order := range leading[last] {
			columns := order + 0x333*nibbles(stack)
			if last < 3 && !c.mayLead457(columns.at(0), twice) {
				continue
			}
			c.follow(q, rows, columns)
		}
	}
}

// mayLead457 reports whether a second row that begins 457 may be the least so far,
// judging by its fourth digit. That digit is 1 if the source of the source of the
// first column is this column. The test excludes most rows that begin 457.
func (c *Canonizer) mayLead457(first uint, twice nibbles) bool {
	return c.leastRow >= 0x457<<24 && (c.leastRow >= 0x4572<<20 || twice.at(first) == first)
}

// other returns the index of the number that differs among three numbers, of
// which at least two are equal: 0, 1 or 2, or 3 if all are equal.
func (n nibbles) other() uint {
	switch a, b, c := n.at(0), n.at(1), n.at(2); {
	case a == b && b == c:
		return 3
	case a == b:
		return 2
	case a == c:
		return 1
	}
	return 0
}

// leading[i] lists the orders of three columns in which column i comes last;
// leading[3] lists all six.
var leading = [4][]nibbles{
	{orders[3], orders[5]},
	{orders[1], orders[4]},
	{orders[0], orders[2]},
	orders[:],
}

// follow adds q with an order of the columns that begins with three given ones, if
// it makes the second row the least. The first two have their sources in one
// stack.
func (c *Canonizer) follow(q *partial, rows *twoRows, columns nibbles) {
	x, y, z := columns.at(0), columns.at(1), columns.at(2)
	second := rows.stacks.at(x)
	names := nibbles(0).with(x, 1).with(y, 2).with(z, 3)     // of the first row in each column, 0 if not decided
	free := nibbles(0).with(second, 3).with(3-x/3-second, 6) // the next place of each stack
	image := nibbles(0)
	for place := range uint(9) {
		column := columns.at(place)
		if names.at(column) != place+1 { // the only column left of its stack
			column = columns.at(place/3*3) / 3 * 3
			for names.at(column) != 0 {
				column++
			}
			names, columns = names.with(column, place+1), columns.with(place, column)
		}
		source := rows.sources.at(column)
		name := nibbles(names.at(source))
		if name == 0 {
			at := free.at(source / 3)
			free += 1 << (4 * (source / 3) & 63)
			names, columns = names.with(source, at+1), columns.with(at, source)
			name = nibbles(at + 1)
		}
		if image = image<<4 | name; image > c.leastRow>>((32-4*place)&63) {
			return
		}
	}
	c.offer(image)
	c.extended = append(c.extended, *q)
	p := &c.extended[len(c.extended)-1]
	p.columns, p.names = columns, 0
	first := c.crowded.first.digits
	for column := range uint(9) {
		p.names = p.names.with(first.at(column), names.at(column))
	}
}
