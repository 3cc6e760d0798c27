package mine

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/transform"
)

// someUnit is a unit of a few puzzles.
var someUnit = &work.Unit{Rater: rating.Version, Kind: work.PruneUnit, RandomSeed: 3, First: 100, Count: 20}

// do does a unit, and returns its parts.
func do(t *testing.T, u *work.Unit) (parts []work.Found) {
	t.Helper()
	err := new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error {
		parts = append(parts, f)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return parts
}

// openPlan opens a plan, and closes it when the test ends.
func openPlan(t *testing.T, bank *change.Writer, options Options) *Plan {
	t.Helper()
	plan, err := OpenPlan(t.Context(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { plan.Close(nil) })
	return plan
}

// doNext plans a unit, does it after a journey as text, as another machine would, and
// collects what it gives. It returns nil if there is nothing to do.
func doNext(t *testing.T, plan *Plan) *work.Unit {
	t.Helper()
	u, err := plan.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if u == nil {
		return nil
	}
	if err := plan.Planned(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	sent, err := work.DecodeUnit(u.Encode())
	if err != nil {
		t.Fatal(err)
	}
	var deliveries []Delivery
	for _, part := range do(t, sent) {
		deliveries = append(deliveries, Delivery{Found: part, Unit: sent})
	}
	if _, err := plan.Collect(t.Context(), append(deliveries, Delivery{Unit: sent, Done: true}), nil); err != nil {
		t.Fatal(err)
	}
	return sent
}

// A walk without seeds to set out from has such seeds made, and no others.
func TestPlanMakesStarts(t *testing.T) {
	for toward, want := range map[walk.Objective]seedbank.Filter{
		walk.TowardER:            {},
		walk.TowardEffort(6):     {Levels: seedbank.Only[rating.Level](6)},
		walk.TowardCluesFrom(21): {Clues: seedbank.Range[int]{Low: 21, High: seedbank.MostClues}},
		"jellyfish":              {Uses: []rating.Technique{seedtest.Must(rating.ParseTechnique("jellyfish"))}},
	} {
		plan := openPlan(t, newBank(t), Options{Strategy: Walk{Toward: toward}, Ladders: work.NoLadders})
		u, err := plan.Next(t.Context())
		if err != nil || u.Kind != work.PruneUnit || !u.Starts || !reflect.DeepEqual(u.Wanted, []work.Wanted{{Filter: want}}) {
			t.Errorf("toward %s: %+v, %v", toward, u, err)
		}
	}
}

// The seeds that were made for the start of a walk count for the best that it tells of.
func TestWalksKnowTheirStarts(t *testing.T) {
	for _, of := range []walk.Aim{
		{Toward: walk.TowardER}, {Toward: walk.TowardClues}, {Toward: walk.TowardCluesFrom(17)}, {Toward: walk.TowardER, Symmetry: transform.Rotate180},
	} {
		bank := newBank(t)
		plan := openPlan(t, bank, Options{RandomSeed: 5, Strategy: Walk(of), Ladders: work.NoLadders})
		u := doNext(t, plan)
		best, ok, err := records.Rank(bank.Bank, of.Order()).Best(t.Context())
		if err != nil || !ok || !u.Starts {
			t.Fatalf("%+v: no start: %v", of, err)
		}
		if got := plan.Progress().Walks[0].Best; got != best {
			t.Errorf("%+v: the best is %d, want %d", of, got, best)
		}
	}
}

// A step of a walk is a unit. When it is done, its seed was visited, and what its moves
// taught is in the bank for the next run.
func TestPlanWalks(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{RandomSeed: 5, Count: 20})
	aim := walk.Aim{Toward: walk.TowardClues}
	plan := openPlan(t, bank, Options{RandomSeed: 5, Strategy: Walk{Toward: aim.Toward}})
	visited := func() (n int) {
		seeds, _ := bank.Select(t.Context(), seedbank.Filter{})
		ahead, err := records.Rank(bank.Bank, aim.Order()).First(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		return int(seeds.Len()) - len(ahead)
	}
	for i := range 2 {
		if u := doNext(t, plan); u.Kind != work.WalkUnit || visited() != i+1 {
			t.Fatalf("unit %d is %+v; then %d seeds are visited", i, u, visited())
		}
	}
	progress := plan.Progress()
	if walks := progress.Walks; len(walks) != 1 || walks[0].Steps != 2 || walks[0].Ahead == 0 || walks[0].Best > walks[0].At || len(walks[0].Moves) == 0 {
		t.Errorf("the progress of the aim is %+v", walks)
	}
	again := openPlan(t, bank, Options{RandomSeed: 6, Strategy: Walk{Toward: aim.Toward}})
	w, err := again.walkOf(aim)
	if err != nil {
		t.Fatal(err)
	}
	learned := 0
	remembered := w.lessons.Bookmarks(aim.Toward)
	for name, sum := range plan.walks[0].lessons.Bookmarks(aim.Toward) {
		if *remembered[name] != *sum {
			t.Errorf("another run remembers %s %d, not %d", name, *remembered[name], *sum)
		}
		learned += int(*sum)
	}
	if learned == 0 {
		t.Error("no lessons were learned")
	}
}

// Two processes that walk in one bank learn from each other, and neither overwrites what the other
// has learned.
func TestTwoPlansLearn(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{RandomSeed: 5, Count: 20})
	aim := walk.Aim{Toward: walk.TowardClues}
	lessons := func() map[string]uint64 {
		sums, err := change.Bookmarks(t.Context(), bank.Bank, fmt.Sprintf("walk %s: spent ", aim.Toward))
		if err != nil {
			t.Fatal(err)
		}
		return sums
	}
	plans := [2]*Plan{}
	for i := range plans {
		plans[i] = openPlan(t, bank, Options{RandomSeed: uint64(6 + i), Strategy: Walk{Toward: aim.Toward}})
		if _, err := plans[i].walkOf(aim); err != nil {
			t.Fatal(err)
		}
	}
	doNext(t, plans[0])
	before := lessons()
	doNext(t, plans[1])
	after := lessons()
	moves := plans[1].Progress().Walks[0].Moves
	u, err := plans[0].Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	step := Delivery{Found: work.Found{Numbers: work.Numbers{Moves: moves}}, Unit: u}
	if _, err := plans[0].Collect(t.Context(), []Delivery{step, step}, nil); err != nil { // as a hub does
		t.Fatal(err)
	}
	last := lessons()
	for _, m := range moves {
		next := func(sum uint64) uint64 { return sum*986/1000 + 1000*uint64(m.Cost) } // as a step fades it
		if want := next(before[m.Move]); after[m.Move] != want {
			t.Errorf("the lesson about %s is %d, not %d", m.Move, after[m.Move], want)
		}
		if want := next(next(after[m.Move])); last[m.Move] != want {
			t.Errorf("after two steps at once the lesson about %s is %d, not %d", m.Move, last[m.Move], want)
		}
	}
}

// A step that lost its run's memory counts as visited all the same.
func TestPlanTakesStepsOfEarlierRuns(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{RandomSeed: 5, Count: 5})
	options := Options{RandomSeed: 5, Strategy: Walk{Toward: walk.TowardClues}}
	first := openPlan(t, bank, options)
	u, err := first.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	second := openPlan(t, bank, options)
	if _, err := second.Collect(t.Context(), []Delivery{{Unit: u, Done: true}}, nil); err != nil {
		t.Fatal(err)
	}
	ahead, err := records.Rank(bank.Bank, walk.Aim{Toward: walk.TowardClues}.Order()).First(t.Context(), 10)
	if err != nil || len(ahead) != 4 {
		t.Errorf("%d seeds are ahead, want 4 (%v)", len(ahead), err)
	}
}

// What cannot be is refused, and so is a bank whose ratings are of old rules.
func TestPlanRefuses(t *testing.T) {
	symmetric, err := ParseTargets([]string{"symmetry:rotate180:9=20"})
	if err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string]Options{
		"a symmetry that cannot be kept": {Strategy: Walk{Toward: walk.TowardED}, Targets: symmetric},
		"an unknown objective":           {Strategy: Walk{Toward: "home"}},
		"a level that is left out":       {Strategy: Walk{Toward: walk.TowardEffort(6)}, Levels: seedbank.Only[rating.Level](4)},
		"no symmetry":                    {Strategy: Symmetrize{}},
		"no pattern":                     {Strategy: Patterns{}},
	} {
		if plan, err := OpenPlan(t.Context(), newBank(t), options); err == nil {
			plan.Close(nil)
			t.Errorf("%s is accepted", name)
		}
	}
	bank := newBank(t)
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version - 1})
	if err != nil {
		t.Fatal(err)
	}
	parts := do(t, someUnit)
	if _, err := bank.Insert(t.Context(), run, parts[0].Seeds); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenPlan(t.Context(), bank, Options{Resume: true}); !errors.Is(err, ErrOutdated) {
		t.Errorf("a bank of an older rater: %v", err)
	}
}

