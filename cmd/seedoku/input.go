package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/shape"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// puzzleArguments describes in a help text what the commands that read puzzles take. The
// file help/input.txt tells more.
const puzzleArguments = "[PUZZLE | FILE | -]..."

// input is a grid to work on, with its place.
type input struct {
	place  string // for one in a file, the file, by the name that it has
	line   int    // the line of a file, or 0
	column int    // in the line, or 0
	grid   sudoku.Grid
	at     *rating.Position // where the game of the grid stands, or nil
	seed   *seed.Key        // instead of a grid in a list, the seed that it names
	err    error
}

// where returns the place of a grid, such as FILE:LINE, without characters that a terminal
// would obey.
func (in *input) where() string {
	place := phrase.Printable(in.place)
	switch {
	case in.line == 0:
		return place
	case in.column == 0:
		return fmt.Sprintf("%s:%d", place, in.line)
	}
	return fmt.Sprintf("%s:%d:%d", place, in.line, in.column)
}

// maxBatch is the greatest number of puzzles that a worker takes at once.
const maxBatch = 256

// inputReader reads the puzzles of the arguments of a command, in batches. The first batches
// are small, so that the first answers come soon. A batch also ends when the next puzzle is
// not available yet, so that typed puzzles are answered one by one.
type inputReader struct {
	read  puzzleReader
	yield func([]input) bool
	batch []input
	most  int  // the size of the batch
	ended bool // yield has returned false

	barren int64 // unpacked bytes of the current file or archive since the last puzzle
}

// errEnded says that no more inputs are wanted.
var errEnded = errors.New("no more is wanted")

// add adds an input. The error is errEnded or nil.
func (r *inputReader) add(in input) error {
	r.batch = append(r.batch, in)
	if len(r.batch) >= r.most {
		r.most = min(2*r.most, maxBatch)
		r.flush()
	}
	if r.ended {
		return errEnded
	}
	return nil
}

// addError adds an error as an input of a place, unless it is nil or errEnded.
func (r *inputReader) addError(place string, err error) error {
	if err == nil || err == errEnded {
		return err
	}
	return r.add(input{place: place, err: withoutPath(err)})
}

func (r *inputReader) flush() {
	if len(r.batch) > 0 && !r.ended {
		r.ended = !r.yield(r.batch)
		r.batch = nil
	}
}

// puzzleReader yields the puzzles of a text.
type puzzleReader func(io.Reader) iter.Seq2[read.Record, error]

// inputs yields the puzzles of the arguments, in batches.
func (p *program) inputs(args []string) iter.Seq[[]input] { return p.inputsBy(read.Puzzles, args) }

// inputsBy yields what a reader finds in the texts of the arguments, in batches.
func (p *program) inputsBy(read puzzleReader, args []string) iter.Seq[[]input] {
	return func(yield func([]input) bool) {
		r := inputReader{read: read, yield: yield, most: 1}
		if len(args) == 0 {
			args = []string{"-"}
		}
		if grid, ok := groups(args); ok {
			r.add(input{place: "arguments", grid: grid}) // the only one
			args = nil
		}
		for i, arg := range args {
			if arg == "-" {
				p.SayWaiting()
			}
			if r.argument(i, arg, p.Stdin) != nil {
				return
			}
		}
		r.flush()
	}
}

// argument adds the puzzles that one argument stands for: itself, or those of
// the file that it names.
func (r *inputReader) argument(i int, arg string, stdin io.Reader) error {
	if arg == "-" {
		return r.addError("standard input", r.text("standard input", stdin))
	}
	place := fmt.Sprintf("argument %d", i+1)
	if grid, err := sudoku.ParseGrid(arg); err == nil && !shape.HasTwo(arg) {
		return r.add(input{place: place, grid: grid})
	}
	info, err := statInput(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		record, err := literal(arg)
		if err != nil {
			err = neither(arg, err)
		}
		return r.add(input{place: place, grid: record.Grid, at: record.Position, err: err})
	case err == nil && info.IsDir():
		err = r.folder(arg)
	case err == nil:
		err = r.file(arg)
	}
	return r.addError(arg, err)
}

// folder adds the puzzles of the files in a folder and in those below it, in the
// order of their names. Hidden files are left out.
func (r *inputReader) folder(root string) error {
	return eachFile(root, func(path string, err error) error {
		if err == nil {
			err = r.file(path)
		}
		return r.addError(path, err)
	})
}

// eachFile calls take for each file in a folder and in those below it, in the order of their names.
// It skips hidden files. Take gets an error for what cannot be read, for a folder without files, and
// for devices, pipes and sockets, because reading them may block or never end.
func eachFile(root string, take func(path string, err error) error) error {
	files := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch hidden := path != root && strings.HasPrefix(entry.Name(), "."); {
		case err != nil:
			return take(path, err)
		case hidden && entry.IsDir():
			return fs.SkipDir
		case hidden || entry.IsDir():
			return nil
		}
		files++
		info, err := statInput(path)
		switch {
		case err != nil:
		case info.IsDir():
			err = errors.New("a link to a folder: name the folder itself")
		case !info.Mode().IsRegular():
			err = errors.New("neither a file nor a folder")
		}
		return take(path, err)
	})
	if err == nil && files == 0 {
		return take(root, errors.New("no file in this folder"))
	}
	return err
}

