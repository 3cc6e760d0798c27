package mine

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Unit is a piece of mining for one core, of some seconds. It says everything that
// there is to know, so that any machine can do it without a bank: the same unit gives
// the same seeds wherever the rating rules have the same version.
type Unit struct {
	Rater int      `json:"rater"` // version of the rating rules, as in rating.Version
	Kind  UnitKind `json:"kind"`

	// RandomSeed decides everything that is random. First is the number of the first
	// puzzle of units that prune or make symmetric puzzles, and the number of the step
	// of a walk. Count is the number of puzzles.
	RandomSeed uint64 `json:"random_seed,omitempty"`
	First      uint64 `json:"first,omitempty"`
	Count      int    `json:"count,omitempty"`
	Symmetry   string `json:"symmetry,omitempty"` // of the puzzles, by name

	// Wanted are the kinds of puzzles to keep; none means all of them. A walk keeps
	// its stepping stones whatever is wanted.
	Wanted []draw.Request `json:"wanted,omitempty"`

	// A walk takes a step from From, the clues of a seed, and keeps what it finds whose
	// value is no worse than Least. Each of the Slices of a step draws other neighbors.
	Toward seedbank.Objective `json:"toward,omitempty"`
	From   string             `json:"from,omitempty"`
	Least  int                `json:"least,omitempty"`
	Slice  int                `json:"slice,omitempty"`
	Slices int                `json:"slices,omitempty"`

	// Ladders says which rungs seeds get; empty is [AllLadders]. With [NeededLadders],
	// bit i of Lacks[l] says that the bank lacks puzzles of level l+1 with i+17 clues.
	Ladders Ladders  `json:"ladders,omitempty"`
	Lacks   []uint64 `json:"lacks,omitempty"`

	// Seeds is a message of package seed: the seeds that shall get ladders.
	Seeds []byte `json:"seeds,omitempty"`

	// Again tells a unit from the same one whose results were not taken.
	Again int `json:"again,omitempty"`
}

// UnitKind is the kind of work of a unit.
type UnitKind string

// The kinds of units.
const (
	PruneUnit     UnitKind = "prune"     // makes minimal puzzles out of random grids
	SymmetricUnit UnitKind = "symmetric" // makes symmetric puzzles out of random grids
	WalkUnit      UnitKind = "walk"      // looks at the neighbors of a seed
	LadderUnit    UnitKind = "ladders"   // gives seeds their ladders
)

// unitKinds says for every kind of units what makes one of them bad, and how it is
// done.
var unitKinds = map[UnitKind]struct {
	check func(*Unit) error
	do    func(*UnitWorker, *unitRun) error
}{
	PruneUnit:     {(*Unit).checkCount, (*UnitWorker).prune},
	SymmetricUnit: {(*Unit).checkSymmetric, (*UnitWorker).symmetric},
	WalkUnit:      {(*Unit).checkWalk, (*UnitWorker).walk},
	LadderUnit:    {(*Unit).checkLadders, (*UnitWorker).ladders},
}

// Limits of the numbers in a unit, which may come from a stranger.
const (
	maxUnitSlices = bounds.WorkSlices
	maxUnitFirst  = 1 << symmetryShift
)

// ErrUnit is wrapped by every error about a unit that cannot be done.
var ErrUnit = errors.New("not a unit of work")

// ErrOtherRater says that a unit is for another version of the rating rules.
var ErrOtherRater = errors.New("it is for another version of the rating rules")

// Encode returns u as JSON.
func (u *Unit) Encode() []byte {
	text, err := json.Marshal(u)
	if err != nil {
		panic(fmt.Sprintf("mine: encoding a unit: %v", err)) // its fields have texts
	}
	return text
}

// DecodeUnit reads a unit, which may come from a stranger. The error wraps
// [ErrUnit], and [ErrOtherRater] if nothing but the version of the rating rules is
// wrong with it.
func DecodeUnit(text []byte) (*Unit, error) {
	u := new(Unit)
	err := u.decode(text)
	if err == nil {
		err = u.check()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnit, err)
	}
	return u, nil
}

func (u *Unit) decode(text []byte) error {
	if len(text) > bounds.Work {
		return fmt.Errorf("it has %d bytes, more than %d", len(text), bounds.Work)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(u); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return errors.New("something stands behind it")
	}
	return nil
}

// check returns what is wrong with a unit.
func (u *Unit) check() error {
	kind, ok := unitKinds[u.Kind]
	switch {
	case !ok:
		return &phrase.UnknownError{Kind: "kind of work", Given: string(u.Kind)}
	case len(u.Wanted) > bounds.WorkKinds:
		return fmt.Errorf("it wants %d kinds of puzzles, more than %d", len(u.Wanted), bounds.WorkKinds)
	}
	if err := errors.Join(u.checkStock(), kind.check(u)); err != nil {
		return err
	}
	if u.Rater != rating.Version {
		return fmt.Errorf("%w: rater %d, and this program has rater %d", ErrOtherRater, u.Rater, rating.Version)
	}
	return nil
}

func (u *Unit) checkStock() error {
	lacks := 0
	if u.Ladders == NeededLadders {
		lacks = rating.NumLevels
	}
	if len(u.Lacks) != lacks {
		return fmt.Errorf("it says of %d levels what the bank lacks, not of %d", len(u.Lacks), lacks)
	}
	if u.Ladders == "" {
		return nil
	}
	_, err := ParseLadders(string(u.Ladders))
	return err
}

func (u *Unit) checkCount() error {
	if u.Count < 1 || u.Count > bounds.WorkPuzzles || u.First > maxUnitFirst-bounds.WorkPuzzles {
		return fmt.Errorf("it is to make %d puzzles from number %d on", u.Count, u.First)
	}
	return nil
}

func (u *Unit) checkSymmetric() error {
	symmetry, err := transform.ParseSymmetry(u.Symmetry)
	if err == nil && symmetry == transform.NoSymmetry {
		err = errors.New("it names no symmetry")
	}
	return errors.Join(err, u.checkCount())
}

func (u *Unit) checkWalk() error {
	_, err := seedbank.ParseObjective(string(u.Toward))
	if err == nil {
		_, err = sudoku.ParseGrid(u.From)
	}
	if err == nil && (u.Slices < 1 || u.Slices > maxUnitSlices || u.Slice < 0 || u.Slice >= u.Slices) {
		err = fmt.Errorf("slice %d of %d", u.Slice, u.Slices)
	}
	return err
}

func (u *Unit) checkLadders() error {
	_, err := seed.Unmarshal(u.Seeds)
	return err
}

// Name returns the name of a unit: the first 64 bits of the SHA-256 of its encoding,
// in hexadecimal digits.
func (u *Unit) Name() string {
	sum := sha256.Sum256(u.Encode())
	return hex.EncodeToString(sum[:8])
}
