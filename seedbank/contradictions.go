package seedbank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// A bank says several things twice: so a false file seldom goes unnoticed, and
// nobody gets a puzzle that is not what it is said to be. What is said once, such
// as the exact ER of a chain, only rating anew can prove; see [Bank.Verify].

// inRow names the row of a table that an error is about. Row 0 is one whose number
// is not known.
func inRow(table string, id int64, err error) error {
	if id == 0 {
		return fmt.Errorf("table %s: %w", table, err)
	}
	return fmt.Errorf("row %d of table %s: %w", id, table, err)
}

// damagedRow says that a row of a table contradicts something.
func damagedRow(table string, id int64, format string, arguments ...any) error {
	return inRow(table, id, fmt.Errorf("%w: %w", fmt.Errorf(format, arguments...), ErrDamaged))
}

// scanned puts an error of scanning a row of a table into plain words: a value that
// is not of the type of its column is damage.
func scanned(table string, id int64, err error) error {
	var coded *sqlite.Error
	switch {
	case err == nil, errors.As(err, &coded), errors.Is(err, sql.ErrNoRows), errors.Is(err, sql.ErrTxDone), errors.Is(err, sql.ErrConnDone),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return damagedRow(table, id, "%w", errWrongType)
}

var errWrongType = errors.New("a value in it is not of the type of its column")

// ratingProblem returns what makes a rating impossible by the rules of every rater,
// also of older ones. Its uses are looked at if they are known.
func ratingProblem(r *rating.Result, usesKnown bool) error {
	switch {
	case r.EP > r.ER || r.ED > r.EP:
		return fmt.Errorf("no puzzle has the ratings %v/%v/%v", r.ER, r.EP, r.ED)
	case !usesKnown:
		return nil
	case r.Uses[r.Hardest] == 0:
		return fmt.Errorf("its hardest technique %v is not among those that it uses", r.Hardest)
	}
	return nil
}

// errChecksum says that the file has not kept a seed as it was.
var errChecksum = errors.New("its checksum is another, so something of it has changed")

// seedProblem returns what is impossible about a seed that was read.
func seedProblem(s *seed.Seed, key seed.Key) error {
	if s.Key() != key {
		return errOtherKey
	}
	if err := ratingProblem(&s.Rating, true); err != nil {
		return err
	}
	for i := range s.Rungs {
		r := s.Rungs[i].Result()
		if err := ratingProblem(&r, false); err != nil {
			return fmt.Errorf("rung %d of %d: %w", i+1, len(s.Rungs), err)
		}
	}
	return s.Check()
}

// What a stratum can say.
const (
	fewestClues = 17 // fewer are not enough for one solution: McGuire, Tugemann, Civario (2012)
	mostClues   = 80
)

var errOutOfRange = errors.New("a number in it is out of range")

// storedStratum is a stratum of a bank: seeds, or rungs, that are alike in rating, clues,
// automorphisms and hardest technique; and in symmetry and conjugates, if they are listed
// for a symmetry.
type storedStratum struct {
	table         *strataTable
	id            int64
	level         rating.Level
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       uint64 // number of a technique in the bank
	digest        uint64 // of which seed or rung has which slot; 0 in a bank of an older format
	number        uint64 // of seeds, or of rungs
	symmetry      transform.Symmetry
	conjugates    int
	minimal       bool   // it is of seeds
	isomorphs     uint64 // of each seed or rung, with the symmetry if there is one
}

// stratumRow is a row of a table of strata, as it was read.
type stratumRow struct {
	table                                                                 *strataTable
	id, level, er, clues, automorphisms, hardest, number, digest, minimal int64
	symmetry                                                              string // empty: none
	conjugates                                                            int64
}

// newRow returns a row of t that is to be read.
func (t *strataTable) newRow() stratumRow {
	st := stratumRow{table: t, conjugates: 1}
	if t.minimal {
		st.minimal = 1
	}
	return st
}

// columns returns where to scan the columns of [strataTable.columns].
func (st *stratumRow) columns() []any {
	columns := []any{&st.id, &st.level, &st.er, &st.clues, &st.automorphisms, &st.hardest, &st.number, &st.digest}
	if st.table.symmetric {
		columns = append(columns, &st.symmetry, &st.conjugates, &st.minimal)
	}
	return columns
}

// checked returns the stratum if what it says can be true.
func (st *stratumRow) checked() (storedStratum, error) {
	symmetry := transform.NoSymmetry
	if st.table == symmetricStrata {
		var err error
		if symmetry, err = transform.ParseSymmetry(st.symmetry); err != nil || symmetry == transform.NoSymmetry {
			return storedStratum{}, damagedRow(st.table.name, st.id, "there is no symmetry %q", st.symmetry)
		}
	}
	isomorphs := symmetry.Isomorphs(uint64(st.conjugates))
	switch {
	case st.er < 0 || st.er >= int64(rating.MaxTenths), st.clues < fewestClues || st.clues > mostClues,
		st.automorphisms <= 0 || transform.Order%uint64(st.automorphisms) != 0, st.number < 0,
		st.minimal < 0 || st.minimal > 1, st.conjugates <= 0 || isomorphs > transform.Order || isomorphs%uint64(st.automorphisms) != 0:
		return storedStratum{}, damagedRow(st.table.name, st.id, "%w", errOutOfRange)
	case int64(rating.LevelOf(rating.Tenths(st.er))) != st.level:
		return storedStratum{}, damagedRow(st.table.name, st.id, "its level does not fit its ER")
	}
	return storedStratum{
		table: st.table, id: st.id, level: rating.Level(st.level), er: rating.Tenths(st.er), clues: int(st.clues),
		automorphisms: uint64(st.automorphisms), hardest: uint64(st.hardest), number: uint64(st.number), digest: uint64(st.digest),
		symmetry: symmetry, conjugates: int(st.conjugates), minimal: st.minimal == 1,
		isomorphs: isomorphs / uint64(st.automorphisms),
	}, nil
}
