package cli

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	library "github.com/urfave/cli/v2"

	"github.com/seedoku/seedoku/internal/phrase"
)

// Choice is a flag with values that can be listed.
type Choice struct {
	Listed
	Values func() []string
	Only   bool // any other value is an error
	Lists  bool // the values can be listed with commas
}

// Switch is a flag that stands alone, which is true, or has a word after an equals sign.
type Switch struct{ *StringFlag }

// TakesValue reports that no value follows s.
func (s Switch) TakesValue() bool { return false }

// AnyFile as a value of a [Choice] stands for the name of any file.
const AnyFile = "/"

// Listed is the interface of flags that the library can list.
type Listed interface {
	library.DocGenerationFlag
	library.VisibleFlag
	library.CategorizableFlag
}

// OneOf returns a flag whose value is one of some words.
func OneOf(flag Listed, words ...string) *Choice {
	return &Choice{Listed: flag, Values: func() []string { return words }, Only: true}
}

// Workers is the flag for the number of puzzles that a command works on at once.
// [WorkerCount] reads it.
var Workers = &IntFlag{Name: "workers", Usage: "work on `N` puzzles at once", DefaultText: "the number of cores"}

// maxWorkers is the greatest number of workers. Each has its own memory, and more workers
// than cores are useless.
const maxWorkers = 1024

// WorkerCount returns the value of [Workers].
func WorkerCount(c *Context) int {
	if !c.IsSet(Workers.Name) {
		return runtime.GOMAXPROCS(0)
	}
	return c.Int(Workers.Name)
}

// checkValue returns an error for a value that a flag does not take.
func checkValue(flag Flag, value string) (err error) {
	switch flag := flag.(type) {
	case *Choice:
		if flag.Only && !slices.Contains(flag.Values(), value) {
			return &phrase.UnknownError{Kind: firstName(flag), Given: value, Known: flag.Values()}
		}
	case *StringFlag:
		if flag.TakesFile && value == "" {
			return errors.New("it is empty: leave it out, or name a file")
		}
	case *BoolFlag:
		if _, err = strconv.ParseBool(value); err != nil {
			return fmt.Errorf("%q is neither true nor false", value)
		}
	case *IntFlag:
		var n int64
		if n, err = strconv.ParseInt(value, 10, 64); err == nil && flag.Name == Workers.Name && (n < 1 || n > maxWorkers) {
			return fmt.Errorf("there must be at least 1 and at most %d, not %d", maxWorkers, n)
		}
		err = cmp.Or(err, asWritten(value, strconv.FormatInt(n, 10)))
	case *Uint64Flag:
		var n uint64
		n, err = strconv.ParseUint(value, 10, 64)
		err = cmp.Or(err, asWritten(value, strconv.FormatUint(n, 10)))
	case *Float64Flag:
		_, err = strconv.ParseFloat(value, 64)
	case *DurationFlag:
		if _, err = time.ParseDuration(value); err != nil {
			return fmt.Errorf("%q is not a time such as 90s or 5m", value)
		}
	}
	switch {
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s is too large a number", value)
	case err == nil:
		return nil
	}
	if _, ok := flag.(*Float64Flag); ok {
		return fmt.Errorf("%q is not a number such as 1.5", value)
	}
	return fmt.Errorf("%q is not a whole number", value)
}

// asWritten returns an error for a number that is written in another way than usual. The library
// would take 010 for 8.
func asWritten(value, usual string) error {
	if value != usual {
		return strconv.ErrSyntax
	}
	return nil
}

// takesValue reports whether a flag has a value, which can be the word after it.
func takesValue(flag Flag) bool {
	valued, ok := flag.(library.DocGenerationFlag)
	return ok && valued.TakesValue()
}

// repeats reports whether a flag takes a list, so that it can be given several times.
func repeats(flag Flag) bool {
	if choice, ok := flag.(*Choice); ok {
		flag = choice.Listed
	}
	switch flag.(type) {
	case *StringSliceFlag, *library.GenericFlag:
		return true
	}
	return false
}

// FlagText returns a flag as it is typed.
func FlagText(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

// firstName returns the name that a flag has in the program.
func firstName(flag Flag) string { return flag.Names()[0] }

// flag returns the flag of a command that a word names, or nil.
func (n *node) flag(word string) Flag {
	name := strings.TrimLeft(word, "-")
	for _, flag := range n.command().Flags {
		if slices.Contains(flag.Names(), name) {
			return flag
		}
	}
	return nil
}

// flagWords returns the flags of a command as they are typed.
func (n *node) flagWords() (words []string) {
	for _, flag := range n.command().Flags {
		for _, name := range flag.Names() {
			words = append(words, FlagText(name))
		}
	}
	return words
}

// flagFor returns the flag of a command that has word among its values, or "". Words of
// lists, such as level, mean too much else.
func (n *node) flagFor(word string) string {
	for _, flag := range n.command().Flags {
		if choice, ok := flag.(*Choice); ok && !choice.Lists && slices.Contains(choice.Values(), word) {
			return FlagText(firstName(flag))
		}
	}
	return ""
}

// namedFlag is a flag that caches its names. The flags of the library compute their
// names at each call, by a regular expression, and the library calls all flags for
// each look-up.
type namedFlag struct {
	Listed
	names []string
}

func (f *namedFlag) Names() []string { return f.names }

// withNames returns flags that keep their names.
func withNames(flags []Flag) []Flag {
	named := make([]Flag, len(flags))
	for i, flag := range flags {
		named[i] = flag
		if flag, ok := flag.(Listed); ok {
			named[i] = &namedFlag{flag, flag.Names()}
		}
	}
	return named
}
