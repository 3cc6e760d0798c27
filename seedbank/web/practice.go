package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/examine"
	"github.com/seedoku/seedoku/internal/practice"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// practiced is an answer with tasks.
type practiced struct {
	Tasks    []practice.Task `json:"tasks"`
	Seeds    uint64          `json:"seeds"`              // that train the technique
	Examined uint64          `json:"examined,omitempty"` // of these seeds, for a label
}

// lesson is a request for tasks.
type lesson struct {
	draw.Request
	label    rating.Label
	labelled bool // each task has a step with the label
	language string
}

// lessonOf reads a request for tasks. A label stands for its technique.
func lessonOf(r *request) (l lesson, err error) {
	l.language = r.language
	name, named := r.query.Get(labelName), r.query["practice"]
	if name == "" && len(named) == 1 {
		if _, err := rating.ParseLabel(named[0]); err == nil {
			name, named = named[0], nil
		}
	}
	if name != "" {
		if l.label, err = rating.ParseLabel(name); err != nil {
			return l, badField(labelName, err)
		}
		l.labelled = true
		technique := l.label.Technique().String()
		if slices.ContainsFunc(named, func(other string) bool { return other != technique && other != name }) {
			return l, badField("practice", fmt.Errorf("%s is a kind of %s: leave practice out, or name that technique", name, technique))
		}
		r.query["practice"] = []string{technique}
		if !r.query.Has("distinct") {
			r.query.Set("distinct", "true")
		}
	}
	l.Request, err = requestOf(r.query)
	l.NotIn = r.notIn
	switch {
	case err != nil:
		return l, err
	case l.labelled && !l.Distinct:
		return l, badField("distinct", errors.New("the positions of a label always come from different seeds"))
	case len(l.Practice) == 0:
		return l, badField("practice", errors.New("name what to practise: a technique by practice=, or a label by label="))
	case l.N > bounds.Tasks:
		return l, badField("n", fmt.Errorf("at most %d at once", bounds.Tasks))
	}
	return l, nil
}

// labelName is the parameter for the name of a label.
const labelName = "label"

// getPractice draws puzzles that train a technique, with the position right before
// its step. Of different seeds there may be fewer than asked for.
func (s *Server) getPractice(w http.ResponseWriter, r *request) error {
	format, err := practiceFormat(r)
	if err != nil {
		return err
	}
	l, err := lessonOf(r)
	if err != nil {
		return err
	}
	if format != nil && format.Single && l.N > 1 {
		return badField("n", fmt.Errorf("a file of format %s holds one position", format.Name))
	}
	answer, err := s.practise(r.Context(), &l)
	if err != nil {
		return err
	}
	r.tell(w)
	w.Header().Set("Cache-Control", "no-store")
	if format == nil {
		return sendJSON(w, answer)
	}
	if len(answer.Tasks) == 0 { // no file says so
		return seedbank.ErrNoMatch
	}
	var file []byte
	err = s.bulk.inTurn(r.Context(), func() (err error) { // a worksheet takes as long as its positions
		file, err = l.file(format, answer.Tasks)
		return internal(r.Context(), err)
	})
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition", fmt.Sprintf(`inline; filename="seedoku-%s.%s"`, l.name(), format.Extension))
	return sendBody(w, mediaType(format.Name), file)
}

// practise draws the tasks of a lesson.
func (s *Server) practise(ctx context.Context, l *lesson) (*practiced, error) {
	stream := l.Stream(ctx, s.selections)
	if err := stream.Err(); err != nil {
		return nil, err
	}
	ctx, leave, err := s.pool.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	answer := &practiced{Tasks: []practice.Task{}}
	if answer.Seeds, err = stream.Selection.Seeds(ctx); err != nil {
		return nil, err
	}
	if l.Distinct {
		stream.Request.N = 0 // the search ends when there are enough
	}
	err = s.eachTask(ctx, stream, func(task *practice.Task) bool {
		task.Language = l.language
		if l.labelled {
			answer.Examined++
		}
		if !l.labelled || task.Has(l.label) {
			answer.Tasks = append(answer.Tasks, *task)
		}
		return uint64(len(answer.Tasks)) < l.N && answer.Examined < bounds.Labelled
	})
	return answer, err
}

// eachTask makes tasks of the puzzles of a stream for as long as they are taken.
func (s *Server) eachTask(ctx context.Context, stream *draw.Stream, take func(*practice.Task) bool) error {
	for puzzle, err := range stream.All(ctx) {
		if err != nil {
			return err
		}
		task, err := found(ctx, s.pool, func(x *examine.Examiner) (practice.Task, error) {
			task, err := practice.Of(x.Rater(), puzzle)
			return task, internal(ctx, err)
		})
		if err != nil || !take(&task) {
			return err
		}
	}
	return nil
}

// practiceFormat returns the format of positions that a request asks for, or nil for an
// object of JSON.
func practiceFormat(r *request) (*practice.Format, error) {
	name := r.query.Get("format")
	if name == "" || name == jsonObject {
		return nil, nil
	}
	format, err := practice.FormatNamed(name)
	if err != nil {
		return nil, badField("format", err)
	}
	return format, nil
}

// name returns the name of what is practised.
func (l *lesson) name() string {
	if l.labelled {
		return l.label.String()
	}
	return l.Practice[0].String()
}

// file returns a file of tasks, with their answers.
func (l *lesson) file(format *practice.Format, tasks []practice.Task) ([]byte, error) {
	options := practice.Options{Answer: true}
	if len(l.Practice) == 1 {
		options.Lead = catalogue.Lesson(l.language, l.name())
	}
	var file bytes.Buffer
	writer := format.New(&file, options)
	for i := range tasks {
		if err := writer.Write(&tasks[i]); err != nil {
			return nil, err
		}
	}
	err := writer.Close()
	return file.Bytes(), err
}
