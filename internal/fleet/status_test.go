package fleet

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/seedoku/seedoku/internal/bounds"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// What workers say of themselves is believed only as far as it can be, and a crew that
// hears it can be shown.
func FuzzDecodeAlive(f *testing.F) {
	for _, message := range []string{
		`{"name":"w1","cores":4,"busy":3,"units":10,"made":1000,"found":9,"program":"1.0","rater":1}`, `{"name":"w1","left":true}`,
		`{"name":"w1","cores":1073741824}`, `{"name":"w1","lease":"x y"}`, `{"name":"w1","program":"` + strings.Repeat("x", 100) + `"}`, `{"name":"w1","cores":-1}`, `{"name":"\u001b[2J"}`, `{"name":"a","program":"\u001b[2Jb\n"}`, `{`, `[]`, `null`, "", strings.Repeat(" ", bounds.Alive+1),
	} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		said, err := decodeAlive(message)
		if err != nil {
			return
		}
		if len(message) > bounds.Alive || !workerName.MatchString(said.Name) || min(said.Cores, said.Busy, said.Units, said.Made, said.Found) < 0 || hidden(said.Program) {
			t.Fatalf("%q is read as %+v", message, said)
		}
		text, err := json.Marshal(said)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := decodeAlive(text); len(text) <= bounds.Alive && (err != nil || again != said) {
			t.Errorf("%q, read, written and read again: %v, %v", message, again, err)
		}
		now := time.Now()
		c := newCrew()
		c.hear(said, now)
		if list, _ := c.list(now); len(list) != 1 || list[0].Cores > bounds.Cores || list[0].Busy > bounds.Cores {
			t.Errorf("%q makes the crew %+v", message, list)
		}
	})
}

// The status of a hub shows nothing that a terminal would act on.
func FuzzDecodeStatus(f *testing.F) {
	now := time.Unix(1_700_000_000, 0).UTC()
	whole, err := json.Marshal(&Status{
		Bank: "all.db", Started: now, Now: now, Rate: 2.5, Waiting: 3, UnderWay: 1, Dead: 1, LastDead: &DeadUnit{"unit", "w1", "it panicked\x1b[2J"},
		Workers:      []WorkerStatus{{Alive: Alive{Name: "w1", Cores: 2}, Heard: now, Refused: "false\nratings"}},
		Contributors: []ContributorStatus{{Name: "ann", Workers: 2, Units: 5, Refused: "lies\n"}},
		Progress: mine.Progress{
			Targets:  []mine.TargetProgress{{Target: mine.Target{Name: "t\x1b[2J"}}},
			Patterns: []mine.PatternProgress{{Name: "p\x1b[2J"}},
		},
	})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	for _, message := range []string{"{}", "null", "[]", `{"workers":[{}]}`, `{"workers":null,"last_dead":{}}`, `{"progress":{}}`, `{"rate":1e999}`} {
		f.Add([]byte(message))
	}
	f.Fuzz(func(t *testing.T, message []byte) {
		s, err := decodeStatus(message)
		if err != nil {
			return
		}
		texts := s.Bank
		if s.LastDead != nil {
			texts += s.LastDead.Unit + s.LastDead.Worker + s.LastDead.Reason
		}
		for i := range s.Workers {
			texts += s.Workers[i].Name + s.Workers[i].Program + s.Workers[i].Refused
			s.Workers[i].There()
		}
		for i := range s.Contributors {
			texts += s.Contributors[i].Name + s.Contributors[i].Refused
		}
		for i := range s.Progress.Targets {
			texts += s.Progress.Targets[i].Name
		}
		for i := range s.Progress.Patterns {
			texts += s.Progress.Patterns[i].Name
		}
		if hidden(texts) {
			t.Errorf("%q shows %q", message, texts)
		}
	})
}

// hidden reports whether a text has signs that are not to be seen.
func hidden(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) })
}

// The status counts the claimed seeds, which the progress counts as made.
func TestStatusOfClaimedSeeds(t *testing.T) {
	t.Parallel()
	a := newAttacked(t)
	h := a.raced()
	defer a.kill(h)
	a.admitted(h, "ann")
	seeds := someSeeds(t)
	a.give(h, "ann/1", inParts(someUnit, seeds, 1)...)
	h.report()
	if s := &h.status; s.Claimed != len(seeds) || s.Progress.Stored != 0 || s.Progress.Made != someUnit.Count {
		t.Errorf("%d puzzles are made, %d stored, and %d claimed", s.Progress.Made, s.Progress.Stored, s.Claimed)
	}
}
