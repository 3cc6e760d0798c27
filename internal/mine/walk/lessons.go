package walk

import (
	"fmt"
	"slices"
)

// A walk learns from its own steps which moves and which strata pay. A neighbor pays
// if it was rated, more if it was stored, and most if it is a record. Lessons about
// moves fade, because other moves pay at higher ratings: after some 50 steps a lesson
// counts half. All sums are whole numbers, so that the same steps give the same lessons
// on all processors.

// pay returns the total worth of the neighbors that p counts.
func (p *MoveProgress) pay() int {
	return payRated*p.Rated + payStored*p.Stored + payRecord*p.Records
}

const (
	payRated  = 1
	payStored = 10
	payRecord = 50
	fading    = 986  // thousandths of a sum that remain after a step
	fine      = 1000 // sums that fade are counted in this fraction of cost or pay
)

// fade returns a sum after a step: the faded sum plus a new part.
func fade(sum uint64, part int) uint64 { return sum*fading/1000 + fine*uint64(part) }

// moveTallies are the results of some steps, by move.
type moveTallies [NumMoves]MoveProgress

// budgets are the greatest costs of finding the neighbors of a puzzle, by move, in
// solutions that the solver finds.
type budgets [NumMoves]int

const (
	leastPart = 70     // each move gets a seventieth of the cost at least, so that none is forgotten
	rateBits  = 24     // fractional bits of a rate of pay by cost
	priorCost = 15_000 // assumed cost of each move before the first step
	priorPay  = 50     // assumed pay of each move before the first step
)

// Lessons are the results of the steps of a walk, from which the next steps learn.
type Lessons struct {
	cost        int              // cost of the neighbors of a puzzle, by all moves, in solutions that the solver finds
	expands     bool             // the walk makes moves that expand
	spent, paid [NumMoves]uint64 // by move, fading, in parts of [fine]
	strata      map[int]stratumLesson
	All         moveTallies // not fading
}

// stratumLesson counts the steps from seeds of a stratum, and the seeds that they stored.
type stratumLesson struct{ steps, stored int64 }

// NewLessons returns the lessons of a walk before its first step.
func NewLessons(of *Goal) Lessons {
	return Lessons{cost: of.cost, expands: of.Spreads, strata: map[int]stratumLesson{}}
}

// Learn adds the results of a step from a seed of a stratum.
func (l *Lessons) Learn(stratum int, found []MoveProgress) {
	at := l.strata[stratum]
	at.steps++
	for m := range found[:min(len(found), NumMoves)] {
		l.spent[m] = fade(l.spent[m], found[m].Cost)
		l.paid[m] = fade(l.paid[m], found[m].pay())
		l.All[m].add(&found[m])
		at.stored += int64(found[m].Stored)
	}
	l.strata[stratum] = at
}

// PaysMore reports whether a step from stratum a can be expected to find more seeds
// worth storing than one from stratum b.
func (l *Lessons) PaysMore(a, b int) bool {
	of, than := l.strata[a], l.strata[b]
	return (of.stored+1)*(than.steps+1) > (than.stored+1)*(of.steps+1)
}

// Budgets returns the budgets of the next step, in proportion to the pay of each move by
// its cost. Among the hardest puzzles, moves that take one clue away pay best: without two
// of their clues most have thousands of solutions.
func (l *Lessons) Budgets() (b budgets) {
	sum, rates := uint64(0), [NumMoves]uint64{}
	for m := range rates {
		if moves[m].expands && !l.expands {
			continue
		}
		rates[m] = (l.paid[m] + fine*priorPay) << rateBits / (l.spent[m] + fine*priorCost)
		sum += rates[m]
	}
	for m := range b {
		if rates[m] == 0 {
			continue
		}
		b[m] = max(l.cost/leastPart, int(uint64(l.cost)*rates[m]/sum))
	}
	return b
}

// List returns the results of all moves, with their names.
func (t *moveTallies) List() []MoveProgress {
	list := slices.Clone(t[:])
	for m := range list {
		list[m].Move = moves[m].name
	}
	return list
}

// MoveProgress counts the neighbors of one move.
type MoveProgress struct {
	Move    string // its name, such as {-1+1}
	Looked  int    // number of neighbors found, each minimal
	Unique  int    // number of these without isomorphs within a step
	Rated   int    // number of these that were rated, the most promising
	Stored  int    // number of rated neighbors no worse than the remaining starting points
	Records int    // number of rated neighbors better than all remaining starting points
	Cost    int    // cost of the search, in solutions that the solver finds
}

func (p *MoveProgress) add(of *MoveProgress) {
	p.Looked += of.Looked
	p.Unique += of.Unique
	p.Rated += of.Rated
	p.Stored += of.Stored
	p.Records += of.Records
	p.Cost += of.Cost
}

// Bookmarks returns the sums that the next run remembers, by the names of their bookmarks.
func (l *Lessons) Bookmarks(toward Objective) map[string]*uint64 {
	sums := map[string]*uint64{}
	for m := range moves {
		sums[fmt.Sprintf("walk %s: spent %s", toward, moves[m].name)] = &l.spent[m]
		sums[fmt.Sprintf("walk %s: paid %s", toward, moves[m].name)] = &l.paid[m]
	}
	return sums
}
