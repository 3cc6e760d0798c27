package fleet

import (
	"context"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// everyStrategy has options that make a hub plan units of each kind.
func everyStrategy(t *testing.T) map[work.UnitKind]mine.Options {
	t.Helper()
	targets, err := mine.ParseTargets([]string{"print:3=3"})
	if err != nil {
		t.Fatal(err)
	}
	heart, err := pattern.Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	return map[work.UnitKind]mine.Options{
		work.PruneUnit:      {Count: 12, UnitSize: 6},
		work.SymmetricUnit:  {Targets: targets, UnitSize: 6},
		work.PatternUnit:    {UnitSize: 6, Strategy: mine.Patterns{Of: []mine.Pattern{mine.Pattern(heart)}, Each: 1}},
		work.WalkUnit:       {Count: 2, UnitSize: 6, Ladders: work.NoLadders, Strategy: mine.Walk{Toward: walk.TowardClues}},
		work.SymmetrizeUnit: {UnitSize: 6, Strategy: mine.Symmetrize{Symmetry: transform.Rotate180}},
		work.LadderUnit:     {Count: 100, UnitSize: 24, Ladders: work.AllLadders, Levels: seedbank.Range[rating.Level]{Low: 1, High: 2}},
	}
}

// Whatever a fleet stores is what this process finds by the same units, byte for byte:
// clues, ratings, solutions and rungs.
func TestFleetsFindWhatOneProcessFinds(t *testing.T) {
	t.Parallel()
	for kind, options := range everyStrategy(t) {
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			bank := newBank(t)
			if _, err := mine.Run(t.Context(), bank, mine.Options{RandomSeed: attackedSeed, Count: 12, Ladders: work.NoLadders}); err != nil {
				t.Fatal(err)
			}
			known := seedsByKey(t, bank)
			options.RandomSeed = 4
			units := unitsOf(t, bank, options)
			if !slices.ContainsFunc(units, func(u *work.Unit) bool { return u.Kind == kind }) {
				t.Errorf("of %d units none is of this kind", len(units))
			}
			stored := seedsByKey(t, bank)
			isNew := func(key seed.Key) bool { _, ok := known[key]; return !ok }
			for _, u := range units {
				if kind == work.WalkUnit && !slices.ContainsFunc(slices.Collect(maps.Keys(stored)), isNew) { // the others were not done
					break
				}
				err := new(work.Worker).Do(t.Context(), u, nil, func(f work.Found) error {
					for i := range f.Seeds {
						s := f.Seeds[i]
						if before, ok := known[s.Key()]; ok {
							s.AddRungs(before.Rungs...)
							s.Origin = before.Origin
						}
						known[s.Key()] = s
					}
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			for key, got := range stored {
				want, ok := known[key]
				if !ok || string(encoded(got)) != string(encoded(want)) {
					t.Errorf("seed %v is none of these units, or another one", key)
				}
				for i := range got.Rungs {
					if !slices.Contains(want.Rungs, got.Rungs[i]) {
						t.Errorf("rung %d of seed %v is none of these units", i+1, key)
					}
				}
			}
			mustBeSound(t, bank)
		})
	}
}

// encoded returns a seed without its rungs as bytes.
func encoded(s seed.Seed) []byte {
	s.Rungs, s.Origin = nil, seed.Prune
	return seed.Marshal(&seed.Batch{Rater: rating.Version, Seeds: []seed.Seed{s}})
}

// unitsOf runs a fleet until the hub has what it is asked for, and returns the units that
// the hub has planned, as they travel.
func unitsOf(t *testing.T, bank *change.Writer, options mine.Options) (units []*work.Unit) {
	t.Helper()
	s := startServer(t, t.TempDir())
	listener := connectHub(t, s)
	planned, err := listener.SubscribeSync(unitSubject)
	if err != nil {
		t.Fatal(err)
	}
	mustFlush(t, listener) // the server knows of it before a unit is planned
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	nc := connect(t, s, "worker")
	group.Go(func() {
		if err := Worker(ctx, nc, WorkerOptions{Name: "worker", Cores: 2}); err != nil {
			t.Error(err)
		}
	})
	if _, err := Hub(t.Context(), connectHub(t, s), bank, HubOptions{Mine: options, Trust: 0.1}); err != nil {
		t.Fatal(err)
	}
	stop()
	group.Wait()
	mustFlush(t, listener) // all units have come
	waiting, _, err := planned.Pending()
	if err != nil {
		t.Fatal(err)
	}
	for range waiting {
		m, err := planned.NextMsg(time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		u, err := work.DecodeUnit(m.Data)
		if err != nil {
			t.Fatal(err)
		}
		units = append(units, u)
	}
	return units
}

// mustFlush waits until the server has handled all that was sent to it, and all that it had
// sent before has come.
func mustFlush(t *testing.T, nc *nats.Conn) {
	t.Helper()
	if err := nc.FlushTimeout(time.Minute); err != nil {
		t.Fatal(err)
	}
}

// seedsByKey returns the seeds of a bank.
func seedsByKey(t *testing.T, bank *change.Writer) map[seed.Key]seed.Seed {
	t.Helper()
	seeds := map[seed.Key]seed.Seed{}
	for batch, err := range bank.Batches(t.Context(), seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			seeds[s.Key()] = s
		}
	}
	return seeds
}

// A fleet imports what one process imports: each puzzle once, and it tells of the others
// what became of them.
func TestFleetsImport(t *testing.T) {
	t.Parallel()
	here, there := newBank(t), newBank(t)
	var arrivals []mine.Arrival
	for _, bank := range []*change.Writer{here, there} {
		if _, err := mine.Run(t.Context(), bank, mine.Options{RandomSeed: 3, Count: 20, Ladders: work.NoLadders}); err != nil {
			t.Fatal(err)
		}
	}
	other := newBank(t)
	for random, count := range map[uint64]int{3: 20, 5: 30} { // 20 are known
		if _, err := mine.Run(t.Context(), other, mine.Options{RandomSeed: random, Count: count, Ladders: work.NoLadders}); err != nil {
			t.Fatal(err)
		}
	}
	for key, s := range seedsByKey(t, other) {
		image := transform.FromIndex(uint64(key) % transform.Order).Puzzle(s.Puzzle)
		empty := sudoku.AllCells.AndNot(image.Clues().Filled())
		for c := range empty.All() { // a redundant clue
			image = image.With(sudoku.CellSet(c))
			break
		}
		arrivals = append(arrivals, mine.Arrival{Place: "twice", Clues: s.Puzzle.Clues()}, mine.Arrival{Place: "bad"}, mine.Arrival{Place: "image", Clues: image.Clues()})
	}
	importing := func(rejected *int) mine.Options {
		return mine.Options{UnitSize: 200, Ladders: work.NoLadders, Strategy: mine.Import{
			Arrivals: slices.Values([][]mine.Arrival{arrivals[:31], arrivals[31:]}),
			Reject: func(place string, reason error) {
				if *rejected++; place != "bad" || reason == nil {
					t.Errorf("%s is rejected: %v", place, reason)
				}
			},
		}}
	}
	var rejectedHere, rejectedThere int
	want, err := mine.Run(t.Context(), here, importing(&rejectedHere))
	if err != nil {
		t.Fatal(err)
	}
	units := unitsOf(t, there, importing(&rejectedThere))
	puzzles := 0
	for _, u := range units {
		puzzles += len(u.Puzzles)
	}
	if puzzles < want.Stored || puzzles >= len(arrivals)/2 || rejectedHere != 50 || rejectedThere != 50 {
		t.Errorf("workers get %d of %d puzzles; %d and %d are rejected", puzzles, len(arrivals), rejectedHere, rejectedThere)
	}
	if diff := cmp.Diff(seedsByKey(t, here), seedsByKey(t, there), cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})); diff != "" || want.Stored == 0 {
		t.Errorf("%d imported; a fleet imports others:\n%s", want.Stored, diff)
	}
	banktest.MustBeTrue(t, there)
}

