package web

import (
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
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// besides returns a handler that draws as another one does, but no puzzle on a solution grid
// of the puzzles in the body, which were given away. They are named by their IDs or seeds, one
// a line, or stand there in a format that can be read.
func besides(drawn handler) handler {
	return reading(func(s *Server, w http.ResponseWriter, r *request, body []byte) (err error) {
		// The grids count as the body does, until the answer is sent.
		if r.notIn, err = s.gridsIn(r, body); err != nil {
			return err
		}
		return drawn(s, w, r)
	})
}

// everyText is the texts of a list in JSON. If an object has several of the same name, it is all
// of their texts.
type everyText []string

func (l *everyText) UnmarshalJSON(text []byte) error {
	var more []string
	if json.Unmarshal(text, &more) != nil || more == nil {
		return &examine.PositionError{Field: notInName, Reason: errors.New("want a list of texts")}
	}
	*l = append(*l, more...)
	return nil
}

// notInName is the member of a body that lists what was given away.
const notInName = "not_in"

// gridsIn returns the solution grids of the puzzles in a body.
func (s *Server) gridsIn(r *request, body []byte) ([]seed.Key, error) {
	var members map[string]json.RawMessage
	if !isJSON(r) || json.Unmarshal(body, &members) != nil || members[notInName] == nil {
		return s.gridsListed(r.Context(), body)
	}
	var object struct {
		NotIn everyText `json:"not_in"`
	}
	if err := decodeObject(body, &object); err != nil {
		return nil, err
	}
	if len(object.NotIn) == 0 {
		return []seed.Key{}, nil
	}
	body = []byte(strings.Join(object.NotIn, "\n"))
	return s.gridsListed(r.Context(), body)
}

// gridsListed returns the solution grids of the puzzles that a list has or names. A line that
// is neither a puzzle with one solution nor the name of one is an error, since it may be one
// that was given away.
func (s *Server) gridsListed(ctx context.Context, body []byte) ([]seed.Key, error) {
	seeds, grids, err := s.listed(ctx, body)
	switch {
	case err != nil:
		return nil, err
	case len(seeds)+len(grids) == 0:
		return nil, examine.ErrNoPuzzle
	case len(seeds) == 0:
		return slices.Collect(maps.Keys(grids)), nil
	}
	err = s.bulk.inTurn(ctx, func() error {
		of, err := s.bank.GridsOf(ctx, seeds)
		for _, grid := range of {
			grids[grid] = true
		}
		return err
	})
	return slices.AppendSeq([]seed.Key{}, maps.Keys(grids)), err
}

// listed returns the seeds that a list names, and the solution grids of its puzzles.
func (s *Server) listed(ctx context.Context, body []byte) (seeds []seed.Key, grids map[seed.Key]bool, err error) {
	within, leave, err := s.pool.enter(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer leave()
	grids = map[seed.Key]bool{}
	err = s.compareIn(within, body, read.List, bounds.GivenAway, func(f *fingerprinted) error {
		wrong := s.tellable(ctx, f.err)
		switch parse, ok := errors.AsType[*sudoku.ParseError](wrong); {
		case ok:
			wrong = errors.New(parse.Reason)
		case wrong != nil:
		case f.Named:
			seeds = append(seeds, f.Seed)
		case !f.puzzle.Proper:
			wrong = errors.New("it has not exactly one solution")
		default:
			grids[f.puzzle.Grid] = true
		}
		if wrong != nil {
			return &statusError{http.StatusUnprocessableEntity, "", fmt.Errorf("line %d of the body: %w", f.Line, wrong)}
		}
		return nil
	})
	return seeds, grids, err
}

// fingerprinted is a puzzle of a body, to compare with others.
type fingerprinted struct {
	asked
	puzzle copies.Puzzle
}

// compareIn takes the fingerprints of the puzzles in a body, in a pool, and hands them on in
// their order. There may be most of them.
func (s *Server) compareIn(ctx context.Context, body []byte, read puzzleReader, most int, take func(*fingerprinted) error) error {
	newWork := func() func(asked) fingerprinted {
		var x copies.Examiner
		x.Until(ctx)
		return func(a asked) fingerprinted {
			f := fingerprinted{asked: a}
			if f.err == nil && !f.Named {
				f.puzzle, f.err = found(ctx, s.pool, func(*examine.Examiner) (copies.Puzzle, error) { return x.Puzzle(a.Grid) })
			}
			return f
		}
	}
	workers := ordered.Pool{Workers: cap(s.pool.examiners)}
	return ordered.Run(ctx, workers, s.askedIn(ctx, body, read, most), newWork, func(f fingerprinted) error {
		if gone := context.Cause(ctx); gone != nil { // what a search found then is not whole
			return gone
		}
		return take(&f)
	})
}