// everyStrategy has options for each kind of units.
func everyStrategy(t *testing.T) map[work.UnitKind]Options {
	t.Helper()
	targets, err := ParseTargets([]string{"print:3=2"})
	if err != nil {
		t.Fatal(err)
	}
	heart, err := pattern.Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	return map[work.UnitKind]Options{
		work.PruneUnit:      {RandomSeed: 3, Count: 30},
		work.SymmetricUnit:  {RandomSeed: 3, Targets: targets},
		work.PatternUnit:    {RandomSeed: 3, Strategy: Patterns{Of: []Pattern{Pattern(heart)}, Each: 2}},
		work.WalkUnit:       {RandomSeed: 3, Count: 12, Strategy: Walk{Toward: walk.TowardClues}},
		work.SymmetrizeUnit: {Strategy: Symmetrize{Symmetry: transform.Rotate180}},
	}
}

// The units of every strategy give the same seeds and rungs when others do them, who know
// nothing of the bank.
func TestUnitsOfOthersFillABankAlike(t *testing.T) {
	for kind, options := range everyStrategy(t) {
		t.Run(string(kind), func(t *testing.T) {
			twelve := start{randomSeed: 1, count: 12}
			here, there := startFrom(t, twelve), startFrom(t, twelve)
			options.Workers = 1
			run(t, here, options)
			plan := openPlan(t, there, options)
			plan.isLocal, plan.mostSteps = true, 1
			kinds := map[work.UnitKind]int{}
			for !plan.Ended() {
				if u := doNextExactly(t, plan); u != nil {
					kinds[u.Kind]++
				}
			}
			if err := plan.Close(nil); err != nil {
				t.Fatal(err)
			}
			if kinds[kind] == 0 {
				t.Errorf("units of these kinds were done: %v", kinds)
			}
			if diff := cmp.Diff(seeds(t, here), seeds(t, there), samePuzzles); diff != "" {
				t.Errorf("a run of one process finds other seeds:\n%s", diff)
			}
			banktest.MustBeTrue(t, there)
		})
	}
}

