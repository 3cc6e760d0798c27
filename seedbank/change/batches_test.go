package change_test

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// dump returns the seeds of a bank that pass a filter as a file of seeds.
func dump(t seedtest.Cleaner, of seedtest.AnyBank, filter seedbank.Filter) []byte {
	bank := seedtest.BankIn(of)
	t.Helper()
	var file bytes.Buffer
	w := seed.NewFileWriter(&file)
	for batch, err := range bank.Batches(seedtest.Background, filter) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range batch.Seeds {
			if err := w.Write(&batch.Seeds[i], batch.Rater); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// mergeFile merges a file of seeds.
func mergeFile(t seedtest.Cleaner, into *change.Writer, file []byte) change.Merged {
	t.Helper()
	merged, err := into.MergeBatches(seedtest.Background, seed.ReadFile(bytes.NewReader(file)), seedbank.Run{Started: time.Now()}, change.MergeOptions{Ratings: change.Trusted})
	if err != nil {
		t.Fatal(err)
	}
	return merged
}

// minimalSeeds are all seeds of the tests that are true but for some ratings.
func minimalSeeds() []seed.Seed { return slices.Concat(seedtest.SomeSeeds(), seedtest.Relatives()) }

// someOf returns fewer than 40 seeds, with some of their rungs each, in another order.
func someOf(t *rapid.T, seeds []seed.Seed) (some []seed.Seed) {
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "random"), 0))
	for _, i := range random.Perm(len(seeds))[:random.IntN(40)] {
		s := seeds[i]
		first := random.IntN(len(s.Rungs) + 1)
		s.Rungs = slices.Clone(s.Rungs[first : first+random.IntN(len(s.Rungs)-first+1)])
		some = append(some, s)
	}
	return some
}

// A dump has the seeds that pass the filter, each once, and says everything of
// them. It is the same of every bank that has the same.
func TestBatchesAreTheSeeds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seeds := someOf(t, minimalSeeds())
		bank := seedtest.BankOf(t, seeds)
		filter := seedbank.Filter{}
		if rapid.Bool().Draw(t, "filtered") {
			low := rapid.IntRange(1, 9).Draw(t, "level")
			filter.Levels = seedbank.Range[rating.Level]{Low: rating.Level(low), High: 9}
			filter.Uses = []rating.Technique{rating.Technique(rapid.IntRange(0, 6).Draw(t, "technique"))}
		}
		want := map[seed.Key]seed.Seed{}
		for i := range seeds {
			if filter.Passes(&seeds[i]) {
				want[seeds[i].Key()] = seeds[i]
			}
		}
		got := map[seed.Key]seed.Seed{}
		for batch, err := range bank.Batches(seedtest.Background, filter) {
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range batch.Seeds {
				if _, twice := got[s.Key()]; twice {
					t.Fatal("a seed comes twice:", s.Key())
				}
				got[s.Key()] = s
			}
		}
		if diff := cmp.Diff(want, got, samePuzzles, cmpopts.EquateEmpty()); diff != "" {
			t.Fatal(diff)
		}
		slices.Reverse(seeds)
		if !bytes.Equal(dump(t, bank, filter), dump(t, seedtest.BankOf(t, seeds), filter)) {
			t.Fatal("the order in which seeds came changes the dump")
		}
	})
}