// A fleet rates the seeds of an older rater as one process does.
func TestFleetsRateAgain(t *testing.T) {
	t.Parallel()
	want := map[seed.Key]seed.Seed{}
	bank := outdatedBank(t, want)
	units := unitsOf(t, bank, mine.Options{Strategy: mine.Rerate{}, RandomSeed: 7, UnitSize: 1000})
	if len(units) < 3 || slices.ContainsFunc(units, func(u *work.Unit) bool { return u.Kind != work.RateUnit }) {
		t.Errorf("the units were %v", units)
	}
	if n, err := change.Outdated(t.Context(), bank.Bank); err != nil || n != 15 {
		t.Errorf("before the successor takes its place, the bank has %d seeds of an older rater, %v", n, err)
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	done, err := mine.BringUpToDate(t.Context(), bank.Path(), mine.Options{})
	if err != nil || done.Seeds != 0 || done.Done != len(want) || done.Changes.Ratings != 15 {
		t.Errorf("%+v, %v; the fleet had rated all seeds", done, err)
	}
	again := seedtest.Open(t, bank.Path())
	if diff := cmp.Diff(want, seedsByKey(t, again), cmpopts.EquateComparable(sudoku.Puzzle{}, sudoku.Cells{})); diff != "" {
		t.Errorf("the seeds before they were spoiled, and now:\n%s", diff)
	}
	banktest.MustBeTrue(t, again)
}

// outdatedBank returns a bank of 25 seeds, 15 of which an older rater has rated falsely. It
// adds the true seeds to a map.
func outdatedBank(t *testing.T, truth map[seed.Key]seed.Seed) *change.Writer {
	t.Helper()
	mined, bank := newBank(t), newBank(t)
	if _, err := mine.Run(t.Context(), mined, mine.Options{RandomSeed: 3, Count: 25}); err != nil {
		t.Fatal(err)
	}
	var byRater [2][]seed.Seed
	for key, s := range seedsByKey(t, mined) {
		truth[key] = s
		if len(byRater[0]) == 15 {
			byRater[1] = append(byRater[1], s)
			continue
		}
		s.Rating.ER += 3
		s.Rungs = slices.Clone(s.Rungs)
		for i := range s.Rungs {
			s.Rungs[i].ER++
		}
		byRater[0] = append(byRater[0], s)
	}
	for i, seeds := range byRater {
		run, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version - 1 + i})
		if err == nil {
			_, err = bank.Insert(t.Context(), run, seeds)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return bank
}