// doNextExactly is doNext for a plan that keeps exactly what it is asked for.
func doNextExactly(t *testing.T, plan *Plan) *work.Unit {
	t.Helper()
	u, err := plan.Next(t.Context())
	if err != nil || u == nil {
		return nil
	}
	sent, err := work.DecodeUnit(u.Encode())
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range append(do(t, sent), work.Found{}) {
		last := part.Made == 0 && part.Moves == nil
		err := plan.take(&Delivery{Found: part, Unit: sent, Done: last})
		if errors.Is(err, errEnough) {
			return sent
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return sent
}

// Seeds that were stored without ladders get those that the bank lacks, and no others.
func TestPlanMakesLadders(t *testing.T) {
	for name, options := range map[string]Options{
		"all":    {Ladders: work.AllLadders},
		"needed": {Ladders: work.NeededLadders, Enough: 1},
		"none":   {Ladders: work.NoLadders},
	} {
		t.Run(name, func(t *testing.T) {
			bank := newBank(t)
			run(t, bank, Options{RandomSeed: 5, Count: 30, Ladders: work.NoLadders})
			options.RandomSeed, options.UnitSize, options.Resume = 6, 200, true
			plan := openPlan(t, bank, options)
			stored := plan.Progress().InBank
			units := map[work.UnitKind]int{}
			for range 12 {
				u, err := plan.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if units[u.Kind]++; u.Kind != work.LadderUnit {
					continue
				}
				var found work.Found
				for _, part := range do(t, u) {
					found.Made, found.Seeds = found.Made+part.Made, append(found.Seeds, part.Seeds...)
				}
				if _, err := plan.Collect(t.Context(), []Delivery{{Found: found, Unit: u, Done: true}}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if progress := plan.Progress(); progress.Stored != 0 || progress.InBank != stored {
				t.Errorf("ladders stored %d seeds", progress.Stored)
			}
			seeds, rungs := 0, 0
			{
				for batch, err := range bank.Batches(t.Context(), seedbank.Filter{}) {
					if err != nil {
						t.Fatal(err)
					}
					for i := range batch.Seeds {
						s := &batch.Seeds[i]
						seeds, rungs = seeds+1, rungs+len(s.Rungs)
						if all := name == "all" && s.Rating.ER > 12; all && len(s.Rungs) == 0 {
							t.Errorf("seed %v has no rungs", s.Key())
						}
					}
				}
				verify := repair.VerifyOptions{Problem: func(err error) { t.Error(err) }}
				if _, err := repair.Verify(t.Context(), bank, verify); err != nil {
					t.Error(err)
				}
			}
			switch {
			case name == "none":
				if units[work.LadderUnit] > 0 || rungs > 0 {
					t.Errorf("%d units, %d rungs", units[work.LadderUnit], rungs)
				}
			case units[work.LadderUnit] < 2 || units[work.PruneUnit] < 5 || rungs == 0:
				t.Errorf("the plan was %v; %d seeds have %d rungs", units, seeds, rungs)
			}
		})
	}
}
