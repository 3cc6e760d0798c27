package trust

import (
	"container/heap"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// liar is a kind of contributor that sends false results.
type liar struct {
	kind   string
	honest int     // units that it does well first
	rate   float64 // of false results among the others
}

// worker is a simulated contributor with one core.
type worker struct {
	name  string
	at    time.Time // when it ends its unit
	audit *Audit    // it does this unit again; nil: a new one
	lies  *liar

	units, wrong, audits int
	drawable             int       // false results that it sent when it was proven
	found                time.Time // when it was found out
	floods               int       // results without a lease
}

type queue []*worker

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at.Before(q[j].at) }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(*worker)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	w := (*q)[last]
	*q = (*q)[:last]
	return w
}

// fleet is a simulated fleet.
type fleet struct {
	*Ledger
	random *rand.Rand
	next   int       // number of the next unit
	free   time.Time // when the hub has time for a unit of its own
	redone int       // units that the hub did itself
	blamed []string  // honest contributors that were refused
}

// digest is the true result of a unit.
func digest(unit string) (d Digest) {
	copy(d[:], unit)
	return d
}

// result returns what a worker sends for a unit.
func (f *fleet) result(w *worker, unit string) (d Digest, isWrong bool) {
	if w.lies == nil || w.units < w.lies.honest || f.random.Float64() >= w.lies.rate {
		return digest(unit), false
	}
	switch d = digest(unit); w.lies.kind {
	case "invents":
		d[31] = byte(1 + f.random.IntN(255))
	case "withholds":
		d = Digest{}
	case "halves":
		clear(d[4:])
		d[30] = 1
	case "copies":
		d = digest(fmt.Sprint("unit ", f.random.IntN(f.next+1)+1_000_000_000))
	case "floods": // its results are true; but it sends each of them again and again
		w.floods += 1000
		return d, false
	}
	return d, true
}

// step ends the unit of a worker and gives it another.
func (f *fleet) step(w *worker, workers map[string]*worker) {
	unit := ""
	if w.audit != nil {
		unit = w.audit.Unit
	} else {
		f.next++
		unit = fmt.Sprint("unit ", f.next)
	}
	d, isWrong := f.result(w, unit)
	w.units++
	if isWrong {
		w.wrong++
	}
	if isWrong && f.IsProven(w.name) {
		w.drawable++
	}
	switch {
	case w.audit != nil && f.Audited(unit, w.name):
		w.audits++
		f.Compare(unit, d, w.at)
	case w.audit == nil:
		f.Done(w.name, unit, nil, d, f.random.Float64(), w.at)
	}
	for !w.at.Before(f.free) { // the hub does a unit in 20 seconds
		a := f.ForHub(w.at)
		if a == nil {
			break
		}
		f.free = w.at.Add(20 * time.Second)
		f.redone++
		liars, _ := f.Decide(a, digest(a.Unit))
		for _, name := range liars {
			f.Refuse(name)
			of := workers[name]
			if of.lies == nil {
				f.blamed = append(f.blamed, name)
			}
			if of.found.IsZero() {
				of.found = w.at
			}
		}
	}
	w.audit = f.Take(w.name, w.at)
	w.at = w.at.Add(time.Duration(float64(20*time.Second) * (0.5 + f.random.Float64())))
}

