package cli

import (
	"cmp"
	"os"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
)

// Lang is the flag for the language of what people read. [Language] reads it.
var Lang = OneOf(&StringFlag{
	Name: "lang", Usage: "language of explanations and names, by its `CODE`: " + strings.Join(catalogue.Codes(), ", "), DefaultText: DefaultLanguage,
}, catalogue.Codes()...)

// DefaultLanguage says what the language is without [Lang].
const DefaultLanguage = "that of the locale, or en"

// Language returns the language that [Lang] names, or else the one of the locale, by the
// conventions of POSIX.
func Language(c *Context) string {
	return cmp.Or(c.String("lang"), catalogue.OfLocale(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))))
}
