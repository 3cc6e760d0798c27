package mine

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/rating/minutes"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// samePuzzles compares puzzles and sets of cells by ==.
var samePuzzles = cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})

func newBank(t testing.TB) *change.Writer {
	t.Helper()
	return seedtest.Open(t, filepath.Join(t.TempDir(), "bank.db"))
}

func run(t *testing.T, bank *change.Writer, options Options) Progress {
	t.Helper()
	progress, err := Run(context.Background(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	mustAddUp(t, &progress)
	return progress
}

// mustAddUp checks that the final progress of a run tells of every puzzle, once.
func mustAddUp(t *testing.T, p *Progress) {
	t.Helper()
	if sum := p.Stored + p.Known + p.Unwanted + p.PassedOver; sum != p.Made {
		t.Errorf("%d stored, %d known, %d unwanted, %d passed over: that makes %d, not %d",
			p.Stored, p.Known, p.Unwanted, p.PassedOver, sum, p.Made)
	}
	stored := 0
	for _, n := range p.StoredBy {
		stored += n
	}
	if stored != p.Stored {
		t.Errorf("%d stored, but by level it is %d", p.Stored, stored)
	}
}

// seeds returns all seeds of a bank.
func seeds(t *testing.T, bank *change.Writer) (list []seed.Seed) {
	t.Helper()
	all, err := bank.Select(context.Background(), seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range all.Len() {
		pick, err := all.At(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		s, err := bank.SeedNamed(context.Background(), pick.Key())
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

func TestRunDependsOnItsRandomSeedAlone(t *testing.T) {
	for name, options := range map[string]Options{
		"count":   {RandomSeed: 7, Count: 25},
		"targets": {RandomSeed: 7, Targets: []Target{ofLevel(2, 12), ofLevel(1, 6), ofLevel(5, 3)}},
		"known":   {RandomSeed: 6, Targets: []Target{ofLevel(2, 12), ofLevel(1, 6)}}, // at first nothing new
	} {
		t.Run(name, func(t *testing.T) {
			one, three := newBank(t), newBank(t)
			for workers, bank := range map[int]*change.Writer{1: one, 3: three} {
				run(t, bank, Options{Workers: 2, RandomSeed: 6, Count: 10})
				options.Workers = workers
				run(t, bank, options)
			}
			if diff := cmp.Diff(seeds(t, one), seeds(t, three), samePuzzles); diff != "" {
				t.Errorf("1 worker and 3 find different seeds:\n%s", diff)
			}
		})
	}
}

func TestRunAgainFindsNothingNew(t *testing.T) {
	bank := newBank(t)
	first := run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 50})
	if first.Stored != 50 || len(seeds(t, bank)) != 50 {
		t.Fatalf("stored %d, in the bank %d; want 50", first.Stored, len(seeds(t, bank)))
	}
	again := run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 1})
	if again.Known < 50 || again.Stored != 1 {
		t.Errorf("the same run again: %d known, %d stored; want 50 or more, 1", again.Known, again.Stored)
	}
}

// ofLevel is a target of seeds of a level.
func ofLevel(level rating.Level, seeds int) Target {
	return Target{Kind: seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: level, High: level}}, Seeds: seeds}
}

func TestTargetsOfLevels(t *testing.T) {
	bank := newBank(t)
	targets := []Target{ofLevel(2, 10), ofLevel(3, 20)}
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Targets: targets})
	want := ByLevel{2: 10, 3: 20}
	if progress.InBank != want || progress.StoredBy != want || progress.Stored != 30 {
		t.Errorf("got %+v, want %v", progress, want)
	}
	again := run(t, bank, Options{Workers: 1, RandomSeed: 2, Targets: targets[1:]})
	if again.Stored != 0 || again.Targets[0].Before != 20 {
		t.Errorf("with its target met a run stored %d, beside %d", again.Stored, again.Targets[0].Before)
	}
}

func TestLevels(t *testing.T) {
	bank := newBank(t)
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Levels: seedbank.Range[rating.Level]{Low: 2, High: 3}, Count: 20})
	if n := progress.StoredBy[2] + progress.StoredBy[3]; n != 20 || progress.Stored != 20 || progress.Unwanted == 0 {
		t.Errorf("got %+v", progress)
	}
}

