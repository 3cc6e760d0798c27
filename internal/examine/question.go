package examine

import (
	"context"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/plainjson"
	"github.com/seedoku/seedoku/sudoku"
)

// Question is a question about a puzzle. It may be about a position of it, too.
type Question struct {
	Name string
	Slow bool                                       // answers take long
	ask  func(*Examiner, *Asked) ([]byte, error)    // returns an object of JSON
	from func(*Examiner, *Position) ([]byte, error) // nil for a question about puzzles alone
}

// Asked is what a question is about.
type Asked struct {
	Context context.Context // of reading the bank
	Bank    Bank            // where check looks for the puzzle; nil if there is none
	Effort  bool            // rate tells the effort, too
	Minutes bool            // rate tells the minutes and the bottlenecks, too
	Grid    sudoku.Grid

	Language string // of the texts of answers, as in [rating.Path]
}

// questions are all questions.
var questions = [...]Question{
	{Name: "rate", Slow: true, ask: (*Examiner).askRate},
	{Name: "solve", ask: func(x *Examiner, a *Asked) ([]byte, error) {
		solved, err := x.Solve(a.Grid)
		return plainjson.Append(nil, solved), err
	}},
	{Name: "canon", ask: func(x *Examiner, a *Asked) ([]byte, error) {
		form, err := x.Canon(a.Grid)
		return plainjson.Append(nil, form), err
	}},
	{Name: "check", ask: func(x *Examiner, a *Asked) ([]byte, error) {
		checked, err := x.Check(a.Context, a.Bank, a.Grid)
		checked.Language = a.Language
		return checked.object(), err
	}},
	aboutPositions("hint", (*Examiner).Hint),
	aboutPositions("steps", (*Examiner).Steps),
	{
		Name: "way", Slow: true,
		ask: func(x *Examiner, a *Asked) ([]byte, error) {
			way, err := x.Way(a.Grid)
			way.Language = a.Language
			return object(&way, err)
		},
		from: func(x *Examiner, at *Position) ([]byte, error) {
			way, err := x.WayFrom(at)
			return object(&way, err)
		},
	},
}

func (x *Examiner) askRate(a *Asked) ([]byte, error) {
	rate := x.Rate
	if a.Effort {
		rate = x.RateWithEffort
	}
	rated, err := rate(a.Grid)
	if err == nil && a.Minutes {
		err = x.addPace(&rated)
	}
	if err != nil {
		return nil, err
	}
	return rated.object(), nil
}

// aboutPositions is a question about positions. A puzzle is the position at its start.
func aboutPositions(name string, answer func(*Examiner, *Position) (Hint, error)) Question {
	from := func(x *Examiner, at *Position) ([]byte, error) { return object(answer(x, at)) }
	return Question{Name: name, Slow: true, from: from, ask: func(x *Examiner, a *Asked) ([]byte, error) {
		return from(x, &Position{Puzzle: a.Grid, Language: a.Language})
	}}
}

func object(answer interface{ MarshalJSON() ([]byte, error) }, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return answer.MarshalJSON()
}

// QuestionNamed returns the question with a name. The error lists all names.
func QuestionNamed(name string) (*Question, error) {
	return phrase.Named(questions[:], func(q *Question) string { return q.Name }, "question", name)
}

// Answer answers q about a puzzle, as a line of JSON.
func (x *Examiner) Answer(q *Question, a *Asked) ([]byte, error) { return line(q.ask(x, a)) }

// AnswerFrom answers q about a position, as a line of JSON. The question must be one
// about positions: see [Question.HasPositions].
func (x *Examiner) AnswerFrom(q *Question, at *Position) ([]byte, error) { return line(q.from(x, at)) }

// HasPositions reports whether q can be about a position.
func (q *Question) HasPositions() bool { return q.from != nil }

func line(object []byte, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	return append(object, '\n'), nil
}
