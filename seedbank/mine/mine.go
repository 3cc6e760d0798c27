// Package mine fills a bank: it makes minimal puzzles, or takes somebody's, rates
// them and stores them as seeds.
//
// A puzzle becomes a seed in five steps: canonical form, look-up, rating,
// ladders, bank. Puzzles that the bank knows are dropped before they are rated,
// and puzzles that nobody wants are dropped before they get ladders. The ladders
// of a seed take several times longer than everything else together, so they are
// made only as far as the bank lacks their rungs, unless [AllLadders] are asked for.
//
// # Words
//
// To prune is to take clues away from a random grid. A walk goes from seeds of
// the bank to their neighbors, which differ from them in a clue or two. A
// [Target] is a number of seeds of some kind that the bank should have. A
// symmetric puzzle is made of a random grid by taking away cells that its symmetry
// exchanges, together. It is stored as a rung of a seed: of a minimal puzzle that
// remains when more of its clues are taken away; so is a puzzle with a given pattern.
// To symmetrize a seed is to add the
// fewest clues after which it can be arranged symmetrically. An [Arrival] is
// somebody's puzzle on its way into the bank. A ladder adds clues to a seed one by
// one; each addition becomes a rung.
//
// # Conventions
//
// Options say what a function does. If they have a function Report, it is called
// with the progress from time to time. A context that is done is no error: what
// was found by then is stored.
//
// # Guarantees
//
// Puzzle number i of a run that prunes depends on the random seed of the run and
// on i alone. So the same run finds the same seeds again, with any number of
// workers. Runs with different random seeds share puzzles only by chance. The
// ladders of a seed depend on the seed alone, whoever found it, and a seed has all
// rungs of its ladders or some of them; seeds of symmetric puzzles have none.
//
// However a run ends, what it has found is stored. Only a killed process loses
// something: the work in hand, which is seldom more than a second of it.
//
// # Not here
//
// How a puzzle is rated (package rating) and stored (package seedbank).
//
// Start with [Run].
package mine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/transform"
)

// Options say what a run does and when it ends.
type Options struct {
	Workers    int    // goroutines that make and rate puzzles; 0 is one for each core
	RandomSeed uint64 // decides everything that is random in the run
	Count      int    // end when this many seeds are stored; 0: no limit

	Strategy Strategy
	Toward   seedbank.Objective // of the walk, if the strategy is Walk; empty is higher ratings

	// Symmetry, if any, is the symmetry of all puzzles that are made. Without it,
	// symmetric puzzles are made if targets ask for them.
	Symmetry transform.Symmetry

	// Minimal says that of symmetric puzzles only minimal ones are kept: seeds, and
	// no rungs. Targets count only these.
	Minimal bool

	// Patterns, if any, are the patterns of all puzzles that are made; they take
	// turns. Then Count is the number of puzzles of each pattern. The strategy Walk
	// goes from each puzzle that is found to harder ones. Patterns go neither with
	// Symmetry nor with Targets.
	Patterns []pattern.Named
	climb    bool // the strategy was Walk

	// Levels are the levels to keep.
	Levels seedbank.Range[rating.Level]
	// Targets are what the bank should have. If there are any, pruned puzzles
	// are kept only if they count for a target that is not met yet, and the run
	// ends when all targets are met.
	Targets []Target

	Ladders Ladders // which rungs seeds get; empty is [NeededLadders]
	Enough  int     // seeds and rungs of a level and number of clues, for [NeededLadders]; 0 is [Enough]

	// UnitTime is how long a unit of a [Foreman] should take on one core; 0 is 20 s.
	UnitTime time.Duration

	Program   string // version, for the record of the run
	Arguments string // of the command line, likewise

	// Report is called from time to time, from one goroutine at a time. It may be
	// nil.
	Report func(Progress)
}

// Strategy is how a run makes puzzles.
type Strategy string