func TestTargetsOfTechniquesAndClues(t *testing.T) {
	bank := newBank(t)
	xyWing, _ := rating.ParseTechnique("xy-wing")
	targets := []Target{
		{Kind: seedbank.Filter{Uses: []rating.Technique{xyWing}}, Seeds: 5},
		{Kind: seedbank.Filter{Clues: seedbank.Range[int]{Low: 20, High: 20}}, Seeds: 3},
	}
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Targets: targets})
	if len(progress.Walks) != 1 || progress.Walks[0].Best < 81-20 {
		t.Errorf("puzzles with 20 clues were found without a walk: %+v", progress.Walks)
	}
	wings, few := 0, 0
	for _, s := range seeds(t, bank) {
		if s.Rating.Uses[xyWing] > 0 {
			wings++
		}
		if s.Puzzle.NumClues() == 20 {
			few++
		}
	}
	if wings < 5 || few < 3 || wings != progress.Targets[0].InBank || few != progress.Targets[1].InBank {
		t.Errorf("%d with an XY-wing, %d with 20 clues; the run says %+v", wings, few, progress.Targets)
	}
}

// A run mines until its bank has the pearls and diamonds that are asked for, and says
// how many it has.
func TestTargetsOfEarlySeeds(t *testing.T) {
	bank := newBank(t)
	targets, err := ParseTargets([]string{"er:6.6=5", "pearl:1.2=12", "diamond:1.2=8"})
	if err != nil {
		t.Fatal(err)
	}
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Targets: targets})
	for i := range targets {
		found := 0
		for _, s := range seeds(t, bank) {
			if targets[i].Kind.Passes(&s) {
				found++
			}
		}
		if found < targets[i].Seeds || found != progress.Targets[i].InBank {
			t.Errorf("%s: %d in the bank, the run says %d of %d", targets[i].Name, found, progress.Targets[i].InBank, targets[i].Seeds)
		}
	}
	again := run(t, bank, Options{Workers: 1, RandomSeed: 2, Targets: targets})
	if again.Stored != 0 || again.Targets[2].Before != progress.Targets[2].InBank {
		t.Errorf("with its targets met a run stored %d, and counts %+v", again.Stored, again.Targets)
	}
}

// A run mines until its bank has puzzles that take some time. Seeds of all levels have their
// minutes and labels as soon as they are stored.
func TestTargetsOfMinutes(t *testing.T) {
	bank := newBank(t)
	targets, err := ParseTargets([]string{"minutes:12-15:2=3", "minutes:25-40=4", "7=5"})
	if err != nil {
		t.Fatal(err)
	}
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Targets: targets, Ladders: work.NoLadders})
	for i := range targets {
		kind, err := bank.Select(t.Context(), targets[i].Kind)
		if err != nil {
			t.Fatal(err)
		}
		if n := int(kind.Len()); n < targets[i].Seeds || n != progress.Targets[i].InBank {
			t.Errorf("%s: %d in the bank, the run says %d of %d", targets[i].Name, n, progress.Targets[i].InBank, targets[i].Seeds)
		}
		for n := range kind.Len() {
			pick, err := kind.At(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			p := pick.Puzzle()
			found, err := new(minutes.Estimator).Class(&p)
			if err != nil || !targets[i].Kind.Pace.Minutes.Has(found.Minutes()) {
				t.Errorf("%s: %v takes %d minutes, %v", targets[i].Name, p.Clues(), found.Minutes(), err)
			}
		}
	}
	for name, fill := range map[string]func(context.Context, int, func(done, of uint64)) (uint64, error){"minutes": bank.FillMinutes, "labels": bank.FillLabels} {
		if n, err := fill(t.Context(), 1, nil); err != nil || n > 0 {
			t.Errorf("%d seeds were stored without %s; %v", n, name, err)
		}
	}
	again := run(t, bank, Options{Workers: 1, RandomSeed: 2, Targets: targets})
	if again.Stored != 0 {
		t.Errorf("with its targets met a run stored %d", again.Stored)
	}
}

