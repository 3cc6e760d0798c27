package web

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/practice"
)

// practiced is an answer with tasks.
type practiced struct {
	Tasks []practice.Task `json:"tasks"`
}

// getPractice draws puzzles that train a technique, with the position right before
// its step.
func (s *Server) getPractice(w http.ResponseWriter, r *request) error {
	request, err := requestOf(r.query)
	switch {
	case err != nil:
		return err
	case len(request.Practice) == 0:
		return badField("practice", errors.New("name the technique to practise"))
	case request.N > bounds.Tasks:
		return badField("n", fmt.Errorf("at most %d at once", bounds.Tasks))
	}
	stream := request.Stream(r.Context(), s.selections)
	if err := stream.Err(); err != nil {
		return err
	}
	ctx, leave, err := s.pool.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	var answer practiced
	for puzzle, err := range stream.All(ctx) {
		if err != nil {
			return err
		}
		var task practice.Task
		var wrong error
		if err := s.pool.do(ctx, func(x *examine.Examiner) { task, wrong = practice.Of(x.Rater(), puzzle) }); err != nil {
			return err
		}
		if wrong != nil {
			return internalError{wrong}
		}
		task.Language = r.language
		answer.Tasks = append(answer.Tasks, task)
	}
	r.tell(w)
	w.Header().Set("Cache-Control", "no-store")
	return sendJSON(w, &answer)
}
