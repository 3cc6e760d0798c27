package rating

import (
	"errors"
	"testing"
)

// Every method that searches for a round asks first whether it is to end.
func TestInterruptBy(t *testing.T) {
	p := samplePuzzles(t)[0]
	enough := errors.New("enough")
	var r Rater
	r.InterruptBy(func() error { return enough })
	for name, search := range map[string]func(*Position) error{
		"Rate":         func(*Position) error { _, err := r.Rate(&p); return err },
		"PathFrom":     func(x *Position) error { _, err := r.PathFrom(&p, x); return err },
		"Next":         func(x *Position) error { _, err := r.Next(&p, x); return err },
		"NextClass":    func(x *Position) error { _, err := r.NextClass(&p, x); return err },
		"EveryClass":   func(x *Position) error { _, err := r.EveryClass(&p, x); return err },
		"LabelsClass":  func(*Position) error { _, err := r.LabelsClass(&p); return err },
		"HardestClass": func(*Position) error { _, err := r.HardestClass(&p); return err },
		"Advance":      func(x *Position) error { _, err := r.Advance(&p, x); return err },
	} {
		start := PositionOf(p.Clues())
		if err := search(&start); err != enough || start != PositionOf(p.Clues()) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A rater that has just rated a puzzle finds the same rounds and labels as a new one.
func TestMemoryChangesNothing(t *testing.T) {
	for i, p := range pathPuzzles(t) {
		if i%5 > 0 {
			continue
		}
		var veteran, fresh Rater
		veteran.Remember()
		class, err := veteran.Class(&p)
		if err != nil {
			t.Fatal(err)
		}
		c := &class.Canonical
		x := PositionOf(c.Clues())
		for rounds := 0; ; rounds++ {
			y := x
			got, err := veteran.Advance(c, &x)
			want, wrong := fresh.Advance(c, &y)
			if got != want || x != y || err != wrong {
				t.Fatalf("%v, round %d: %v, %v; want %v, %v", p.Clues(), rounds, got, err, want, wrong)
			}
			if err != nil {
				break
			}
		}
		got, err := veteran.LabelsClass(&p)
		if want, wrong := fresh.LabelsClass(&p); got != want || err != wrong {
			t.Errorf("%v: labels %b, %v; want %b, %v", p.Clues(), got, err, want, wrong)
		}
	}
}
