package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/sudoku"
)

// puzzleArguments describes in a help text what the commands that read
// puzzles take.
const puzzleArguments = "[PUZZLE | FILE | -]..."

// input is a grid to work on, and where it stood.
type input struct {
	place  string // for one in a file, the file, by the name that it has
	line   int    // the line of a file, or 0
	column int    // in the line, or 0
	grid   sudoku.Grid
	err    error
}

// where says where a grid stood: FILE:LINE for one in a file, with a name that can do
// nothing to a terminal. Of most grids nobody asks.
func (in *input) where() string {
	place := phrase.Printable(in.place)
	if in.line == 0 {
		return place
	}
	if in.column == 0 {
		return fmt.Sprintf("%s:%d", place, in.line)
	}
	return fmt.Sprintf("%s:%d:%d", place, in.line, in.column)
}

// maxBatch is the greatest number of puzzles that a worker takes at once.
const maxBatch = 256

// batcher gathers inputs, and hands them on when there are many, or when the
// next one has to be waited for: who types puzzles gets an answer to each.
type batcher struct {
	p     *program
	yield func([]input) bool
	batch []input
	ended bool // yield wants no more

	barren int64 // bytes of the file or the archive at hand, unpacked, since the last puzzle
}

func (b *batcher) add(in input) bool {
	b.batch = append(b.batch, in)
	if len(b.batch) == maxBatch {
		b.flush()
	}
	return !b.ended
}

func (b *batcher) flush() {
	if len(b.batch) > 0 && !b.ended {
		b.ended = !b.yield(b.batch)
		b.batch = nil
	}
}

// inputs yields what the arguments name, in batches.
func (p *program) inputs(args []string) iter.Seq[[]input] {
	return func(yield func([]input) bool) {
		b := batcher{p: p, yield: yield}
		if len(args) == 0 {
			args = []string{"-"}
		}
		if grid, ok := groups(args); ok {
			b.add(input{place: "arguments", grid: grid})
			args = nil
		}
		for i, arg := range args {
			if !b.argument(i, arg) {
				return
			}
		}
		b.flush()
	}
}

// argument adds the puzzles that one argument stands for: itself, or those of
// the file that it names.
func (b *batcher) argument(i int, arg string) bool {
	if arg == "-" {
		return b.text("standard input", b.p.Stdin)
	}
	grid, parseErr := sudoku.ParseGrid(arg)
	if parseErr == nil {
		return b.add(input{place: fmt.Sprintf("argument %d", i+1), grid: grid})
	}
	info, err := statInput(arg)
	switch {
	case errors.Is(err, os.ErrNotExist):
		grid, err := literal(arg)
		if err != nil {
			err = neither(arg, err)
		}
		return b.add(input{place: fmt.Sprintf("argument %d", i+1), grid: grid, err: err})
	case err != nil:
		return b.add(input{place: arg, err: err})
	case info.IsDir():
		return b.folder(arg)
	}
	return b.file(arg)
}

// text adds the puzzles of a text, which may be compressed, or of an archive.
func (b *batcher) text(name string, r io.Reader) bool {
	b.barren = 0
	source := &eagerReader{Reader: r, before: b.flush}
	buffered := bufio.NewReader(source)
	if isZip(buffered) {
		return b.archive(name, buffered)
	}
	return b.records(name, source, buffered)
}

// records adds the puzzles of a text, which may be compressed. The source is what
// r reads from in the end.
func (b *batcher) records(name string, source *eagerReader, r io.Reader) bool {
	found := false
	for record, err := range read.Puzzles(&barrenReader{read.Unpack(r), &b.barren}) {
		found = true
		in := input{place: name, line: record.Line, grid: record.Grid, err: err}
		if err != nil {
			in.line, in.column, in.err = placeOf(err)
		}
		if !errors.Is(err, errBarren) {
			b.barren = 0
		}
		if !b.add(in) {
			return false
		}
	}
	switch {
	case found:
		return true
	case source.empty:
		return b.add(input{place: name, err: errors.New("it is empty: no puzzle in it")})
	}
	return b.add(input{place: name, err: errNoPuzzle})
}

// placeOf splits an error of reading a text into its place in the text, 0 for none,
// and its cause.
func placeOf(err error) (line, column int, cause error) {
	var parse *sudoku.ParseError
	if !errors.As(err, &parse) {
		return 0, 0, withoutPath(err)
	}
	return parse.Line, parse.Column, errors.New(parse.Reason)
}

// barrenReader counts what is read, for whoever sets the count to 0 at each puzzle.
// It ends with an error when there are too many bytes without one: few bytes can be
// unpacked to very many.
type barrenReader struct {
	io.Reader
	count *int64
}

var errBarren = fmt.Errorf("no puzzle in %s of it: the rest is not read", bounds.Text(bounds.Barren, bounds.Bytes))

func (r *barrenReader) Read(buf []byte) (int, error) {
	if *r.count > bounds.Barren {
		return 0, errBarren
	}
	n, err := r.Reader.Read(buf)
	*r.count += int64(n)
	return n, err
}

// eagerReader calls before each read, which may have to wait for its data.
type eagerReader struct {
	io.Reader
	before func()
	empty  bool // nothing has come, and nothing will
	some   bool
}

func (r *eagerReader) Read(buf []byte) (int, error) {
	r.before()
	n, err := r.Reader.Read(buf)
	r.some = r.some || n > 0
	r.empty = !r.some && err == io.EOF
	return n, err
}

// complainer is a result that has been taken and is still an error, or nil.
type complainer interface{ complaint() error }

// answered is what came of an input.
type answered[R any] struct {
	input  *input
	result R
}

// answerEach works on every puzzle that the arguments name, on as many
// goroutines as the flag says, and hands the results to take in the order of
// the input. Each goroutine has an answer function of its own.
func answerEach[R any](p *program, c *cli.Context, newAnswer func() func(sudoku.Grid) (R, error), take func(*R) error) error {
	newWork := func() func([]input) []answered[R] {
		answer := newAnswer()
		return func(batch []input) []answered[R] { return answerBatch(answer, batch) }
	}
	takeBatch := func(batch []answered[R]) error {
		for i := range batch {
			if in := batch[i].input; in.err != nil {
				p.Report(in.where(), in.err)
			} else if err := take(&batch[i].result); err != nil {
				return err
			} else if complains, ok := any(&batch[i].result).(complainer); ok && complains.complaint() != nil {
				p.Report(in.where(), complains.complaint())
			}
		}
		return p.Stdout.Flush()
	}
	return ordered.Run(c.Context, ordered.Pool{Workers: cli.WorkerCount(c)}, p.inputs(c.Args().Slice()), newWork, takeBatch)
}

func answerBatch[R any](answer func(sudoku.Grid) (R, error), batch []input) []answered[R] {
	done := make([]answered[R], len(batch))
	for i := range batch {
		in := &batch[i]
		done[i].input = in
		if in.err == nil {
			done[i].result, in.err = answer(in.grid)
		}
	}
	return done
}
