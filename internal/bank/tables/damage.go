package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"modernc.org/sqlite"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A bank stores many facts twice. So reading detects most damage and forgery, and
// never gives a puzzle with false properties. Some facts are stored once, such as
// the exact ER of a chain. Only rating again can verify these; see package
// repair.

// InRow adds the table and the row to an error. Row 0 means that the number is not
// known.
func InRow(table string, id int64, err error) error {
	if id == 0 {
		return fmt.Errorf("table %s: %w", table, err)
	}
	return fmt.Errorf("row %d of table %s: %w", id, table, err)
}

// DamagedRow returns an error that says what is wrong with a row of a table. It
// wraps [ErrDamaged].
func DamagedRow(table string, id int64, format string, arguments ...any) error {
	return InRow(table, id, fmt.Errorf("%w: %w", fmt.Errorf(format, arguments...), ErrDamaged))
}

// Scanned explains an error of scanning a row of a table: a value with a wrong type
// is damage.
func Scanned(table string, id int64, err error) error {
	if err == nil || isOfReading(err) {
		return err
	}
	return DamagedRow(table, id, "%w", ErrWrongType)
}

// isOfReading reports whether an error says nothing of the values of a row, which was not read.
func isOfReading(err error) bool {
	_, coded := errors.AsType[*sqlite.Error](err)
	return coded || errors.Is(err, sql.ErrNoRows) || errors.Is(err, sql.ErrTxDone) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// InPath adds the row of a seed to an error of unpacking its techniques and rungs. It is damage,
// unless this program does not know a technique of the bank.
func InPath(id int64, err error) error {
	if errors.Is(err, errUnknown) || isOfReading(err) {
		return InRow("seeds", id, err)
	}
	return DamagedRow("seeds", id, "%w", err)
}

var errUnknown = errors.New("is not known to this version of the program")

var ErrWrongType = errors.New("a value in it is not of the type of its column")

// orderProblem returns an error if no puzzle has such ratings.
func orderProblem(er, ep, ed rating.Tenths) error {
	if ep > er || ed > ep {
		return fmt.Errorf("no puzzle has the ratings %v/%v/%v", er, ep, ed)
	}
	return nil
}

// ErrChecksum says that a stored seed has changed.
var ErrChecksum = errors.New("its checksum is wrong, so a part of it has changed")

// seedProblem returns an error if a seed that was read has impossible data, by the rules of
// every rater, including older ones.
func seedProblem(s *seed.Seed, key seed.Key) error {
	if s.Key() != key {
		return ErrOtherKey
	}
	rated := &s.Rating
	if err := orderProblem(rated.ER, rated.EP, rated.ED); err != nil {
		return err
	}
	if rated.Uses[rated.Hardest] == 0 {
		return fmt.Errorf("its hardest technique %v is not among those that it uses", rated.Hardest)
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		if err := orderProblem(r.ER, r.EP, r.ED); err != nil {
			return fmt.Errorf("rung %d of %d: %w", i+1, len(s.Rungs), err)
		}
	}
	return s.Check()
}

// Limits of the values of a stratum.
const (
	FewestClues = 17 // fewer clues never give a unique solution: McGuire, Tugemann, Civario (2012)
	MostClues   = 80
)

var ErrOutOfRange = errors.New("a number in it is out of range")

var ErrOtherKey = errors.New("its key does not belong to its puzzle")
