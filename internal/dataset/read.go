package dataset

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"

	"github.com/seedoku/seedoku/internal/table"
	"github.com/seedoku/seedoku/internal/table/parquet"
	"github.com/seedoku/seedoku/sudoku"
)

// pair is a row as read from a file.
type pair struct{ question, answer sudoku.Grid }

// readFunc reads the rows of a shard until yield returns false. A question or an answer
// that is not a grid is an error.
type readFunc func(files []*os.File, yield func(question, answer string) bool) error

// readPairs yields the rows of a shard. Nothing follows an error.
func readPairs(read readFunc, paths []string) iter.Seq2[pair, error] {
	return func(yield func(pair, error) bool) {
		files := make([]*os.File, len(paths))
		for i, path := range paths {
			file, err := os.Open(path)
			if err != nil {
				yield(pair{}, err)
				return
			}
			defer file.Close()
			files[i] = file
		}
		ended := false
		err := read(files, func(question, answer string) bool {
			row, err := pairOf(question, answer)
			ended = !yield(row, err) || err != nil
			return !ended
		})
		if err != nil && !ended {
			yield(pair{}, err)
		}
	}
}

// pairOf reads a row of two texts.
func pairOf(question, answer string) (row pair, err error) {
	if row.question, err = sudoku.ParseGrid(question); err != nil {
		return row, fmt.Errorf("question: %w", err)
	}
	if row.answer, err = sudoku.ParseGrid(answer); err != nil {
		return row, fmt.Errorf("answer: %w", err)
	}
	return row, nil
}

// readCSV reads the puzzles and solutions of a table, under the names that they have for
// us or for training scripts.
func readCSV(files []*os.File, yield func(question, answer string) bool) error {
	rows := csv.NewReader(files[0])
	rows.ReuseRecord = true
	header, err := rows.Read()
	if err != nil {
		return err
	}
	question, answer := slices.Index(header, "question"), slices.Index(header, "answer")
	if question < 0 {
		question, answer = slices.Index(header, "puzzle"), slices.Index(header, "solution")
	}
	if question < 0 || answer < 0 {
		return errors.New("it has no columns for puzzles and solutions")
	}
	for {
		cells, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil || !yield(cells[question], cells[answer]) {
			return err
		}
	}
}

// readNPY reads the arrays of inputs and labels.
func readNPY(files []*os.File, yield func(question, answer string) bool) error {
	inputs, labels := bufio.NewReader(files[0]), bufio.NewReader(files[1])
	if err := errors.Join(table.SkipArrayHead(inputs), table.SkipArrayHead(labels)); err != nil {
		return err
	}
	for {
		question, err := table.ReadCells(inputs)
		answer, other := table.ReadCells(labels)
		switch {
		case !errors.Is(other, err):
			return errors.New("inputs and labels differ in number")
		case errors.Is(err, io.EOF):
			return nil
		case err != nil || !yield(question, answer):
			return err
		}
	}
}

// readWays reads the puzzles of ways, and their solutions.
func readWays(files []*os.File, yield func(question, answer string) bool) error {
	lines := json.NewDecoder(bufio.NewReader(files[0]))
	for {
		var way struct{ Puzzle, Solution string }
		if err := lines.Decode(&way); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil || !yield(way.Puzzle, way.Solution) {
			return err
		}
	}
}

// readParquet reads the columns of puzzles and solutions.
func readParquet(files []*os.File, yield func(question, answer string) bool) error {
	type columns struct {
		Puzzle   string `parquet:"puzzle,optional"`
		Solution string `parquet:"solution,optional"`
	}
	return parquet.Read(files[0], func(c *columns) bool { return yield(c.Puzzle, c.Solution) })
}
