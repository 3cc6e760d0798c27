package tables

import (
	"testing"

	"pgregory.net/rapid"
)

// Values are those of a map, whether IDs are close together or not.
func TestByIDIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first := SeedID(rapid.Int64().Draw(t, "first"))
		values := ByID[int]{first: first, near: make([]int, rapid.IntRange(0, 50).Draw(t, "span")), other: map[SeedID]int{}}
		want := map[SeedID]int{}
		ids := rapid.OneOf(rapid.Map(rapid.Int64Range(-60, 60), func(at int64) SeedID { return first + SeedID(at) }),
			rapid.Map(rapid.Int64(), func(id int64) SeedID { return SeedID(id) }))
		for range rapid.IntRange(0, 100).Draw(t, "values") {
			id, value := ids.Draw(t, "id"), rapid.IntRange(1, 1000).Draw(t, "value")
			values.Set(id, value)
			want[id] = value
		}
		sum := 0
		for id, value := range want {
			if got := values.Of(id); got != value {
				t.Fatalf("seed %d has %d, want %d", id, got, value)
			}
			sum += value
		}
		for value := range values.Values() {
			sum -= value
		}
		if id := ids.Draw(t, "another"); sum != 0 || want[id] == 0 && values.Of(id) != 0 {
			t.Fatalf("all values differ by %d, and seed %d has %d", sum, id, values.Of(id))
		}
	})
}
