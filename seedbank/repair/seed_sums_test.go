package repair

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// Sums are those of a map, whether IDs are close together or not.
func TestSeedSumsAreThoseOfAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := tables.SeedID(rapid.Int64().Draw(t, "first"))
		sums := seedSums{first: first, close: make([]uint64, rapid.IntRange(0, 50).Draw(t, "span")), other: map[tables.SeedID]uint64{}}
		want := map[tables.SeedID]uint64{}
		ids := rapid.OneOf(rapid.Map(rapid.Int64Range(-60, 60), func(at int64) tables.SeedID { return first + tables.SeedID(at) }),
			rapid.Map(rapid.Int64(), func(id int64) tables.SeedID { return tables.SeedID(id) }))
		for range rapid.IntRange(0, 100).Draw(t, "marks") {
			id, mark := ids.Draw(t, "id"), rapid.Uint64Min(1).Draw(t, "mark")
			sums.add(id, mark)
			want[id] += mark
		}
		marked := 0
		for id, sum := range want {
			if sums.of(id) != sum {
				t.Fatalf("seed %d: the sum is %d, want %d", id, sums.of(id), sum)
			}
			if sum != 0 {
				marked++
			}
		}
		if n := sums.number(); n != marked {
			t.Fatalf("%d seeds with marks, want %d", n, marked)
		}
	})
}
