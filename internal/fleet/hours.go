package fleet

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// hoursPrefix begins the names of the bookmarks that count the seeds stored in an hour. The
// number of the hour follows, counted from 1970.
const hoursPrefix = "hour "

// hours counts the seeds that a hub stores in each hour. The bank notes them every minute, so a
// hub that is killed forgets no more than the counts of a minute.
type hours struct {
	now    int64 // number of the hour
	stored int   // seeds of this run when the hour began
	before int   // seeds that earlier hubs stored in this hour
}

// note adds notes about this hour, and about the last one if it is over. stored is the number of
// seeds of this run.
func (h *hours) note(ctx context.Context, bank *seedbank.Bank, at time.Time, stored int, notes map[string]uint64) error {
	if now := at.Unix() / int64(time.Hour/time.Second); now != h.now {
		before, err := change.Bookmark(ctx, bank, hourName(now))
		if err != nil {
			return err
		}
		if h.now > 0 {
			notes[hourName(h.now)] = uint64(h.count(stored))
			h.stored = stored
		}
		h.now, h.before = now, int(before)
	}
	notes[hourName(h.now)] = uint64(h.count(stored))
	return nil
}

func (h *hours) count(stored int) int { return h.before + stored - h.stored }

func hourName(number int64) string { return hoursPrefix + strconv.FormatInt(number, 10) }

// noteHour notes the seeds that a hub has stored in this hour.
func (h *hub) noteHour(ctx context.Context) error {
	notes := map[string]uint64{}
	err := h.hours.note(ctx, h.bank.Bank, time.Now(), h.mining.Progress().Stored, notes)
	if err == nil {
		_, err = h.mining.Collect(ctx, nil, notes)
	}
	return err
}

// readHours returns how many seeds hubs have stored in each hour since begun.
func readHours(ctx context.Context, bank *seedbank.Bank) (begun time.Time, seeds []int, err error) {
	places, err := change.Bookmarks(ctx, bank, hoursPrefix)
	counts := map[int64]int{}
	for name, n := range places {
		if number, err := strconv.ParseInt(name, 10, 32); err == nil { // else no hub has noted it
			counts[number] = int(n)
		}
	}
	if err != nil || len(counts) == 0 {
		return begun, nil, err
	}
	numbers := slices.Sorted(maps.Keys(counts))
	last := numbers[len(numbers)-1]
	first := max(numbers[0], last-mostHours+1)
	for number := first; number <= last; number++ {
		seeds = append(seeds, counts[number])
	}
	return time.Unix(first*int64(time.Hour/time.Second), 0), seeds, nil
}

// mostHours is the greatest number of hours that the page of a fleet shows: a year.
const mostHours = 365 * 24
