package mine

import (
	"slices"
	"sync/atomic"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// Target is a number of seeds of a kind that the bank shall have.
type Target struct {
	Name  string // for people
	Kind  seedbank.Filter
	Seeds int
}

// Limits of what pruning finds in reasonable time: where a walk begins to help,
// and beyond which pruning is of no use.
const (
	fewClues, fewestPruned = 21, 20
	highER, highestPruned  = rating.Tenths(88), rating.Tenths(94)
)

// needs says how to get what a target lacks.
func (t *Target) needs() (toward seedbank.Objective, prune bool) {
	er := t.Kind.ER.Low
	if t.Kind.Levels.Low == rating.NumLevels {
		er = max(er, highER)
	}
	for _, technique := range slices.Concat(t.Kind.Uses, t.Kind.Hardest) {
		least, _ := technique.Range()
		er = max(er, least)
	}
	clues := t.Kind.Clues.High
	switch {
	case clues > 0 && clues <= fewClues:
		return seedbank.TowardClues, clues > fewestPruned
	case er >= highER:
		return seedbank.TowardER, er <= highestPruned
	}
	return "", true
}

// wanted is what a run is after at the moment: the writer changes it while
// others look at it.
type wanted struct{ now atomic.Pointer[wants] }

// wants are the kinds of seeds to keep, and how to get them.
type wants struct {
	levels seedbank.Range[rating.Level]
	kinds  []seedbank.Filter // what the targets lack
	all    bool              // there are no targets: whatever comes
	toward []seedbank.Objective
	prune  bool
}

// has reports whether a seed that pruning has found is to be kept.
func (w *wants) has(s *seedbank.Seed) bool {
	return w.levels.Has(s.Rating.Level()) &&
		(w.all || slices.ContainsFunc(w.kinds, func(f seedbank.Filter) bool { return f.Passes(s) }))
}

// wantsOf returns what a run is after that is as far as progress tells.
func wantsOf(options *Options, progress *Progress) *wants {
	now := &wants{levels: options.Levels, all: len(options.Targets) == 0}
	for i := range progress.Targets {
		t := &progress.Targets[i]
		if t.Missing() == 0 {
			continue
		}
		now.kinds = append(now.kinds, t.Kind)
		toward, prune := t.needs()
		now.prune = now.prune || prune
		if toward != "" && !slices.Contains(now.toward, toward) {
			now.toward = append(now.toward, toward)
		}
	}
	switch options.Strategy {
	case Prune:
		now.toward, now.prune = nil, true
	case Walk:
		now.toward, now.prune = []seedbank.Objective{options.Toward}, false
	default:
		now.prune = now.prune || now.all
	}
	return now
}
