// Package dataset writes sets of puzzles for training and testing models, in
// parts that have nothing in common.
//
// # Words
//
// A class is a seed with all of its isomorphs and rungs: to a model that has seen
// one of them, the others are no news. A group is the classes that must stay
// together: one class, or all classes of one solution grid up to isomorphism. A
// [Part] is what puzzles are for: training, testing or validation. A row is a
// puzzle of a part. A shard is the files with some of the rows of a part.
//
// # Conventions
//
// Test and validation have one row of each of their classes. Training has up to
// [Options.Augment] rows of each: copy 0 is the seed, then rungs and isomorphs of
// the seed take turns. If a number of clues is asked for, all copies are of
// whatever has it, seed or rung. Rows come in blocks of some thousand
// classes: first one row of each class of the block, then another one of each.
//
// # Guarantees
//
// No group is in two parts, and all rows of a class are different puzzles. Each
// part has just as many rows as were asked for. The same options on the same bank
// give the same bytes.
//
// Groups are ordered by a keyed hash. Testing takes the first, validation the
// next, and training the last of them. So a bank that has grown since never moves
// a group from testing to training or back, as long as the options stay the same:
// more groups only move the two ends apart.
//
// A file appears when it is whole. [Make] goes on where an earlier run of the same
// options was interrupted.
//
// # Not here
//
// Which kinds of puzzles can be asked for (package draw).
//
// Start with [Options] and [Make].
package dataset

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/wording"
	"github.com/seedoku/seedoku/transform"
)

// Part is what puzzles of a data set are for. Names of files begin with it.
type Part string

// The parts of a data set.
const (
	Test       Part = "test"
	Validation Part = "validation"
	Train      Part = "train"
)

// parts are all parts, in the order in which they take their groups.
var parts = [...]Part{Test, Validation, Train}

// Split says what the parts of a data set do not share.
type Split string

// The ways to split.
const (
	ByClass Split = "class" // a seed with its isomorphs and rungs
	ByGrid  Split = "grid"  // a solution grid with its isomorphs
)

// Splits returns the names of the ways to split.
func Splits() []string { return []string{string(ByClass), string(ByGrid)} }

// Options say what a data set holds and what its files look like.
type Options struct {
	// Request says of which kind the puzzles are, and holds the random seed.
	// Symmetry, N, Skip and Distinct have to be zero.
	Request draw.Request `json:"request"`

	Train      uint64 `json:"train"` // rows
	Test       uint64 `json:"test"`
	Validation uint64 `json:"validation,omitempty"`

	Augment uint64 `json:"augment"`           // rows of a class for training, at least 1
	Minimal bool   `json:"minimal,omitempty"` // no clues are added: no rungs
	Split   Split  `json:"split"`

	Formats   []string `json:"formats"`
	ShardSize uint64   `json:"shard_size,omitempty"` // most rows of a shard; 0: a part is one shard
}

const (
	maxAugment = 1_000_000 // a class has far more isomorphs, whatever its automorphisms
	maxRows    = 1 << 40
)

// rows returns the number of rows of a part.
func (o *Options) rows(part Part) uint64 {
	return map[Part]uint64{Test: o.Test, Validation: o.Validation, Train: o.Train}[part]
}

// copies returns the number of rows of each class of a part.
func (o *Options) copies(part Part) uint64 {
	if part == Train {
		return o.Augment
	}
	return 1
}

// classes returns the number of classes that a part needs.
func (o *Options) classes(part Part) uint64 {
	copies := o.copies(part)
	return (o.rows(part) + copies - 1) / copies
}

// OptionError says which of [Options] cannot be, by the name of its flag.
type OptionError struct {
	Option string
	Reason error
}

func (e *OptionError) Error() string { return fmt.Sprintf("%s: %v", e.Option, e.Reason) }

func (e *OptionError) Unwrap() error { return e.Reason }

// Check returns an [*OptionError] if o cannot be, whatever the bank holds.
func (o *Options) Check() error {
	for _, part := range parts {
		if o.rows(part) > maxRows {
			return &OptionError{string(part), fmt.Errorf("at most %d puzzles", uint64(maxRows))}
		}
	}
	switch {
	case o.Train+o.Test+o.Validation == 0:
		return &OptionError{string(Train), errors.New("a data set has at least one puzzle")}
	case o.Augment < 1 || o.Augment > maxAugment:
		return &OptionError{"augment", fmt.Errorf("from 1 to %d puzzles of each class", maxAugment)}
	case o.Split != ByClass && o.Split != ByGrid:
		return &OptionError{"split", &wording.UnknownError{Kind: "way to split", Given: string(o.Split), Known: Splits()}}
	case o.Request.Symmetry != transform.NoSymmetry:
		return &OptionError{"symmetry", errors.New("isomorphs for training keep no symmetry")}
	case len(o.Formats) == 0:
		return &OptionError{"format", errors.New("a data set needs a format")}
	}
	for i, name := range o.Formats {
		if _, err := formatNamed(name); err != nil {
			return &OptionError{"format", err}
		}
		for _, other := range o.Formats[:i] {
			if other == name {
				return &OptionError{"format", fmt.Errorf("%s is asked for twice", name)}
			}
		}
	}
	return nil
}

// byClues reports whether a number of clues is asked for: then seeds and rungs
// count alike.
func (o *Options) byClues() bool {
	return !o.Minimal && !o.byPath() && o.Request.Filter().Rungs
}

// byPath reports whether puzzles are chosen by their paths, which are known of
// seeds alone.
func (o *Options) byPath() bool { return len(o.Request.Uses) > 0 || len(o.Request.Without) > 0 }

// effectiveSplit returns how the parts are split. Two seeds of one solution can
// become the same puzzle when clues are added. So where testing has rungs too, all
// classes of a solution stay together.
func (o *Options) effectiveSplit() Split {
	if o.byClues() {
		return ByGrid
	}
	return o.Split
}
