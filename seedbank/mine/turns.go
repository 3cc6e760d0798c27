package mine

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
)

// way is a way in which [Lacking] finds seeds.
type way int

// The ways, in the order of their first turns.
const (
	pruning way = iota
	climbing
	printing
	laddering
	numWays
)

// parts are the parts of the time that the ways get.
var parts = [numWays]time.Duration{pruning: 2, climbing: 1, printing: 1, laddering: 1}

// wayOf returns the way that a unit belongs to.
func wayOf(u *work.Unit) way {
	switch u.Kind {
	case work.WalkUnit:
		return climbing
	case work.SymmetricUnit:
		return printing
	case work.LadderUnit:
		return laddering
	}
	return pruning
}

// unitTime is about how long a unit of this process takes. A killed process loses not much
// more work, except for steps of walks. mostPuzzles is the greatest size of such a unit.
const (
	unitTime    = 250 * time.Millisecond
	mostPuzzles = 1024
)

// turns shares the time of a run of [Lacking] between its ways.
type turns struct {
	// fits says that the units of this process fit their time. Otherwise the options give
	// their size, and nobody tells how long they take.
	fits  bool
	sizes map[work.UnitKind]int

	spent [numWays]time.Duration       // with what the units under way may take
	last  [numWays]time.Duration       // for a unit
	under map[*work.Unit]time.Duration // units under way, with what they may take
	taken [numWays]int                 // turns

	latest time.Duration // had by a way when it was its turn
}

// madeUp is the most time for one part that a way makes up for when it had nothing to do.
const madeUp = 2 * time.Minute

func newTurns(fits bool) *turns {
	t := &turns{fits: fits, sizes: map[work.UnitKind]int{}, under: map[*work.Unit]time.Duration{}}
	for w := range t.last {
		t.last[w] = unitTime
	}
	return t
}

// inOrder returns the ways. The first is the one that has had the least of its part.
func (t *turns) inOrder() []way {
	ways := []way{pruning, climbing, printing, laddering}
	slices.SortStableFunc(ways, func(a, b way) int { return cmp.Compare(t.had(a), t.had(b)) })
	return ways
}

// had returns the time that a way has had, for one part.
func (t *turns) had(w way) time.Duration { return t.spent[w] / parts[w] }

// begin notes that a unit is planned.
func (t *turns) begin(u *work.Unit) {
	way := wayOf(u)
	t.latest = max(t.latest, t.had(way))
	t.spent[way] = max(t.spent[way], (t.latest-madeUp)*parts[way]) + t.last[way]
	if t.fits {
		t.under[u] = t.last[way]
	}
}

// end notes how long a unit took: no time if it was not handed out.
func (t *turns) end(u *work.Unit, took time.Duration) {
	if !t.fits {
		return
	}
	way := wayOf(u)
	t.spent[way] += took - t.under[u]
	delete(t.under, u)
	if took == 0 {
		return
	}
	t.last[way] = took
	if u.IsNumbered() {
		fitting := float64(u.Count) * float64(unitTime) / float64(took)
		t.sizes[u.Kind] = int(min(max(fitting, localUnit), float64(4*u.Count), mostPuzzles))
	}
}

// inTurns returns the sources for [Lacking], the one first whose turn it is.
func (p *Plan) inTurns(now *wants) (list []source) {
	for _, way := range p.turns.inOrder() {
		if plan := p.sourceOf(way, now); plan != nil {
			list = append(list, func(ctx context.Context, now *wants) (units []*work.Unit, err error) {
				p.turns.taken[way]++
				units, err = plan(ctx, now)
				for _, u := range units {
					p.turns.begin(u)
				}
				return units, err
			})
		}
	}
	return list
}

// sourceOf returns the source of a way for [Lacking], or nil if there is nothing to find
// this way. Walks take turns, and so do kinds of symmetric puzzles.
func (p *Plan) sourceOf(w way, now *wants) source {
	turn := p.turns.taken[w]
	switch w {
	case pruning:
		return p.unitOf(symmetricKind{})
	case climbing:
		if n := len(now.walks); n > 0 {
			return p.stepsOf(now.walks[turn%n])
		}
	case printing:
		if n := len(now.symmetric); n > 0 {
			return p.unitOf(now.symmetric[turn%n])
		}
	case laddering:
		if p.options.Resume && p.options.Ladders != work.NoLadders {
			return p.ladders
		}
	}
	return nil
}

// unitOf returns a source that plans a unit of a kind.
func (p *Plan) unitOf(kind symmetricKind) source {
	return func(_ context.Context, now *wants) ([]*work.Unit, error) {
		return p.batchesOf([]symmetricKind{kind}, now, 1), nil
	}
}
