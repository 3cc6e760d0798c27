package dataset

import (
	"maps"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// assign gives each class to one of the owners that can have it. wishes lists for
// each owner the classes that it can have, best first. The result has for each
// owner the indexes of its classes in wishes: first the matched class, then the
// others in order.
//
// As many owners as possible get a class: this is a maximum matching of owners and
// classes, found by augmenting paths (Kuhn's algorithm). The remaining classes go
// to the first owner that wishes them.
func assign(wishes [][]seed.Key) [][]int {
	m := matching{wishes: wishes, owner: map[seed.Key]int{}, tried: map[seed.Key]int{}}
	for i := range wishes {
		m.round = i + 1
		m.match(i)
	}
	matched := maps.Clone(m.owner)
	got := make([][]int, len(wishes))
	for i, classes := range wishes {
		given := map[seed.Key]bool{}
		for number, class := range classes {
			if owner, taken := m.owner[class]; !taken {
				m.owner[class] = i
			} else if owner != i || given[class] {
				continue
			}
			given[class] = true
			at := len(got[i])
			if owner, ok := matched[class]; ok && owner == i {
				at = 0
			}
			got[i] = slices.Insert(got[i], at, number)
		}
	}
	return got
}

// matching is the matching of owners and classes so far.
type matching struct {
	wishes [][]seed.Key
	owner  map[seed.Key]int // the owner of each matched class
	tried  map[seed.Key]int // the last round that has tried to take a class
	round  int
}

// match finds a class for an owner, and reports whether there is one. Owners that
// lose their class to it get another one.
func (m *matching) match(owner int) bool {
	for _, class := range m.wishes[owner] {
		if m.tried[class] == m.round {
			continue
		}
		m.tried[class] = m.round
		if other, taken := m.owner[class]; !taken || m.match(other) {
			m.owner[class] = owner
			return true
		}
	}
	return false
}
