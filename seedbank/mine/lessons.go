package mine

import "slices"

// A walk learns from its own steps which moves and which strata pay. A neighbor pays
// if its step finds it worth rating, more if it is worth storing, and most if it is a
// record. What was learned of the moves fades, because other moves pay at other heights:
// after some 50 steps it counts half.

// MoveProgress tells what came of the neighbors that one move gave.
type MoveProgress struct {
	Move    string // its name, such as {-1+1}
	Looked  int    // neighbors looked at, each minimal
	Unique  int    // neighbors without those that the same step had met as other isomorphs
	Rated   int    // the most promising, new to the walk and to the bank
	Stored  int    // no worse than the seeds to go on from
	Records int    // better than all seeds to go on from
	cost    int    // of looking at them, in solutions found
}

func (p *MoveProgress) add(of *MoveProgress) {
	p.Looked += of.Looked
	p.Unique += of.Unique
	p.Rated += of.Rated
	p.Stored += of.Stored
	p.Records += of.Records
	p.cost += of.cost
}

// pay returns how much the neighbors of a tally are worth.
func (p *MoveProgress) pay() float64 {
	return payRated*float64(p.Rated) + float64(p.Stored) + payRecord*float64(p.Records)
}

const (
	payRated  = 0.1
	payRecord = 5
	fading    = 0.986 // the part of what was learned that is left after a step
)

// moveTallies tell what came of some steps, by move.
type moveTallies [numMoves]MoveProgress

// budgets say what a look at the neighbors of a puzzle may cost, by move, in solutions
// found.
type budgets [numMoves]int

const (
	leastPart = 70     // each move gets a seventieth of the cost at least, so that none is forgotten
	priorCost = 15_000 // what each move is thought to have cost before the first step
	priorPay  = 5      // what each move is thought to have paid before the first step
)

// lessons are what a walk has learned.
type lessons struct {
	cost        int               // of looking at the neighbors of a puzzle, by all moves, in solutions found
	spent, paid [numMoves]float64 // by move, fading
	strata      map[int]stratumLesson
	all         moveTallies // not fading
}

// stratumLesson is what came of the steps from the seeds of a stratum.
type stratumLesson struct{ steps, stored float64 }

func newLessons(cost int) lessons { return lessons{cost: cost, strata: map[int]stratumLesson{}} }

// learn notes what came of a step from a seed of a stratum.
func (l *lessons) learn(stratum int, found *moveTallies) {
	at := l.strata[stratum]
	at.steps++
	for m := range found {
		l.spent[m] = fading*l.spent[m] + float64(found[m].cost)
		l.paid[m] = fading*l.paid[m] + found[m].pay()
		l.all[m].add(&found[m])
		at.stored += float64(found[m].Stored)
	}
	l.strata[stratum] = at
}

// promise returns how many seeds worth storing a step from a stratum can be expected
// to find.
func (l *lessons) promise(stratum int) float64 {
	at := l.strata[stratum]
	return (at.stored + 1) / (at.steps + 1)
}

// budgets returns the budgets of the next step: more for moves that paid more for what
// they cost. For the hardest puzzles these are the moves that take one clue away; without
// two of their clues most have thousands of solutions.
func (l *lessons) budgets() (b budgets) {
	sum, rates := 0.0, [numMoves]float64{}
	for m := range rates {
		rates[m] = (l.paid[m] + priorPay) / (l.spent[m] + priorCost)
		sum += rates[m]
	}
	for m := range b {
		b[m] = max(l.cost/leastPart, int(float64(l.cost)*rates[m]/sum))
	}
	return b
}

// report returns what came of the neighbors, by move.
func (l *lessons) report() []MoveProgress {
	list := slices.Clone(l.all[:])
	for m := range list {
		list[m].Move = moves[m].name
	}
	return list
}