// file adds the puzzles of a file that is known to be there.
func (r *inputReader) file(path string) error {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrPermission) {
		return errors.New("no permission to read this file: see who owns it")
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return r.text(path, file)
}

// text adds the puzzles of a text, which may be compressed, or of an archive.
func (r *inputReader) text(name string, from io.Reader) error {
	r.barren = 0
	source := &eagerReader{Reader: from, before: r.flush}
	buffered := bufio.NewReader(source)
	if isZip(buffered) {
		return r.archive(name, buffered)
	}
	return r.records(name, source, buffered)
}

// records adds the puzzles of a text, which may be compressed. source is the
// reader below text.
func (r *inputReader) records(name string, source *eagerReader, text io.Reader) error {
	found := false
	for record, err := range r.read(&barrenReader{read.Unpack(text), &r.barren}) {
		found = true
		in := input{place: name, line: record.Line, grid: record.Grid, at: record.Position, err: err}
		if record.Named {
			in.seed = &record.Seed
		}
		if err != nil {
			in.line, in.column, in.err = placeOf(err)
		}
		if !errors.Is(err, errBarren) {
			r.barren = 0
		}
		if err := r.add(in); err != nil {
			return err
		}
	}
	switch {
	case found:
		return nil
	case source.empty:
		return errEmpty
	}
	return errNoPuzzle
}

// placeOf splits an error of reading a text into its place in the text, 0 for none,
// and its cause.
func placeOf(err error) (line, column int, cause error) {
	if parse, ok := errors.AsType[*sudoku.ParseError](err); ok {
		return parse.Line, parse.Column, errors.New(parse.Reason)
	}
	return 0, 0, withoutPath(err)
}

// complainer is a result that has been taken and is still an error, or nil.
type complainer interface{ complaint() error }

// answered is an input with its result.
type answered[R any] struct {
	input  *input
	result R
}

// answerEach works on every puzzle as [answerInputs] does, and hands on the results. It
// reports errors.
func answerEach[R any](p *program, c *cli.Context, newAnswer func() func(sudoku.Grid) (R, error), take func(*R) error) error {
	return answerEachInput(p, c, ofGrids(newAnswer), take)
}

// ofGrids makes answers about grids answers about inputs.
func ofGrids[R any](newAnswer func() func(sudoku.Grid) (R, error)) func() func(*input) (R, error) {
	return func() func(*input) (R, error) {
		answer := newAnswer()
		return func(in *input) (R, error) { return answer(in.grid) }
	}
}

// answerEachInput is [answerEach] for answers that take more of an input than its grid.
func answerEachInput[R any](p *program, c *cli.Context, newAnswer func() func(*input) (R, error), take func(*R) error) error {
	return answerInputs(p, c, p.inputs(c.Args().Slice()), newAnswer, func(in *input, result *R) error {
		if in.err != nil {
			p.Report(in.where(), told(c, in.err))
			return nil
		}
		if err := take(result); err != nil {
			return err
		}
		if complains, ok := any(result).(complainer); ok && complains.complaint() != nil {
			p.Report(in.where(), told(c, complains.complaint()))
		}
		return nil
	})
}

// told returns an error about a puzzle in the language of the user.
func told(c *cli.Context, err error) error {
	if text := examine.Told(err, cli.Language(c)); text != err.Error() {
		return errors.New(text)
	}
	return err
}

// answerInputs works on every puzzle of inputs, on as many goroutines as the flag
// says. It hands the results to take in the order of the input. The error of an answer is
// in its input. Each goroutine has an answer function of its own.
func answerInputs[R any](p *program, c *cli.Context, inputs iter.Seq[[]input], newAnswer func() func(*input) (R, error), take func(*input, *R) error) error {
	newWork := func() func([]input) []answered[R] {
		answer := newAnswer()
		return func(batch []input) []answered[R] { return answerBatch(answer, batch) }
	}
	said := func(int) {}
	if person := console.TerminalOf(p.Stderr).Moves; person && !p.Terminal.Interactive && !p.Typed {
		progress, done := p.Progress(), 0
		defer progress.Close()
		said = func(more int) {
			done += more
			progress.Say("%s done", phrase.Count(done, "puzzle"))
		}
	}
	takeBatch := func(batch []answered[R]) error {
		said(len(batch))
		for i := range batch {
			if err := context.Cause(c.Context); err != nil { // taking may be slow
				return err
			}
			if err := take(batch[i].input, &batch[i].result); err != nil {
				return err
			}
		}
		return p.Stdout.Flush()
	}
	return ordered.Run(c.Context, ordered.Pool{Workers: cli.WorkerCount(c)}, inputs, newWork, takeBatch)
}

func answerBatch[R any](answer func(*input) (R, error), batch []input) []answered[R] {
	done := make([]answered[R], len(batch))
	for i := range batch {
		in := &batch[i]
		done[i].input = in
		if in.err == nil && in.seed == nil {
			done[i].result, in.err = answer(in)
		}
	}
	return done
}
