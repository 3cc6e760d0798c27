package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/mining"
	"github.com/seedoku/seedoku/internal/fleet"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// someFleet draws the status of a fleet.
func someFleet(t *rapid.T) *fleet.Status {
	s := &fleet.Status{Now: time.Now(), UnderWay: 7, Progress: mine.Progress{Made: 1000, Stored: 400}}
	for i := range rapid.IntRange(0, 60).Draw(t, "workers") {
		w := fleet.WorkerStatus{Alive: fleet.Alive{Name: fmt.Sprintf("worker-with-a-rather-long-name-%d", i), Cores: 8}, Heard: s.Now}
		switch rapid.IntRange(0, 9).Draw(t, "fate") {
		case 0:
			w.Refused = strings.Repeat("it lies ", 30)
		case 1:
			w.Lost = true
		case 2:
			w.Left = true
		}
		s.Workers = append(s.Workers, w)
	}
	for i := range rapid.IntRange(0, 20).Draw(t, "targets") {
		s.Progress.Targets = append(s.Progress.Targets, mine.TargetProgress{Target: mine.Target{Name: fmt.Sprint("kind ", i), Seeds: 50}, InBank: i})
	}
	if rapid.Bool().Draw(t, "dead") {
		s.Dead, s.LastDead = 3, &fleet.DeadUnit{Reason: strings.Repeat("too bad ", 40)}
	}
	return s
}

// Whatever the size of the terminal and of the fleet, the picture fits.
func TestHubFramesFitTheTerminal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := someFleet(t)
		size := console.Terminal{Width: rapid.IntRange(60, 200).Draw(t, "columns"), Height: rapid.IntRange(8, 80).Draw(t, "lines")}
		d := &hubDisplay{}
		d.note(*s)
		lines := d.shown(t.Context(), mining.View{}).Frame(size)
		if len(lines) >= size.Height {
			t.Errorf("%d lines", len(lines))
		}
		for _, line := range lines {
			if n := utf8.RuneCountInString(line); n >= size.Width {
				t.Errorf("%d characters: %s", n, line)
			}
		}
	})
}