// The strategies. AsNeeded walks for rare targets and prunes for the others;
// without targets it prunes. Symmetrize goes through the seeds of the bank once and
// adds clues that make them symmetric.
const (
	AsNeeded   Strategy = ""
	Prune      Strategy = "prune"
	Walk       Strategy = "walk"
	Symmetrize Strategy = "symmetrize"
)

// ParseStrategy returns the strategy of a text: a name, or nothing.
func ParseStrategy(text string) (Strategy, error) {
	switch s := Strategy(text); s {
	case AsNeeded, Prune, Walk, Symmetrize:
		return s, nil
	}
	return "", &phrase.UnknownError{Kind: "strategy", Given: text, Known: Strategies()}
}

// Strategies returns the names of the strategies.
func Strategies() []string { return []string{string(Prune), string(Walk), string(Symmetrize)} }

// errEnough ends a run that has found everything it was asked for.
var errEnough = errors.New("found what was asked for")

// check completes options, and returns an error if they cannot be.
func (o *Options) check() error {
	if _, err := ParseStrategy(string(o.Strategy)); err != nil {
		return fmt.Errorf("strategy %q: %w", o.Strategy, err)
	}
	if err := errors.Join(o.checkSymmetry(), o.checkPatterns()); err != nil || o.Strategy != Walk {
		return err
	}
	o.Toward = cmp.Or(o.Toward, seedbank.TowardER)
	if _, err := seedbank.ParseObjective(string(o.Toward)); err != nil {
		return fmt.Errorf("walk toward %q: %w", o.Toward, err)
	}
	isSymmetric := func(t Target) bool { return t.Kind.Symmetry != transform.NoSymmetry }
	if !o.Toward.KeepsSymmetry() && (o.Symmetry != transform.NoSymmetry || slices.ContainsFunc(o.Targets, isSymmetric)) {
		return fmt.Errorf("walk toward %q: it cannot keep a symmetry, as one toward %q can", o.Toward, seedbank.TowardER)
	}
	return nil
}

// checkSymmetry returns an error if options need a symmetry that is not there, or
// exclude each other. With Minimal it makes targets count no rungs.
func (o *Options) checkSymmetry() error {
	isSymmetric := func(t Target) bool { return t.Kind.Symmetry != transform.NoSymmetry }
	none := o.Symmetry == transform.NoSymmetry && !slices.ContainsFunc(o.Targets, isSymmetric)
	switch {
	case o.Strategy == Symmetrize && none:
		return errors.New("there is no symmetry to symmetrize for: neither the options nor a target have one")
	case o.Minimal && none:
		return errors.New("minimal puzzles of no symmetry are asked for: neither the options nor a target have one")
	case o.Minimal && (o.Strategy == Symmetrize || o.Strategy == Walk):
		return fmt.Errorf("strategy %q makes puzzles that are not minimal: leave it out, or Minimal", o.Strategy)
	}
	if o.Minimal {
		o.Targets = slices.Clone(o.Targets)
		for i := range o.Targets {
			o.Targets[i].Kind.Rungs = false
		}
	}
	return nil
}

// Run mines into a bank until the options or ctx end it, and returns its final
// progress.
func Run(ctx context.Context, bank *seedbank.Writer, options Options) (Progress, error) {
	if err := options.check(); err != nil {
		return Progress{}, err
	}
	return runFrom(ctx, pruning(options.RandomSeed), bank, &options)
}

// runFrom is Run with another source of puzzles. Walks do not use the source.
func runFrom(ctx context.Context, source source, bank *seedbank.Writer, options *Options) (Progress, error) {
	m, err := newMiner(ctx, bank, options, source)
	if err != nil {
		return Progress{}, err
	}
	err = m.store.close(m.run(ctx))
	return m.progress(), err
}

// endOf returns what went wrong in a run that ended with err.
func endOf(ctx context.Context, err error) error {
	if errors.Is(err, errEnough) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx)) {
		return nil
	}
	return err
}
