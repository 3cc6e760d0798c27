package work

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Unit is a piece of mining for one core. It is complete: any machine can do it without a
// bank. The same unit gives the same seeds, byte for byte, on every machine with the same
// version of the rating rules.
type Unit struct {
	Rater int      `json:"rater"` // version of the rating rules, as in rating.Version
	Kind  UnitKind `json:"kind"`

	// RandomSeed is the source of all random choices. First is the number of the first
	// puzzle or chain, or of the step of a walk. Count is the number of puzzles, chains
	// or seeds.
	RandomSeed uint64 `json:"random_seed,omitempty"`
	First      uint64 `json:"first,omitempty"`
	Count      int    `json:"count,omitempty"`

	// Symmetry is the name of the symmetry of the puzzles. Clues is the range of their
	// numbers of clues; with the zero Range, clues are taken away while the solution stays
	// unique. Minimal keeps only minimal puzzles.
	Symmetry string              `json:"symmetry,omitempty"`
	Clues    seedbank.Range[int] `json:"clues,omitzero"`
	Minimal  bool                `json:"minimal,omitempty"`

	// Pattern is the pattern of the puzzles of a chain, in one line. With Climb each
	// chain keeps only the hardest puzzle that it finds.
	Pattern string `json:"pattern,omitempty"`
	Climb   bool   `json:"climb,omitempty"`

	// Levels are the levels to keep; for symmetric puzzles and puzzles with a pattern, the
	// levels of these. Wanted are the kinds of seeds to keep; none means all. A walk keeps
	// seeds of all kinds, since it goes on from them. Starts says that walks need the seeds
	// as starting points.
	Levels seedbank.Range[rating.Level] `json:"levels,omitzero"`
	Wanted []Wanted                     `json:"wanted,omitempty"`
	Starts bool                         `json:"starts,omitempty"`

	// A walk takes a step toward the objective Toward, from the puzzle with the clues
	// From. It keeps puzzles whose value is no worse than Least. If From is a rung, Core
	// is the clues of its seed. Top is the best value among the starting points of the
	// walk. Budgets are the greatest costs of finding the neighbors of a puzzle, by
	// move.
	Toward  walk.Objective `json:"toward,omitempty"`
	From    string         `json:"from,omitempty"`
	Core    string         `json:"core,omitempty"`
	Least   int            `json:"least,omitempty"`
	Top     int            `json:"top,omitempty"`
	Budgets []int          `json:"budgets,omitempty"`

	// Ladders says which rungs seeds get; empty is [AllLadders]. With [NeededLadders],
	// bit i of Lacks[l] says that the bank lacks puzzles of level l+1 with i+17 clues.
	Ladders Ladders  `json:"ladders,omitempty"`
	Lacks   []uint64 `json:"lacks,omitempty"`

	// Seeds are the seeds to give ladders, to symmetrize or to rate again, as
	// [seed.Marshal] writes them. A seed without a rating is rated, with its rungs: nobody
	// vouches for the rating that the bank has.
	Seeds []byte `json:"seeds,omitempty"`

	// Puzzles are the puzzles to import.
	Puzzles []sudoku.Grid `json:"puzzles,omitempty"`
}

// UnitKind is the kind of work of a unit.
type UnitKind string

// The kinds of units.
const (
	PruneUnit      UnitKind = "prune"      // makes minimal puzzles out of random grids
	SymmetricUnit  UnitKind = "symmetric"  // makes symmetric puzzles out of random grids
	PatternUnit    UnitKind = "pattern"    // makes puzzles with a pattern
	WalkUnit       UnitKind = "walk"       // looks at the neighbors of a puzzle
	SymmetrizeUnit UnitKind = "symmetrize" // adds clues that make seeds symmetric
	LadderUnit     UnitKind = "ladders"    // gives seeds their ladders
	ImportUnit     UnitKind = "import"     // makes seeds from given puzzles
	RateUnit       UnitKind = "rate"       // rates seeds again
)

// unitKinds says how to check and how to do each kind of unit: as a whole, or seed by seed.
var unitKinds = map[UnitKind]struct {
	check func(*Unit) error
	do    func(*Worker, *unitRun) error
	each  func(*Worker, *unitRun, *seed.Seed) error
}{
	PruneUnit:      {check: (*Unit).checkCount, do: (*Worker).prune},
	SymmetricUnit:  {check: (*Unit).checkSymmetric, do: (*Worker).symmetric},
	PatternUnit:    {check: (*Unit).checkPattern, do: (*Worker).pattern},
	WalkUnit:       {check: (*Unit).checkWalk, do: (*Worker).walk},
	SymmetrizeUnit: {check: (*Unit).checkSymmetry, each: (*Worker).symmetrize},
	LadderUnit:     {check: (*Unit).checkNothing, each: (*Worker).keep},
	ImportUnit:     {check: (*Unit).checkPuzzles, do: (*Worker).importPuzzles},
	RateUnit:       {check: (*Unit).checkNothing, each: (*Worker).rateAgain},
}

