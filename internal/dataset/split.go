package dataset

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"unsafe"

	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// entry is a seed of the requested kind.
type entry struct {
	key      seed.Key
	solution seed.Key // key of the solution up to isomorphism
}

// split has the seeds of each part, in the order in which they are written.
type split struct {
	entries map[Part][]entry

	// places has the result of [kind.own] for seeds that share a solution. A seed
	// that is missing in it has all of its picks.
	places map[seed.Key][]int
}

// TooFewError says that a bank has too few puzzles for a part.
type TooFewError struct {
	Part   Part
	There  uint64 // greatest number of rows of the part if the parts before it are complete
	Wanted uint64
	Copies uint64 // rows of each seed
}

func (e *TooFewError) Error() string {
	text := fmt.Sprintf("%s: the bank has %s for it, fewer than the %d asked for", e.Part, phrase.Count(e.There, "puzzle"), e.Wanted)
	if e.Copies > 1 {
		return text + fmt.Sprintf(": %d of each of %s in grids that no other part has", e.Copies, phrase.Count(e.There/e.Copies, "seed"))
	}
	return text + ": one of each seed, no two of them isomorphs, in grids that no other part has"
}

// library has the seeds of a kind.
type library struct {
	bank    *seedbank.Bank
	entries []entry
	seeds   map[seed.Key]*seed.Seed // those that there is room for; others are read when they are needed
	bytes   int                     // of the seeds
}

// libraryBytes is the limit of the memory for the seeds of a library.
const libraryBytes = 64 << 20

// readLibrary reads the seeds of the kind that options ask for.
func readLibrary(ctx context.Context, bank *seedbank.Bank, o *Options, workers int) (*library, error) {
	kind := kindOf(o)
	l := &library{bank: bank, seeds: map[seed.Key]*seed.Seed{}}
	err := bank.Scan(ctx, kind.first(), workers, kind.wants, func(s *seed.Seed) error {
		key := s.Key()
		l.entries = append(l.entries, entry{key, s.Solution})
		l.bytes += int(unsafe.Sizeof(*s)) + len(s.Rungs)*int(unsafe.Sizeof(seed.Rung{}))
		if l.bytes <= libraryBytes {
			l.seeds[key] = s
		}
		return nil
	})
	if err == nil && len(l.entries) == 0 {
		err = &draw.NoMatchError{Pattern: !o.Request.Pattern.Empty()}
	}
	return l, err
}

// seed returns the seed with a key.
func (l *library) seed(ctx context.Context, key seed.Key) (seed.Seed, error) {
	if s := l.seeds[key]; s != nil {
		return *s, nil
	}
	return l.bank.SeedNamed(ctx, key)
}

// divider assigns seeds to parts.
type divider struct {
	options *Options
	kind    kind
	workers int
	read    func(context.Context, seed.Key) (seed.Seed, error)
	left    []entry // seeds that no part has yet, grouped by solution
	split   split
}

// divide gives each part its seeds. The list is sorted in place. All seeds of a
// solution grid are in one part.
func divide(ctx context.Context, list []entry, o *Options, workers int, read func(context.Context, seed.Key) (seed.Seed, error)) (split, error) {
	key := shuffle.Mix(o.Request.RandomSeed)
	place := func(k seed.Key) uint64 { return shuffle.Mix(uint64(k) ^ key) } // different keys have different places
	slices.SortFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(place(a.solution), place(b.solution)), cmp.Compare(place(a.key), place(b.key)))
	})
	d := &divider{options: o, kind: kindOf(o), workers: workers, read: read, left: list,
		split: split{entries: map[Part][]entry{}, places: map[seed.Key][]int{}}}
	for _, part := range parts {
		if err := d.fill(ctx, part); err != nil {
			return split{}, err
		}
	}
	return d.split, nil
}

// errEnough ends the search for seeds of a part.
var errEnough = errors.New("the part has its seeds")

// fill assigns seeds to a part: from the front of the remaining seeds, or from the
// end for training.
func (d *divider) fill(ctx context.Context, part Part) error {
	need, copies := d.options.entries(part), d.options.copies(part)
	if need == 0 {
		return nil
	}
	var has []entry
	used := 0
	newWork := func() func([][]entry) []group {
		var canonizer transform.Canonizer
		return func(some [][]entry) (done []group) {
			for _, entries := range some {
				done = append(done, d.group(ctx, &canonizer, entries, copies))
			}
			return done
		}
	}
	take := func(g group) error {
		used += len(g.entries)
		for i := 0; g.err == nil && i < len(g.entries) && uint64(len(has)) < need; i++ {
			if g.places == nil {
				has = append(has, g.entries[i])
			} else if len(g.places[i]) > 0 {
				has = append(has, g.entries[i])
				d.split.places[g.entries[i].key] = g.places[i]
			}
		}
		if g.err == nil && uint64(len(has)) == need {
			return errEnough
		}
		return g.err
	}
	err := ordered.Run(ctx, ordered.Pool{Workers: d.workers}, groups(d.left, part == Train), newWork, func(some []group) (err error) {
		for i := 0; i < len(some) && err == nil; i++ {
			err = take(some[i])
		}
		return err
	})
	if err == nil {
		return &TooFewError{Part: part, There: uint64(len(has)) * copies, Wanted: d.options.rows(part), Copies: copies}
	}
	if !errors.Is(err, errEnough) {
		return err
	}
	d.split.entries[part] = has
	if part == Train {
		d.left = d.left[:len(d.left)-used]
	} else {
		d.left = d.left[used:]
	}
	return nil
}

// groupsAtOnce is how many groups a worker takes: most are a seed alone, which needs no work.
const groupsAtOnce = 64

// groups yields the seeds of each solution, from the front of a list or from its end, some
// solutions at a time.
func groups(list []entry, fromEnd bool) iter.Seq[[][]entry] {
	return func(yield func([][]entry) bool) {
		var some [][]entry
		for len(list) > 0 {
			first, end := 0, 1
			if fromEnd {
				first, end = len(list)-1, len(list)
			}
			for end < len(list) && list[end].solution == list[first].solution {
				end++
			}
			for first > 0 && list[first-1].solution == list[first].solution {
				first--
			}
			some = append(some, list[first:end:end])
			if fromEnd {
				list = list[:first]
			} else {
				list = list[end:]
			}
			if len(some) == groupsAtOnce || len(list) == 0 {
				if !yield(some) {
					return
				}
				some = nil
			}
		}
	}
}

// group is all seeds of the kind that have one solution.
type group struct {
	entries []entry
	places  [][]int // places of the picks of each seed; nil: all picks
	err     error
}

// group finds out which picks the seeds of a solution have. Only rungs can be
// isomorphs of each other, and only if the solution has several seeds.
func (d *divider) group(ctx context.Context, canonizer *transform.Canonizer, entries []entry, copies uint64) group {
	g := group{entries: entries}
	if len(entries) == 1 || !d.kind.byClues && (copies == 1 || !d.kind.rungs) {
		return g
	}
	seeds := make([]seed.Seed, len(entries))
	for i := range entries {
		if seeds[i], g.err = d.read(ctx, entries[i].key); g.err != nil {
			g.err = fmt.Errorf("seed %v: %w", entries[i].key, g.err)
			return g
		}
	}
	g.places = d.kind.own(canonizer, seeds, copies)
	return g
}
