package web

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// census has the labels that steps of the bank's positions to practise have.
type census []labelNumbers

// labelNumbers says how often a label is found in a sample of the positions of its
// technique.
type labelNumbers struct {
	Name      string       `json:"name"`
	Title     string       `json:"title"`
	Technique string       `json:"technique"`
	Found     int          `json:"found"`
	Of        int          `json:"of"`     // positions in the sample
	Whole     bool         `json:"whole"`  // the sample is all that the bank has
	Levels    []levelShare `json:"levels"` // both by level
}

// getLabels lists the labels of steps in the positions to practise of the bank.
func (s *Server) getLabels(w http.ResponseWriter, r *request) error {
	list, err := made(s.selections.edition().labels, "", func() (census, error) { return s.countLabels(r.Context()) })
	if err != nil {
		return err
	}
	list = slices.Clone(list)
	for i := range list {
		label, err := rating.ParseLabel(list[i].Name)
		if err != nil {
			return internalError{err}
		}
		list[i].Title = label.Title(r.language)
	}
	r.tell(w)
	return sendJSON(w, list)
}

// countLabels looks at a sample of the positions of each technique whose steps can have
// labels.
func (s *Server) countLabels(ctx context.Context) (census, error) {
	ctx = context.WithoutCancel(ctx) // others may wait for the same
	list := census{}
	for t := range rating.Techniques() {
		if labels := rating.LabelsOf(t); len(labels) > 0 {
			of, err := s.countLabelsOf(ctx, t, labels)
			if err != nil && !errors.Is(err, seedbank.ErrNoMatch) {
				return nil, err
			}
			list = append(list, of...)
		}
	}
	return list, nil
}

// countLabelsOf counts the labels of one technique.
func (s *Server) countLabelsOf(ctx context.Context, t rating.Technique, labels []rating.Label) (census, error) {
	request := draw.Request{Practice: []rating.Technique{t}, Distinct: true}
	stream := request.Stream(ctx, s.selections)
	if err := stream.Err(); err != nil {
		return nil, err
	}
	seeds, err := stream.Selection.Seeds(ctx)
	if err != nil {
		return nil, err
	}
	var of [rating.NumLevels + 1]int
	found := make([][rating.NumLevels + 1]int, len(labels))
	examined := 0
	err = s.eachTask(ctx, stream, func(task *practice.Task) bool {
		level := task.Rating.Level()
		of[level]++
		for i, label := range labels {
			if task.Has(label) {
				found[i][level]++
			}
		}
		examined++
		return examined < bounds.Census
	})
	if err != nil {
		return nil, err
	}
	list := census{}
	for i, label := range labels {
		n := labelNumbers{Name: label.String(), Technique: t.String(), Of: examined, Whole: uint64(examined) == seeds, Levels: []levelShare{}}
		for level := range rating.Levels() {
			if n.Found += found[i][level]; of[level] > 0 {
				n.Levels = append(n.Levels, levelShare{level, found[i][level], of[level]})
			}
		}
		if n.Found > 0 {
			list = append(list, n)
		}
	}
	return list, nil
}