// maxUnitFirst is above the number of every puzzle. It bounds units from untrusted
// sources.
const maxUnitFirst = 1 << making.SymmetryShift

// ErrUnit is wrapped by all errors about units that no worker can do.
var ErrUnit = errors.New("not a unit of work")

// ErrOtherRater says that a unit is for another version of the rating rules.
var ErrOtherRater = errors.New("it is for another version of the rating rules")

// Encode returns u as JSON.
func (u *Unit) Encode() []byte {
	text, err := json.Marshal(u)
	if err != nil {
		panic(fmt.Sprintf("work: encoding a unit: %v", err)) // all its fields can be encoded
	}
	return text
}

// DecodeUnit reads a unit, which need not be trusted. The error wraps [ErrUnit]. If the
// unit is valid for another version of the rating rules, the error wraps [ErrOtherRater]
// too.
func DecodeUnit(text []byte) (*Unit, error) {
	u := new(Unit)
	err := u.decode(text)
	if err == nil {
		_, err = u.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnit, err)
	}
	return u, nil
}

// Renewed returns a unit for an earlier version of the rating rules as one for this version. One with
// seeds cannot be renewed: their ratings are old.
func Renewed(text []byte) (*Unit, error) {
	u := new(Unit)
	if err := u.decode(text); err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnit, err)
	}
	u.Rater = rating.Version
	return DecodeUnit(u.Encode())
}

func (u *Unit) decode(text []byte) error {
	if len(text) > bounds.Work {
		return fmt.Errorf("it has %d bytes, more than %d", len(text), bounds.Work)
	}
	return decodeStrictly(text, u)
}

// check returns the seeds of a unit, or an error if the unit is malformed or for another
// rater.
func (u *Unit) check() ([]seed.Seed, error) {
	kind, ok := unitKinds[u.Kind]
	switch {
	case !ok:
		return nil, fmt.Errorf("unknown kind of work %q", u.Kind)
	case len(u.Wanted) > bounds.WorkKinds:
		return nil, fmt.Errorf("it wants %d kinds of puzzles, more than %d", len(u.Wanted), bounds.WorkKinds)
	}
	ranges := seedbank.Filter{Levels: u.Levels, Clues: u.Clues}
	if err := errors.Join(ranges.Check(), u.checkStock(), kind.check(u)); err != nil {
		return nil, err
	}
	if u.Rater != rating.Version {
		return nil, fmt.Errorf("%w: rater %d, and this program has rater %d", ErrOtherRater, u.Rater, rating.Version)
	}
	if kind.each == nil {
		return nil, nil
	}
	batch, err := seed.Unmarshal(u.Seeds)
	switch {
	case err != nil:
		return nil, err
	case len(batch.Seeds) != u.Count:
		return nil, fmt.Errorf("it has %d seeds, not %d", len(batch.Seeds), u.Count)
	}
	return batch.Seeds, nil
}

func (u *Unit) checkStock() error {
	lacks := 0
	if u.Ladders == NeededLadders {
		lacks = rating.NumLevels
	}
	if len(u.Lacks) != lacks {
		return fmt.Errorf("it lists the lacks of %d levels, not of %d", len(u.Lacks), lacks)
	}
	if u.Ladders == "" {
		return nil
	}
	_, err := ParseLadders(string(u.Ladders))
	return err
}

func (u *Unit) checkCount() error {
	if u.Count < 1 || u.Count > bounds.WorkPuzzles || u.First > maxUnitFirst-bounds.WorkPuzzles {
		return fmt.Errorf("a count of %d from number %d on is out of range", u.Count, u.First)
	}
	return nil
}

// NamedSymmetry returns the symmetry of a unit, and an error if it names none.
func (u *Unit) NamedSymmetry() (transform.Symmetry, error) {
	symmetry, err := transform.ParseSymmetry(u.Symmetry)
	if err == nil && symmetry == transform.NoSymmetry {
		err = errors.New("it names no symmetry")
	}
	return symmetry, err
}

func (u *Unit) checkSymmetric() error {
	return errors.Join(u.checkSymmetry(), u.checkCount())
}

func (u *Unit) checkPattern() error {
	cells, err := pattern.ParseOne(u.Pattern)
	if err == nil {
		err = pattern.Impossible(cells)
	}
	return errors.Join(err, u.checkCount())
}

