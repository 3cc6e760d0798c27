package pack

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/seedoku/seedoku/internal/book"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
)

// bookletOptions are the options of booklets.
var (
	bookletOptions = []Option{
		titleOption, createdOption, subtitleOption, authorOption, footerOption, pictureOption, copyrightOption, introOption, introductionOption,
		afterwordOption, langOption, fontOption, showOption, neutralOption, paperOption, bleedOption, perPageOption, largePrintOption,
		pencilOption, pencilFromOption, notesOption, noPartsOption, noContentsOption, solutionsOption, solutionsPerPageOption, noSolutionsOption,
	}

	subtitleOption         = Option{Name: "subtitle", Kind: Text, Placeholder: "TEXT", Default: "number and levels of the puzzles", Help: "TEXT below the title"}
	authorOption           = Option{Name: "author", Kind: Text, Placeholder: "NAME", Default: "none", Help: "NAME of the author, on the title page"}
	footerOption           = Option{Name: "footer", Kind: Text, Placeholder: "TEXT", Default: "none", Help: "TEXT at the foot of pages"}
	pictureOption          = Option{Name: "picture", Kind: File, Placeholder: "FILE", Default: "the first puzzle", Help: "picture on the title page, PNG or JPEG, from FILE"}
	copyrightOption        = Option{Name: "copyright", Kind: File, Accepts: acceptsMarkdown, Placeholder: "FILE", Default: "none", Help: "text of the copyright page, Markdown, from FILE"}
	introOption            = Option{Name: "intro", Kind: Switch, Help: "add an introduction: how to solve, and the levels of the booklet"}
	introductionOption     = Option{Name: "introduction", Kind: File, Accepts: acceptsMarkdown, Placeholder: "FILE", Default: "none", Help: "your own introduction, Markdown, from FILE; with --intro, it follows the built-in one"}
	afterwordOption        = Option{Name: "afterword", Kind: File, Accepts: acceptsMarkdown, Placeholder: "FILE", Default: "none", Help: "text of the last pages, Markdown, from FILE"}
	langOption             = Option{Name: "lang", Kind: Text, Choices: catalogue.Codes(), Placeholder: "CODE", Default: catalogue.Codes()[0], Help: "language of the texts, by its CODE"}
	fontOption             = Option{Name: "font", Kind: File, Placeholder: "FILE", Default: "a font with Latin, Greek and Cyrillic letters", Help: "TrueType font of all texts, from FILE"}
	showOption             = Option{Name: "show", Kind: Text, Words: showable, Accepts: acceptsShow, Placeholder: "LIST", Default: standardShow, Help: "LIST of facts beside puzzles: id, er, level, clues, date; program names it on the title page; or none"}
	neutralOption          = Option{Name: "neutral", Kind: Switch, Help: "do not mention the program, not even in the properties of the file"}
	paperOption            = Option{Name: "paper", Kind: Text, Choices: book.Papers(), Accepts: book.CheckPaper, Placeholder: "SIZE", Default: book.Papers()[0], Help: "SIZE of the paper, such as 6.14x9.21in or 170x240mm, or"}
	bleedOption            = Option{Name: "bleed", Kind: Switch, Help: "pages with 1/8 inch of bleed, and thumb tabs that reach into it"}
	perPageOption          = Option{Name: "per-page", Kind: Number, Choices: phrase.Names(book.PerPages(), func(n *int) string { return strconv.Itoa(*n) }), Placeholder: "N", Default: "4", Help: "N puzzles a page"}
	largePrintOption       = Option{Name: "large-print", Kind: Switch, Help: "digits of puzzles of 16 points or more"}
	pencilOption           = Option{Name: "pencil", Kind: Text, Choices: []string{"candidates", "dots"}, Placeholder: "MARKS", Default: "none", Help: "print MARKS into the empty cells of hard puzzles (dots in pdf only)"}
	pencilFromOption       = Option{Name: "pencil-from", Kind: Number, Choices: levelNumbers(), Placeholder: "LEVEL", Default: strconv.Itoa(standardPencilFrom), Help: "the first LEVEL with marks of --pencil"}
	notesOption            = Option{Name: "notes", Kind: Number, Placeholder: "N", Default: "none", Help: "N lines for notes below each puzzle"}
	noPartsOption          = Option{Name: "no-parts", Kind: Switch, Help: "no page before the puzzles of each level, which a booklet with a title has if each level fills a page"}
	noContentsOption       = Option{Name: "no-contents", Kind: Switch, Help: "no contents, in a booklet with a title"}
	solutionsOption        = Option{Name: "solutions", Kind: Text, Choices: []string{"end", "parts", "none"}, Placeholder: "WHERE", Default: "end", Help: "solutions at the end, or after each part, which epub does not do; WHERE is one of"}
	solutionsPerPageOption = Option{Name: "solutions-per-page", Kind: Number, Placeholder: "N", Default: "12", Help: "N solutions a page"}
	noSolutionsOption      = Option{Name: "no-solutions", Kind: Switch, Help: "no solutions at the end"}
)

const (
	standardShow       = "date,level"
	standardPencilFrom = 6
)

// marks and solutionPlaces translate choices of options for the typesetter.
var (
	marks          = map[string]book.Marks{"candidates": book.Candidates, "dots": book.Dots}
	solutionPlaces = map[string]book.Solutions{"parts": book.AfterParts, "none": book.Nowhere}
)

// shows has the facts that a booklet shows of its puzzles and of itself, by the
// names in showable.
type shows map[string]bool

var showable = []string{"id", "er", "level", "clues", "date", "program"}

// showsOf reads the value of the option show. The empty text means the default.
func showsOf(text string) shows {
	if text == "" {
		text = standardShow
	}
	s := shows{}
	for name := range strings.SplitSeq(text, ",") {
		s[strings.TrimSpace(name)] = true
	}
	return s
}

func acceptsShow(text string) error {
	if text == "none" {
		return nil
	}
	for name := range strings.SplitSeq(text, ",") {
		if name = strings.TrimSpace(name); name == "none" {
			return errors.New("none stands alone")
		} else if !slices.Contains(showable, name) {
			return &phrase.UnknownError{Kind: "show", Given: name, Known: append(slices.Clone(showable), "none")}
		}
	}
	return nil
}

// acceptsMarkdown returns an error if a file is too long or is not text, which a
// manifest could not hold unchanged.
func acceptsMarkdown(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("want a text in UTF-8")
	}
	return bounds.Check("the text", int64(len(text)), bounds.Prose, bounds.Bytes)
}

func levelNumbers() (texts []string) {
	for level := 1; level <= rating.NumLevels; level++ {
		texts = append(texts, fmt.Sprint(level))
	}
	return texts
}
