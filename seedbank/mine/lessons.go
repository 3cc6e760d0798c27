package mine

import "slices"

// A walk learns from its own steps which moves and which strata pay. A neighbor pays
// if its step finds it worth rating, more if it is worth storing, and most if it is a
// record. What was learned of the moves fades, because other moves pay at other heights:
// after some 50 steps it counts half. All of it is counted in whole numbers, so that
// the same steps teach the same on all processors.

// pay returns how much the neighbors of a tally are worth.
func (p *MoveProgress) pay() int {
	return payRated*p.Rated + payStored*p.Stored + payRecord*p.Records
}

const (
	payRated  = 1
	payStored = 10
	payRecord = 50
	fading    = 986  // thousandths of what was learned that are left after a step
	fine      = 1000 // parts of a unit of cost or pay that what fades is counted in
)

// fade returns what is left of a sum after a step, with a new part.
func fade(sum uint64, part int) uint64 { return sum*fading/1000 + fine*uint64(part) }

// moveTallies tell what came of some steps, by move.
type moveTallies [numMoves]MoveProgress

// budgets say what a look at the neighbors of a puzzle may cost, by move, in solutions
// found.
type budgets [numMoves]int

const (
	leastPart = 70     // each move gets a seventieth of the cost at least, so that none is forgotten
	rateBits  = 24     // behind the point of a rate of pay by cost
	priorCost = 15_000 // what each move is thought to have cost before the first step
	priorPay  = 50     // what each move is thought to have paid before the first step
)

// lessons are what a walk has learned.
type lessons struct {
	cost        int              // of looking at the neighbors of a puzzle, by all moves, in solutions found
	spent, paid [numMoves]uint64 // by move, fading, in parts of [fine]
	strata      map[int]stratumLesson
	all         moveTallies // not fading
}

// stratumLesson is what came of the steps from the seeds of a stratum.
type stratumLesson struct{ steps, stored int64 }

func newLessons(cost int) lessons { return lessons{cost: cost, strata: map[int]stratumLesson{}} }

// learn notes what came of a step from a seed of a stratum.
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

// budgets returns the budgets of the next step: more for moves that paid more for what
// they cost. For the hardest puzzles these are the moves that take one clue away; without
// two of their clues most have thousands of solutions.
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

// list returns what came of the neighbors, with the names of the moves.
func (t *moveTallies) list() []MoveProgress {
	list := slices.Clone(t[:])
	for m := range list {
		list[m].Move = moves[m].name
	}
	return list
}
