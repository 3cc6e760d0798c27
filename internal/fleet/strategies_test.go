package fleet

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/nats-io/nats.go"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
	"github.com/seedoku/seedoku/seedbank/pattern"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// everyStrategy has options that make a hub plan units of each kind.
func everyStrategy(t *testing.T) map[mine.UnitKind]mine.Options {
	t.Helper()
	targets, err := mine.ParseTargets([]string{"print:3=3"})
	if err != nil {
		t.Fatal(err)
	}
	heart, err := pattern.Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	return map[mine.UnitKind]mine.Options{
		mine.PruneUnit:      {Count: 40},
		mine.SymmetricUnit:  {Targets: targets},
		mine.PatternUnit:    {Strategy: mine.Patterns{Of: []pattern.Named{heart}, Each: 2}},
		mine.WalkUnit:       {Count: 10, Strategy: mine.Walk{Toward: mine.TowardClues}},
		mine.SymmetrizeUnit: {Strategy: mine.Symmetrize{Symmetry: transform.Rotate180}},
		mine.LadderUnit:     {Count: 200, Ladders: mine.AllLadders},
	}
}

// Whatever a fleet stores is what this process finds by the same units, byte for byte:
// clues, ratings, solutions and rungs.
func TestFleetsFindWhatOneProcessFinds(t *testing.T) {
	for kind, options := range everyStrategy(t) {
		t.Run(string(kind), func(t *testing.T) {
			bank := newBank(t)
			if _, err := mine.Run(t.Context(), bank, mine.Options{RandomSeed: 3, Count: 12, Ladders: mine.NoLadders}); err != nil {
				t.Fatal(err)
			}
			known := seedsByKey(t, bank)
			options.RandomSeed, options.UnitSize = 4, 24
			units := unitsOf(t, bank, options)
			if !slices.ContainsFunc(units, func(u *mine.Unit) bool { return u.Kind == kind }) {
				t.Errorf("of %d units none is of this kind", len(units))
			}
			for _, u := range units {
				err := new(mine.Worker).Do(t.Context(), u, nil, func(f mine.Found) error {
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
			for key, got := range seedsByKey(t, bank) {
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
			mustBeTrue(t, bank)
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
func unitsOf(t *testing.T, bank *seedbank.Writer, options mine.Options) (units []*mine.Unit) {
	t.Helper()
	s := startServer(t, t.TempDir())
	var mutex sync.Mutex
	_, err := connect(t, s, "listener").Subscribe(unitSubject, func(m *nats.Msg) {
		u, err := mine.DecodeUnit(m.Data)
		if err != nil {
			t.Error(err)
			return
		}
		mutex.Lock()
		defer mutex.Unlock()
		units = append(units, u)
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var group sync.WaitGroup
	nc := connect(t, s, "worker")
	group.Go(func() {
		if err := Worker(ctx, nc, WorkerOptions{Name: "worker", Cores: 2}); err != nil {
			t.Error(err)
		}
	})
	if _, err := Hub(t.Context(), connect(t, s, "hub"), bank, HubOptions{Mine: options, Trust: 1}); err != nil {
		t.Fatal(err)
	}
	stop()
	group.Wait()
	mutex.Lock()
	defer mutex.Unlock()
	return slices.Clone(units)
}

// seedsByKey returns the seeds of a bank.
func seedsByKey(t *testing.T, bank *seedbank.Writer) map[seed.Key]seed.Seed {
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
