package dataset

import (
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// kind is the condition on the seeds and rungs of a data set.
type kind struct {
	filter  seedbank.Filter
	byClues bool   // treat seeds and rungs alike; otherwise the seed must be of the kind, and comes first
	rungs   bool   // rungs are wanted
	random  uint64 // the random seed of the data set
}

func kindOf(o *Options) kind {
	filter := o.Request.Filter()
	filter.Rungs = false // wantsRung checks each rung like a seed
	return kind{filter, o.byClues(), o.wantsRungs(), o.Request.RandomSeed}
}

// first returns a filter that all seeds of the kind pass, and possibly others.
func (k *kind) first() seedbank.Filter {
	if k.byClues {
		return seedbank.Filter{}
	}
	return k.filter
}

// wants reports whether a seed is of the kind, or one of its rungs if that is
// enough.
func (k *kind) wants(s *seed.Seed) bool {
	if !k.byClues || k.filter.Passes(s) {
		return true
	}
	for i := range s.Rungs {
		if k.wantsRung(s, i) {
			return true
		}
	}
	return false
}

// wantsRung reports whether a rung is of the kind.
func (k *kind) wantsRung(s *seed.Seed, i int) bool {
	r := &s.Rungs[i]
	return k.filter.Passes(&seed.Seed{Puzzle: s.Puzzle.With(r.Added), Rating: r.Result()})
}

// places returns the places of the picks of a seed that are of the kind, in the
// order in which its copies take turns: 0 is the seed, i+1 is rung i. Unless there
// are several copies or a rung can stand for its seed, the seed is alone.
func (k *kind) places(s *seed.Seed, copies uint64) (places []int) {
	if !k.byClues || k.filter.Passes(s) {
		places = append(places, 0)
	}
	if k.rungs && (k.byClues || copies > 1) {
		for i := range s.Rungs {
			if k.wantsRung(s, i) {
				places = append(places, i+1)
			}
		}
	}
	turning := places
	if !k.byClues {
		turning = places[1:] // the seed stays first
	}
	rotate(turning, randomOf(k.random, s.Key()))
	return places
}

// rotate rotates a list by a random number of places.
func rotate(list []int, random uint64) {
	if n := uint64(len(list)); n > 0 {
		copy(list, slices.Concat(list[random%n:], list[:random%n]))
	}
}

// randomOf returns the random number of the seed with a key, for the random seed
// of a data set.
func randomOf(random uint64, key seed.Key) uint64 { return shuffle.Mix(random ^ uint64(key)) }

// pick returns the pick for rows: of all isomorphs of a seed or rung, or of those
// with the requested symmetry or pattern.
func (k *kind) pick(source *seed.Source, rung *seed.Rung) seed.Pick {
	pick := source.Of(rung)
	if !k.filter.Pattern.Empty() {
		return pick.Arranged(k.filter.Pattern)
	}
	return pick.Symmetric(k.filter.Symmetry)
}

// own returns the places of the picks that each of some seeds makes rows of, in the
// order in which its copies take turns. The seeds are all that the bank has of the
// kind with one solution grid, up to isomorphism. Rungs of them can be isomorphs of
// each other: each class of puzzles is given to one seed alone. As many seeds as
// possible get one at least; those without any make no rows.
func (k *kind) own(canonizer *transform.Canonizer, seeds []seed.Seed, copies uint64) [][]int {
	places := make([][]int, len(seeds))
	classes := make([][]seed.Key, len(seeds))
	for i := range seeds {
		s := &seeds[i]
		places[i] = k.places(s, copies)
		if len(seeds) == 1 && (len(places[i]) == 1 || transform.Rigid(s.Puzzle.Solution())) {
			return places // rungs of one seed differ in their cells, and no isomorphism moves these
		}
		for _, place := range places[i] {
			classes[i] = append(classes[i], classAt(canonizer, s, place))
		}
	}
	for i, numbers := range assign(classes) {
		for j, number := range numbers {
			numbers[j] = places[i][number]
		}
		places[i] = numbers
	}
	return places
}

// classAt returns the class of a seed for place 0, or of its rung i for place i+1.
func classAt(canonizer *transform.Canonizer, s *seed.Seed, place int) seed.Key {
	if place == 0 {
		return s.Key()
	}
	rung := s.Puzzle.With(s.Rungs[place-1].Added)
	return seed.KeyOf(canonizer.Canonical(rung.Clues()).Grid)
}
