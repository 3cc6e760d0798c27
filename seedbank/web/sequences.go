package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// sequence says which rounds the paths of puzzles have above a rating, in their order:
// an X-wing, then an XY-wing. Several rounds of one name after each other count as one.
type sequence struct {
	names []string // of techniques and labels
	above rating.Tenths
}

// sequenceOf reads a sequence. What it needs of puzzles is added to a request.
func sequenceOf(r *request) (q sequence, request draw.Request, err error) {
	text := strings.ReplaceAll(r.query.Get("sequence"), " ", "")
	if text == "" {
		return q, request, badField("sequence", errors.New("name techniques or labels in their order, such as x-wing,xy-wing"))
	}
	if q.names = strings.Split(text, ","); len(q.names) > bounds.Sequence {
		return q, request, badField("sequence", fmt.Errorf("at most %d names", bounds.Sequence))
	}
	var uses []rating.Technique
	for _, name := range q.names {
		t, err := rating.ParseTechnique(name)
		if label, wrong := rating.ParseLabel(name); err != nil && wrong == nil {
			t, err = label.Technique(), nil
		}
		if err != nil {
			return q, request, badField("sequence", err)
		}
		if !slices.Contains(uses, t) {
			uses = append(uses, t)
		}
	}
	if q.above, err = aboveOf(r, uses); err != nil {
		return q, request, err
	}
	if request, err = requestOf(r.query); err != nil {
		return q, request, err
	}
	if request.N > bounds.Tasks {
		return q, request, badField("n", fmt.Errorf("at most %d at once", bounds.Tasks))
	}
	request.Uses = append(request.Uses, uses...)
	request.Distinct = true
	for t := range rating.Techniques() {
		if least, _ := t.Range(); least > q.above && !slices.Contains(uses, t) {
			request.Without = append(request.Without, t)
		}
	}
	return q, request, request.Check()
}

// aboveOf returns the rating above which the sequence is complete: as asked, else just below
// the easiest technique of it.
func aboveOf(r *request, uses []rating.Technique) (rating.Tenths, error) {
	if text := r.query.Get("above"); text != "" {
		above, err := rating.ParseTenths(text)
		if err != nil {
			return 0, badField("above", err)
		}
		return above, nil
	}
	easiest, _ := slices.Min(uses).Range()
	return easiest - 1, nil
}

// fits reports whether the rounds of a path above the rating are the sequence. A round can
// stand for several names, so all places that the rounds can have reached are kept.
func (q *sequence) fits(path []rating.Round) bool {
	at, before := []int{-1}, rating.Technique(0) // -1 is before the first name
	for i := range path {
		round := &path[i]
		if round.Rating <= q.above {
			continue
		}
		var next []int
		for place, name := range q.names {
			begins := slices.Contains(at, place-1)
			stays := slices.Contains(at, place) && round.Technique == before
			if (begins || stays) && has(round, name) {
				next = append(next, place)
			}
		}
		at, before = next, round.Technique
	}
	return slices.Contains(at, len(q.names)-1)
}

// has reports whether a round is of a technique, or has a step of a label.
func has(round *rating.Round, name string) bool {
	if round.Technique.String() == name {
		return true
	}
	return slices.ContainsFunc(round.Steps, func(s rating.Step) bool {
		return slices.ContainsFunc(s.Labels(), func(l rating.Label) bool { return l.String() == name })
	})
}

// getSequences draws puzzles of different seeds whose paths have a sequence of steps.
func (s *Server) getSequences(w http.ResponseWriter, r *request) error {
	q, request, err := sequenceOf(r)
	if err != nil {
		return err
	}
	fitting, examined, seeds, err := s.follows(r.Context(), &q, &request)
	if err != nil {
		return err
	}
	rows := &bytes.Buffer{}
	rows.WriteString(`{"puzzles":[`)
	if err := writeRows(rows, seedbank.Listed(fitting...)); err != nil {
		return internalError{err}
	}
	fmt.Fprintf(rows, `],"examined":%d,"seeds":%d}`+"\n", examined, seeds)
	w.Header().Set("Cache-Control", "no-store")
	return sendBody(w, jsonType, rows.Bytes())
}

// follows returns puzzles of a request whose paths have a sequence, how many paths were
// looked at, and of how many seeds.
func (s *Server) follows(ctx context.Context, q *sequence, request *draw.Request) (fitting []seed.Isomorph, examined, seeds uint64, err error) {
	stream := request.Stream(ctx, s.selections)
	if errors.Is(stream.Err(), seedbank.ErrNoMatch) {
		return nil, 0, 0, nil
	} else if stream.Err() != nil {
		return nil, 0, 0, stream.Err()
	}
	ctx, leave, err := s.pool.enter(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	defer leave()
	if seeds, err = stream.Selection.Seeds(ctx); err != nil {
		return nil, 0, 0, err
	}
	stream.Request.N = 0 // the search ends when there are enough
	for puzzle, err := range stream.All(ctx) {
		if err != nil {
			return nil, 0, 0, err
		}
		p := puzzle.Puzzle()
		path, err := found(ctx, s.pool, func(x *examine.Examiner) ([]rating.Round, error) {
			path, err := x.Rater().PathClass(&p)
			return path, internal(ctx, err)
		})
		if err != nil {
			return nil, 0, 0, err
		}
		if q.fits(path) {
			fitting = append(fitting, puzzle)
		}
		if examined++; uint64(len(fitting)) == request.N || examined == bounds.Sequenced {
			break
		}
	}
	return fitting, examined, seeds, nil
}
