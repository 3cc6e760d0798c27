package mine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// inBatches yields arrivals, a few at a time.
func inBatches(arrivals []Arrival) iter.Seq[[]Arrival] { return slices.Chunk(arrivals, 7) }

// importInto imports without ladders, and returns what was rejected as lines.
func importInto(t rapid.TB, bank *change.Writer, arrivals []Arrival, options Options) (Progress, []string) {
	t.Helper()
	var rejected []string
	options.Ladders = work.NoLadders
	options.Workers = max(options.Workers, 1)
	options.Strategy = Import{
		Arrivals: inBatches(arrivals),
		Reject:   func(place string, reason error) { rejected = append(rejected, fmt.Sprintf("%s: %v", place, reason)) },
	}
	progress, err := Run(context.Background(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	return progress, rejected
}

// tryImport is importInto for an import that stores nothing.
func tryImport(t rapid.TB, bank *seedbank.Bank, arrivals []Arrival, options Options) (Progress, []string) {
	t.Helper()
	var rejected []string
	options.Ladders = work.NoLadders
	options.Strategy = Import{
		Arrivals: inBatches(arrivals),
		Reject:   func(place string, reason error) { rejected = append(rejected, fmt.Sprintf("%s: %v", place, reason)) },
	}
	progress, err := TryImport(context.Background(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	related := 0
	for _, n := range progress.Related {
		related += n
	}
	if related != progress.Made-progress.Rejected {
		t.Errorf("%d puzzles are told to be something to the bank, of %d", related, progress.Made-progress.Rejected)
	}
	progress.Related = Related{} // an import that stores does not tell
	return progress, rejected
}

// turned returns an isomorph of a grid, which depends on random.
func turned(g sudoku.Grid, random *rand.Rand) sudoku.Grid {
	return transform.FromIndex(random.Uint64N(transform.Order)).Grid(g)
}

// padded returns minimal puzzle number i with some redundant clues.
func padded(i uint64) sudoku.Puzzle {
	p := making.NewPruner(2).Puzzle(i)
	random := rand.New(rand.NewPCG(2, i))
	for range 1 + random.IntN(20) {
		p = p.With(sudoku.CellSet(sudoku.Cell(random.IntN(81))))
	}
	return p
}

// mixed returns puzzles of all kinds, shuffled.
func mixed(n int) (arrivals []Arrival) {
	random := rand.New(rand.NewPCG(3, 3))
	for i := range uint64(n) {
		p := making.NewPruner(1).Puzzle(i)
		two := p.Clues() // solutions or more
		for c, d := range two {
			if d != 0 {
				two[c] = 0
				break
			}
		}
		var twice sudoku.Grid
		twice[0], twice[1] = 1, 1
		arrivals = append(arrivals,
			Arrival{Clues: p.Clues()}, Arrival{Clues: turned(p.Clues(), random)}, Arrival{Clues: turned(padded(i).Clues(), random)},
			Arrival{Clues: two}, Arrival{Clues: twice}, Arrival{Err: errors.New("not readable")})
	}
	random.Shuffle(len(arrivals), func(i, j int) { arrivals[i], arrivals[j] = arrivals[j], arrivals[i] })
	for i := range arrivals {
		arrivals[i].Place = fmt.Sprint("puzzle ", i+1)
	}
	return arrivals
}

// Every arrival is counted under its own outcome.
func TestImportKnowsEveryArrival(t *testing.T) {
	const pruned, cores = 30, 6
	const inBank = pruned + cores
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: pruned})
	var reduced []Arrival
	for i := range uint64(cores) {
		reduced = append(reduced, Arrival{Clues: padded(100 + i).Clues()})
	}
	if got, _ := importInto(t, bank, reduced, Options{}); got.Stored != cores {
		t.Fatalf("stored %d, want %d", got.Stored, cores)
	}
	const (
		isNew = iota
		isKnown
		isRejected
	)
	kinds := []struct {
		name    string
		clues   func(i uint64) Arrival
		outcome int
	}{
		{"of the bank", func(i uint64) Arrival { return Arrival{Clues: making.NewPruner(1).Puzzle(i % pruned).Clues()} }, isKnown},
		{"with a core of the bank", func(i uint64) Arrival { return reduced[i%cores] }, isKnown},
		{"new", func(i uint64) Arrival { return Arrival{Clues: making.NewPruner(1).Puzzle(pruned + i).Clues()} }, isNew},
		{"padded", func(i uint64) Arrival { return Arrival{Clues: padded(i).Clues()} }, isNew},
		{"empty", func(uint64) Arrival { return Arrival{} }, isRejected},
		{"not read", func(uint64) Arrival { return Arrival{Err: errors.New("not readable")} }, isRejected},
	}
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "random"), 0))
		var arrivals []Arrival
		var want Progress
		var wantRejected []string
		seen := map[string]bool{}
		var solver sudoku.Solver
		for n := range rapid.IntRange(0, 12).Draw(t, "arrivals") {
			kind := rapid.SampledFrom(kinds).Draw(t, "kind")
			i := rapid.Uint64Range(0, 5).Draw(t, "i")
			a := kind.clues(i)
			a.Place = fmt.Sprint("puzzle ", n)
			want.Made++
			name := fmt.Sprint(kind.name, i)
			switch {
			case kind.outcome == isRejected:
				want.Rejected++
				wantRejected = append(wantRejected, a.Place)
			case kind.outcome == isKnown:
				want.Known++
			case seen[name]:
				want.Repeated++
			default:
				want.Stored++
			}
			if kind.outcome != isRejected {
				seen[name] = true
				p, err := solver.Prove(a.Clues)
				if err != nil {
					t.Fatal(err)
				}
				if !solver.Minimal(&p) {
					want.Reduced++
				}
				a.Clues = turned(a.Clues, random)
			}
			arrivals = append(arrivals, a)
		}
		got, rejected := tryImport(t, bank.Bank, arrivals, Options{Workers: rapid.IntRange(1, 3).Draw(t, "workers")})
		if got.Stored != sumOf(got.StoredBy) || sumOf(got.InBank) != inBank+got.Stored {
			t.Fatalf("by level: %+v", got)
		}
		got.StoredBy, got.InBank = ByLevel{}, ByLevel{}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v\nwant %+v", got, want)
		}
		if len(rejected) != len(wantRejected) {
			t.Fatalf("rejected %q, want %q", rejected, wantRejected)
		}
		for i, place := range wantRejected {
			if reason := rejected[i][len(place):]; rejected[i][:len(place)] != place || reason != ": more than one solution" && reason != ": not readable" {
				t.Fatalf("rejected %q, want %s", rejected[i], place)
			}
		}
	})
}