// Three hundred workers, fifty of which lie in one of five ways, at once or when they are
// proven, often or seldom: a day of a fleet. All who send false results are found out, or have
// hardly sent any; nobody honest is refused; and no more is left behind than the rules say.
func TestFleetWithLiars(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds: run without -short")
	}
	begin := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	f := &fleet{Ledger: NewLedger(), random: rand.New(rand.NewPCG(1, 2))}
	workers := map[string]*worker{}
	var q queue
	kinds := []string{"invents", "withholds", "halves", "copies", "floods"}
	for i := range 300 {
		w := &worker{name: fmt.Sprint("w", i), at: begin.Add(time.Duration(f.random.IntN(20_000)) * time.Millisecond)}
		if i < 50 {
			w.lies = &liar{kind: kinds[i%5], honest: []int{0, 2 * Proven}[i/5%2], rate: []float64{1, 0.1, 0.01}[i/10%3]}
		}
		workers[w.name] = w
		f.Know(w.name, 0, false)
		q = append(q, w)
	}
	// Nobody is proven at first: a machine of the owner does the audits.
	owner := &worker{name: Owner, at: begin}
	workers[Owner] = owner
	q = append(q, owner)
	heap.Init(&q)
	for q[0].at.Before(begin.Add(24 * time.Hour)) {
		w := q[0]
		if !w.found.IsZero() { // it gets no more units
			heap.Pop(&q)
			continue
		}
		f.step(w, workers)
		heap.Fix(&q, 0)
	}
	var table, standing, drawable, found, expected = "", 0, 0, 0, 0.0
	groups := map[liar][]*worker{} // those who sent false results, whatever their kind
	units, audits := 0, 0
	for _, w := range workers {
		units, audits = units+w.units, audits+w.audits
	}
	for i := range 50 {
		w := workers[fmt.Sprint("w", i)]
		fate := "not found out"
		if !w.found.IsZero() {
			found++
			fate = "found out after " + w.found.Sub(begin).Round(time.Second).String()
		} else {
			standing += w.wrong
		}
		table += fmt.Sprintf("%-9s honest for %2d, then %3.0f %%: %5d units, %4d wrong, %2d of them could be drawn, %s\n", w.lies.kind, w.lies.honest, 100*w.lies.rate, w.units, w.wrong, w.drawable, fate)
		drawable += w.drawable
		if w.lies.kind == "floods" {
			if !w.found.IsZero() {
				t.Errorf("%s is refused although its results are true", w.name)
			}
			continue
		}
		group := liar{honest: w.lies.honest, rate: w.lies.rate}
		groups[group] = append(groups[group], w)
		expected += 1 / Share(2*Proven)
		// With n false results, the chance to get away is below (1-s)^n; one in a million is never.
		if s := Share(w.units); w.wrong > 0 && w.found.IsZero() && math.Pow(1-s, float64(w.wrong)) < 1e-6 {
			t.Errorf("%s sent %d false results of %d and got away", w.name, w.wrong, w.units)
		}
		if w.lies.rate == 1 && w.lies.honest == 0 && w.drawable > 0 {
			t.Errorf("%s lied from the beginning, and %d false results could be drawn", w.name, w.drawable)
		}
	}
	t.Logf("%d units; %d were done again by others (%.2f %%), and %d by the hub\n%s", units, audits, 100*float64(audits)/float64(units), f.redone, table)
	if len(f.blamed) > 0 {
		t.Errorf("honest contributors were refused: %v", f.blamed)
	}
	t.Logf("%d false results of proven liars could be drawn until these were found out, of %d liars; %d stand in the end", drawable, 40, standing)
	page := ""
	for _, honest := range []int{0, 2 * Proven} {
		for _, rate := range []float64{1, 0.1, 0.01} {
			group := groups[liar{honest: honest, rate: rate}]
			most := func(of func(*worker) int) int {
				return of(slices.MaxFunc(group, func(a, b *worker) int { return of(a) - of(b) }))
			}
			minutes := func(w *worker) int { return int(math.Ceil(w.found.Sub(begin).Minutes())) }
			page += fmt.Sprintf("| %d units | %.0f %% | %d | %d | %d | %d to %d minutes |\n", honest, 100*rate, len(group),
				most(func(w *worker) int { return w.wrong }), most(func(w *worker) int { return w.drawable }), -most(func(w *worker) int { return -minutes(w) }), most(minutes))
		}
	}
	page += fmt.Sprintf("\nOf %.2f million units, %.2f percent were done again by others, most of them in the first hours, and %d by the hub. All %d were found out, and nothing false was left. Together, %d of their false results",
		float64(units)/1e6, 100*float64(audits)/float64(units), f.redone, found, drawable)
	if text, err := os.ReadFile("../../docs/hub.md"); err != nil || !strings.Contains(string(text), page) {
		t.Errorf("docs/hub.md should say, %v:\n%s", err, page)
	}
	if float64(drawable) > 3*expected || standing > 0 {
		t.Errorf("%d false results could be drawn, and %d stand; the rules say %.0f and none", drawable, standing, expected)
	}
}

