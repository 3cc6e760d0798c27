package mine

import (
	"slices"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/transform"
)

// Target is a number of seeds of some kind that the bank should have. [ParseTargets] makes
// targets from texts.
type Target struct {
	Name  string          // for people
	Kind  seedbank.Filter // the seeds that count
	Seeds int             // how many of them

	Grids bool // counts one seed for each solution grid
	OfRun bool // counts only seeds that the run finds
}

// countsRungs reports whether a new rung of a known seed counts.
func (t *Target) countsRungs() bool { return t.Kind.Symmetry != transform.NoSymmetry || t.OfRun }

// Limits of pruning in reasonable time, in pairs. From the first limit of a pair
// on, a walk helps. Beyond the second, pruning is useless.
const (
	fewClues, fewestPruned = 21, 20
	highER, highestPruned  = rating.Tenths(88), rating.Tenths(94)
)

// manyEarly is the highest ER at which pearls and diamonds are common. Of random seeds
// with a higher ER, about one in a thousand is one.
const manyEarly = rating.Tenths(20)

// hardSymmetric is the lowest level of which random grids give few symmetric puzzles.
const hardSymmetric = rating.Level(8)

// towardEarly has the objectives of walks for seeds whose hardest step comes early.
var towardEarly = map[seedbank.Early]walk.Objective{
	seedbank.Pearl:   walk.TowardEP,
	seedbank.Diamond: walk.TowardED,
}

// rare are techniques that fewer than one in a hundred pruned puzzles use, although their
// ratings are not high. Of 40,500 pruned seeds, 8 use a hidden quad. Of the neighbors of
// seeds with a hidden quad, one in 37 has one too.
var rare = []string{"naked-quad", "jellyfish", "hidden-quad", "aligned-pair-exclusion"}

// needs says how to find the seeds of a target: the objective of a walk, or none, and
// whether to prune.
//
// A target of a hard technique needs only a walk toward ER, because the ER mostly decides
// which puzzles use it. Of the seeds of the starter bank, nested-forcing-chain is used by
// all but 2 from ER 10.2 on and by 7 below, nested-multiple-forcing-chain by all but 1
// from 11.0 on and by 26 below, and nested-dynamic-forcing-chain by 8 of the 10 from 11.6 on.
func (t *Target) needs() (toward walk.Objective, prune bool) {
	if t.Kind.Symmetry != transform.NoSymmetry { // symmetric puzzles have their own source
		if t.Kind.Rungs && t.Kind.Levels.Low >= hardSymmetric {
			return walk.TowardER, false
		}
		return "", false
	}
	uses := slices.Concat(t.Kind.Uses, t.Kind.Hardest, t.Kind.Practice)
	er := t.Kind.ER.Low
	if t.Kind.Levels.Low == rating.NumLevels {
		er = max(er, highER)
	}
	for _, technique := range uses {
		least, _ := technique.Range()
		er = max(er, least)
	}
	clues := t.Kind.Clues.High
	switch {
	case len(uses) == 1 && slices.Contains(rare, uses[0].String()):
		return walk.TowardTechnique(uses[0]), true
	case t.Kind.Early != seedbank.AnyTime && er > manyEarly:
		return towardEarly[t.Kind.Early], er < records.EarlyER
	case clues > 0 && clues <= fewClues:
		return walk.TowardCluesFrom(max(t.Kind.Clues.Low, seedbank.LeastClues)), clues > fewestPruned
	case er >= highER:
		return walk.TowardER, er <= highestPruned
	}
	return "", true
}

// symmetricClues returns the numbers of clues of symmetric puzzles for a target. The zero
// Range is any.
func (t *Target) symmetricClues() seedbank.Range[int] {
	if levels := t.Kind.Levels; levels.Low == levels.High && t.Kind.CluesByLevel[levels.Low] != (seedbank.Range[int]{}) {
		return t.Kind.CluesByLevel[levels.Low]
	}
	return t.Kind.Clues
}