func sumOf(counts ByLevel) (n int) {
	for _, m := range counts {
		n += m
	}
	return n
}

func TestImportStoresTheSameWithAnyNumberOfWorkers(t *testing.T) {
	arrivals := mixed(30)
	one, three := newBank(t), newBank(t)
	progress, rejected := importInto(t, one, arrivals, Options{Workers: 1})
	progress3, rejected3 := importInto(t, three, arrivals, Options{Workers: 3})
	if diff := cmp.Diff(seeds(t, one), seeds(t, three), samePuzzles); diff != "" {
		t.Errorf("1 worker and 3 store different seeds:\n%s", diff)
	}
	if !reflect.DeepEqual(progress, progress3) || !slices.Equal(rejected, rejected3) {
		t.Errorf("1 worker: %+v\n%q\n3 workers: %+v\n%q", progress, rejected, progress3, rejected3)
	}
	if want := (Progress{Made: 180, Stored: 60, Repeated: 30, Rejected: 90}); progress.Made != want.Made ||
		progress.Stored != want.Stored || progress.Repeated != want.Repeated || progress.Rejected != want.Rejected {
		t.Errorf("got %+v, want %+v", progress, want)
	}
	for _, s := range seeds(t, one) {
		if s.Origin != seed.Import {
			t.Errorf("seed %v comes from %q", s.Puzzle.Clues(), s.Origin)
		}
	}
}

// A bank that was imported into is whole, with its ratings.
func TestImportedSeedsAreVerified(t *testing.T) {
	for _, ladders := range []work.Ladders{work.NeededLadders, work.AllLadders, work.NoLadders} {
		bank := newBank(t)
		_, err := Run(context.Background(), bank, Options{
			Workers: 2, Ladders: ladders, Strategy: Import{Arrivals: inBatches(mixed(8))},
		})
		if err != nil {
			t.Fatal(err)
		}
		_, err = repair.Verify(context.Background(), bank, repair.VerifyOptions{
			Workers: 2, Ratings: true,
			Problem: func(problem error) { t.Error(problem) },
		})
		if err != nil {
			t.Error(err)
		}
		rungs := 0
		for _, s := range seeds(t, bank) {
			rungs += len(s.Rungs)
		}
		if (ladders == work.NoLadders) != (rungs == 0) {
			t.Errorf("ladders: %s; there are %d rungs", ladders, rungs)
		}
	}
}

