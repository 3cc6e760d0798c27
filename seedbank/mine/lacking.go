package mine

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/transform"
)

// Lacking aims at what the bank lacks, in proportion. It has no end of its own.
//
// [Shares] say what part of a bank each kind of seeds should be. A run goes in rounds. A
// round is for a bank of some size, 1,000 seeds or twice, four times, eight times as much:
// the smallest for which the bank lacks seeds of a level. The shares of this size are the
// targets of the round. The round ends when every level has its share, and what is still
// missing of rarer kinds belongs to the next round, which is for twice the size.
//
// A run keeps a pruned puzzle only if it counts for a target that is not met. So of what is
// plentiful it stores no more than serves, and the size of the bank follows the levels.
//
// Pruning, printing and walking share the time: half of it goes to puzzles out of random
// grids, a quarter to symmetric ones for print style, and a quarter to the walks, which
// take turns. So no walk holds up what pruning finds, however many there are. As long as
// seeds of the bank lack ladders, these get a fifth of the time.
//
// The bank is counted when the run begins, and its own seeds after that. It is counted again
// when seeds were taken back, or claimed seeds were rated. What other programs add counts for
// the next run.
type Lacking struct{}

// Share is the part of a bank that seeds of some kinds should be: one in OneIn for each
// kind. Kinds is a text as before the = in [ParseTargets].
type Share struct {
	Kinds string
	OneIn int
}

// firstRound is the size of the bank for which the first round of an empty bank is.
const firstRound = 1000

// Shares returns the shares of the kinds for [Lacking]. They follow what people ask a bank
// for: a level, or a level in print style, most often; a technique or a number of clues
// less often. Extreme seeds and seeds of 17 or of 29 clues take so long to find that a
// larger share would hold up the others.
func Shares() []Share {
	return []Share{
		{"1-8", 10}, {"9", 20},
		{"print:1-6", 50}, {"print:7-9", 200},
		{"clues:18-28", 100}, {"clues:17", 1000}, {"clues:29", 1000},
		{"technique:all", 500}, {"practice:all", 2500},
	}
}

// sharing is how the targets of [Lacking] follow the size of a bank.
type sharing struct {
	oneIn  []int // of each target
	levels []int // targets of levels
	size   int   // for which the round is; 0 before the first
}

// check makes a target of each kind. Their numbers come with the first round.
func (s Lacking) check(o *Options) (Strategy, error) {
	if len(o.Targets) > 0 || o.Count > 0 || o.Levels != (seedbank.Range[rating.Level]{}) {
		return s, errors.New("what the bank lacks goes neither with targets nor with levels or a number of seeds")
	}
	targets, err := lackingTargets()
	o.Targets = targets
	return s, err
}

// lackingTargets returns a target of each kind, of 0 seeds.
func lackingTargets() ([]Target, error) {
	return ParseTargets(phrase.Names(Shares(), func(share *Share) string { return share.Kinds + "=0" }))
}

// newSharing returns the shares of the targets of [Lacking].
func newSharing() *sharing {
	s := &sharing{}
	for _, share := range Shares() {
		targets, err := ParseTargets([]string{share.Kinds + "=0"})
		if err != nil {
			panic(fmt.Sprintf("mine: share of %s: %v", share.Kinds, err)) // the check has read them
		}
		for i := range targets {
			if kind := targets[i].Kind; kind.Levels != (seedbank.Range[rating.Level]{}) && kind.Symmetry == transform.NoSymmetry {
				s.levels = append(s.levels, len(s.oneIn))
			}
			s.oneIn = append(s.oneIn, share.OneIn)
		}
	}
	return s
}

// advance begins the first round for which a level lacks seeds, if the one at hand is
// over.
func (s *sharing) advance(targets []TargetProgress) {
	for s.size == 0 || s.over(targets) {
		s.size = max(firstRound, 2*s.size)
		for i := range targets {
			targets[i].Seeds = max(1, s.size/s.oneIn[i])
		}
	}
}

// over reports whether every level has its share.
func (s *sharing) over(targets []TargetProgress) bool {
	return !slices.ContainsFunc(s.levels, func(i int) bool { return targets[i].Missing() > 0 })
}

func (s Lacking) want(d *demand, now *wants) { AsNeeded{}.want(d, now) }

// growthMark is the bookmark for the number of bytes by which a bank grew in an hour.
const growthMark = "growth"

// paceOf returns the bookmark for the time that a seed of a kind took, in milliseconds.
func paceOf(t *Target) string { return "pace of " + t.Name }

// readPaces reads how long a seed of each kind took in an earlier run, and how fast the
// bank grew.
func (p *Plan) readPaces() error {
	growth, err := change.Bookmark(p.store.ctx, p.store.reader, growthMark)
	if err != nil {
		return err
	}
	p.progress.Growth = int64(growth)
	for i := range p.demand.targets {
		t := &p.demand.targets[i]
		pace, err := change.Bookmark(p.store.ctx, p.store.reader, paceOf(&t.Target))
		if err != nil {
			return err
		}
		t.Pace = time.Duration(pace) * time.Millisecond
	}
	return nil
}

// notePaces queues to be stored how long a seed of each kind took in a run of [Lacking], and
// how fast the bank grew.
func (p *Plan) notePaces() {
	if p.demand.shares == nil {
		return
	}
	took, room := time.Since(p.begun), &p.store.room
	if grown := room.size - room.begun; grown > 0 {
		p.store.mark(growthMark, uint64(float64(grown)/took.Hours()))
	}
	for i := range p.demand.targets {
		t := &p.demand.targets[i]
		if found := t.InBank - t.Before; found > 0 {
			p.store.mark(paceOf(&t.Target), uint64(took.Milliseconds())/uint64(found))
		}
	}
}