func TestWhatTargetsNeed(t *testing.T) {
	technique := func(name string) seedbank.Filter {
		found, err := rating.ParseTechnique(name)
		if err != nil {
			t.Fatal(err)
		}
		return seedbank.Filter{Uses: []rating.Technique{found}}
	}
	from := func(least rating.Tenths, early seedbank.Early) seedbank.Filter {
		return seedbank.Filter{ER: seedbank.Range[rating.Tenths]{Low: least, High: rating.MaxTenths}, Early: early}
	}
	for _, c := range []struct {
		kind   seedbank.Filter
		toward walk.Objective
		prune  bool
	}{
		{seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 3, High: 3}}, "", true},
		{seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: 9, High: 9}}, walk.TowardER, true},
		{seedbank.Filter{Clues: seedbank.Range[int]{Low: 24, High: 24}}, "", true},
		{seedbank.Filter{Clues: seedbank.Range[int]{Low: 18, High: 18}}, "clues:18", false},
		{technique("x-wing"), "", true},
		{technique("jellyfish"), "jellyfish", true},
		{technique("nested-dynamic-forcing-chain"), walk.TowardER, false},
		{from(80, seedbank.AnyTime), "", true},
		{from(90, seedbank.AnyTime), walk.TowardER, true},
		{from(110, seedbank.AnyTime), walk.TowardER, false},
		{from(100, seedbank.Pearl), walk.TowardEP, false},
		{from(70, seedbank.Diamond), walk.TowardED, false},
		{from(50, seedbank.Diamond), walk.TowardED, true},
		{from(12, seedbank.Diamond), "", true},
	} {
		target := Target{Kind: c.kind}
		if toward, prune := target.needs(); toward != c.toward || prune != c.prune {
			t.Errorf("%+v: %q, %v; want %q, %v", c.kind, toward, prune, c.toward, c.prune)
		}
	}
}

func TestRunStoresWhatItFoundBeforeItsContextEnds(t *testing.T) {
	bank := newBank(t)
	ctx, cancel := context.WithCancel(context.Background())
	progress, err := Run(ctx, bank, Options{Workers: 2, RandomSeed: 1, Report: func(p Progress) {
		if p.Made >= 5*localUnit {
			cancel()
		}
	}})
	if err != nil || progress.Stored == 0 || progress.Stored != len(seeds(t, bank)) {
		t.Errorf("stored %d, in the bank %d, error %v", progress.Stored, len(seeds(t, bank)), err)
	}
	mustAddUp(t, &progress)
}

// An error of the bank ends a run and is returned, even if the run only waits.
func TestRunEndsWhenTheBankFails(t *testing.T) {
	for _, strategy := range []Strategy{Prune{}, Walk{Toward: walk.TowardClues}} {
		bank := newBank(t)
		run(t, bank, Options{Workers: 2, RandomSeed: 1, Count: 2})
		_, err := Run(context.Background(), bank, Options{
			Workers: 2, RandomSeed: 2, Strategy: strategy,
			Report: func(Progress) { bank.Close() },
		})
		if err == nil {
			t.Errorf("%T: a run stored seeds in a closed bank", strategy)
		}
	}
}

// A run whose targets another process has met comes to its end.
func TestRunEndsWhenOthersMeetItsTargets(t *testing.T) {
	plan := openPlan(t, newBank(t), Options{Workers: 2, RandomSeed: 1, Targets: []Target{ofLevel(1, 5)}, Strategy: Prune{}})
	plan.isLocal = true
	plan.demand.recount([]int{5}) // as after 10 seconds
	if err := plan.runHere(t.Context()); err != nil {
		t.Fatal(err)
	}
	if progress := plan.Progress(); progress.Targets[0].Missing() != 0 || progress.Stored != 0 {
		t.Errorf("%+v", progress)
	}
	if err := plan.take(&Delivery{Found: do(t, someUnit)[0], Unit: someUnit}); err != errEnough {
		t.Errorf("more is taken: %v", err)
	}
}

func TestSeedsAreMinimal(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 3, Count: 50})
	var solver sudoku.Solver
	for _, s := range seeds(t, bank) {
		if !solver.Minimal(&s.Puzzle) {
			t.Errorf("%v is not minimal", s.Puzzle.Clues())
		}
	}
}

