package fleet

import (
	"testing"
	"time"

	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

// A part of a unit counts once, also when the hub and the server were started again
// since; and after some hours nothing is remembered of it.
func TestPartsCountOnce(t *testing.T) {
	bank := newBank(t)
	run, err := bank.StartRun(t.Context(), &seedbank.Run{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	unit := func(digit string) string { return "012345678901234" + digit }
	for _, step := range []struct {
		unit  string
		part  int
		want  bool
		store bool
		later time.Duration
	}{
		{"a", 0, true, false, 0},
		{"a", 0, true, true, 0}, // the hub was killed before it stored the first time
		{"a", 0, false, true, 0},
		{"b", 0, true, true, 0},
		{"a", 1, true, true, time.Minute},
		{"a", 0, false, true, time.Hour},
		{"a", 1, false, true, 0},
		{"a", 2, true, true, 0},
		{"b", 0, true, true, 3 * time.Hour},
		{"a", 0, true, true, 0},
	} {
		now = now.Add(step.later)
		c := &counted{bank: bank, notes: map[string]uint64{}}
		if err := c.clear(t.Context(), now); err != nil {
			t.Fatal(err)
		}
		got, err := c.count(t.Context(), &result{Unit: unit(step.unit), Part: step.part}, now)
		if err != nil || got != step.want {
			t.Errorf("part %d of unit %s, %v later: %v, %v; want %v", step.part, step.unit, step.later, got, err, step.want)
		}
		if twice, err := c.count(t.Context(), &result{Unit: unit(step.unit), Part: step.part}, now); got && (twice || err != nil) {
			t.Errorf("part %d of unit %s counts twice in one transaction: %v", step.part, step.unit, err)
		}
		if !step.store {
			continue
		}
		if _, err := bank.Collect(t.Context(), run, &change.Collection{Bookmarks: c.notes}); err != nil {
			t.Fatal(err)
		}
	}
}
