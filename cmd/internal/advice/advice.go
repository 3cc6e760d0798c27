// Package advice adds to errors which command helps. Errors of the library say only what
// happened.
//
// To give an error advice, add a line to the table.
//
// Start with [Text].
package advice

import (
	"errors"
	"strings"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// verify begins the advice on a damaged bank.
const verify = `; "bank verify" tells more, and `

// table lists errors and the advice to add to their texts.
var table = [...]struct {
	is   func(error) bool
	says string
}{
	{of(seedbank.ErrDamaged), verify + `"bank salvage" takes out what is sound`},
	{of(seedbank.ErrOlderBank), `; any command that writes to it, such as "bank compact", brings it up to date, and "bank init" makes a copy of the starter bank that is`},
	{of(change.ErrNames), `: "bank snapshot" makes a copy to write to`},
	{of(seedbank.ErrNoMinutes), ": seedoku bank rerate --minutes estimates them"},
	{of(seedbank.ErrNoLabels), ": seedoku bank rerate --labels finds them"},
	{ofOldLabels, ": seedoku bank rerate --labels finds those of this version"},
	{of(book.ErrNoLetter), "; --font FILE sets a font that has it"},
	{of(mine.ErrOutdated), ": seedoku bank rerate brings the bank up to date"},
	{as(func(e *draw.NoMatchError) bool { return e.Pattern && e.Clues == "" && !e.Minutes }), ": seedoku mine --pattern makes some"},
	{as(func(e *draw.NoMatchError) bool { return *e == draw.NoMatchError{} }), ": see seedoku bank stats for what there is"},
}

// of returns a function that recognizes one error.
func of(target error) func(error) bool {
	return func(err error) bool { return errors.Is(err, target) }
}

// ofOldLabels recognizes the error about the labels of a bank, not about a request for others.
func ofOldLabels(err error) bool {
	return errors.Is(err, seedbank.ErrOtherLabels) && !as[*seedbank.VersionError](nil)(err)
}

// as returns a function that recognizes errors of a type for which like is true. If like is
// nil, it recognizes all errors of the type.
func as[E error](like func(E) bool) func(error) bool {
	return func(err error) bool {
		e, ok := errors.AsType[E](err)
		return ok && (like == nil || like(e))
	}
}

// Text returns the text of an error with advice, if there is any.
func Text(err error) string {
	text := err.Error()
	for i := range table {
		if table[i].is(err) {
			text += table[i].says
		}
	}
	return text
}

// TextOfVerify is [Text] for the command that tells more of a damaged bank.
func TextOfVerify(err error) string { return strings.Replace(Text(err), verify, "; ", 1) }
