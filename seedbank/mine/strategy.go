package mine

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Strategy is how a run makes puzzles: [AsNeeded], [Prune], [Walk], [Symmetrize],
// [Broaden] or [Patterns]; or takes them from elsewhere: [Import], [Lacking] or [Rerate].
// Nil is AsNeeded{}.
type Strategy interface {
	// check returns a copy with defaults filled in. It returns an error if the options
	// exclude the strategy.
	check(o *Options) (Strategy, error)

	// want adds to now the ways to find the missing seeds.
	want(d *demand, now *wants)
}

// AsNeeded walks for rare targets and prunes for the others. Without targets it prunes.
type AsNeeded struct {
	// Symmetry is the symmetry of all puzzles to make. Without one, only targets
	// determine whether symmetric puzzles are made.
	Symmetry transform.Symmetry

	// Minimal keeps only symmetric puzzles that are minimal: seeds and no rungs. Targets
	// count only these.
	Minimal bool
}

// Prune takes clues away from random grids. Its fields mean the same as in [AsNeeded].
type Prune struct {
	Symmetry transform.Symmetry
	Minimal  bool
}

// Walk goes from the best seeds of the bank to their neighbors.
type Walk struct {
	Toward   walk.Objective     // as --toward of "seedoku mine" says it, such as "te:3"; empty is "er"
	Symmetry transform.Symmetry // symmetry to keep on the walk; walks with the symmetries of targets are made too
}

// Symmetrize goes through the seeds of the bank once and adds the fewest clues that make
// them symmetric.
type Symmetrize struct {
	Symmetry transform.Symmetry // without one, the symmetries of the targets apply
}

// Broaden goes through the seeds of the bank in print style of levels 1 to 3, and gives them
// rungs with up to 60 clues. It excludes targets. Targets of the style [draw.Print] give them to new seeds.
type Broaden struct{}

// Patterns makes puzzles whose clues stand in given cells. It excludes targets.
type Patterns struct {
	Of    []Pattern // they take turns
	Each  int       // puzzles of each pattern to find; 0: no limit
	Climb bool      // goes on from each puzzle to harder ones
}

// Pattern is a set of cells for clues, with a name for people.
type Pattern struct {
	Name  string
	Cells sudoku.Cells
}

func (s AsNeeded) check(o *Options) (Strategy, error) {
	return s, o.checkMinimal(s.Symmetry, s.Minimal)
}

func (s Prune) check(o *Options) (Strategy, error) { return s, o.checkMinimal(s.Symmetry, s.Minimal) }

func (s Walk) check(o *Options) (Strategy, error) {
	s.Toward = cmp.Or(s.Toward, walk.TowardER)
	if _, err := walk.ParseObjective(string(s.Toward)); err != nil {
		return s, fmt.Errorf("walk toward %q: %w", s.Toward, err)
	}
	if !s.Toward.KeepsSymmetry() && o.symmetric(s.Symmetry) {
		return s, fmt.Errorf("walk toward %q: it does not keep a symmetry, and a walk toward %q does", s.Toward, walk.TowardER)
	}
	if level, ok := s.Toward.Level(); ok && !o.Levels.Has(level) {
		return s, &LevelError{Toward: s.Toward, Level: level}
	}
	return s, checkSymmetry(s.Symmetry)
}

// checkSymmetry returns an error if there is no such symmetry.
func checkSymmetry(s transform.Symmetry) error {
	kind := seedbank.Filter{Symmetry: s}
	return kind.Check()
}

func (s Symmetrize) check(o *Options) (Strategy, error) {
	if !o.symmetric(s.Symmetry) {
		return s, ErrNoSymmetry
	}
	return s, checkSymmetry(s.Symmetry)
}

func (s Broaden) check(o *Options) (Strategy, error) {
	if len(o.Targets) > 0 {
		return s, errors.New("broaden does not go with targets")
	}
	return s, nil
}

// check makes a target for each pattern. Only puzzles of the run count for it.
func (s Patterns) check(o *Options) (Strategy, error) {
	if len(o.Targets) > 0 {
		return s, errors.New("patterns do not go with targets")
	}
	if len(s.Of) == 0 {
		return s, errors.New("no pattern is given")
	}
	if s.Each < 0 {
		return s, fmt.Errorf("%d puzzles of each pattern, less than 0", s.Each)
	}
	for _, p := range s.Of {
		if err := pattern.Impossible(p.Cells); err != nil {
			return s, fmt.Errorf("pattern %s: %w", p.Name, err)
		}
		if s.Each > 0 {
			kind := seedbank.Filter{Pattern: p.Cells, Rungs: true, Levels: o.Levels}
			o.Targets = append(o.Targets, Target{Name: p.Name, Kind: kind, Seeds: s.Each, OfRun: true})
		}
	}
	return s, nil
}

