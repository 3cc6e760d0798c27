package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/copies"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/ordered"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// besides returns a handler that draws as another one does, but no puzzle on a solution grid
// of the puzzles in the body, which were given away. They are named by their IDs or seeds, one
// a line, or stand there in a format that can be read.
func besides(drawn handler) handler {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		body, done, err := s.readBody(w, r)
		if err != nil {
			return err
		}
		defer done() // the grids count as the body does, until the answer is sent
		if r.notIn, err = s.gridsIn(r, body); err != nil {
			return err
		}
		return drawn(s, w, r)
	}
}

// gridsIn returns the solution grids of the puzzles in a body.
func (s *Server) gridsIn(r *request, body []byte) ([]seed.Key, error) {
	var object struct {
		NotIn []string `json:"not_in"`
	}
	if isJSON(r) && json.Unmarshal(body, &object) == nil && object.NotIn != nil {
		body = []byte(strings.Join(object.NotIn, "\n"))
	}
	seeds, err := namesIn(body)
	if err != nil {
		return nil, err
	}
	if len(seeds) == 0 {
		return s.gridsOfPuzzles(r.Context(), body)
	}
	grids := map[seed.Key]seed.Key{}
	err = s.bulk.inTurn(r.Context(), func() (err error) {
		grids, err = s.bank.GridsOf(r.Context(), seeds)
		return err
	})
	return append([]seed.Key{}, slices.Collect(maps.Values(grids))...), err
}

// namesIn returns the seeds of a text that begins each line with the ID of a puzzle or the
// name of a seed, or none if the first line does not.
func namesIn(body []byte) (seeds []seed.Key, err error) {
	number := 0
	for line := range bytes.Lines(body) {
		number++
		fields := bytes.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;", r) })
		if len(fields) == 0 {
			continue
		}
		key, err := seed.KeyNamed(string(fields[0]))
		switch {
		case err != nil && len(seeds) == 0:
			return nil, nil
		case err != nil:
			return nil, wrongLine(number, err)
		case len(seeds) == bounds.GivenAway:
			return nil, tooManyGiven()
		}
		seeds = append(seeds, key)
	}
	return seeds, nil
}

func wrongLine(number int, err error) error {
	return &statusError{http.StatusUnprocessableEntity, "", fmt.Errorf("line %d of the body: %w", number, err)}
}

func tooManyGiven() error {
	return &statusError{http.StatusUnprocessableEntity, "", fmt.Errorf("more than %d puzzles in one body", bounds.GivenAway)}
}

// gridsOfPuzzles returns the solution grids of puzzles. A text that is no puzzle with one
// solution is an error, since it may be one that was given away.
func (s *Server) gridsOfPuzzles(ctx context.Context, body []byte) ([]seed.Key, error) {
	within, leave, err := s.pool.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	grids, n := map[seed.Key]bool{}, 0
	err = s.compareIn(within, body, bounds.GivenAway, func(a *fingerprinted) error {
		switch {
		case a.err != nil:
			return wrongLine(a.line, s.tellable(ctx, a.err))
		case !a.puzzle.Proper:
			return wrongLine(a.line, errors.New("it has not exactly one solution"))
		}
		n++
		grids[a.puzzle.Grid] = true
		return nil
	})
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, &statusError{http.StatusUnprocessableEntity, "", errors.New("there is no puzzle in the body")}
	}
	return slices.Collect(maps.Keys(grids)), nil
}

// fingerprinted is a puzzle of a body, to compare with others.
type fingerprinted struct {
	asked
	puzzle copies.Puzzle
}

// compareIn takes the fingerprints of the puzzles in a body, in a pool, and hands them on in
// their order. There may be most of them.
func (s *Server) compareIn(ctx context.Context, body []byte, most int, take func(*fingerprinted) error) error {
	newWork := func() func(asked) fingerprinted {
		var x copies.Examiner
		return func(a asked) fingerprinted {
			f := fingerprinted{asked: a}
			if f.err != nil {
				return f
			}
			var wrong error
			if f.err = s.pool.do(ctx, func(*examine.Examiner) { f.puzzle, wrong = x.Puzzle(a.grid) }); f.err == nil {
				f.err = wrong
			}
			return f
		}
	}
	workers := ordered.Pool{Workers: cap(s.pool.examiners)}
	return ordered.Run(ctx, workers, s.askedIn(ctx, body, most), newWork, func(f fingerprinted) error { return take(&f) })
}
