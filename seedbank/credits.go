package seedbank

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// credit is the run that found a seed or a rung, and the run that rated it last.
type credit struct{ found, rated RunID }

// by returns the credit of a run for what it has found and rated.
func by(run RunID) credit { return credit{run, run} }

// rater returns column rated of a seed: NULL if it is the finder.
func (c credit) rater() sql.Null[RunID] {
	return sql.Null[RunID]{V: c.rated, Valid: c.rated != c.found}
}

// credits are those of a seed and its rungs.
type credits struct {
	of    credit
	rungs []credit // nil: those of the seed
}

// rung returns the credit of rung i.
func (c *credits) rung(i int) credit {
	if c.rungs == nil {
		return c.of
	}
	return c.rungs[i]
}

// convert replaces all credits.
func (c *credits) convert(to func(credit) (credit, error)) (converted credits, err error) {
	if converted.of, err = to(c.of); err != nil {
		return converted, err
	}
	for _, old := range c.rungs {
		converted.rungs = append(converted.rungs, old)
		if converted.rungs[len(converted.rungs)-1], err = to(old); err != nil {
			return converted, err
		}
	}
	return converted, nil
}

// pack returns column rung_runs of a seed: nil, which is NULL, if the seed and all of
// its rungs have the same credit.
func (c *credits) pack() []byte {
	if !slices.ContainsFunc(c.rungs, func(rung credit) bool { return rung != c.of }) {
		return nil
	}
	var packed []byte
	for left := c.rungs; len(left) > 0; {
		first, n := left[0], 1
		for n < len(left) && left[n] == first {
			n++
		}
		for _, number := range [...]uint64{uint64(n), uint64(first.found), uint64(first.rated)} {
			packed = binary.AppendUvarint(packed, number)
		}
		left = left[n:]
	}
	return packed
}

var errCredits = fmt.Errorf("its record of the runs of rungs is damaged")

// unpackCredits returns the credits of a seed with a number of rungs from its column
// rung_runs.
func unpackCredits(of credit, packed []byte, rungs int) (credits, error) {
	c := credits{of: of}
	if len(packed) == 0 {
		return c, nil
	}
	c.rungs = make([]credit, 0, rungs)
	for left := packed; len(left) > 0; {
		var numbers [3]uint64
		for i := range numbers {
			number, size := binary.Uvarint(left)
			if size <= 0 {
				return credits{}, errCredits
			}
			numbers[i], left = number, left[size:]
		}
		if numbers[0] > uint64(rungs-len(c.rungs)) {
			return credits{}, errCredits
		}
		same := credit{RunID(numbers[1]), RunID(numbers[2])}
		c.rungs = append(c.rungs, slices.Repeat([]credit{same}, int(numbers[0]))...)
	}
	if len(c.rungs) != rungs || !bytes.Equal(c.pack(), packed) {
		return credits{}, errCredits
	}
	return c, nil
}

// addRungs adds to a seed the rungs that only another one has, with their credits, and
// returns their number.
func (c *credits) addRungs(to *seed.Seed, from *seed.Seed, theirs *credits) (added int) {
	first := len(to.Rungs)
	if added = to.AddRungs(from.Rungs...); added == 0 {
		return 0
	}
	if c.rungs == nil {
		c.rungs = slices.Repeat([]credit{c.of}, first)
	}
	next := 0
	for i := range from.Rungs { // the new ones have kept their order
		if len(c.rungs) < len(to.Rungs) && from.Rungs[i].Added == to.Rungs[first+next].Added {
			c.rungs = append(c.rungs, theirs.rung(i))
			next++
		}
	}
	return added
}

// readRaters returns the versions of the rating rules of all runs.
func (b *file) readRaters(ctx context.Context) (raters map[RunID]int64, err error) {
	rows, err := b.db.QueryContext(ctx, `SELECT id, rater FROM runs`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	raters = map[RunID]int64{}
	for rows.Next() {
		var run RunID
		var rater int64
		if err := rows.Scan(&run, &rater); err != nil {
			return nil, scanned("runs", int64(run), err)
		}
		raters[run] = rater
	}
	return raters, rows.Err()
}

// oldestRater returns the oldest rater of a record of rungs, and of a seed that was
// rated by some rater.
func oldestRater(ofSeed int64, packed []byte, raters map[RunID]int64) (int64, error) {
	for left := packed; len(left) > 0; {
		var rated uint64
		for range 3 {
			number, size := binary.Uvarint(left)
			if size <= 0 {
				return 0, errCredits
			}
			rated, left = number, left[size:]
		}
		rater, ok := raters[RunID(rated)]
		if !ok {
			return 0, errCredits
		}
		ofSeed = min(ofSeed, rater)
	}
	return ofSeed, nil
}

// checkCredits reports records of the runs of rungs that cannot be: of seeds, and of
// claimed seeds.
func (b *Bank) checkCredits(ctx context.Context, problem func(error)) error {
	if !b.hasDigests() {
		return nil
	}
	raters, err := b.readRaters(ctx)
	if err != nil {
		problem(err)
		return nil
	}
	rows, err := b.db.QueryContext(ctx, `
		SELECT seeds.id, run, rated, rung_runs, puzzle, rungs FROM seeds WHERE rung_runs IS NOT NULL`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var run RunID
		var rated sql.Null[RunID]
		var packed, puzzle, rungs []byte
		if err := rows.Scan(&id, &run, &rated, &packed, &puzzle, &rungs); err != nil {
			return scanned("seeds", id, err)
		}
		patterns, err := seed.UnpackPatterns(nil, puzzle, rungs)
		if err == nil {
			err = checkRecord(creditOf(run, rated), packed, len(patterns)-1, raters)
		}
		if err != nil {
			problem(damagedRow("seeds", id, "%w", err))
		}
	}
	return rows.Err()
}

// checkRecord returns what is wrong with a record of rungs that is not NULL.
func checkRecord(of credit, packed []byte, rungs int, raters map[RunID]int64) error {
	if len(packed) == 0 {
		return errCredits
	}
	all, err := unpackCredits(of, packed, rungs)
	if err != nil {
		return err
	}
	for _, c := range all.rungs {
		for _, run := range [...]RunID{c.found, c.rated} {
			if _, ok := raters[run]; !ok {
				return fmt.Errorf("there is no run %d", run)
			}
		}
	}
	return nil
}

// creditOf returns the credit in the columns run and rated of a seed.
func creditOf(run RunID, rated sql.Null[RunID]) credit {
	if !rated.Valid {
		return by(run)
	}
	return credit{run, rated.V}
}

// rungsOutdated counts the seeds that were rated by the rules of today, and have rungs
// that were not.
func (b *Bank) rungsOutdated(ctx context.Context) (seeds int, err error) {
	if !b.hasDigests() {
		return 0, nil
	}
	raters, err := b.readRaters(ctx)
	if err != nil {
		return 0, err
	}
	rows, err := b.db.QueryContext(ctx, `SELECT id, coalesce(rated, run), rung_runs FROM seeds WHERE rung_runs IS NOT NULL`)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var rated RunID
		var packed []byte
		if err := rows.Scan(&id, &rated, &packed); err != nil {
			return 0, scanned("seeds", id, err)
		}
		oldest, err := oldestRater(raters[rated], packed, raters)
		if err != nil {
			return 0, damagedRow("seeds", id, "%w", err)
		}
		if raters[rated] >= int64(rating.Version) && oldest < int64(rating.Version) {
			seeds++
		}
	}
	return seeds, rows.Err()
}