// LevelError says that a walk seeks puzzles of a level that the options do not keep.
type LevelError struct {
	Toward walk.Objective
	Level  rating.Level
}

func (e *LevelError) Error() string {
	return fmt.Sprintf("walk toward %q: level %d is not among the levels to keep", e.Toward, e.Level)
}

// Errors of options that need a symmetry.
var (
	ErrNoSymmetry = errors.New("symmetrize needs a symmetry, and neither the strategy nor a target has one")
	ErrAllMinimal = errors.New("minimal needs a symmetry: every puzzle without one is minimal")
)

// symmetric reports whether a symmetry is asked for, by the strategy or by a target.
func (o *Options) symmetric(s transform.Symmetry) bool {
	isSymmetric := func(t Target) bool { return t.Kind.Symmetry != transform.NoSymmetry }
	return s != transform.NoSymmetry || slices.ContainsFunc(o.Targets, isSymmetric)
}

// checkMinimal leaves rungs out of the targets if only minimal puzzles are kept.
func (o *Options) checkMinimal(s transform.Symmetry, minimal bool) error {
	switch {
	case !minimal:
		return checkSymmetry(s)
	case !o.symmetric(s):
		return ErrAllMinimal
	}
	o.Targets = slices.Clone(o.Targets)
	for i := range o.Targets {
		o.Targets[i].Kind.Rungs = false
	}
	return checkSymmetry(s)
}

// The names of strategies for [ParseStrategy]. The others have none.
const (
	PruneName      = "prune"
	WalkName       = "walk"
	SymmetrizeName = "symmetrize"
	BroadenName    = "broaden"
)

// StrategyNames returns the names of the strategies.
func StrategyNames() []string { return []string{PruneName, WalkName, SymmetrizeName, BroadenName} }

var strategies = map[string]Strategy{"": AsNeeded{}, PruneName: Prune{}, WalkName: Walk{}, SymmetrizeName: Symmetrize{}, BroadenName: Broaden{}}

// ParseStrategy returns the strategy with a name, without options. An empty name is
// [AsNeeded].
func ParseStrategy(name string) (Strategy, error) {
	if s, ok := strategies[name]; ok {
		return s, nil
	}
	return nil, &phrase.UnknownError{Kind: "strategy", Given: name, Known: StrategyNames()}
}

func (s AsNeeded) want(d *demand, now *wants) {
	if s.Symmetry != transform.NoSymmetry {
		now.symmetric, now.walks, now.prune = []symmetricKind{{symmetry: s.Symmetry}}, nil, false
	} else {
		now.prune = now.prune || now.all
	}
	now.minimal = s.Minimal
}

func (s Prune) want(d *demand, now *wants) {
	others := now.others(s.Symmetry)
	AsNeeded(s).want(d, now)
	now.walks, now.prune = nil, others
}

func (s Walk) want(d *demand, now *wants) {
	others := now.others(s.Symmetry)
	if s.Symmetry != transform.NoSymmetry {
		now.symmetric = []symmetricKind{{symmetry: s.Symmetry}}
	}
	now.walks = nil
	for _, kind := range now.symmetric {
		now.addWalk(walk.Aim{Toward: s.Toward, Symmetry: kind.symmetry})
	}
	if others {
		now.addWalk(walk.Aim{Toward: s.Toward})
	}
	now.symmetric, now.prune = nil, false
}

func (s Symmetrize) want(d *demand, now *wants) {
	if s.Symmetry != transform.NoSymmetry {
		now.symmetric = []symmetricKind{{symmetry: s.Symmetry}}
	}
	now.walks, now.prune = nil, false
}

func (s Broaden) want(_ *demand, now *wants) { now.walks, now.prune = nil, false }

// want lists the patterns that lack puzzles.
func (s Patterns) want(d *demand, now *wants) {
	now.walks, now.prune = nil, false
	for i := range s.Of {
		if len(d.targets) == 0 || d.targets[i].Missing() > 0 {
			now.patterns = append(now.patterns, i)
		}
	}
}
