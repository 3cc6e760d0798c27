package seedbank

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// openShards writes seeds to a folder of n shards, and opens it.
func openShards(t cleaner, n int, seeds []seed.Seed) *Bank {
	t.Helper()
	folder, err := os.MkdirTemp("", "shards")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	parts := make([][]seed.Seed, n)
	for _, s := range seeds {
		i := ShardOf(s.Solution, n)
		parts[i] = append(parts[i], s)
	}
	for i, path := range ShardPaths(folder, n) {
		shard := bankOf(t, parts[i])
		if err := errors.Join(shard.Close(), os.Rename(shard.Path(), path)); err != nil {
			t.Fatal(err)
		}
	}
	bank, err := OpenReadOnly(background, folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	return bank
}

// A folder of shards reads as one file with the same seeds. Among these are such as
// share a solution, so that their rungs are isomorphs.
func TestShardsAreOneBank(t *testing.T) {
	all := slices.Concat(relatives(), symmetricSeeds(), someSeeds()[:30])
	filters := []Filter{
		{}, {Rungs: true}, {Rungs: true, Levels: Range[rating.Level]{2, 6}},
		{Uses: []rating.Technique{must(rating.ParseTechnique("hidden-single"))}}, {Rungs: true, Symmetry: transform.Rotate180},
	}
	rapid.Check(t, func(t *rapid.T) {
		seeds := drawSeeds(t, all)
		folder, file := openShards(t, rapid.IntRange(1, 5).Draw(t, "shards"), seeds), bankOf(t, seeds)
		mustBeWell(t, folder)
		checkRecall(t, file, folder)
		mustIdentify(t, folder, file)
		same := func(what string, got, want any) {
			t.Helper()
			if diff := cmp.Diff(want, got, samePuzzles); diff != "" {
				t.Fatalf("%s of one file, and of shards:\n%s", what, diff)
			}
		}
		for _, f := range filters {
			in, of := selectFrom(t, folder, f), selectFrom(t, file, f)
			same("counts", in.Stats(), of.Stats())
			same("different seeds", must(in.Seeds(background)), must(of.Seeds(background)))
		}
		same("batches", allBatches(t, folder), allBatches(t, file))
		same("techniques", must(folder.Techniques(background)), must(file.Techniques(background)))
		same("practice", must(folder.Practice(background)), must(file.Practice(background)))
		same("levels", must(folder.SeedsByLevel(background)), must(file.SeedsByLevel(background)))
		in, of := must(folder.Records(background)), must(file.Records(background))
		same("records", values(in), values(of))
		same("highlights", in.Early.Total(), must(folder.Highlights(background)).Early.Total())
	})
}

// values returns what records are worth. Which of equal puzzles holds a record
// depends on which shard is read first.
func values(r *Records) (values []int) {
	add := func(record Record, measures ...Measure) {
		for _, m := range measures {
			values = append(values, record.Value(m))
		}
	}
	bests := func(b *Bests) {
		values = append(values, b.Seeds)
		for _, record := range b.Highest {
			add(record, ER, EP, ED)
		}
	}
	for i := range r.ByClues {
		add(Record{Clues: r.ByClues[i].Clues}, FewestClues)
		bests(&r.ByClues[i].Bests)
	}
	for i := range r.BySymmetry {
		bests(&r.BySymmetry[i].Bests)
		add(r.BySymmetry[i].Added, ER)
	}
	for _, of := range r.ByLevel {
		values = append(values, of.Seeds)
		add(of.Best, ER, EP, ED, FewestClues)
	}
	for _, of := range r.Rare {
		values = append(values, int(of.Technique), of.Seeds)
		add(of.Example, ER)
	}
	add(r.Early.Pearl, ER, ED)
	add(r.Early.Diamond, ER)
	return values
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// mustIdentify turns rungs of a bank, which another one with the same seeds must
// know.
func mustIdentify(t cleaner, bank, other *Bank) {
	t.Helper()
	var canonizer transform.Canonizer
	all := selectFrom(t, other, Filter{Rungs: true})
	for i := uint64(0); i < all.Len(); i += 17 {
		p := pickAt(t, all, i).Isomorph(i).Puzzle()
		known, err := bank.Identify(background, &canonizer, p)
		if err == nil {
			var there seed.Isomorph
			if there, err = bank.Recall(background, known.ID, notHeld); err == nil && there.Puzzle() != p {
				err = fmt.Errorf("%v is another puzzle", known.ID)
			}
		}
		if err != nil || !known.Held {
			t.Fatal("a puzzle of one file is not known in shards:", p.Clues(), err)
		}
	}
}

// allBatches returns the seeds of all batches of a bank, in their order.
func allBatches(t cleaner, bank *Bank) (seeds []seed.Seed) {
	t.Helper()
	for batch, err := range bank.Batches(background, Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, batch.Seeds...)
	}
	return seeds
}

// Streams of a folder give all its puzzles, however they are taken.
func TestStreamsOfShards(t *testing.T) {
	folder := openShards(t, 3, someSeeds())
	file := bankOf(t, someSeeds())
	for name, rungs := range map[string]bool{"seeds": false, "rungs": true} {
		f := Filter{Rungs: rungs}
		take := func(selection *Selection, stream Stream, n int) map[seed.Key]bool {
			t.Helper()
			puzzles := make([]seed.Isomorph, n)
			got, err := Take(background, stream, puzzles)
			if err != nil && !errors.Is(err, ErrNoMore) {
				t.Fatal(err)
			}
			keys := map[seed.Key]bool{}
			for i := range puzzles[:got] {
				keys[puzzles[i].ID().Seed] = true
			}
			return keys
		}
		in := selectFrom(t, folder, f)
		all := len(someSeeds())
		if got := take(in, in.Distinct(7), all+1); len(got) != all {
			t.Errorf("%s: %d of %d seeds come", name, len(got), all)
		}
		onShelf := in.On(NewShelf())
		if got := take(onShelf, onShelf.Distinct(7), all+1); len(got) != all {
			t.Errorf("%s: %d of %d seeds come from a shelf", name, len(got), all)
		}
		if in.Puzzles() != selectFrom(t, file, f).Puzzles() {
			t.Errorf("%s: %v puzzles, and %v in one file", name, in.Puzzles(), selectFrom(t, file, f).Puzzles())
		}
		some := in.Stream(3)
		for i := range 500 {
			one, err := some.Next(background)
			if err != nil {
				t.Fatal(err)
			}
			if again := must(folder.Recall(background, one.ID(), notHeld)); again.Puzzle().Clues() != one.Puzzle().Clues() {
				t.Fatalf("%s: puzzle %d is recalled as another one", name, i)
			}
		}
		again := make([]seed.Isomorph, 300)
		if _, err := Take(background, in.Stream(3), again); err != nil {
			t.Fatal(err)
		}
		first, err := in.Stream(3).Next(background)
		if err != nil || first.ID() != again[0].ID() {
			t.Errorf("%s: taken at once, another puzzle is the first: %v", name, err)
		}
	}
}

// A seed in the wrong shard could come a second time, and is an error.
func TestSeedInTheWrongShard(t *testing.T) {
	bank := openShards(t, 2, someSeeds()[:20])
	paths := ShardPaths(bank.Path(), 2)
	swap := filepath.Join(t.TempDir(), "swap.db")
	bank.Close()
	for _, move := range [][2]string{{paths[0], swap}, {paths[1], paths[0]}, {swap, paths[1]}} {
		if err := os.Rename(move[0], move[1]); err != nil {
			t.Fatal(err)
		}
	}
	bank = must(OpenReadOnly(background, bank.Path()))
	defer bank.Close()
	all := selectFrom(t, bank, Filter{})
	for i := range all.Len() {
		if _, err := all.At(background, i); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "it belongs to shard") {
			t.Fatalf("seed %d is drawn from the wrong shard: %v", i, err)
		}
	}
	if problems := verify(t, bank); len(problems) != 20 {
		t.Errorf("%d problems are found: %v", len(problems), problems)
	}
}

