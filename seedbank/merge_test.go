package seedbank

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func merge(t testing.TB, into *Bank, path string) (Merged, []*Conflict) {
	t.Helper()
	var conflicts []*Conflict
	merged, err := into.Merge(background, path, Filter{}, func(c *Conflict) { conflicts = append(conflicts, c) }, func(Merged) {})
	if err != nil {
		t.Fatal(err)
	}
	return merged, conflicts
}

func TestMergeIsTheUnion(t *testing.T) {
	seeds := someSeeds()
	one, other := makeBank(t), makeBank(t)
	insert(t, one, seeds[:200])
	insert(t, other, seeds[100:])
	if merged, conflicts := merge(t, one, other.Path()); merged != (Merged{Stored: 100, Known: 100}) || len(conflicts) > 0 {
		t.Errorf("got %+v and conflicts %v", merged, conflicts)
	}
	whole := makeBank(t)
	insert(t, whole, seeds)
	for _, filter := range []Filter{{}, {Rungs: true}} {
		a, b := selectFrom(t, one, filter).Stats(), selectFrom(t, whole, filter).Stats()
		if a.Total.Puzzles.Cmp(b.Total.Puzzles) != 0 || a.Total.Rungs != b.Total.Rungs || a.Total.Seeds != b.Total.Seeds {
			t.Errorf("merged bank holds %+v, one with all seeds %+v", a.Total, b.Total)
		}
	}
	for _, s := range seeds {
		got, err := one.Find(background, s.Puzzle.Clues())
		if err != nil {
			t.Fatal(err)
		}
		got.Run = s.Run
		if diff := cmp.Diff(got, s, samePuzzles); diff != "" {
			t.Errorf("merging changed a seed:\n%s", diff)
		}
	}
	if found := verify(t, one); found != "" {
		t.Errorf("problems after merging:\n%s", found)
	}
	if merged, _ := merge(t, one, other.Path()); merged != (Merged{Known: 200}) {
		t.Errorf("merging again: %+v", merged)
	}
}

func TestMergeReportsDifferentRatings(t *testing.T) {
	seeds := someSeeds()[:3]
	wrong := seeds[1]
	wrong.Rating.ER++
	one, other := makeBank(t), makeBank(t)
	insert(t, one, seeds[:2])
	insert(t, other, []Seed{wrong, seeds[2]})
	merged, conflicts := merge(t, one, other.Path())
	if merged != (Merged{Stored: 1, Differ: 1}) || len(conflicts) != 1 || conflicts[0].Seed != wrong.Puzzle.Clues() {
		t.Fatalf("got %+v, conflicts %v", merged, conflicts)
	}
	if got, err := one.Find(background, wrong.Puzzle.Clues()); err != nil || got.Rating != seeds[1].Rating {
		t.Errorf("the bank now rates it %v, error %v", got.Rating, err)
	}
}

func TestMergeOfSomeSeeds(t *testing.T) {
	one, other := makeBank(t), makeBank(t)
	insert(t, other, someSeeds())
	filter := Filter{Clues: Range[int]{Low: 17, High: 24}}
	merged, err := one.Merge(background, other.Path(), filter, nil, func(Merged) {})
	want := selectFrom(t, other, filter).Len()
	if err != nil || uint64(merged.Stored) != want || merged.Stored+merged.Others != len(someSeeds()) || selectFrom(t, one, filter).Len() != want {
		t.Errorf("got %+v, %v; want %d seeds", merged, err, want)
	}
}

func TestMergeKeepsRuns(t *testing.T) {
	one, other := makeBank(t), makeBank(t)
	insert(t, other, someSeeds()[:5])
	merge(t, one, other.Path())
	var runs int
	err := one.db.QueryRow(`SELECT count(*) FROM runs`).Scan(&runs)
	if s, findErr := one.Find(background, someSeeds()[0].Puzzle.Clues()); errors.Join(err, findErr) != nil || runs != 2 || s.Run != 2 {
		t.Errorf("%d runs, the seed has run %d, errors %v, %v; want 2 runs, the second of them its own", runs, s.Run, err, findErr)
	}
}

func TestMergeRefuses(t *testing.T) {
	bank := makeBank(t)
	for _, path := range []string{bank.Path(), "nosuch.db", "merge_test.go"} {
		if _, err := bank.Merge(context.Background(), path, Filter{}, nil, func(Merged) {}); err == nil {
			t.Errorf("merged %s", path)
		}
	}
	insert(t, bank, someSeeds()[:1]) // and goes on to work
}

func BenchmarkMerge(b *testing.B) {
	seeds := someSeeds()
	other := makeBank(b)
	insert(b, other, seeds)
	for b.Loop() {
		b.StopTimer()
		bank := makeBank(b)
		b.StartTimer()
		merge(b, bank, other.Path())
	}
	b.ReportMetric(float64(len(seeds))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}