func TestDryRunSaysWhatAnImportDoes(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 10})
	arrivals := mixed(20)
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	before := seedtest.Must(os.ReadFile(bank.Path()))

	toRead, err := seedbank.Open(context.Background(), bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	said, saidRejected := tryImport(t, toRead, arrivals, Options{Workers: 2})
	if err := toRead.Close(); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(before, seedtest.Must(os.ReadFile(bank.Path()))) {
		t.Error("a dry run changed the file")
	}

	toWrite := seedtest.Open(t, bank.Path())
	done, rejected := importInto(t, toWrite, arrivals, Options{Workers: 2})
	done.Run, done.SizeBefore, done.Size = 0, 0, 0 // of a run that stores
	if !reflect.DeepEqual(said, done) || !slices.Equal(saidRejected, rejected) {
		t.Errorf("said %+v\n%q\ndid %+v\n%q", said, saidRejected, done, rejected)
	}
	if done.Stored == 0 || done.Known == 0 || done.Repeated == 0 || done.Rejected == 0 {
		t.Errorf("%+v: something of everything was to happen", done)
	}
}

// An import that was interrupted goes on when it is started again, and comes to
// the same bank.
func TestImportGoesOn(t *testing.T) {
	arrivals := mixed(60)
	whole, broken := newBank(t), newBank(t)
	want, _ := importInto(t, whole, arrivals, Options{Workers: 2})

	ctx, cancel := context.WithCancel(context.Background())
	first, err := Run(ctx, broken, Options{
		Workers: 2, Ladders: work.NoLadders, Strategy: Import{Arrivals: inBatches(arrivals)},
		Report: func(p Progress) {
			if p.Made > len(arrivals)/3 {
				cancel()
			}
		},
	})
	if err != nil || first.Stored == 0 || first.Stored != len(seeds(t, broken)) || first.Made == len(arrivals) {
		t.Fatalf("interrupted: %+v, error %v; in the bank %d", first, err, len(seeds(t, broken)))
	}
	if first.Stored+first.Known+first.Repeated+first.Rejected != first.Made {
		t.Errorf("interrupted: not every puzzle that was read has its outcome: %+v", first)
	}
	second, _ := importInto(t, broken, arrivals, Options{Workers: 2})
	if second.Stored != want.Stored-first.Stored || second.Known < first.Stored || second.InBank != want.InBank {
		t.Errorf("first %+v\nthen %+v\nat once %+v", first, second, want)
	}
	if diff := cmp.Diff(keys(t, whole), keys(t, broken)); diff != "" {
		t.Errorf("other seeds than without an interruption:\n%s", diff)
	}
}

// Imports that begin in the same second with the same arguments stay two runs when their
// banks are merged, each with its counts.
func TestImportsOfTheSameSecondAreTwoRuns(t *testing.T) {
	arrivals, second := mixed(40), `UPDATE runs SET started = '2027-01-31T12:00:00Z' WHERE id = (SELECT max(id) FROM runs)`
	one, other := newBank(t), newBank(t)
	before, err := one.Runs(context.Background(), -1)
	if err != nil {
		t.Fatal(err)
	}
	stored := map[int]int{}
	for i, bank := range []*change.Writer{one, other} {
		done, _ := importInto(t, bank, arrivals[20*i:20*i+20], Options{Arguments: "import -"})
		if _, err := bank.Rows().DB.Exec(second); err != nil || done.Stored == 0 {
			t.Fatal(done, err)
		}
		stored[done.Stored]++
	}
	if _, err := one.Merge(context.Background(), other.Path(), change.MergeOptions{Ratings: change.AsRated}); err != nil {
		t.Fatal(err)
	}
	runs, err := one.Runs(context.Background(), len(before)+2)
	if err != nil || len(runs) != len(before)+2 {
		t.Fatalf("%d runs, %v; want two more than %d", len(runs), err, len(before))
	}
	for _, run := range runs[:2] {
		stored[run.Stored]--
	}
	for n, left := range stored {
		if left != 0 {
			t.Errorf("%d runs lack their %d seeds: %+v", left, n, runs[:2])
		}
	}
}

// The arrivals may be endless.
func TestImportTakesNoMoreWhenInterrupted(t *testing.T) {
	some := mixed(1)
	ctx, cancel := context.WithCancel(context.Background())
	endless := func(yield func([]Arrival) bool) {
		for yield(some) {
		}
	}
	progress, err := Run(ctx, newBank(t), Options{
		Workers: 2, Ladders: work.NoLadders, Strategy: Import{Arrivals: endless},
		Report: func(p Progress) {
			if p.Made > 0 {
				cancel()
			}
		},
	})
	if err != nil || progress.Made == 0 {
		t.Errorf("%+v, error %v", progress, err)
	}
}

