package rating

import "github.com/seedoku/seedoku/sudoku"

// A rater can remember the harder rounds of the puzzle that it rated last: the position before
// and the position after. [Rater.Advance] and [Rater.LabelsClass] come to the same positions,
// since all ways through the steps that place digits meet, and need not search there again.

// memory are the rounds of a puzzle from pointing on.
type memory struct {
	puzzle sudoku.Puzzle
	rounds []pastRound
}

type pastRound struct {
	before, after Position
	Advanced
	labels LabelSet // of the steps
}

// begin forgets all, and remembers the rounds of another puzzle from now on.
func (m *memory) begin(p *sudoku.Puzzle) { m.puzzle, m.rounds = *p, m.rounds[:0] }

// at returns the round from a position, or nil if it is not known.
func (m *memory) at(p *sudoku.Puzzle, x *Position) *pastRound {
	if len(m.rounds) == 0 || m.puzzle != *p {
		return nil
	}
	for i := range m.rounds {
		if m.rounds[i].before == *x {
			return &m.rounds[i]
		}
	}
	return nil
}

// remember applies the steps found last, and remembers them if they are worth it.
func (r *Rater) remember() {
	first := &r.found.steps[0]
	if first.Technique < removalRow { // its search takes no longer than to look for it in the memory
		r.apply()
		return
	}
	past := pastRound{r.position(), Position{}, Advanced{first.Technique, first.Rating, len(r.found.steps)}, r.labelsFound()}
	r.apply()
	past.after = r.position()
	r.past.rounds = append(r.past.rounds, past)
}

func (r *Rater) position() Position { return Position{r.state.grid, r.state.digits} }
