package dataset

import "slices"

// keySet is a set of 64-bit numbers. It takes 8 to 24 bytes for each different
// number. The first sorted numbers of the list ascend and differ.
type keySet struct {
	list   []uint64
	sorted int
}

// add adds numbers. Some may be in the set already.
func (s *keySet) add(keys []uint64) {
	if len(s.list)+len(keys) > cap(s.list) {
		s.sort()
		s.list = slices.Grow(s.list, len(s.list)+len(keys)) // doubles the list before the next sort
	}
	s.list = append(s.list, keys...)
}

// sort sorts the numbers added since the last sort.
func (s *keySet) sort() {
	if s.sorted < len(s.list) {
		slices.Sort(s.list)
		s.list = slices.Compact(s.list)
		s.sorted = len(s.list)
	}
}

func (s *keySet) len() uint64 {
	s.sort()
	return uint64(len(s.list))
}

// shared counts the numbers that are in more than one set.
func shared(sets []*keySet) (n uint64) {
	lists := make([][]uint64, len(sets))
	for i, s := range sets {
		s.sort()
		lists[i] = s.list
	}
	for {
		least, in := ^uint64(0), 0
		for _, list := range lists {
			if len(list) > 0 {
				least = min(least, list[0])
			}
		}
		for i, list := range lists {
			if len(list) > 0 && list[0] == least {
				lists[i] = list[1:]
				in++
			}
		}
		switch {
		case in == 0:
			return n
		case in > 1:
			n++
		}
	}
}
