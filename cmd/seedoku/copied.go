package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/given"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/sudoku"
)

// copied is the relation of a puzzle to the closest one of some others.
type copied struct {
	copies.Match
	place string // of the puzzle, if it is known
	of    source // the place of the closest one
}

// source is the place of a puzzle: a text, or the key of one in the catalogues and what it
// is filled with.
type source struct {
	text  string
	key   string
	pairs []any
}

func (s *source) in(words *catalogue.Catalogue) string {
	if s.key == "" {
		return s.text
	}
	return words.Plain("check."+s.key, s.pairs...)
}

// copiedColumns are the columns of a copy.
var copiedColumns = []table.Column[*copied]{
	table.String("relation", table.Word, "the relation of the puzzle to the closest one it was compared with", func(to *copied) string { return to.Relation.String() }),
	table.String("of", table.Text, "the place of the closest one", (*copied).ofText),
	table.String("mistake", table.Text, "which cell is mistyped", (*copied).mistakeText),
}

// ofText and mistakeText are the texts for programs, which are English.
func (to *copied) ofText() string { return to.of.in(catalogue.Or(catalogue.English)) }

func (to *copied) mistakeText() string { return to.mistake(catalogue.Or(catalogue.English)) }

// mistake says which cell of which puzzle is mistyped, or returns "".
func (to *copied) mistake(words *catalogue.Catalogue) string {
	place := to.place
	if to.Mistake.Earlier {
		place = to.of.in(words)
	}
	return to.Wrong(words, place)
}

// copiedLines returns the relation in words, or nothing if the puzzle was not compared.
func copiedLines(words *catalogue.Catalogue, to *copied) []string {
	if to == nil {
		return nil
	}
	return []string{words.Plain("check.copy."+to.Relation.String(), "place", to.of.in(words), "mistake", to.mistake(words))}
}

// original is puzzles with which others are compared.
type original interface {
	// closest returns the closest one. p is nil if the clues of g contradict each other.
	closest(ctx context.Context, x *copies.Examiner, g sudoku.Grid, p *copies.Puzzle) (copied, error)
	io.Closer
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
	r := resolver{}
	for _, name := range cli.Files(c, "against") {
		f := new(fileToCompare)
		err := r.each(c.Context, name, func(n *named) error {
			switch {
			case n.collection != nil:
				list = append(list, &volumesToCompare{bank: bank, collection: n.collection})
			case n.bank != nil:
				list = append(list, bankToCompare{n.bank})
			case n.places != nil:
				return f.addPack(c.Context, bank, n.places)
			default:
				return p.readToCompare(c, f, n.path)
			}
			return nil
		})
		if err != nil {
			list.close()
			return nil, fmt.Errorf("--against: %w", err)
		}
		if f.index.Len() > 0 {
			list = append(list, f)
		}
	}
	return list, nil
}

func (list originals) close() {
	for _, o := range list {
		o.Close()
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

// fileToCompare is the puzzles of a file, or of the files in a folder.
type fileToCompare struct {
	index    copies.Index
	parts    []partToCompare
	searched atomic.Int64 // puzzles in which mistyped cells were looked for
}

// partToCompare is the puzzles of one of the files.
type partToCompare struct {
	first int // number of the first one in the index
	at    func(number int) source
}

// begin begins a file. at returns the place of its puzzle of a number, from 0.
func (f *fileToCompare) begin(at func(number int) source) {
	f.parts = append(f.parts, partToCompare{f.index.Len(), at})
}

// at returns the place of a puzzle.
func (f *fileToCompare) at(number int) source {
	i, isFirst := slices.BinarySearchFunc(f.parts, number, func(p partToCompare, number int) int { return cmp.Compare(p.first, number) })
	if !isFirst {
		i--
	}
	return f.parts[i].at(number - f.parts[i].first)
}

// addPack adds the puzzles of a pack.
func (f *fileToCompare) addPack(ctx context.Context, bank *seedbank.Bank, of []export.Place) error {
	f.begin(func(number int) source {
		at := &of[number]
		return volumeOf(at.Number, at.Page, phrase.Printable(at.File), phrase.Printable(at.File))
	})
	var x copies.Examiner
	for puzzle, err := range draw.Recall(ctx, bank, phrase.Names(of, func(at *export.Place) string { return at.ID })) {
		if err != nil {
			return err
		}
		known, err := x.Puzzle(puzzle.Puzzle().Clues())
		if err != nil {
			return err
		}
		f.index.Add(&known)
	}
	return nil
}

// readToCompare adds the puzzles of a file. A line that cannot be understood is an error: it may be
// the puzzle that is looked for.
func (p *program) readToCompare(c *cli.Context, f *fileToCompare, name string) error {
	var places places
	f.begin(func(number int) source { return source{text: places.at(number)} })
	var x copies.Examiner
	newExaminer := func() func(sudoku.Grid) (copies.Puzzle, error) { return new(copies.Examiner).Puzzle }
	return answerInputs(p, c, p.inputs([]string{name}), ofGrids(newExaminer), func(in *input, puzzle *copies.Puzzle) error {
		switch {
		case errors.Is(in.err, errNoPuzzle):
			return fmt.Errorf("%s: %w; if it is a pack, name its manifest", in.where(), in.err)
		case in.err != nil:
			return fmt.Errorf("%s: %w", in.where(), told(c, in.err))
		}
		places.add(in)
		f.index.Add(puzzle)
		if !puzzle.Proper && f.index.Len() <= mostMistyped {
			f.index.AddMistakes(&x, in.grid)
		}
		return nil
	})
}

func (f *fileToCompare) closest(_ context.Context, x *copies.Examiner, g sudoku.Grid, p *copies.Puzzle) (to copied, err error) {
	if p != nil {
		to.Match = f.index.Find(p)
	}
	if to.Relation == copies.Unrelated && f.searched.Add(1) <= mostMistyped {
		to.Match = f.index.FindMistyped(x, g, p)
	}
	if to.Relation != copies.Unrelated {
		to.of = f.at(to.Number)
	}
	return to, nil
}

func (f *fileToCompare) Close() error { return nil }

// bankToCompare is the seeds of a bank.
type bankToCompare struct{ *seedbank.Bank }

// closest does not look for mistyped cells.
func (b bankToCompare) closest(ctx context.Context, x *copies.Examiner, _ sudoku.Grid, p *copies.Puzzle) (to copied, err error) {
	if p == nil {
		return to, nil
	}
	match, key, err := x.Closest(ctx, b.Bank, p)
	if to.Match = match; to.Relation != copies.Unrelated {
		to.of = source{key: "seed-of", pairs: []any{"seed", key, "bank", b.Path()}}
	}
	return to, err
}

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