func TestPrint(t *testing.T) {
	var lines bytes.Buffer
	print := func(some []byte) error { _, err := lines.Write(some); return err }
	if err := Print(context.Background(), Options{Workers: 2, RandomSeed: 1, Count: 37}, print); err != nil {
		t.Fatal(err)
	}
	var solver sudoku.Solver
	printed := strings.Fields(lines.String())
	if len(printed) != 37 {
		t.Errorf("%d puzzles, want 37", len(printed))
	}
	for i, line := range printed {
		puzzle := making.NewPruner(1).Puzzle(uint64(i))
		if puzzle.Clues().String() != line || !solver.Minimal(&puzzle) {
			t.Errorf("puzzle %d is %s", i, line)
		}
	}
	if err := Print(context.Background(), Options{Count: -3}, func([]byte) error { return errEnough }); err == nil || errors.Is(err, errEnough) {
		t.Errorf("-3 puzzles: %v", err)
	}
	full := errors.New("full")
	if err := Print(context.Background(), Options{Workers: 2}, func([]byte) error { return full }); !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

func TestOptionsThatCannotBe(t *testing.T) {
	bank := newBank(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // some of these runs would never end
	defer cancel()
	for name, options := range map[string]Options{
		"objective": {Strategy: Walk{Toward: "fame"}},
		"ladders":   {Ladders: "rope"},
		"levels":    {Levels: seedbank.Only[rating.Level](30)},
		"low alone": {Levels: seedbank.Range[rating.Level]{Low: 3}},
		"count":     {Count: -3},
		"workers":   {Workers: -3, Count: 1},
		"unit size": {UnitSize: -3, Count: 1},
		"enough":    {Enough: -1, Count: 1},
		"minutes":   {MinutesFor: -1, Count: 1},
		"walk":      {Strategy: Walk{Symmetry: 99}, Count: 1},
		"symmetric": {Strategy: Symmetrize{Symmetry: 99}, Count: 1},
		"prune":     {Strategy: Prune{Symmetry: 99}, Count: 1},
		"as needed": {Strategy: AsNeeded{Symmetry: 99, Minimal: true}, Count: 1},
		"each":      {Strategy: Patterns{Of: []Pattern{{Cells: sudoku.AllCells.Without(0)}}, Each: -1}},
		"MaxSize":   {Room: Room{MaxSize: -1}},
		"Reserve":   {Room: Room{Reserve: -1}},
		"seeds":     {Targets: []Target{{Seeds: -1}}},
		"target":    {Targets: []Target{{Kind: seedbank.Filter{Symmetry: 99}, Seeds: 1}}},
	} {
		if err := options.Check(); err == nil || options.Room != (Room{}) && !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v for %+v", name, err, options)
		} else if _, err := Run(ctx, bank, options); err == nil {
			t.Errorf("%s: Run accepts %+v", name, options)
		}
	}
}

// A run that is over before it begins is not an error, and options have zero values
// that work.
func TestRunThatIsOver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, newBank(t), Options{}); err != nil {
		t.Error(err)
	}
	if progress, err := Run(context.Background(), newBank(t), Options{Count: 1}); err != nil || progress.Stored != 1 {
		t.Errorf("%+v, %v", progress, err)
	}
}

// A large bank gets more seeds at once than a small one, and loses none.
func TestLargeBanksGetManySeedsAtOnce(t *testing.T) {
	for inBank, want := range map[int]int{
		0: storeAt, storeAt * storeShare: storeAt, 2 * storeAt * storeShare: 2 * storeAt, 100 * storeMost * storeShare: storeMost,
	} {
		st := store{counts: counts{inBank: ByLevel{5: inBank}}}
		if n := st.atOnce(); n != want {
			t.Errorf("a bank of %d seeds gets %d at once, want %d", inBank, n, want)
		}
	}
	seeds := seedtest.SomeSeeds()
	for inBank, stored := range map[int]int{0: storeAt, 2 * storeAt * storeShare: 0} {
		st, err := openStore(seedtest.Background, seedtest.BankOf(t), &seedbank.Run{Program: "test"}, Room{})
		if err != nil {
			t.Fatal(err)
		}
		st.inBank[5], st.counted = inBank, time.Now()
		for i := range storeAt {
			st.add(seeds[i%len(seeds)], change.Source{}, tables.PickValues{})
		}
		if err := st.flushIfDue(); err != nil || st.stored+st.known != stored {
			t.Errorf("of a bank of %d seeds: %d stored, error %v", inBank, st.stored+st.known, err)
		}
		if err := st.close(nil); err != nil || st.stored != len(seeds) || st.stored+st.known != storeAt {
			t.Errorf("of a bank of %d seeds: %d new seeds of %d, %d known, error %v", inBank, st.stored, len(seeds), st.known, err)
		}
	}
}
