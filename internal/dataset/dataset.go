// Package dataset writes sets of puzzles for training and testing models, in
// parts that share no solution grid.
//
// # Words
//
// A class is the set of all isomorphs of a puzzle. A grid is the set of all isomorphs
// of a complete solution. A [Part] is the purpose of puzzles: training, testing or
// validation. A row is a puzzle of a part. A shard is the files with some of the rows
// of a part.
//
// # Conventions
//
// Test and validation have one row of each of their seeds. Training has up to
// [Options.Augment] rows of each: copy 0 is the seed, then rungs and isomorphs of
// the seed take turns. If a number of clues, a symmetry or a pattern is asked for,
// all copies are of whatever has it, seed or rung. Rows come in blocks of some
// thousand seeds: first one row of each seed of the block, then another one of each.
//
// # Guarantees
//
// No grid is in two parts. So no puzzle of one part is a puzzle of another one with
// clues added or taken away, however it is turned. All rows are different puzzles,
// and in test and validation also different classes. Each part has just as many rows
// as were asked for. The same options on the same bank give the same bytes.
//
// The [Proof] of this is counted from the files after they are written. If it fails,
// [Make] returns a [*FalseError].
//
// Grids are ordered by a keyed hash. Testing takes the first, validation the next,
// and training the last of them. So a bank that has grown since never moves a grid
// from testing to training or back, as long as the options stay the same: more grids
// only move the two ends apart. Grids can move between testing and validation.
//
// A file appears only when it is complete. [Make] continues an interrupted run
// with the same options.
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
	"slices"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/transform"
)

// Part is the purpose of puzzles in a data set. Names of files begin with it.
type Part string

// The parts of a data set.
const (
	Test       Part = "test"
	Validation Part = "validation"
	Train      Part = "train"
)

// parts are all parts, in the order in which they take their grids.
var parts = [...]Part{Test, Validation, Train}

// Options are the contents of a data set and the form of its files.
type Options struct {
	// Request has the kind of the puzzles and the random seed. Its N, Skip and
	// Distinct must be zero, and its style must not be [draw.Print].
	Request draw.Request `json:"request"`

	Train      uint64 `json:"train"` // rows
	Test       uint64 `json:"test"`
	Validation uint64 `json:"validation,omitempty"`

	Augment uint64 `json:"augment"`           // greatest number of training rows of a seed, at least 1
	Minimal bool   `json:"minimal,omitempty"` // add no clues, so use no rungs

	Formats   []string `json:"formats"`
	ShardSize uint64   `json:"shard_size,omitempty"` // greatest number of rows of a shard; 0: a part is one shard
}

const (
	maxAugment  = 1_000_000 // every puzzle has far more isomorphs, even with automorphisms
	maxArranged = 362_880   // 9!: relabelings keep the pattern
	maxRows     = 1 << 40
)

// maxAugment returns the greatest number of different rows that every seed has.
func (o *Options) maxAugment() uint64 {
	if o.arranges() {
		return maxArranged
	}
	return maxAugment
}

// rows returns the number of rows of a part.
func (o *Options) rows(part Part) uint64 {
	return map[Part]uint64{Test: o.Test, Validation: o.Validation, Train: o.Train}[part]
}

// copies returns the number of rows of each seed of a part.
func (o *Options) copies(part Part) uint64 {
	if part == Train {
		return o.Augment
	}
	return 1
}

// entries returns the number of seeds that a part needs.
func (o *Options) entries(part Part) uint64 {
	copies := o.copies(part)
	return (o.rows(part) + copies - 1) / copies
}

// Check returns a [*draw.FieldError] if o is invalid for every bank. Its field is the name of a
// flag.
func (o *Options) Check() error {
	for _, part := range parts {
		if o.rows(part) > maxRows {
			return &draw.FieldError{Field: string(part), Reason: fmt.Errorf("at most %d puzzles", uint64(maxRows))}
		}
	}
	switch {
	case o.Train+o.Test+o.Validation == 0:
		return &draw.FieldError{Field: string(Train), Reason: errors.New("a data set has at least one puzzle")}
	case o.Augment < 1 || o.Augment > o.maxAugment():
		return &draw.FieldError{Field: "augment", Reason: fmt.Errorf("from 1 to %d puzzles of each seed", o.maxAugment())}
	case o.Request.Style == draw.Print:
		return &draw.FieldError{Field: "style", Reason: errors.New("puzzles of a data set have no style")}
	case o.Request.N > 0 || o.Request.Skip > 0 || o.Request.Distinct || o.Request.Variety != draw.NoVariety:
		return &draw.FieldError{Field: string(Train), Reason: errors.New("the parts already give the number of puzzles")}
	case len(o.Formats) == 0:
		return &draw.FieldError{Field: "format", Reason: errors.New("a data set needs a format")}
	}
	for i, name := range o.Formats {
		if _, err := formatNamed(name); err != nil {
			return &draw.FieldError{Field: "format", Reason: err}
		}
		if slices.Contains(o.Formats[:i], name) {
			return &draw.FieldError{Field: "format", Reason: fmt.Errorf("%s is given twice", name)}
		}
	}
	return nil
}

// arranges reports whether clues have to stand symmetrically or in a pattern.
func (o *Options) arranges() bool {
	return o.Request.Symmetry != transform.NoSymmetry || !o.Request.Pattern.Empty()
}

// wantsRungs reports whether puzzles may have clues added.
func (o *Options) wantsRungs() bool { return !o.Minimal && !o.Request.Minimal && !o.byPath() }

// byClues reports whether the request has a number of clues, a symmetry or a
// pattern. Then seeds and rungs are treated alike.
func (o *Options) byClues() bool { return o.wantsRungs() && o.Request.Filter().Rungs }

// byPath reports whether the request has conditions on solving paths, which are
// known only for seeds.
func (o *Options) byPath() bool {
	return len(o.Request.Uses)+len(o.Request.Without)+len(o.Request.Practice) > 0 || o.Request.Labels != (seedbank.Labels{})
}