// Of the results of a proven liar 1/Share are false before it is found out, on average, however
// often it lies.
func TestWhatALiarLeaves(t *testing.T) {
	for _, confirmed := range []int{100, 400} {
		for _, rate := range []float64{1, 0.2, 0.02} {
			random := rand.New(rand.NewPCG(uint64(confirmed), 3))
			const liars = 400
			wrong, want := 0, 0.0
			for range liars {
				l := NewLedger()
				l.Know("liar", confirmed, false)
				for unit := 0; l.IsProven("liar"); unit++ {
					d := Digest{}
					if random.Float64() < rate {
						wrong++
						d[0] = 1
					}
					l.Done("liar", fmt.Sprint(unit), nil, d, random.Float64(), time.Time{})
					if a := l.Take(Owner, time.Time{}); a != nil {
						if l.Compare(a.Unit, Digest{}, time.Time{}); l.ForHub(time.Time{}) != nil {
							l.Decide(a, Digest{})
							l.Refuse("liar")
						}
					}
				}
				want += 1 / Share(confirmed)
			}
			got := float64(wrong) / liars
			t.Logf("with %d confirmed, and lies in %3.0f %% of the units: %.1f false results; the rules say %.1f and, as more units are confirmed meanwhile, a little more", confirmed, 100*rate, got, want/liars)
			if got < 0.8*want/liars || got > 2.5*want/liars && rate > 0.1 {
				t.Errorf("with %d confirmed and rate %v, %.1f false results were sent", confirmed, rate, got)
			}
		}
	}
}

// Whatever happens in whatever order, honest contributors are never refused, nobody audits
// itself, and whoever is not proven audits nobody.
func TestLedger(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, now := NewLedger(), time.Time{}
		names := []string{Owner, "honest", "other", "liar"}
		for _, name := range names[1:] {
			l.Know(name, rapid.SampledFrom([]int{0, Proven - 1, Proven, 10 * Proven}).Draw(t, "confirmed"), false)
		}
		taken := map[string]*Audit{}
		sends := func(name, unit string) Digest {
			if name == "liar" && rapid.Bool().Draw(t, "lies") {
				return Digest{1}
			}
			return digest(unit)
		}
		for unit := range 60 {
			now = now.Add(time.Duration(rapid.IntRange(0, 30).Draw(t, "seconds")) * time.Second)
			name := rapid.SampledFrom(names).Draw(t, "name")
			if a := taken[name]; a != nil {
				if delete(taken, name); l.Audited(a.Unit, name) {
					l.Compare(a.Unit, sends(name, a.Unit), now)
				}
			} else if a := l.Take(name, now); a != nil {
				if a.By == name || !l.IsProven(name) {
					t.Fatalf("%q audits %q", name, a.By)
				}
				taken[name] = a
			} else {
				of := fmt.Sprint(unit)
				l.Done(name, of, nil, sends(name, of), rapid.Float64Range(0, 0.99).Draw(t, "luck"), now)
			}
			for a := l.ForHub(now); a != nil; a = l.ForHub(now) {
				liars, _ := l.Decide(a, digest(a.Unit))
				for _, name := range liars {
					l.Refuse(name)
				}
				if slices.ContainsFunc(liars, func(name string) bool { return name != "liar" }) {
					t.Fatalf("%v are refused", liars)
				}
			}
		}
	})
}

// Audits of before do not count against who was invited again.
func TestOldAuditsOfWhoIsInvitedAgain(t *testing.T) {
	now := time.Now()
	for _, asAuditor := range []bool{true, false} {
		l := NewLedger()
		l.Know("ann", Proven, false)
		l.Know("bob", Proven, false)
		by, again := "ann", "bob"
		if asAuditor {
			by, again = "bob", "ann"
		}
		l.Done(by, "unit", nil, Digest{1}, 0, now)
		if l.Take(again, now) == nil {
			t.Fatal("no audit")
		}
		l.Compare("unit", Digest{2}, now)
		a := l.ForHub(now)
		if a == nil {
			t.Fatal("not for the hub")
		}
		l.Know("ann", 0, true)
		l.Refuse("ann")
		l.Know("ann", 0, false) // invited again
		truth := Digest{2}
		if asAuditor {
			truth = Digest{1}
		}
		if liars, _ := l.Decide(a, truth); slices.Contains(liars, "ann") {
			t.Errorf("as auditor %t: ann is refused for what it sent before it was invited again", asAuditor)
		}
	}
}
