package tables

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"iter"
	"slices"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Credit is the run that found a seed or a rung, and the run that rated it last.
type Credit struct{ Found, Rated RunID }

// By returns the credit of a seed or rung that a run has both found and rated.
func By(run RunID) Credit { return Credit{run, run} }

// Rater returns the value of column rated of a seed: NULL if the run that found
// it also rated it.
func (c Credit) Rater() sql.Null[RunID] {
	return sql.Null[RunID]{V: c.Rated, Valid: c.Rated != c.Found}
}

// Credits say who found and rated a seed and its rungs.
type Credits struct {
	Of    Credit
	Rungs []Credit // nil: the same as the seed
}

// Rung returns the credit of rung i.
func (c *Credits) Rung(i int) Credit {
	if c.Rungs == nil {
		return c.Of
	}
	return c.Rungs[i]
}

// Convert returns the credits with each one replaced by the result of to.
func (c *Credits) Convert(to func(Credit) (Credit, error)) (converted Credits, err error) {
	if converted.Of, err = to(c.Of); err != nil {
		return converted, err
	}
	for _, old := range c.Rungs {
		converted.Rungs = append(converted.Rungs, old)
		if converted.Rungs[len(converted.Rungs)-1], err = to(old); err != nil {
			return converted, err
		}
	}
	return converted, nil
}

// Pack returns the value of column rung_runs of a seed: nil, which is NULL, if the
// seed and all of its rungs have the same credit.
func (c *Credits) Pack() []byte {
	if !slices.ContainsFunc(c.Rungs, func(rung Credit) bool { return rung != c.Of }) {
		return nil
	}
	var packed []byte
	for left := c.Rungs; len(left) > 0; {
		first, n := left[0], 1
		for n < len(left) && left[n] == first {
			n++
		}
		for _, number := range [...]uint64{uint64(n), uint64(first.Found), uint64(first.Rated)} {
			packed = binary.AppendUvarint(packed, number)
		}
		left = left[n:]
	}
	return packed
}

var ErrCredits = errors.New("its record of the runs of rungs is damaged")

// UnpackCredits returns the credits of a seed with a number of rungs from its column
// rung_runs.
func UnpackCredits(of Credit, packed []byte, rungs int) (Credits, error) {
	c := Credits{Of: of}
	if len(packed) == 0 {
		return c, nil
	}
	c.Rungs = make([]Credit, 0, rungs)
	for same, n := range EachCredit(packed) {
		if n > uint64(rungs-len(c.Rungs)) {
			return Credits{}, ErrCredits
		}
		c.Rungs = append(c.Rungs, slices.Repeat([]Credit{same}, int(n))...)
	}
	if len(c.Rungs) != rungs || !bytes.Equal(c.Pack(), packed) {
		return Credits{}, ErrCredits
	}
	return c, nil
}

// EachCredit yields the credits of a value of column rung_runs, each with the number of
// rungs in a row that have it. Of a damaged value it yields those before the damage, and then
// one of no rungs and no runs.
func EachCredit(packed []byte) iter.Seq2[Credit, uint64] {
	return func(yield func(Credit, uint64) bool) {
		for left := packed; len(left) > 0; {
			var numbers [3]uint64
			for i := range numbers {
				number, size := binary.Uvarint(left)
				if size <= 0 {
					yield(Credit{}, 0)
					return
				}
				numbers[i], left = number, left[size:]
			}
			if !yield(Credit{RunID(numbers[1]), RunID(numbers[2])}, numbers[0]) {
				return
			}
		}
	}
}

// AddRungs adds the rungs that only from has to the seed to, with their credits, and
// returns their number.
func (c *Credits) AddRungs(to *seed.Seed, from *seed.Seed, theirs *Credits) (added int) {
	first := len(to.Rungs)
	if added = to.AddRungs(from.Rungs...); added == 0 {
		return 0
	}
	if c.Rungs == nil {
		c.Rungs = slices.Repeat([]Credit{c.Of}, first)
	}
	next := 0
	for i := range from.Rungs { // new rungs keep their order
		if len(c.Rungs) < len(to.Rungs) && from.Rungs[i].Added == to.Rungs[first+next].Added {
			c.Rungs = append(c.Rungs, theirs.Rung(i))
			next++
		}
	}
	return added
}

// ReadRaters returns the version of the rating rules of each run.
func (f *File) ReadRaters(ctx context.Context) (map[RunID]int64, error) {
	return Pairs[RunID, int64](ctx, f.DB, "runs", `SELECT id, rater FROM runs`)
}

// OldestRater returns the oldest rater of a seed and its rungs. ofSeed is the rater
// of the seed, packed the value of column rung_runs.
func OldestRater(ofSeed int64, packed []byte, raters map[RunID]int64) (int64, error) {
	for of, n := range EachCredit(packed) {
		rater, ok := raters[of.Rated]
		if n == 0 || !ok {
			return 0, ErrCredits
		}
		ofSeed = min(ofSeed, rater)
	}
	return ofSeed, nil
}

// CreditOf returns the credit of a seed from its columns run and rated.
func CreditOf(run RunID, rated sql.Null[RunID]) Credit {
	if !rated.Valid {
		return By(run)
	}
	return Credit{run, rated.V}
}

// RungsFound returns the number of rungs that a run has found, by the value of column rung_runs.
// Of a damaged value it counts those before the damage.
func RungsFound(packed []byte, run RunID) (found int) {
	for of, n := range EachCredit(packed) {
		if of.Found == run {
			found += int(n)
		}
	}
	return found
}

// CreditsAny reports whether one of some runs has found a rung, by the value of column
// rung_runs.
func CreditsAny(packed []byte, runs []RunID) bool {
	for of, n := range EachCredit(packed) {
		if n > 0 && slices.Contains(runs, of.Found) {
			return true
		}
	}
	return false
}