// To merge the dump of a bank is to merge the bank.
func TestMergeBatchesIsMerge(t *testing.T) {
	fewerChecks(t)
	rapid.Check(t, func(t *rapid.T) {
		here, there := someOf(t, minimalSeeds()), seedtest.BankOf(t, someOf(t, minimalSeeds()))
		file := dump(t, there, seedbank.Filter{})
		one, other := seedtest.BankOf(t, here), seedtest.BankOf(t, here)
		want, conflicts := merge(t, one, there.Path())
		if len(conflicts) > 0 {
			t.Fatal(conflicts)
		}
		if got := mergeFile(t, other, file); got != want {
			t.Fatalf("of the dump %+v, of the bank %+v", got, want)
		}
		if !bytes.Equal(dump(t, one, seedbank.Filter{}), dump(t, other, seedbank.Filter{})) {
			t.Fatal("the banks differ")
		}
		mustBeWell(t, other)
		if again := mergeFile(t, other, file); again.Sum() != again.Known {
			t.Fatalf("merging again: %+v", again)
		}
		empty := seedtest.MakeBank(t)
		mergeFile(t, empty, file)
		if !bytes.Equal(dump(t, empty, seedbank.Filter{}), file) {
			t.Fatal("the dump of the dump is another")
		}
	})
}

// More seeds than are read at once, some of them rated by an older rater.
func TestBatchesTellTheRater(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:100])
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{Rater: rating.Version})
	if err == nil {
		_, err = bank.Insert(seedtest.Background, run, seedtest.SomeSeeds()[100:])
	}
	if err != nil {
		t.Fatal(err)
	}
	file := dump(t, bank, seedbank.Filter{})
	empty := seedtest.MakeBank(t)
	mergeFile(t, empty, file)
	if !bytes.Equal(dump(t, empty, seedbank.Filter{}), file) {
		t.Error("the raters have changed")
	}
	rows := map[int]int{0: 100, rating.Version: 200}
	for rater, want := range rows {
		var seeds, stored int
		err := empty.Rows().DB.QueryRow(`SELECT count(*), max(stored) FROM seeds JOIN runs ON runs.id = run WHERE rater = ?`, rater).Scan(&seeds, &stored)
		if err != nil || seeds != want || stored != want {
			t.Errorf("rater %d: %d seeds, %d in its run, error %v; want %d", rater, seeds, stored, err, want)
		}
	}
	mustBeWell(t, empty)
}

// Nothing false gets into a bank, whoever made the batch.
func TestMergeBatchesRefusesFalseSeeds(t *testing.T) {
	symmetric := seedtest.Relatives()[len(seedtest.Relatives())-1]
	for want, falsify := range map[string]func(b *seed.Batch){
		"newer version": func(b *seed.Batch) { b.Rater = rating.Version + 1 },
		"not minimal": func(b *seed.Batch) {
			b.Seeds[0].Puzzle = b.Seeds[0].Puzzle.With(b.Seeds[0].Rungs[0].Added)
			b.Seeds[0].Rungs = nil
		},
		"key of its solution is wrong":         func(b *seed.Batch) { b.Seeds[1].Solution++ },
		"its number of automorphisms is wrong": func(b *seed.Batch) { b.Seeds[1].Automorphisms = 2 },
		"automorphisms of rung":                func(b *seed.Batch) { b.Seeds[0].Rungs[1].Automorphisms = 2 },
		"are miscounted":                       func(b *seed.Batch) { b.Seeds[2].Rungs[0].Automorphisms = 3 },
		"no puzzle has the ratings":            func(b *seed.Batch) { b.Seeds[0].Rating.EP = b.Seeds[0].Rating.ER + 1 },
		"out of range":                         func(b *seed.Batch) { b.Seeds[0].Rungs[0].ER = rating.MaxTenths },
		"hardest technique":                    func(b *seed.Batch) { b.Seeds[0].Rating.Uses = [rating.NumTechniques]uint16{} },
		"origin":                               func(b *seed.Batch) { b.Seeds[0].Origin = "dream" },
		"canonical form": func(b *seed.Batch) {
			var m seedtest.SeedMaker
			turned := m.Minimal(m.Solver.RandomSolution(rand.New(rand.NewPCG(3, 4))), rand.New(rand.NewPCG(3, 5)))
			b.Seeds[0], _ = m.Seed(turned)
			b.Seeds[0].Puzzle = turned
		},
	} {
		batch := &seed.Batch{Rater: rating.Version}
		for _, s := range []seed.Seed{seedtest.SomeSeeds()[0], seedtest.SomeSeeds()[1], symmetric} {
			s.Rungs = slices.Clone(s.Rungs)
			batch.Seeds = append(batch.Seeds, s)
		}
		for i := 3; len(batch.Seeds[0].Rungs) < 2; i++ {
			batch.Seeds[0] = seedtest.SomeSeeds()[i]
			batch.Seeds[0].Rungs = slices.Clone(batch.Seeds[0].Rungs)
		}
		falsify(batch)
		bank := seedtest.MakeBank(t)
		merged, err := bank.MergeBatches(seedtest.Background, oneBatch(batch), seedbank.Run{}, change.MergeOptions{Ratings: change.Trusted})
		if err == nil || !strings.Contains(err.Error(), want) || merged != (change.Merged{}) {
			t.Errorf("got %+v and error %v, want one with %q", merged, err, want)
		}
		if seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len() > 0 {
			t.Errorf("%s: something was stored", want)
		}
	}
}

