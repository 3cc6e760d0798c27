package change

import (
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// unlistedValues are the values of picks that are not listed for a while.
type unlistedValues struct {
	byPick  map[uint64]tables.PickValues // by identity
	byClass map[classInGrid]tables.PickValues

	canonizer transform.Canonizer
}

// classInGrid identifies rungs of a solution up to isomorphism.
type classInGrid struct {
	solution seed.Key
	class    tables.RungClass
}

// keep keeps the values of a pick. It may stand in several lists.
func (u *unlistedValues) keep(identity uint64, more tables.PickValues) {
	all := u.byPick[identity]
	for _, kind := range tables.DerivedKinds {
		if v := *more.Of(kind); v != 0 {
			*all.Of(kind) = v
		}
	}
	u.byPick[identity] = all
}

// classify keeps the values of rungs for their isomorphs too: of isomorphic rungs only one was
// listed, and another one can be listed now.
func (u *unlistedValues) classify(seeds []*listedSeed) {
	with := map[seed.Key]int{}
	for _, s := range seeds {
		with[s.Solution]++
	}
	for _, s := range seeds {
		if with[s.Solution] == 1 && transform.Rigid(s.Puzzle.Solution()) {
			continue
		}
		for i, class := range tables.ClassesOf(&s.Seed, &u.canonizer) {
			if v := u.byPick[s.identity(i+1)]; v != (tables.PickValues{}) {
				u.byClass[classInGrid{s.Solution, class}] = v
			}
		}
	}
}

// of returns the values of a seed and of its rungs. Those of the seed are known if it was unlisted,
// as seeds are that can be arranged symmetrically.
func (u *unlistedValues) of(s *listedSeed) derived {
	all := derived{u.byPick[s.identity(0)]}
	var classes []tables.RungClass
	for i := range s.Rungs {
		v, wasListed := u.byPick[s.identity(i+1)]
		if !wasListed && len(u.byClass) > 0 {
			if classes == nil {
				classes = tables.ClassesOf(&s.Seed, &u.canonizer)
			}
			v = u.byClass[classInGrid{s.Solution, classes[i]}]
		}
		all = append(all, v)
	}
	return all
}
