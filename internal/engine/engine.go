// Package engine answers questions about puzzles as the API of the server does, byte for
// byte, without a server and without a bank: the page has it as WebAssembly.
//
// # Not here
//
// The answers themselves: see package examine. The program that becomes WebAssembly
// stands in the folder wasm. The command make engine compiles and compresses it.
//
// Start with [Engine.Answer].
package engine

import (
	"strings"

	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/internal/shape"
)

// The media types of answers.
const (
	Object  = "application/json"
	Lines   = "application/jsonl"
	Problem = "application/problem+json"
)

// Engine answers one question after the other. The zero Engine is ready.
type Engine struct {
	Language string // of the texts of answers, as in [rating.Path]

	examiner examine.Examiner
}

// Answer is an answer to a question, as HTTP has it.
type Answer struct {
	Status int
	Type   string // media type
	Body   []byte
}

// Answer answers a question about the puzzles of a text, one a line. The address is what
// stands behind the prefix of the API, such as hint or rate?effort=true.
func (e *Engine) Answer(address, text string) Answer {
	name, query, _ := strings.Cut(address, "?")
	q, err := examine.QuestionNamed(name)
	if err != nil {
		return e.failed(err)
	}
	var lines []byte
	for puzzle, err := range shape.Scan(strings.NewReader(text)) {
		var line []byte
		if err == nil {
			line, err = e.examiner.Answer(q, &examine.Asked{Grid: puzzle.Grid, Effort: query == "effort=true", Language: e.Language})
		}
		if err != nil {
			line = examine.FailedLine(puzzle.Line, err, e.Language)
		}
		lines = append(lines, line...)
	}
	if lines == nil {
		return e.failed(examine.ErrNoPuzzle)
	}
	return Answer{200, Lines, lines}
}

// AnswerFrom answers a question about a position, which is given as a puzzle, its grid with
// the digits placed, and the candidates removed.
func (e *Engine) AnswerFrom(address, puzzle, grid string, removed []string) Answer {
	q, err := examine.QuestionNamed(address)
	if err != nil {
		return e.failed(err)
	}
	if !q.HasPositions() {
		return e.failed(examine.ErrNoPuzzle)
	}
	position, err := examine.ParsePosition(&puzzle, &grid, removed)
	if err != nil {
		return e.failed(err)
	}
	position.Language = e.Language
	object, err := e.examiner.AnswerFrom(q, position)
	if err != nil {
		return e.failed(err)
	}
	return Answer{200, Object, object}
}

// failed returns the answer for an error.
func (e *Engine) failed(err error) Answer {
	problem, ok := examine.ProblemOf(err, e.Language)
	if !ok {
		problem = examine.At(500, "Internal Server Error", "", err.Error())
	}
	return Answer{problem.Status, Problem, plainjson.Line(problem)}
}