func oneBatch(b *seed.Batch) iter.Seq2[*seed.Batch, error] {
	return func(yield func(*seed.Batch, error) bool) { yield(b, nil) }
}

// Of a file that is damaged, what comes before is stored, and nothing else.
func TestMergeBatchesOfADamagedFile(t *testing.T) {
	file := dump(t, seedtest.BankOf(t, seedtest.SomeSeeds()), seedbank.Filter{})
	rapid.Check(t, func(t *rapid.T) {
		damaged := bytes.Clone(file)
		if rapid.Bool().Draw(t, "cut") {
			damaged = damaged[:rapid.IntRange(0, len(damaged)-1).Draw(t, "length")]
		} else {
			damaged[rapid.IntRange(0, len(damaged)-1).Draw(t, "byte")] ^= byte(rapid.IntRange(1, 255).Draw(t, "flip"))
		}
		bank := seedtest.MakeBank(t)
		_, err := bank.MergeBatches(seedtest.Background, seed.ReadFile(bytes.NewReader(damaged)), seedbank.Run{}, change.MergeOptions{Ratings: change.Trusted})
		if err == nil {
			t.Fatal("no error")
		}
		mustBeWell(t, bank)
	})
}

// A seed that comes twice is stored once, with the rungs of both.
func TestMergeBatchesOfASeedTwice(t *testing.T) {
	one, other, whole := slicesOfRungs(seedtest.SomeSeeds()[:20])
	bank := seedtest.MakeBank(t)
	batch := &seed.Batch{Seeds: slices.Concat(one, other)}
	merged, err := bank.MergeBatches(seedtest.Background, oneBatch(batch), seedbank.Run{}, change.MergeOptions{Ratings: change.Trusted})
	if err != nil || merged.Stored != 20 || merged.Sum() != 40 {
		t.Fatalf("merged %+v, error %v", merged, err)
	}
	if diff := cmp.Diff(sorted(contents(t, bank, seedbank.Filter{})), sorted(seedtest.ByKey(whole)), samePuzzles); diff != "" {
		t.Error(diff)
	}
	mustBeWell(t, bank)
}

func BenchmarkMergeBatches(b *testing.B) {
	file := dump(b, seedtest.BankOf(b, seedtest.SomeSeeds()), seedbank.Filter{})
	for b.Loop() {
		b.StopTimer()
		bank := seedtest.MakeBank(b)
		b.StartTimer()
		mergeFile(b, bank, file)
	}
	b.ReportMetric(float64(len(seedtest.SomeSeeds()))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}

func BenchmarkBatches(b *testing.B) {
	bank := seedtest.BankOf(b, seedtest.SomeSeeds())
	for b.Loop() {
		dump(b, bank, seedbank.Filter{})
	}
	b.ReportMetric(float64(len(seedtest.SomeSeeds()))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}
