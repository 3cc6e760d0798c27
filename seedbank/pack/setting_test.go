package pack

import (
	"cmp"
	"strconv"
	"strings"
	"time"
)

// The settings of booklets. Files are handed over as what is in them.

// Subtitle sets the text below the title.
func Subtitle(text string) Setting { return Setting{subtitleOption.Name, text} }

// Author names the author, on the title page.
func Author(name string) Setting { return Setting{authorOption.Name, name} }

// Footer puts a text at the foot of the pages.
func Footer(text string) Setting { return Setting{footerOption.Name, text} }

// Picture puts a picture on the title page, PNG or JPEG.
func Picture(file []byte) Setting { return Setting{pictureOption.Name, string(file)} }

// Copyright makes a copyright page of a text in Markdown; see [book.Markdown].
func Copyright(markdown string) Setting { return Setting{copyrightOption.Name, markdown} }

// Intro puts an introduction in front: how to solve, what the levels of the booklet
// mean, and what else it shows.
func Intro() Setting { return Setting{introOption.Name, "true"} }

// Introduction makes an introduction of a text in Markdown. With [Intro], it stands
// after that.
func Introduction(markdown string) Setting { return Setting{introductionOption.Name, markdown} }

// Afterword makes the last pages of a text in Markdown.
func Afterword(markdown string) Setting { return Setting{afterwordOption.Name, markdown} }

// Lang sets the language of the texts, one of [catalogue.Codes].
func Lang(code string) Setting { return Setting{langOption.Name, code} }

// Font sets the letters, by a file with TrueType outlines; see [book.ParseFont].
func Font(file []byte) Setting { return Setting{fontOption.Name, string(file)} }

// Columns chooses the columns of a table by their names.
func Columns(names ...string) Setting {
	return Setting{columnsOption.Name, strings.Join(names, ",")}
}

// Show says what a booklet tells: some of id, er, level, clues and program. Without
// it, it tells the level.
func Show(what ...string) Setting {
	return Setting{showOption.Name, cmp.Or(strings.Join(what, ","), "none")}
}

// Neutral keeps the program out of a booklet.
func Neutral() Setting { return Setting{neutralOption.Name, "true"} }

// Paper sets the size of the pages, one of [book.Papers] or a size such as
// 170x240mm.
func Paper(size string) Setting { return Setting{paperOption.Name, size} }

// Bleed makes pages with a bleed, for printers.
func Bleed() Setting { return Setting{bleedOption.Name, "true"} }

// PerPage sets how many puzzles a page holds, one of [book.PerPages].
func PerPage(n int) Setting { return Setting{perPageOption.Name, strconv.Itoa(n)} }

// LargePrint makes the digits of a booklet 16 points or more.
func LargePrint() Setting { return Setting{largePrintOption.Name, "true"} }

// Pencil prints candidates or dots into the empty cells of hard puzzles.
func Pencil(marks string) Setting { return Setting{pencilOption.Name, marks} }

// PencilFrom sets the first level with the marks of [Pencil].
func PencilFrom(level int) Setting { return Setting{pencilFromOption.Name, strconv.Itoa(level)} }

// Notes draws lines for notes below each puzzle.
func Notes(lines int) Setting { return Setting{notesOption.Name, strconv.Itoa(lines)} }

// NoParts leaves the pages before the puzzles of each level out.
func NoParts() Setting { return Setting{noPartsOption.Name, "true"} }

// NoContents leaves the contents out.
func NoContents() Setting { return Setting{noContentsOption.Name, "true"} }

// Solutions says where the solutions are: end, parts (after each) or none.
func Solutions(where string) Setting { return Setting{solutionsOption.Name, where} }

// SolutionsPerPage sets how many solutions a page holds, 1 or more.
func SolutionsPerPage(n int) Setting { return Setting{solutionsPerPageOption.Name, strconv.Itoa(n)} }

// NoSolutions leaves out the solutions, as Solutions("none") does.
func NoSolutions() Setting { return Setting{noSolutionsOption.Name, "true"} }

// Created says when the pack was made. Without it files do not say that.
func Created(at time.Time) Setting { return Setting{createdOption.Name, dateText(at)} }

// Site writes the addresses of one web solver only, by its name, such as
// sudokupad.
func Site(name string) Setting { return Setting{siteOption.Name, name} }

// dateText returns what [parseDate] reads.
func dateText(at time.Time) string {
	at = at.UTC()
	if at.Equal(at.Truncate(24 * time.Hour)) {
		return at.Format(time.DateOnly)
	}
	return at.Format(time.RFC3339Nano)
}