func (u *Unit) checkWalk() error {
	_, err := walk.ParseObjective(string(u.Toward))
	if err == nil && u.Symmetry != "" {
		if _, err = u.NamedSymmetry(); err == nil && !u.Toward.KeepsSymmetry() {
			err = fmt.Errorf("no walk toward %s keeps a symmetry", u.Toward)
		}
	}
	for _, clues := range []string{u.From, u.core()} {
		if err == nil {
			_, err = sudoku.ParseGrid(clues)
		}
	}
	if err == nil && u.Symmetry == "" && len(u.Budgets) != walk.NumMoves {
		err = fmt.Errorf("it has budgets for %d moves, not for %d", len(u.Budgets), walk.NumMoves)
	}
	for _, budget := range u.Budgets {
		if err == nil && (budget < 0 || budget > bounds.WorkBudget) {
			err = fmt.Errorf("a budget of %d", budget)
		}
	}
	return err
}

func (u *Unit) checkSymmetry() error {
	_, err := u.NamedSymmetry()
	return err
}

func (u *Unit) checkNothing() error { return nil }

func (u *Unit) checkPuzzles() error {
	if len(u.Puzzles) != u.Count {
		return fmt.Errorf("it has %d puzzles, not %d", len(u.Puzzles), u.Count)
	}
	return nil
}

// Size returns the number of puzzles that a unit examines. known is false for kinds of
// units whose number depends on the results.
func (u *Unit) Size() (n int, known bool) {
	if u.Kind == PatternUnit || u.Kind == WalkUnit {
		return 0, false
	}
	return u.Count, true
}

// core returns the clues of the seed at which a step of a walk begins.
func (u *Unit) core() string { return cmp.Or(u.Core, u.From) }

// CoreKey returns the key of the seed at which a step of a walk begins.
func (u *Unit) CoreKey() (seed.Key, error) {
	clues, err := sudoku.ParseGrid(u.core())
	if err != nil {
		return 0, fmt.Errorf("a step from %s: %w", u.core(), err)
	}
	return seed.KeyOf(clues), nil
}

// IsSymmetric reports whether a unit makes symmetric puzzles or puzzles with a pattern,
// which are stored as rungs.
func (u *Unit) IsSymmetric() bool { return u.Symmetry != "" || u.Kind == PatternUnit }

// IsPrinted reports whether a unit makes puzzles in print style.
func (u *Unit) IsPrinted() bool {
	return u.Kind == SymmetricUnit && u.Clues != (seedbank.Range[int]{})
}

// LevelOf returns the level of a seed, or of the symmetric rung for which it was made.
func (u *Unit) LevelOf(s *seed.Seed) rating.Level { return levelOf(s, u.IsSymmetric()) }

// IsNumbered reports whether the numbers of a unit continue those of an earlier unit.
func (u *Unit) IsNumbered() bool {
	return u.Kind == PruneUnit || u.Kind == SymmetricUnit || u.Kind == PatternUnit
}

// End returns the number where the units after a numbered one begin.
func (u *Unit) End() uint64 {
	if u.Kind == PatternUnit {
		return u.First + uint64(u.Count-1)*making.ChainNumbers
	}
	return u.First + uint64(u.Count)
}

// Name returns the name of a unit: the first 64 bits of the SHA-256 of its encoding,
// in hexadecimal digits.
func (u *Unit) Name() string { return NameOf(u.Encode()) }

// NameOf returns the name of a unit from its encoding.
func NameOf(unit []byte) string {
	sum := sha256.Sum256(unit)
	return hex.EncodeToString(sum[:8])
}

// levelOf returns the level of a seed. If the seed was made for a symmetric puzzle, it
// returns the level of this puzzle, which is the first rung.
func levelOf(s *seed.Seed, symmetric bool) rating.Level {
	if symmetric && len(s.Rungs) > 0 {
		return rating.LevelOf(s.Rungs[0].ER)
	}
	return s.Rating.Level()
}

// SetLadders sets the rungs that the seeds of a unit get.
func (u *Unit) SetLadders(ladders Ladders, l *making.Lacks) {
	u.Ladders = ladders
	if ladders == NeededLadders {
		u.Lacks = l[1:]
	}
}

// WantedRungs returns the kinds of rungs that a unit makes.
func (u *Unit) WantedRungs() *making.Lacks {
	switch u.Ladders {
	case NoLadders:
		return new(making.Lacks)
	case NeededLadders:
		l := new(making.Lacks)
		copy(l[1:], u.Lacks)
		return l
	}
	return nil
}