func TestFindShards(t *testing.T) {
	for _, test := range []struct {
		files string
		want  error
		found int
	}{
		{"", nil, 0},
		{"bank.db notes.txt", nil, 0},
		{"shard-1-of-2.db shard-2-of-2.db", nil, 2},
		{"shard-1-of-1.db other.db", nil, 1},
		{"shard-2-of-3.db shard-3-of-3.db", ErrMissingShard, 3},
		{"shard-1-of-2.db shard-2-of-2.db shard-1-of-3.db", ErrOtherShard, 0},
		{"shard-1-of-2.db shard-2-of-2.db shard-3-of-2.db", ErrOtherShard, 0},
		{"shard-x-of-y.db", ErrOtherShard, 0},
		{"shard-1-of-1000000.db", ErrOtherShard, 0},
		{"shard-0-of-0.db", ErrOtherShard, 0},
		{"shard-1-of--1.db", ErrOtherShard, 0},
	} {
		folder := filepath.Join(t.TempDir(), "a[b]*?")
		if err := os.Mkdir(folder, 0o777); err != nil {
			t.Fatal(err)
		}
		for _, name := range strings.Fields(test.files) {
			if err := os.WriteFile(filepath.Join(folder, name), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		paths, err := FindShards(folder)
		if !errors.Is(err, test.want) || err != nil && test.want == nil || len(paths) != test.found {
			t.Errorf("%q: %v, %v; want %d, %v", test.files, paths, err, test.found, test.want)
		}
	}
}

// What needs one file says so, and what to do.
func TestOnlyFilesAreWrittenTo(t *testing.T) {
	folder := openShards(t, 2, someSeeds()[:2])
	_, open := Open(background, folder.Path())
	_, successor := OpenSuccessor(background, folder.Path())
	_, run := folder.StartRun(background, &Run{})
	_, insert := folder.Insert(background, 1, nil)
	_, byNumber := folder.Seed(background, 1)
	_, bookmark := folder.Bookmark(background, "place")
	for name, err := range map[string]error{
		"Open": open, "Compact": Compact(background, folder.Path()), "OpenSuccessor": successor,
		"Snapshot": Snapshot(background, filepath.Join(t.TempDir(), "copy.db"), folder.Path()),
		"Seed":     byNumber, "Bookmark": bookmark,
	} {
		if err == nil || !strings.Contains(err.Error(), "bank merge") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !errors.Is(run, ErrReadOnly) || !errors.Is(insert, ErrReadOnly) {
		t.Errorf("a run: %v; to insert: %v", run, insert)
	}
}

// The records of a run in several shards are one.
func TestRunsOfShards(t *testing.T) {
	begun := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	later := func(seconds int) time.Time { return begun.Add(time.Duration(seconds) * time.Second) }
	one, two := Run{Started: begun, Arguments: "a"}, Run{Started: later(60), Arguments: "a"}
	got := uniteRuns([]RunRecord{
		{1, one, later(5), 10, 4}, {2, two, time.Time{}, 1, 1}, {1, one, later(7), 3, 3}, {2, two, later(70), 2, 1}, {1, one, later(6), 0, 0},
	})
	want := []RunRecord{{2, two, time.Time{}, 3, 2}, {1, one, later(7), 13, 7}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	folder := openShards(t, 3, someSeeds()[:20])
	runs, err := folder.Runs(background, 5)
	if err != nil || len(runs) != 1 {
		t.Fatalf("runs of a folder: %+v, %v", runs, err)
	}
}
