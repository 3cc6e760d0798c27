// Package figure draws steps: the grid with its pencil marks, and on it the
// pattern of a step and the candidates that it removes or places.
//
// A [Figure] is a position with a step. [Figure.Text] draws it as text, and
// [Figure.SVG] as a picture. [WritePage] writes all steps of a way as a page to
// print.
//
// # Words
//
// A role is the part that a candidate has in a step. A candidate can have
// several: the one that a chain assumes is often the one that it removes. A link
// is an arrow from one candidate to another. It is strong if it makes a
// candidate true, and weak if it makes it false.
//
// # Guarantees
//
// Every fact of a step is in its picture once: its houses, cells, candidates and
// links. The facts of its notes ([rating.Step.Notes]) are not: they hold on
// another position. Pictures can be read without colors. They have no scripts and
// no styles, so a page with a strict content security policy can include them.
// Its style sheet can recolor them by their classes.
//
// Figures and styles are values, which goroutines can share.
//
// Start with [Figure].
package figure

import (
	"iter"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// Figure is a position with a step on it.
type Figure struct {
	Clues    sudoku.Grid     // drawn stronger than the digits that were placed
	Position rating.Position // before the step
	Step     *rating.Step    // nil if nothing is to be marked
	Language string          // of names and explanations, as in [rating.Path]

	round *rating.Position // of the step, if Position is a later one
}

// Statements returns the explanation of the step, or nothing if there is none.
func (f *Figure) Statements() []rating.Statement {
	if f.Step == nil {
		return nil
	}
	at := f.round
	if at == nil {
		at = &f.Position
	}
	return f.Step.Statements(at)
}

// Start returns the position of the first round of a path, with no step on it. A
// path has at least one round.
func Start(path *rating.Path) Figure {
	return Figure{Clues: path.Puzzle.Clues(), Position: path.Rounds[0].Position}
}

// Each yields a figure for each step of a path, in order.
//
// All steps of a round hold on its position. But each figure shows the position
// after the steps before it, as a person sees it who takes them one by one. Where
// these steps have removed parts of the step itself, its cells are drawn as in
// the position of the round.
func Each(path *rating.Path) iter.Seq[Figure] {
	return func(yield func(Figure) bool) {
		for i := range path.Rounds {
			round := &path.Rounds[i]
			now := round.Position
			for j := range round.Steps {
				f := Figure{Clues: path.Puzzle.Clues(), Position: now, Step: &round.Steps[j], Language: path.Language, round: &round.Position}
				f.restore(&round.Position)
				if !yield(f) {
					return
				}
				now.Apply(f.Step)
			}
		}
	}
}

// restore restores cells that lack parts of the step to their state in the
// position of its round.
func (f *Figure) restore(at *rating.Position) {
	whole := Figure{Position: *at, Step: f.Step}
	for k, role := range whole.roles() {
		c, d := sudoku.Candidate(k).Cell(), sudoku.Candidate(k).Digit()
		if role != 0 && !f.Position.Candidates[c].Has(d) {
			f.Position.Grid[c], f.Position.Candidates[c] = at.Grid[c], at.Candidates[c]
		}
	}
}

// role is the part that a candidate has in a step, as a set.
type role uint8

const (
	pattern role = 1 << iota // belongs to the pattern that a person looks for
	extra                    // has a special part, such as the digit that the wings of an XY-wing share
	isTrue                   // true in a chain
	isFalse                  // false in a chain
	removed
	placed
)

// roles returns the roles of all candidates in the step of f.
func (f *Figure) roles() *[729]role {
	var roles [729]role
	s := f.Step
	if s == nil {
		return &roles
	}
	mark := func(cells []sudoku.Cell, digits sudoku.Digits, r role) {
		for _, c := range cells {
			for d := range f.Position.Candidates[c].All() {
				if digits.Has(d) {
					roles[c.Candidate(d)] |= r
				}
			}
		}
	}
	own, others := s.Digits, s.Extra
	if len(s.Chains) == 0 && own == 0 {
		own, others = sudoku.AllDigits, sudoku.AllDigits // the step depends on all candidates of the cells
	}
	mark(s.Cells, own, pattern)
	if len(s.Others) == 0 {
		mark(s.Cells, others, extra)
	}
	mark(s.Others, others, extra)
	for k := range roles {
		if roles[k]&extra != 0 {
			roles[k] = extra // the finer of the two
		}
	}
	for _, chain := range s.Chains {
		for i := range chain {
			roles[chain[i].Candidate] |= truth(&chain[i])
		}
	}
	for _, k := range s.Eliminations {
		roles[k] |= removed
	}
	if s.Places {
		roles[s.Placement] |= placed
	}
	return &roles
}

// Marked returns the candidates of the pattern and the links of the step, those that it
// removes and those that it places.
func (f *Figure) Marked() (of, gone, set []sudoku.Candidate) {
	for i, r := range f.roles() {
		switch k := sudoku.Candidate(i); {
		case r&removed != 0:
			gone = append(gone, k)
		case r&placed != 0:
			set = append(set, k)
		case r != 0:
			of = append(of, k)
		}
	}
	return of, gone, set
}

func truth(l *rating.Link) role {
	if l.On {
		return isTrue
	}
	return isFalse
}

// arrow is a link of a chain, from the premise to the conclusion.
type arrow struct {
	from, to     sudoku.Candidate
	fromOn, toOn bool // whether they are true
	byNote       bool // the link is a pattern that a note explains
}

// arrows returns the links of the step of f, each once: chains can share them.
func (f *Figure) arrows() []arrow {
	if f.Step == nil {
		return nil
	}
	var list []arrow
	seen := map[arrow]bool{}
	for _, chain := range f.Step.Chains {
		for i := range chain {
			for _, from := range chain[i].From {
				a := arrow{
					from: chain[from].Candidate, fromOn: chain[from].On,
					to: chain[i].Candidate, toOn: chain[i].On,
					byNote: chain[i].Reason == rating.ByPattern,
				}
				if !seen[a] {
					seen[a] = true
					list = append(list, a)
				}
			}
		}
	}
	return list
}

// says returns what programs read for a candidate that is true or false, such as
// r1c1=5 or r1c1<>5.
func says(k sudoku.Candidate, on bool) string {
	if on {
		return k.String()
	}
	return k.Cell().String() + "<>" + string('0'+rune(k.Digit()))
}
