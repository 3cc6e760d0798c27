package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
)

// copied is the relation of a puzzle to the closest one of some others.
type copied struct {
	copies.Match
	place string // of the puzzle, if it is known
	of    string // the place of the closest one
}

// copiedColumns are the columns of a copy.
var copiedColumns = []table.Column[*copied]{
	table.String("relation", table.Word, "the relation of the puzzle to the closest one it was compared with", func(to *copied) string { return to.Relation.String() }),
	table.String("of", table.Text, "the place of the closest one", func(to *copied) string { return to.of }),
	table.String("mistake", table.Text, "which cell is mistyped", func(to *copied) string { return to.mistake(to.place) }),
}

// mistake returns a text about the mistyped cells, or "". place is the place of the
// puzzle.
func (to *copied) mistake(place string) string {
	if to.Mistake.Earlier {
		place = to.of
	}
	return to.Wrong(place)
}

// relationWords describe relations for people. %s is the place of the closest puzzle.
var relationWords = [...]string{
	copies.Unrelated: "not a copy of the puzzles it was compared with",
	copies.Mistyped:  "a copy of %s except in one cell: ",
	copies.SameGrid:  "another puzzle of the solution of %s",
	copies.Extended:  "a copy of %s with clues added",
	copies.Reduced:   "a copy of %s with clues taken away",
	copies.Same:      "a copy of %s",
}

// copiedLines returns the relation in words, or nothing if the puzzle was not compared.
func copiedLines(to *copied) []string {
	if to == nil {
		return nil
	}
	return []string{strings.ReplaceAll(relationWords[to.Relation], "%s", to.of) + to.mistake(to.place)}
}

// original is puzzles with which others are compared.
type original interface {
	// closest returns the closest one. p is nil if the clues of g contradict each other.
	closest(ctx context.Context, x *copies.Examiner, g sudoku.Grid, p *copies.Puzzle) (copied, error)
	close() error
}

// originals are the puzzles of some files and banks.
type originals []original

// originals opens the files, banks and collections of the flags --against and --collection.
// The bank has the seeds of collections.
func (p *program) originals(c *cli.Context, bank *seedbank.Bank) (list originals, err error) {
	if c.IsSet("collection") {
		path, err := collectionPath(c.String("collection"))
		if err != nil {
			return nil, err
		}
		collection, err := given.OpenToRead(c.Context, path)
		if err != nil {
			return nil, err
		}
		list = append(list, &volumesToCompare{bank: bank, collection: collection})
	}
	for _, name := range cli.Files(c, "against") {
		var o original
		if isDatabase(name) {
			o, err = openToCompare(c.Context, bank, name)
		} else {
			o, err = p.readToCompare(c, name)
		}
		if err != nil {
			list.close()
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

func (list originals) close() {
	for _, o := range list {
		o.close()
	}
}

// finder returns a function that finds the closest one of all. It has its own scratch
// memory.
func (list originals) finder(ctx context.Context) func(sudoku.Grid) (*copied, error) {
	var x copies.Examiner
	return func(g sudoku.Grid) (*copied, error) {
		puzzle, err := x.Puzzle(g)
		p := &puzzle
		if err != nil {
			p = nil
		}
		best := new(copied)
		for _, o := range list {
			to, err := o.closest(ctx, &x, g, p)
			if err != nil {
				return nil, err
			}
			if to.Relation > best.Relation {
				*best = to
			}
		}
		return best, nil
	}
}

// isDatabase reports whether a file is one of SQLite, as banks are.
func isDatabase(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	head, _ := bufio.NewReader(file).Peek(len(databaseHead))
	return string(head) == databaseHead
}

const databaseHead = "SQLite format 3\x00"

// fileToCompare is the puzzles of a file.
type fileToCompare struct {
	index    copies.Index
	places   places
	searched atomic.Int64 // puzzles in which mistyped cells were looked for
}

// readToCompare reads the puzzles of a file. It reports lines that are not puzzles.
func (p *program) readToCompare(c *cli.Context, name string) (*fileToCompare, error) {
	f := new(fileToCompare)
	var x copies.Examiner
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	err := answerInputs(p, c, p.inputs([]string{name}), newExaminer, func(in *input, puzzle *copies.Puzzle) error {
		if in.err != nil {
			p.Report(in.where(), told(c, in.err))
			return nil
		}
		f.places.add(in)
		f.index.Add(puzzle)
		if !puzzle.Proper && f.index.Len() <= mostMistyped {
			f.index.AddMistakes(&x, in.grid)
		}
		return nil
	})
	return f, err
}

func (f *fileToCompare) closest(_ context.Context, x *copies.Examiner, g sudoku.Grid, p *copies.Puzzle) (to copied, err error) {
	if p != nil {
		to.Match = f.index.Find(p)
	}
	if to.Relation == copies.Unrelated && f.searched.Add(1) <= mostMistyped {
		to.Match = f.index.FindMistyped(x, g, p)
	}
	if to.Relation != copies.Unrelated {
		to.of = f.places.at(to.Number)
	}
	return to, nil
}

func (f *fileToCompare) close() error { return nil }

// openToCompare opens a collection, or a bank.
func openToCompare(ctx context.Context, bank *seedbank.Bank, name string) (original, error) {
	collection, err := given.OpenToRead(ctx, name)
	if errors.Is(err, given.ErrNotOne) {
		return openBankToCompare(ctx, name)
	}
	return &volumesToCompare{bank: bank, collection: collection}, err
}

// bankToCompare is the seeds of a bank.
type bankToCompare struct{ *seedbank.Bank }

func openBankToCompare(ctx context.Context, name string) (bankToCompare, error) {
	bank, err := seedbank.Open(ctx, name)
	return bankToCompare{bank}, err
}

// closest does not look for mistyped cells.
func (b bankToCompare) closest(ctx context.Context, x *copies.Examiner, _ sudoku.Grid, p *copies.Puzzle) (to copied, err error) {
	if p == nil {
		return to, nil
	}
	match, key, err := x.Closest(ctx, b.Bank, p)
	if to.Match = match; to.Relation != copies.Unrelated {
		to.of = fmt.Sprintf("seed %v of %s", key, b.Path())
	}
	return to, err
}

func (b bankToCompare) close() error { return b.Close() }

// places are the places of many inputs.
type places struct {
	names []string
	list  []placeOfInput
}

// placeOfInput is the place of an input, without its name.
type placeOfInput struct{ name, line, column int32 }

func (ps *places) add(in *input) {
	if n := len(ps.names); n == 0 || ps.names[n-1] != in.place {
		ps.names = append(ps.names, in.place)
	}
	ps.list = append(ps.list, placeOfInput{int32(len(ps.names) - 1), int32(in.line), int32(in.column)})
}

// at returns a place in words.
func (ps *places) at(number int) string {
	of := ps.list[number]
	return (&input{place: ps.names[of.name], line: int(of.line), column: int(of.column)}).where()
}
