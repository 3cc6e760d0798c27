package fleet

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A bank with hours that no hub has noted is shown without them.
func TestFalseHours(t *testing.T) {
	for _, name := range []string{"one", "9223372036854775807", "-9223372036854775808"} {
		bank := seedtest.Open(t, t.TempDir()+"/bank.db")
		notes := map[string]uint64{hoursPrefix + name: 1}
		if _, err := bank.Collect(t.Context(), 0, &change.Collection{Bookmarks: notes}); err != nil {
			t.Fatal(err)
		}
		if begun, seeds, err := readHours(t.Context(), bank.Bank); err != nil || len(seeds) > 0 {
			t.Errorf("%s: %d hours from %v, %v", name, len(seeds), begun, err)
		}
	}
}

// A worker that gives itself one name after the other takes no more memory.
func TestCrewRemembersOneName(t *testing.T) {
	c := newCrew()
	for i := range 100 {
		c.hear(Alive{Name: fmt.Sprint("w", i), Key: "key"}, time.Now())
	}
	if len(c.first) != 1 {
		t.Errorf("%d names", len(c.first))
	}
}

// What a worker says of its searches is bounded, so that the sums stay numbers.
func TestSearchesAreBounded(t *testing.T) {
	for i := range 4 {
		r := &result{Unit: someUnit.Name(), Done: someUnit}
		of := &r.Tried
		*[]*int{&of.Grids, &of.Moves, &of.Proper, &of.Levels[9]}[i] = math.MaxInt
		if r.check() == nil {
			t.Errorf("%+v is taken", r.Tried)
		}
	}
}
