// Package page has the files of the page: templates, scripts and styles, which package web
// serves. It makes one file of them that plays without a server.
//
// # Not here
//
// How the page is served, and the API (package web). The engine of the page (package engine).
// The checks of its scripts stand in the folder test.
//
// Start with [One].
package page

import (
	"embed"
	"strings"
)

// Files are the files of the page: templates in html, what is served in static, and the
// scripts that others have instead: in one the file that plays, in site static hosts, in
// board the board for other pages.
//
//go:embed html one site board static
var Files embed.FS

// Board is the script of <seedoku-board>, a board for any page. Package bundle builds it of
// the board of the page.
//
//go:embed built/seedoku-board.js
var Board []byte

// Controls are what the templates repeat: digits, kinds of entry, helps.
type Controls struct {
	Whole               bool // whether there is a server
	Nine                []int
	Modes, Wheels, Keys []string // names of kinds of entry, of what the wheel does, and of keys
	Sizes               []string // names of sizes of texts
	Helps               []helpKey
}

// helpKey is the number of a help and its key.
type helpKey struct {
	N   int
	Key string
}

// NewControls returns the controls of a page, with those that need a server or without.
func NewControls(whole bool) Controls {
	c := Controls{
		Whole:  whole,
		Nine:   []int{1, 2, 3, 4, 5, 6, 7, 8, 9},
		Modes:  []string{"digit", "corner", "centre", "colour"},
		Wheels: []string{"digits", "steps", "off"},
		Sizes:  []string{"normal", "large", "largest"},
		Keys:   strings.Fields("move marks space wheel several erase undo hint helps auto filter bookmark new pause close"),
	}
	for i, key := range "CPWRMKSDG" {
		c.Helps = append(c.Helps, helpKey{i + 1, string(key)})
	}
	return c
}
