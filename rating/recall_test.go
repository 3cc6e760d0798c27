package rating

import "testing"

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