func keys(t *testing.T, bank *change.Writer) (list []seed.Key) {
	t.Helper()
	for _, s := range seeds(t, bank) {
		list = append(list, s.Key())
	}
	return list
}

// An error of the bank ends an import and is returned.
func TestImportEndsWhenTheBankFails(t *testing.T) {
	bank := newBank(t)
	_, err := Run(context.Background(), bank, Options{
		Workers: 2, Ladders: work.NoLadders, Strategy: Import{Arrivals: inBatches(mixed(100))},
		Report: func(Progress) { bank.Close() },
	})
	if err == nil {
		t.Error("an import stored seeds in a closed bank")
	}

	closed := newBank(t)
	closed.Close()
	plan := openPlan(t, newBank(t), Options{Workers: 2, Strategy: Import{Arrivals: inBatches(mixed(5))}})
	plan.isLocal, plan.store.reader = true, closed.Bank
	if err := plan.runHere(context.Background()); err == nil {
		t.Error("an import found seeds in a closed bank")
	}
}

// A hub that imports tells its own arrivals from units that an earlier hub has planned, though they
// have the same numbers.
func TestImportKnowsItsUnits(t *testing.T) {
	arrivals := mixed(3)
	plan := openPlan(t, newBank(t), Options{
		RandomSeed: 7, Ladders: work.NoLadders, UnitSize: len(arrivals), Strategy: Import{Arrivals: inBatches(arrivals)},
	})
	u, err := plan.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	given := do(t, u)[0].Seeds[:1]
	before := plan.Progress().Repeated
	var deliveries []Delivery
	for _, of := range []work.Unit{
		{Kind: work.ImportUnit, RandomSeed: 6, First: 1000}, {Kind: work.ImportUnit, RandomSeed: 6, First: u.First}, {Kind: work.PruneUnit, RandomSeed: 7, First: u.First},
	} {
		deliveries = append(deliveries, Delivery{Found: work.Found{Seeds: given, Numbers: work.Numbers{Made: 1}}, Unit: &of, Done: true})
	}
	if _, err := plan.Collect(t.Context(), deliveries, nil); err != nil {
		t.Fatal(err)
	}
	if p := plan.Progress(); p.Stored != 1 || p.Repeated != before {
		t.Errorf("%d seeds are stored, and %d are repeated, not %d", p.Stored, p.Repeated, before)
	}
	if len(plan.list.(*importing).under) != 1 {
		t.Error("the unit of the import counts as done")
	}
}

// A puzzle that is imported while the bank has it from a contributor is imported again by a hub when
// that is taken back.
func TestImportOfAGivenSeed(t *testing.T) {
	bank, mined := newBank(t), newBank(t)
	run(t, mined, Options{Workers: 1, RandomSeed: 11, Count: 2, Ladders: work.NoLadders})
	seeds := byID(t, mined.Bank)
	given, err := bank.StartRun(t.Context(), &seedbank.Run{Started: time.Now(), Rater: rating.Version, Contributor: "ann"})
	if err == nil {
		_, err = bank.Insert(t.Context(), given, seeds[:1])
	}
	if err != nil {
		t.Fatal(err)
	}
	var arrivals []Arrival
	for i := range seeds {
		arrivals = append(arrivals, Arrival{Clues: seeds[i].Puzzle.Clues()})
	}
	for _, try := range []func() (Progress, []string){
		func() (Progress, []string) { return tryImport(t, bank.Bank, arrivals, Options{}) },
		func() (Progress, []string) { return importInto(t, bank, arrivals, Options{}) },
	} {
		if got, _ := try(); got.Known != 1 || got.Stored != 1 {
			t.Errorf("%d known and %d stored, want 1 and 1", got.Known, got.Stored)
		}
	}
	for complete := false; !complete; {
		step, err := bank.Withdraw(t.Context(), change.Withdrawal{Contributor: "ann"})
		if err != nil {
			t.Fatal(err)
		}
		complete = step.Complete
	}
	orphans, err := change.Orphans(t.Context(), bank.Bank, 9)
	if err != nil || len(orphans) != 1 {
		t.Fatalf("%d units are to be done again, %v; want 1", len(orphans), err)
	}
	u, err := work.DecodeUnit(orphans[0].Text)
	if err != nil || !slices.Contains(u.Puzzles, seeds[0].Puzzle.Clues()) {
		t.Errorf("the unit %+v has not the puzzle: %v", u, err)
	}
}
