// Package pack writes puzzles as files and reads them back. Each format is a file
// of the package and a row of [Formats].
//
// # Words
//
// An [Entry] is a puzzle of ours on its way out. A [Record] is a puzzle that
// came in: clues and remarks as they stand in somebody's file, nothing proved.
// An [Option] is something that can be asked of a format; a [Setting] is an
// option with its value.
//
// # Conventions
//
// The columns of csv are the members of jsonl: id, puzzle, solution, clues (their
// number), level, er, ep, ed, hardest (the technique), techniques and seed. The
// column techniques counts the steps of the solving path: {"pointing":2,"x-wing":1}
// in jsonl, pointing:2 x-wing:1 in csv. What is not known of a puzzle is an empty
// cell, and no member. Readers know the names of public tables as well, such as
// quizzes or answer.
//
// A format that is [Format.Measured] has six more columns: te (the depth of trial and
// error, one more than [depth.MaxTrials] if it is greater), backdoor (the size of the
// smallest backdoors), backdoors (how many there are), without_least and without_greatest
// (solutions without a clue) and without, which has them all: {"r1c1":27,"r1c6":211} in
// jsonl, r1c1:27 r1c6:211 in csv. [depth.SolutionLimit] stands for this many solutions or
// more.
//
// An option has the same name on command lines, in URLs and in manifests:
// [Format.Set] reads it from text, and Go programs call functions such as
// [Title]. An option that a format does not take is an error, never ignored.
//
// Writers do not buffer: hand them a [bufio.Writer] if the file is worth one.
// Readers take what they need and no more, and name the place of every record.
//
// # Guarantees
//
// The same entries and settings give the same bytes. Names of formats, options
// and columns never change. Writers of texts keep nothing of an entry, and those
// of line, sdm, grid, compact, csv, jsonl and exchange allocate nothing; the writer
// of pdf keeps its entries until it is closed. [Records] of an isomorph are what a
// writer writes of its entry.
//
// Every reader is a stream, of a file of any length: it keeps no more than one
// record, which is bounded by 1 MiB, and stays within 50 MB of memory whatever the
// file is. Lines may end with LF, CR LF or CR. [Unpack] unpacks compressed files
// within the same memory. What is malformed in a file is reported as a
// [*sudoku.ParseError] with its place, and reading goes on with the next record
// wherever the format has records that one can find again; nothing that looks like
// a puzzle is left out without an error. Text around puzzles is skipped; package
// shape says what is read as a puzzle. What a writer wrote, its reader gives back.
//
// A [Writer] and [Records] serve one goroutine at a time, see [Records.Fork]; values of
// other types can be shared.
//
// # Not here
//
// Which puzzles are in a pack: see package seedbank. How pages are set: see
// package book. Whether a record is a proper puzzle: see [sudoku.Solver.Prove].
//
// Start with [Entry] and [Formats], then [Format.New] and [Read], which have examples;
// millions of puzzles are written by [Format.Records].
package pack

import (
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// Entry is a puzzle of a pack, with what is known of it.
type Entry struct {
	ID     string // puzzle ID, or empty
	Seed   string // name of the seed that it was made from, or empty
	Puzzle sudoku.Puzzle

	// Rating is the rating of the puzzle. Its Uses are all zero where they are
	// not known, as for a seed with clues added: banks do not keep them. Every
	// path has a step, so zeros can mean nothing else.
	Rating rating.Result

	// Depth is what is measured beyond the scale, or nil. Only formats that are
	// [Format.Measured] write it.
	Depth *depth.Measures
}

// EntryOf returns an isomorph of a seed or rung as an entry.
func EntryOf(m seed.Isomorph) Entry {
	return Entry{ID: m.ID().String(), Seed: m.Pick().Key().String(), Puzzle: m.Puzzle(), Rating: m.Rating()}
}

// caption says what the puzzle is, in a few words.
func (e *Entry) caption() string { return string(appendCaption(nil, &item{entry: e}, nil)) }

// Writer writes a pack, one entry after the other. See [Format.New].
type Writer interface {
	// Write adds a puzzle. The caller may change the entry afterwards.
	Write(*Entry) error
	// Close writes what stands behind the last puzzle. It does not close the
	// file below.
	Close() error
}
