package rating

import "github.com/seedoku/seedoku/sudoku"

// The links of a pass are listed before its chains are searched: first the
// strong links, at most four of a candidate; then the weak links, but only to
// candidates that have a strong link, since a chain cannot go on from others.
// All are in the order of the search: cell, box, row, column.

// link is one end of a link, and why there is a link.
type link struct {
	to  sudoku.Candidate
	why reason
}

// gather begins a pass and lists the strong links of all candidates.
func (c *chains) gather(pass *chainPass) {
	s := c.state
	c.weak = c.weak[:0]
	c.passes++
	c.strongs = [729]uint8{}
	c.linked = marks{}
	if pass.cells {
		for cell, digits := range &s.digits {
			if digits.Len() == 2 {
				first := digits.First()
				c.join(sudoku.Cell(cell).Candidate(first), sudoku.Cell(cell).Candidate(digits.Without(first).First()), inCell)
			}
		}
	}
	if !pass.houses {
		return
	}
	for _, house := range &linkHouses {
		for h := sudoku.House(9 * house.kind); h < sudoku.House(9*house.kind+9); h++ {
			for d, at := range &s.positions[h] {
				if rest := at & (at - 1); rest.one() {
					a, b := h.List()[at.first()], h.List()[rest.first()]
					c.join(a.Candidate(sudoku.Digit(d+1)), b.Candidate(sudoku.Digit(d+1)), house.reason)
				}
			}
		}
	}
}

// join adds a strong link between two candidates, unless there is one.
func (c *chains) join(a, b sudoku.Candidate, why reason) {
	for _, l := range c.strongLinks(a) {
		if l.to == b {
			return
		}
	}
	c.strong[a][c.strongs[a]] = link{b, why}
	c.strong[b][c.strongs[b]] = link{a, why}
	c.strongs[a]++
	c.strongs[b]++
	c.linked.add(a)
	c.linked.add(b)
}

// gatherWeak lists the weak links of a candidate.
func (c *chains) gatherWeak(pass *chainPass, k sudoku.Candidate) {
	s, cell, d := c.state, k.Cell(), k.Digit()
	if pass.cells {
		for other := range s.digits[cell].Without(d).All() {
			if to := cell.Candidate(other); c.strongs[to] > 0 {
				c.weak = append(c.weak, link{to, inCell})
			}
		}
	}
	rest := c.linked.cells[d-1].And(cell.Peers())
	for _, house := range &linkHouses {
		in := rest.And(cell.Houses()[house.kind].Cells())
		rest = rest.AndNot(in)
		for other := range in.All() {
			c.weak = append(c.weak, link{other.Candidate(d), house.reason})
		}
	}
}

// weakLinks returns the weak links of a candidate. They are listed when they are
// first asked for.
func (c *chains) weakLinks(pass *chainPass, k sudoku.Candidate) []link {
	of := &c.weakOf[k]
	if of.pass != c.passes {
		start := uint32(len(c.weak))
		c.gatherWeak(pass, k)
		*of = weakList{c.passes, start, uint32(len(c.weak))}
	}
	return c.weak[of.start:of.end]
}

func (c *chains) strongLinks(k sudoku.Candidate) []link { return c.strong[k][:c.strongs[k]] }

// seen reports whether two candidates exclude each other by the links of a pass.
func (pass *chainPass) seen(k, other sudoku.Candidate) bool {
	a, b := k.Cell(), other.Cell()
	if a == b {
		return pass.cells && k != other
	}
	return k.Digit() == other.Digit() && a.Sees(b)
}
