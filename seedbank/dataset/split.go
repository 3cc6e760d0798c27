package dataset

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/seedbank/shuffle"
	"github.com/seedoku/seedoku/seedbank/wording"
)

// class is a seed of the kind that is asked for.
type class struct {
	key      seed.Key
	solution seed.Key // of the grid, up to isomorphism
}

// split is which classes each part has, in the order in which they are written.
type split map[Part][]class

// TooFewError says that a bank has fewer classes than a data set needs.
type TooFewError struct {
	There, Wanted uint64
	Split         Split
}

func (e *TooFewError) Error() string {
	text := fmt.Sprintf("the data set needs %s of puzzles, and the bank has %d of this kind", wording.Count(e.Wanted, "seed"), e.There)
	if e.There >= e.Wanted {
		text += ": too few, since those of one solution stay together"
	}
	return text
}

// classesOf returns the classes of the kind that options ask for.
func classesOf(ctx context.Context, bank *seedbank.Bank, o *Options) (list []class, err error) {
	kind := kindOf(o)
	for batch, err := range bank.Batches(ctx, kind.first()) {
		if err != nil {
			return nil, err
		}
		for i := range batch.Seeds {
			if s := &batch.Seeds[i]; kind.wants(s) {
				list = append(list, class{s.Key(), s.Solution})
			}
		}
	}
	if len(list) == 0 {
		return nil, &draw.NoMatchError{}
	}
	return list, nil
}

// divide gives each part its classes. The list is sorted in place.
func divide(list []class, o *Options) (split, error) {
	by := o.effectiveSplit()
	group := func(c class) uint64 {
		if by == ByGrid {
			return uint64(c.solution)
		}
		return uint64(c.key)
	}
	key := shuffle.Mix(o.Request.RandomSeed)
	place := func(group uint64) uint64 { return shuffle.Mix(group ^ key) } // different groups have different places
	slices.SortFunc(list, func(a, b class) int {
		return cmp.Or(cmp.Compare(place(group(a)), place(group(b))), cmp.Compare(place(uint64(a.key)), place(uint64(b.key))))
	})

	tooFew := &TooFewError{There: uint64(len(list)), Split: by}
	for _, part := range parts {
		tooFew.Wanted += o.classes(part)
	}
	if tooFew.Wanted > tooFew.There {
		return nil, tooFew
	}
	divided := split{}
	used := 0
	for _, part := range []Part{Test, Validation} {
		end := used + int(o.classes(part))
		if end > len(list) {
			return nil, tooFew
		}
		divided[part], used = list[used:end], end
		for used > 0 && used < len(list) && group(list[used]) == group(list[used-1]) {
			used++ // no other part has the rest of a group
		}
	}
	first := len(list) - int(o.classes(Train))
	if first < used {
		return nil, tooFew
	}
	divided[Train] = list[first:]
	return divided, nil
}

// kind says which seeds and rungs a data set wants.
type kind struct {
	filter  seedbank.Filter
	byClues bool // a seed may be wanted for one of its rungs
	rungs   bool // rungs are wanted
}

func kindOf(o *Options) kind {
	filter := o.Request.Filter()
	filter.Rungs = false // each rung is looked at as if it were a seed
	return kind{filter, o.byClues(), !o.Minimal && !o.byPath()}
}

// first returns a filter that lets all seeds of a kind pass, and maybe others.
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
	if !k.byClues { // then any number of clues will do
		rated := seed.Seed{Puzzle: s.Puzzle, Rating: r.Result()}
		return k.filter.Passes(&rated)
	}
	rated := seed.Seed{Puzzle: s.Puzzle.With(r.Added), Rating: r.Result()}
	return k.filter.Passes(&rated)
}
