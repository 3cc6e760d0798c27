package minutes

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// profile solves a puzzle round by round. It sets the widths and the stages of e, and all
// of the estimate but the time.
func (e *Estimator) profile(p *sudoku.Puzzle) (found Estimate, err error) {
	if e.rater == nil {
		e.rater = new(rating.Rater)
	}
	e.key.read(p.Solution())
	e.begin.start(p.Clues(), &e.key)
	b := &e.rounds
	*b = e.begin
	if b.cells == 0 {
		return found, rating.ErrComplete
	}
	e.widths, e.stages = e.widths[:0], e.stages[:0]
	for b.cells > 0 {
		width, hardest := b.singles(&e.key)
		if width == 0 {
			if width, hardest, err = e.step(p); err != nil {
				return found, err
			}
		}
		e.widths = append(e.widths, uint16(width))
		if hardest > found.Hardest {
			found.Hardest, found.Turn = hardest, len(e.widths)
		}
		if width == 1 && b.cells > 0 {
			found.Narrow++
		}
	}
	found.Rounds = len(e.widths)
	found.Narrow = min(found.Narrow, mostNarrow)
	found.Beyond = found.Hardest > lastFitted
	return found, nil
}

// The ratings of singles by reason.
var ofReason = [numReasons]rating.Tenths{inBox: 12, inLine: 15, inCell: 23}

// singles fills all cells that singles fill. It returns their number and the rating of the
// easiest.
func (b *board) singles(k *key) (width int, easiest rating.Tenths) {
	var cells sudoku.Cells
	for why, rated := range ofReason {
		open := b.openFor(reason(why))
		if easiest == 0 && !open.Empty() {
			easiest = rated
		}
		cells = cells.Or(open)
	}
	for c := range cells.All() {
		b.fill(c, k)
	}
	return cells.Len(), easiest
}

// step carries out the easiest steps beyond singles, where there are no singles.
func (e *Estimator) step(p *sudoku.Puzzle) (width int, rated rating.Tenths, err error) {
	e.position = e.rounds.position(&e.key)
	done, err := e.rater.Advance(p, &e.position)
	if err != nil {
		return 0, 0, err
	}
	e.rounds.follow(&e.position, &e.key)
	e.stages = append(e.stages, stage{e.rounds, done.Rating})
	return done.Steps, done.Rating, nil
}
