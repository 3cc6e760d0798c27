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
}

func (p *MoveProgress) add(of *MoveProgress) {
	p.Looked += of.Looked
	p.Unique += of.Unique
	p.Rated += of.Rated
	p.Stored += of.Stored
	p.Records += of.Records
}

// pay returns how much the neighbors of a tally are worth.
func (p *MoveProgress) pay() float64 {
	return payRated*float64(p.Rated) + float64(p.Stored) + payRecord*float64(p.Records)
}

const (
	payRated  = 0.1
	payRecord = 5
	fading    = 0.986 // of what was learned, with each step
)

// moveTallies tell what came of some steps, by move.
type moveTallies [numMoves]MoveProgress

// quotas are numbers of neighbors to look at, by move.
type quotas [numMoves]int

const (
	looksPerPoint = 240 // neighbors to look at from each puzzle that a step comes to
	fewestLooks   = 5   // by each move, so that none is forgotten
	priorLooks    = 100 // that each move is thought to have had at the beginning
	priorPay      = 5   // that these are thought to have brought
)

// lessons are what a walk has learned.
type lessons struct {
	looked, paid [numMoves]float64 // by move, fading
	strata       map[int]stratumLesson
	all          moveTallies // not fading
}

// stratumLesson is what came of the steps from the seeds of a stratum.
type stratumLesson struct{ steps, stored float64 }

func newLessons() lessons { return lessons{strata: map[int]stratumLesson{}} }

// learn notes what came of a step from a seed of a stratum.
func (l *lessons) learn(stratum int, found *moveTallies) {
	at := l.strata[stratum]
	at.steps++
	for m := range found {
		l.looked[m] = fading*l.looked[m] + float64(found[m].Looked)
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

// quotas returns how many neighbors to look at by each move: more by moves that paid
// more for each look.
func (l *lessons) quotas() (q quotas) {
	sum, rates := 0.0, [numMoves]float64{}
	for m := range rates {
		rates[m] = (l.paid[m] + priorPay) / (l.looked[m] + priorLooks)
		sum += rates[m]
	}
	for m := range q {
		q[m] = max(fewestLooks, int(looksPerPoint*rates[m]/sum))
	}
	return q
}

// report returns what came of the neighbors, by move.
func (l *lessons) report() []MoveProgress {
	list := slices.Clone(l.all[:])
	for m := range list {
		list[m].Move = moves[m].name
	}
	return list
}
