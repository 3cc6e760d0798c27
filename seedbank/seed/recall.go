package seed

import (
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Rate rates a puzzle, as [rating.Rater.Class] does.
type Rate func(*sudoku.Puzzle) (rating.Class, error)

// Recall returns the puzzle that an ID of s names. If the ID adds clues and s has
// no rung with these clues, Recall calls rate for the rating. The error wraps
// [ErrBadID] if the ID adds clues to all empty cells of s or to more, if its index is that of no
// isomorphism, or if the puzzle has another ID. All other errors come from rate.
func (s *Seed) Recall(id ID, rate Rate) (Isomorph, error) {
	if id.Index >= transform.Order {
		return Isomorph{}, fmt.Errorf("%w: its index is not below %d", ErrBadID, uint64(transform.Order))
	}
	pick, err := s.pickNamed(id.Added, rate)
	if err != nil {
		return Isomorph{}, err
	}
	m := pick.Turn(transform.FromIndex(id.Index))
	if right := m.ID(); right != id {
		return Isomorph{}, fmt.Errorf("%w: that of its puzzle is %v", ErrBadID, right)
	}
	return m, nil
}

// pickNamed returns s with the clues of a subset added.
func (s *Seed) pickNamed(n Subset, rate Rate) (*Pick, error) {
	if n == 0 {
		return s.Pick(0), nil
	}
	names := newNamer(&s.Puzzle)
	added, err := n.Cells(names.empty)
	if err == nil && added == names.empty {
		err = errComplete
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrBadID, err)
	}
	if _, least := names.least(added); least != n {
		return nil, fmt.Errorf("%w: in that of its puzzle the clues are %v", ErrBadID, least)
	}
	var rung Rung
	if known := names.find(s.Rungs, added); known != nil {
		rung = *known
		rung.Added = added
	} else {
		p := s.Puzzle.With(added)
		class, err := rate(&p)
		if err != nil {
			return nil, err
		}
		rung = NewRung(&class, added)
	}
	p := s.Source().Of(&rung)
	return &p, nil
}

// errComplete says that an ID adds clues to all empty cells.
var errComplete = errors.New("it leaves no cell empty")

// find returns the rung whose least subset has the cells of least, or nil.
func (n *namer) find(rungs []Rung, least sudoku.Cells) *Rung {
	size := least.Len()
	for i := range rungs {
		if r := &rungs[i]; r.Added.Len() == size {
			if cells, _ := n.least(r.Added); cells == least {
				return r
			}
		}
	}
	return nil
}

// Identify returns the ID of p if p is an isomorph of s, or of s with clues added.
// Otherwise ok is false. The result held reports whether s itself or one of its
// rungs is an isomorph of p.
func (s *Seed) Identify(canonizer *transform.Canonizer, p *sudoku.Puzzle) (id ID, held, ok bool) {
	from, to := canonizer.Canonical(s.Puzzle.Solution()), canonizer.Canonical(p.Solution())
	if from.Grid != to.Grid || p.NumClues() == 81 {
		return ID{}, false, false
	}
	turn := from.To.Then(to.To.Inverse()) // maps the solution of s to the solution of p
	names := newNamer(&s.Puzzle)
	id, cells, ok := names.name(turn.Inverse().Cells(p.Clues().Filled()), turn)
	if !ok {
		return ID{}, false, false
	}
	id.Seed = s.Key()
	return id, id.Added == 0 || names.find(s.Rungs, cells) != nil, true
}
