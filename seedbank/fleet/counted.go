package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/seedbank"
)

// A unit may be done twice, and its results come twice when the server has forgotten
// their names: it does when it is started again, for those that were taken from their
// stream. So that their puzzles count once, the bank notes which parts of a unit have
// been counted, with the time, in one transaction with what they bring. Parts of a unit
// come in their order.

// countedFor is how long a bank keeps these notes.
const countedFor = 2 * time.Hour

// countedPrefix begins the names of the bookmarks of units.
const countedPrefix = "unit "

// partBits is the number of bits of a note that hold the number of parts; the others
// hold the time in seconds.
const partBits = 24

// counted is which parts of units have been counted.
type counted struct {
	bank    *seedbank.Bank
	notes   map[string]uint64 // that were made and are not in the bank yet
	cleared time.Time
}

// count reports whether a result has not been counted yet, and notes that it is now.
func (c *counted) count(ctx context.Context, r *result, now time.Time) (isNew bool, err error) {
	name := countedPrefix + r.Unit
	note, ok := c.notes[name]
	if !ok {
		if note, err = c.bank.Bookmark(ctx, name); err != nil {
			return false, err
		}
	}
	if r.Part < int(note&(1<<partBits-1)) {
		return false, nil
	}
	c.notes[name] = uint64(now.Unix())<<partBits | uint64(r.Part+1)
	return true, nil
}

// clear forgets old notes in banks, from time to time.
func (c *counted) clear(ctx context.Context, banks []*seedbank.Bank, now time.Time) error {
	if now.Sub(c.cleared) < countedFor/4 {
		return nil
	}
	c.cleared = now
	for _, bank := range banks {
		if err := bank.ClearBookmarks(ctx, countedPrefix, uint64(now.Add(-countedFor).Unix())<<partBits); err != nil {
			return fmt.Errorf("forgetting which units were counted: %w", err)
		}
	}
	return nil
}
