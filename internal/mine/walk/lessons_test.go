package walk

import (
	"testing"

	"pgregory.net/rapid"
)

func TestMovesThatPaidAreLookedAtMore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := NewLessons(&Goal{cost: 36_000, Spreads: true})
		pays := rapid.IntRange(0, NumMoves-1).Draw(t, "move")
		steps := rapid.IntRange(5, 50).Draw(t, "steps")
		for range steps {
			var found moveTallies
			for m, n := range l.Budgets() {
				found[m].Cost = n
			}
			found[pays].Rated, found[pays].Stored = 5, 3
			l.Learn(1, found[:])
		}
		for m, n := range l.Budgets() {
			if n < 36_000/leastPart {
				t.Fatalf("a budget of %d for %s, less than %d", n, moves[m].name, 36_000/leastPart)
			}
			if m != pays && n >= l.Budgets()[pays] {
				t.Fatalf("a budget of %d for %s, which never paid, and of %d for %s", n, moves[m].name, l.Budgets()[pays], moves[pays].name)
			}
		}
		if !l.PaysMore(1, 2) || l.PaysMore(2, 1) {
			t.Fatal("stratum 1 paid, and is not expected to pay more than stratum 2")
		}
		if report := l.All.List(); report[pays].Stored != 3*steps || report[pays].Move != moves[pays].name {
			t.Fatalf("%+v after %d steps", report[pays], steps)
		}
	})
}