// Workers about whom there is something to say are shown when there is no room for
// all, and do not count as there.
func TestFleetShowsWhoIsMissing(t *testing.T) {
	s := &fleet.Status{Now: time.Now()}
	for i := range 40 {
		s.Workers = append(s.Workers, fleet.WorkerStatus{Alive: fleet.Alive{Name: fmt.Sprint("w", i), Cores: 2}, Heard: s.Now})
	}
	s.Workers[30].Lost, s.Workers[30].Heard = true, s.Now.Add(-2*time.Minute)
	text := strings.Join(fleetLines(s, console.Terminal{Width: 100}, 12), "\n")
	for _, want := range []string{"39 workers with 78 cores", "w30", "2m0s ago  lost", "and 34 more"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
}

// What strangers say of their cores counts for the fleet only as far as they have units.
func TestFleetCountsCoresOfStrangers(t *testing.T) {
	s := &fleet.Status{Now: time.Now(), Workers: []fleet.WorkerStatus{
		{Alive: fleet.Alive{Name: "own", Cores: 4}},
		{Alive: fleet.Alive{Name: "busy", Cores: 4096, Busy: 3}, Contributor: "ann", Joined: true},
		{Alive: fleet.Alive{Name: "idle", Cores: 4096}, Contributor: "ann", Joined: true},
		{Alive: fleet.Alive{Name: "new", Cores: 4096}, Contributor: "ann"},
	}}
	if text := fleetWords(s); !strings.HasPrefix(text, "3 workers with 7 cores") {
		t.Error(text)
	}
}

// Puzzles that are made and not stored are told as claimed seeds, if they are.
func TestFleetShowsClaimedSeeds(t *testing.T) {
	s := &fleet.Status{Now: time.Now(), Progress: mine.Progress{Made: 30}, Claimed: 20}
	for _, text := range []string{fleetWords(s), summary(s, console.Terminal{Width: 100})} {
		if !strings.Contains(text, "20 claimed seeds") {
			t.Errorf("%q", text)
		}
	}
}

// Nothing is said of the time left when no worker is there.
func TestFleetWaitsForWorkers(t *testing.T) {
	s := &fleet.Status{Now: time.Now(), Progress: mine.Progress{Stored: 10, Targets: []mine.TargetProgress{{Target: mine.Target{Name: "kind", Seeds: 50}, InBank: 10}}}}
	s.Started = s.Now.Add(-time.Hour)
	d := &hubDisplay{}
	for _, workers := range []int{0, 1} {
		s.Workers = []fleet.WorkerStatus{{Alive: fleet.Alive{Name: "gone"}, Lost: true}, {Alive: fleet.Alive{Name: "w"}, Heard: s.Now}}[:1+workers]
		d.note(*s)
		shown := d.shown(t.Context(), mining.View{Count: 50})
		var status strings.Builder
		if err := writeStatus(&status, s, console.Terminal{Width: 300}); err != nil {
			t.Fatal(err)
		}
		frame := strings.Join(shown.Frame(console.Terminal{Width: 100, Height: 40}), "\n")
		for text, n := range map[string]int{frame: 2, shown.Line(): 2, status.String(): 1} { // of the run and of its target
			waits, left := strings.Count(text, "waiting for workers"), strings.Count(text, "4h0m left")
			if workers == 0 && (waits != n || left > 0) || workers > 0 && (waits > 0 || left != n) {
				t.Errorf("%d workers:\n%s", workers, text)
			}
		}
	}
}

// The seeds that a contributor has sent are shown before they are new seeds of the bank.
func TestFleetShowsWhatWasSent(t *testing.T) {
	s := &fleet.Status{Now: time.Now(), Workers: []fleet.WorkerStatus{
		{Alive: fleet.Alive{Name: "w1", Found: 4711}, Contributor: "ann"}, {Alive: fleet.Alive{Name: "w2", Found: 1000}, Seeds: 900},
	}}
	lines := strings.Split(workerTable(s.Workers, s, console.Terminal{Width: 100}), "\n")
	for _, want := range [][]string{{"ann/w1", "4711"}, {"w2", "1000", "900"}, {"all", "5711", "900"}} {
		if !slices.ContainsFunc(lines, func(line string) bool {
			words := strings.Fields(line)
			return !slices.ContainsFunc(want, func(word string) bool { return !slices.Contains(words, word) })
		}) {
			t.Errorf("%q is not in a line of\n%s", want, strings.Join(lines, "\n"))
		}
	}
}

// What is logged while a picture is shown stands below it, and is written when it is
// gone.
func TestNewsIsKept(t *testing.T) {
	var out strings.Builder
	n := newNews(&out)
	fmt.Fprintln(n, "before")
	n.keep(true)
	for i := range 2 * mostNews {
		fmt.Fprintln(n, "line", i)
	}
	if got := n.last(6); len(got) != mostNews || got[0] != "line 5" || out.String() != "before\n" {
		t.Errorf("%q are shown, and %q is written", got, &out)
	}
	n.keep(false)
	fmt.Fprintln(n, "after")
	if want := "before\nline 0\nline 1\nline 2\nline 3\nline 4\nline 5\nline 6\nline 7\nline 8\nline 9\nafter\n"; out.String() != want {
		t.Errorf("%q, want %q", &out, want)
	}
	out.Reset()
	n.keep(true)
	for i := range mostKept + 2 {
		fmt.Fprintln(n, "line", i)
	}
	n.keep(false)
	if want := "2 lines before these are left out.\nline 2\n"; !strings.HasPrefix(out.String(), want) {
		t.Errorf("%.80q, want %q", &out, want)
	}
}

// A status for a file has everything in it.
func TestWriteStatus(t *testing.T) {
	s := &fleet.Status{Bank: "my.db", Now: time.Now(), Workers: []fleet.WorkerStatus{{Alive: fleet.Alive{Name: "anna"}}}, LastDead: &fleet.DeadUnit{Reason: "no luck"}}
	var out strings.Builder
	if err := writeStatus(&out, s, console.TerminalOf(os.Stdin)); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"my.db", "anna", "no luck"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in\n%s", want, &out)
		}
	}
}
