package mine

import "slices"

// A run learns from its own steps which moves and which cells of the map pay. A
// neighbor pays if its step finds it worth rating; more if it is worth storing; and
// most if it is a record. What was learned fades, because other moves pay at other
// heights: after some 50 steps it counts half.

// MoveProgress tells what came of the neighbors by a kind of moves.
type MoveProgress struct {
	Move    string
	Looked  int // neighbors, each with one solution and minimal
	Unique  int // without isomorphs of others that the same step has met
	Rated   int // the most promising of these that neither the walk nor the bank had met
	Stored  int // no worse than the seeds to go on from
	Records int // better than all seeds to go on from
}

func (p *MoveProgress) add(of *MoveProgress) {
	p.Looked += of.Looked
	p.Unique += of.Unique
	p.Rated += of.Rated
	p.Stored += of.Stored
	p.Records += of.Records
}

// pay is what a tally is worth.
func (p *MoveProgress) pay() float64 {
	return payRated*float64(p.Rated) + float64(p.Stored) + payRecord*float64(p.Records)
}

const (
	payRated  = 0.1
	payRecord = 5
	fading    = 0.986 // of what was learned, with each step
)

// moveTallies are what came of a step, or of many, by move.
type moveTallies [numMoves]MoveProgress

// quotas are numbers of neighbors to look at, by move.
type quotas [numMoves]int

const (
	looksAPoint = 240 // neighbors to look at of each puzzle that a step comes to
	fewestLooks = 5   // of each move, so that none is forgotten
	doubt       = 100 // looks without pay that each move is given in advance, with a pay of 5
)

// lessons are what a walk has learned.
type lessons struct {
	looked, payed [numMoves]float64 // by move, fading
	cells         map[int]cellLesson
	all           moveTallies // not fading
}

// cellLesson is what came of the steps from the seeds of a cell.
type cellLesson struct{ steps, paid float64 }

func newLessons() lessons { return lessons{cells: map[int]cellLesson{}} }

// learn notes what came of a step from a seed of a cell.
func (l *lessons) learn(cell int, found *moveTallies) {
	at := l.cells[cell]
	at.steps++
	for m := range found {
		l.looked[m] = fading*l.looked[m] + float64(found[m].Looked)
		l.payed[m] = fading*l.payed[m] + found[m].pay()
		l.all[m].add(&found[m])
		at.paid += float64(found[m].Stored)
	}
	l.cells[cell] = at
}

// paid returns what a step from a cell is expected to pay.
func (l *lessons) paid(cell int) float64 {
	at := l.cells[cell]
	return (at.paid + 1) / (at.steps + 1)
}

// quotas returns how many neighbors to look at by each move: more by moves that paid
// more for each look.
func (l *lessons) quotas() (q quotas) {
	sum, rates := 0.0, [numMoves]float64{}
	for m := range rates {
		rates[m] = (l.payed[m] + doubt*0.05) / (l.looked[m] + doubt)
		sum += rates[m]
	}
	for m := range q {
		q[m] = max(fewestLooks, int(looksAPoint*rates[m]/sum))
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
