// Package mini writes a mini bank: one source file, small enough to be part of an
// app, with some seeds as a string and a function that makes puzzles from them.
//
// # Words
//
// A mini bank is seeds with the levels of their rungs, packed into a string. The
// file that holds it is written in one of several languages, by a template for
// each. A pick is a seed or one of its rungs. A file has as many puzzles of a level
// as its picks of the level can be turned into.
//
// # Conventions
//
// Rungs are not stored: they add cells in an order that is the same for all seeds,
// and the string tells only the level of each. The levels of seeds take turns.
//
// # Guarantees
//
// A file of any language is not larger than what is asked for, and all languages have
// the same seeds. Every puzzle that a file makes has one solution, and the level that
// was rated. Each number below the number of puzzles of a level makes a different
// puzzle, the same in every language: tests compare each with Go. Every other number
// is an error.
//
// # Not here
//
// Packs of puzzles (package export).
//
// Start with [Make]. A new language is a template and a line in [Languages].
package mini

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Options are the options of a mini bank.
type Options struct {
	Size     int // greatest size in bytes of the file in any language, or by NewMeasure
	Symmetry transform.Symmetry
	Levels   seedbank.Range[rating.Level] // zero: all

	// NewMeasure returns a function that returns the size of the file of a bank, if it is none
	// of [Languages]. Each attempt to make a bank has a new one, which may keep what it needs.
	NewMeasure func() func(*Bank) int

	// Report is called from time to time, from one goroutine, with the share of
	// the work that is done. It may be nil.
	Report func(done, of int)
}

// Bank is a mini bank.
type Bank struct {
	Seeds []Seed

	kind  kind
	picks [rating.NumLevels + 1][]pick
}

// pick is a seed with a number of its rungs added.
type pick struct{ seed, rungs int }

// TooSmallError says that a file of a size has no room for a seed of each level.
type TooSmallError struct {
	Size, Enough int // in bytes
}

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("%d bytes are too few for the program and a seed of each level; %d are enough", e.Size, e.Enough)
}

// Make chooses the seeds of a bank that fit into the largest of the files in all
// languages, and returns them. Seeds with few clues come first: they take the fewest
// bytes, and have the most rungs. No two seeds share a class of solutions, so that none
// of their rungs are isomorphs. The same bank and options give the same mini bank.
//
// The error is a [*TooSmallError], or one of reading the bank.
func Make(ctx context.Context, bank *seedbank.Bank, options Options) (*Bank, error) {
	k := kind{symmetry: options.Symmetry, low: 1, high: rating.NumLevels}
	if options.Levels != (seedbank.Range[rating.Level]{}) {
		k.low, k.high = options.Levels.Low, options.Levels.High
	}
	perLevel := max(min(options.Size/leastSeed, k.mostSeeds())/k.levels(), fewestOfLevel)
	p := newProgress(options.Report, perLevel*k.levels())
	chosen, err := k.choose(ctx, bank, perLevel, p)
	if err != nil {
		return nil, err
	}
	all, err := k.climb(ctx, chosen, p)
	if err != nil {
		return nil, err
	}
	measure := (*Bank).largestFile
	if options.NewMeasure != nil {
		measure = options.NewMeasure()
	}
	with := func(n int) *Bank { return newBank(k, all[:n]) }
	n := sort.Search(len(all)+1, func(n int) bool { return measure(with(n)) > options.Size }) - 1
	for n >= 0 && measure(with(n)) > options.Size {
		n--
	}
	if n < k.levels() {
		// With more room, other seeds are chosen, which may take a little more.
		larger := options
		larger.Size, larger.Report = max(options.Size+1, measure(with(min(k.levels(), len(all))))), nil
		_, err := Make(ctx, bank, larger)
		if still, ok := errors.AsType[*TooSmallError](err); ok {
			err = &TooSmallError{options.Size, still.Enough}
		} else if err == nil {
			err = &TooSmallError{options.Size, larger.Size}
		}
		return nil, err
	}
	return with(n), nil
}

// fewestOfLevel is how many seeds of each level are chosen at least, since not every seed fits. No
// file is so small that it has no room for them.
const fewestOfLevel = 16

// leastSeed is a lower bound of the average number of bytes of a seed.
const leastSeed = 11

func newBank(k kind, seeds []Seed) *Bank {
	b := &Bank{Seeds: seeds, kind: k}
	for i := range seeds {
		for rungs, level := range seeds[i].Levels {
			b.picks[level] = append(b.picks[level], pick{i, rungs})
		}
	}
	return b
}

// relabelings is the number of orders of nine digits.
const relabelings = 362880

// isomorphs returns the number of puzzles of each pick.
func (k *kind) isomorphs() uint64 { return uint64(k.symmetry.Normalizer()) * relabelings }

// mostSeeds returns the greatest number of seeds of a mini bank. It keeps the number
// of puzzles of a level below 2^63, which every language can represent, even if all
// rungs have one level.
func (k *kind) mostSeeds() int {
	return int(min(math.MaxInt64/k.isomorphs()/uint64(k.mostRungs()+1), math.MaxInt32))
}

// Levels returns the lowest and the highest level.
func (b *Bank) Levels() (low, high rating.Level) { return b.kind.low, b.kind.high }

// Picks returns the number of seeds and rungs of a level.
func (b *Bank) Picks(level rating.Level) int { return len(b.picks[level]) }

// AllPicks returns the number of seeds and rungs of all levels.
func (b *Bank) AllPicks() (n int) {
	for level := b.kind.low; level <= b.kind.high; level++ {
		n += b.Picks(level)
	}
	return n
}

// Puzzles returns the number of different puzzles of a level.
func (b *Bank) Puzzles(level rating.Level) uint64 {
	if level < b.kind.low || level > b.kind.high {
		return 0
	}
	return uint64(b.Picks(level)) * b.kind.isomorphs()
}

// AllPuzzles returns the number of different puzzles of all levels.
func (b *Bank) AllPuzzles() (sum uint64) {
	for level := b.kind.low; level <= b.kind.high; level++ {
		sum += b.Puzzles(level)
	}
	return sum
}
