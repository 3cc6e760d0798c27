package mine

import "slices"

// A walk learns from its own steps which moves and which strata pay. A neighbor pays
// if it was rated, more if it was stored, and most if it is a record. Lessons about
// moves fade, because other moves pay at higher ratings: after some 50 steps a lesson
// counts half. All sums are whole numbers, so that the same steps give the same lessons
// on all processors.

// pay returns how much the neighbors of a tally are worth.
func (p *MoveProgress) pay() int {
	return payRated*p.Rated + payStored*p.Stored + payRecord*p.Records
}

const (
	payRated  = 1
	payStored = 10
	payRecord = 50
	fading    = 986  // thousandths of a sum that are left after a step
	fine      = 1000 // sums that fade are counted in this fraction of cost or pay
)

// fade returns a sum after a step: what is left of it, and a new part.
func fade(sum uint64, part int) uint64 { return sum*fading/1000 + fine*uint64(part) }

// moveTallies are the results of some steps, by move.
type moveTallies [numMoves]MoveProgress

// budgets are the greatest costs of a look at the neighbors of a puzzle, by move, in
// solutions found.
type budgets [numMoves]int

const (
	leastPart = 70     // each move gets a seventieth of the cost at least, so that none is forgotten
	rateBits  = 24     // behind the point of a rate of pay by cost
	priorCost = 15_000 // assumed cost of each move before the first step
	priorPay  = 50     // assumed pay of each move before the first step
)

// lessons are the results of the steps of a walk, from which the next steps learn.
type lessons struct {
	cost        int              // of looking at the neighbors of a puzzle, by all moves, in solutions found
	spent, paid [numMoves]uint64 // by move, fading, in parts of [fine]
	strata      map[int]stratumLesson
	all         moveTallies // not fading
}

// stratumLesson counts the steps from seeds of a stratum, and the seeds that they stored.
type stratumLesson struct{ steps, stored int64 }

func newLessons(cost int) lessons { return lessons{cost: cost, strata: map[int]stratumLesson{}} }

// learn notes the results of a step from a seed of a stratum.
func (l *lessons) learn(stratum int, found []MoveProgress) {
	at := l.strata[stratum]
	at.steps++
	for m := range found[:min(len(found), numMoves)] {
		l.spent[m] = fade(l.spent[m], found[m].Cost)
		l.paid[m] = fade(l.paid[m], found[m].pay())
		l.all[m].add(&found[m])
		at.stored += int64(found[m].Stored)
	}
	l.strata[stratum] = at
}

// paysMore reports whether a step from stratum a can be expected to find more seeds
// worth storing than one from stratum b.
func (l *lessons) paysMore(a, b int) bool {
	of, than := l.strata[a], l.strata[b]
	return (of.stored+1)*(than.steps+1) > (than.stored+1)*(of.steps+1)
}

// budgets returns the budgets of the next step, in proportion to the pay of each move by
// its cost. Among the hardest puzzles, moves that take one clue away pay best: without two
// of their clues most have thousands of solutions.
func (l *lessons) budgets() (b budgets) {
	sum, rates := uint64(0), [numMoves]uint64{}
	for m := range rates {
		rates[m] = (l.paid[m] + fine*priorPay) << rateBits / (l.spent[m] + fine*priorCost)
		sum += rates[m]
	}
	for m := range b {
		b[m] = max(l.cost/leastPart, int(uint64(l.cost)*rates[m]/sum))
	}
	return b
}

// list returns the results of all moves, with their names.
func (t *moveTallies) list() []MoveProgress {
	list := slices.Clone(t[:])
	for m := range list {
		list[m].Move = moves[m].name
	}
	return list
}
