// Package wish makes wishes for the commands that draw puzzles, from their flags, and
// checks from the output alone that what came out is what was asked for.
//
// # Words
//
// A [Wish] is flags with values. An [Outcome] is what a command has written for it:
// streams, files and exit status. A wish is kept, or refused with a reason and without
// any puzzle.
//
// # Not here
//
// Anything of the packages that read requests and draw puzzles: the checker reads
// flags and files by itself. It solves, rates and turns puzzles by the packages that
// do so.
//
// Start with [Maker], then [CheckGen]. All of this is a test: it builds the programs, and
// asks them for their flags and values as a shell does.
package wish

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// Flag is a flag of a command.
type Flag struct {
	Name    string
	Switch  bool     // it takes no value
	Values  []string // those that the command lists, or nil
	Formats []string // that the flag is for; nil: all
}

// Given is a flag with a value.
type Given struct{ Flag, Value string }

// Wish is the flags of a command line.
type Wish []Given

// Arguments returns a wish as words of a command line.
func (w Wish) Arguments() (words []string) {
	for _, given := range w {
		dashes := "--"
		if len(given.Flag) == 1 {
			dashes = "-"
		}
		words = append(words, dashes+given.Flag)
		if given.Value != "" {
			words = append(words, given.Value)
		}
	}
	return words
}

// String returns a wish as a command line.
func (w Wish) String() string { return strings.Join(w.Arguments(), " ") }

// Has reports whether a flag is given.
func (w Wish) Has(flags ...string) bool {
	return slices.ContainsFunc(w, func(g Given) bool { return slices.Contains(flags, g.Flag) })
}

// All returns the values of a flag.
func (w Wish) All(flag string) (values []string) {
	for _, given := range w {
		if given.Flag == flag {
			values = append(values, given.Value)
		}
	}
	return values
}

// Value returns the value of a flag, or another one if it is not given.
func (w Wish) Value(flag, otherwise string) string {
	if values := w.All(flag); len(values) > 0 {
		return values[0]
	}
	return otherwise
}

// Maker makes wishes of the flags of a command.
type Maker struct {
	Flags   []Flag
	Samples map[string][]string // values of flags whose values are not listed
	Needs   map[string]Wish     // what a flag is nothing without
	Usual   Wish                // what is added if it is not given, the first that fits
	Random  *rand.Rand
}

// Value returns a value for a flag, or false if there is none.
func (m *Maker) Value(flag *Flag) (string, bool) {
	values := m.Samples[flag.Name]
	switch {
	case flag.Switch:
		return "", true
	case values == nil:
		values = flag.Values
	}
	if len(values) == 0 {
		return "", false
	}
	return values[m.Random.IntN(len(values))], true
}

// Of returns a wish with values for some flags, and with what these need.
func (m *Maker) Of(flags ...*Flag) (w Wish) {
	for _, flag := range flags {
		if value, ok := m.Value(flag); ok {
			w = append(w, Given{flag.Name, value})
		}
	}
	for _, flag := range flags {
		w = w.with(m.Needs[flag.Name])
		if len(flag.Formats) > 0 {
			w = w.with(Wish{{"format", flag.Formats[m.Random.IntN(len(flag.Formats))]}})
		}
	}
	return w.with(m.Usual)
}

// with returns w with flags that are not given yet.
func (w Wish) with(more Wish) Wish {
	for _, given := range more {
		if !w.Has(given.Flag) {
			w = append(w, given)
		}
	}
	return w
}

// Some returns a wish with some flags taken at random.
func (m *Maker) Some(most int) Wish {
	var flags []*Flag
	for range 1 + m.Random.IntN(most) {
		if flag := &m.Flags[m.Random.IntN(len(m.Flags))]; !slices.Contains(flags, flag) {
			flags = append(flags, flag)
		}
	}
	return m.Of(flags...)
}

// Outcome is what a command has done.
type Outcome struct {
	Status         int
	Stdout, Stderr string
	Files          map[string][]byte // by their paths
}
