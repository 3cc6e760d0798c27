package fleet

import (
	"context"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/seedbank/change"
)

// A unit may be done twice. Then its results come twice if the server has forgotten the
// names of the first ones: a server that is started again forgets the names of results
// that the hub has taken from the stream. But their puzzles count once. The bank notes how
// many parts of a unit have been counted, and when, in one transaction with the seeds. The
// parts of a unit come in their order.

// countedFor is the time for which a bank keeps these notes.
const countedFor = 2 * time.Hour

// countedPrefix begins the names of the bookmarks of units.
const countedPrefix = "unit "

// partBits is the number of low bits of a note that hold the number of counted parts. The
// others hold the time, in seconds since 1970.
const partBits = 24

// counted records which parts of units have been counted.
type counted struct {
	bank    *change.Writer
	notes   map[string]uint64 // notes that are not in the bank yet, by the names of bookmarks
	cleared time.Time         // time when old notes were last deleted
}

// count records that a result is counted. isNew is false if it was counted before.
func (c *counted) count(ctx context.Context, r *result, now time.Time) (isNew bool, err error) {
	name := countedPrefix + r.Unit
	note, ok := c.notes[name]
	if !ok {
		if note, err = change.Bookmark(ctx, c.bank.Bank, name); err != nil {
			return false, err
		}
	}
	if r.Part < int(note&(1<<partBits-1)) {
		return false, nil
	}
	c.notes[name] = uint64(now.Unix())<<partBits | uint64(r.Part+1)
	return true, nil
}

// clear deletes old notes, from time to time.
func (c *counted) clear(ctx context.Context, now time.Time) error {
	if now.Sub(c.cleared) < countedFor/4 {
		return nil
	}
	c.cleared = now
	if err := c.bank.ClearBookmarks(ctx, countedPrefix, uint64(now.Add(-countedFor).Unix())<<partBits); err != nil {
		return fmt.Errorf("forgetting which units were counted: %w", err)
	}
	return nil
}
