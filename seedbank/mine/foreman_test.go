package mine

import (
	"bytes"
	"context"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// doNext plans a unit, does it, and delivers what it gives, as if it took a while.
func doNext(t *testing.T, foreman *Foreman, took time.Duration) *Unit {
	t.Helper()
	u, err := foreman.Next(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := foreman.Planned(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	var deliveries []Delivery
	for _, part := range doUnit(t, u) {
		deliveries = append(deliveries, Delivery{Found: part})
	}
	if _, err := foreman.Store(t.Context(), append(deliveries, Delivery{Unit: u, Took: took}), nil); err != nil {
		t.Fatal(err)
	}
	return u
}

// A walk without seeds to set out from has such seeds made, and no others.
func TestForemanMakesStarts(t *testing.T) {
	for toward, want := range map[seedbank.Objective]draw.Request{
		seedbank.TowardER:            {},
		seedbank.TowardEffort(6):     {Levels: seedbank.Only[rating.Level](6)},
		seedbank.TowardCluesFrom(21): {Clues: seedbank.Range[int]{Low: 21, High: seedbank.MostClues}},
		"jellyfish":                  {Uses: []rating.Technique{technique(t, "jellyfish")}},
	} {
		foreman, err := OpenForeman(t.Context(), []*seedbank.Bank{newBank(t)}, Options{Strategy: Walk, Toward: toward, Ladders: NoLadders})
		if err != nil {
			t.Fatal(err)
		}
		defer foreman.Close(nil)
		u, err := foreman.Next(t.Context())
		if err != nil || u.Kind != PruneUnit || !reflect.DeepEqual(u.Wanted, []draw.Request{want}) {
			t.Errorf("toward %s: %+v, %v", toward, u, err)
		}
	}
}

func technique(t *testing.T, name string) rating.Technique {
	t.Helper()
	technique, err := rating.ParseTechnique(name)
	if err != nil {
		t.Fatal(err)
	}
	return technique
}

// Steps that take longer than a unit should are divided into slices. A seed was
// visited when all slices of its step are done.
func TestForemanSlicesSteps(t *testing.T) {
	bank := newBank(t)
	if _, err := Run(t.Context(), bank, Options{RandomSeed: 5, Count: 20}); err != nil {
		t.Fatal(err)
	}
	walk := seedbank.Walk{Toward: seedbank.TowardClues}
	foreman, err := OpenForeman(t.Context(), []*seedbank.Bank{bank}, Options{RandomSeed: 5, Strategy: Walk, Toward: walk.Toward, UnitTime: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer foreman.Close(nil)
	visited := func() (n int) {
		seeds, _ := bank.Select(t.Context(), seedbank.Filter{})
		ahead, err := bank.Frontier(t.Context(), walk, 1000)
		if err != nil {
			t.Fatal(err)
		}
		return int(seeds.Len()) - len(ahead)
	}
	if u := doNext(t, foreman, 3*time.Second); u.Kind != WalkUnit || u.Slices != 1 || visited() != 1 {
		t.Fatalf("the first unit is %+v; then %d seeds are visited", u, visited())
	}
	for i := range 3 {
		if u := doNext(t, foreman, time.Second); u.Slices != 3 || u.Slice != i {
			t.Errorf("slice %d of %d, want %d of 3", u.Slice, u.Slices, i)
		}
		if want := 1 + i/2; visited() != want {
			t.Errorf("%d seeds are visited after slice %d, want %d", visited(), i, want)
		}
	}
	if walks := foreman.Progress().Walks; len(walks) != 1 || walks[0].Steps != 2 || walks[0].Ahead == 0 || walks[0].Best > walks[0].At {
		t.Errorf("the progress of the walk is %+v", walks)
	}
}

// Each slice of a step draws neighbors of its own, the same ones each time.
func TestSlicesDrawOtherNeighbors(t *testing.T) {
	u := Unit{
		Rater: rating.Version, Kind: WalkUnit, Toward: seedbank.TowardClues, Slices: 3, Least: 81,
		From: "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......",
	}
	found := map[seed.Key]int{}
	for u.Slice = range u.Slices {
		parts := doUnit(t, &u)
		if !bytes.Equal(seedsOf(doUnit(t, &u)), seedsOf(parts)) {
			t.Errorf("slice %d finds other seeds the second time", u.Slice)
		}
		before := len(found)
		for _, part := range parts {
			for i := range part.Seeds {
				found[part.Seeds[i].Key()]++
			}
		}
		if len(found) == before {
			t.Errorf("slice %d finds nothing that the slices before it have not found", u.Slice)
		}
	}
}

// A slice does its part of a step, and not all of it.
func TestSlicesDivideAStep(t *testing.T) {
	made := func(slices int) (n int) {
		u := Unit{
			Rater: rating.Version, Kind: WalkUnit, Toward: seedbank.TowardClues, Slices: slices, Least: 81,
			From: "7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......",
		}
		for _, part := range doUnit(t, &u) {
			n += part.Made
		}
		return n
	}
	if whole, slice := made(1), made(4); slice == 0 || 4*slice > whole {
		t.Errorf("a slice of four looks at %d puzzles, the whole step at %d", slice, whole)
	}
}

// What no unit can do is refused, and so is a bank whose ratings are of old rules.
func TestForemanRefuses(t *testing.T) {
	symmetric, err := ParseTargets([]string{"symmetry:rotate180:9=20"})
	if err != nil {
		t.Fatal(err)
	}
	for reason, options := range map[string]Options{
		"made on one machine":  {Strategy: Symmetrize, Symmetry: transform.Rotate180},
		"taken on one machine": {Strategy: Walk, Targets: symmetric},
		"toward":               {Strategy: Walk, Toward: "home"},
	} {
		if _, err := OpenForeman(t.Context(), []*seedbank.Bank{newBank(t)}, options); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%v, want a word of %q", err, reason)
		}
	}
	bank := newBank(t)
	run, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version - 1})
	if err != nil {
		t.Fatal(err)
	}
	parts := doUnit(t, someUnits["prune"])
	if _, err := bank.Insert(context.Background(), run, parts[0].Seeds); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenForeman(t.Context(), []*seedbank.Bank{bank}, Options{}); err == nil || !strings.Contains(err.Error(), "bank rerate") {
		t.Errorf("a bank of an older rater: %v", err)
	}
}

// Seeds that were stored without ladders get those that the bank lacks, and no others.
func TestForemanPlansLadders(t *testing.T) {
	for name, options := range map[string]Options{
		"all":    {Ladders: AllLadders},
		"needed": {Ladders: NeededLadders, Enough: 1},
		"none":   {Ladders: NoLadders},
	} {
		t.Run(name, func(t *testing.T) {
			banks := []*seedbank.Bank{newBank(t)}
			bare, err := OpenForeman(t.Context(), banks, Options{RandomSeed: 5, UnitTime: 3 * time.Second, Ladders: NoLadders})
			if err != nil {
				t.Fatal(err)
			}
			doNext(t, bare, time.Second)
			if err := bare.Close(nil); err != nil {
				t.Fatal(err)
			}
			options.RandomSeed, options.UnitTime = 5, time.Second
			foreman, err := OpenForeman(t.Context(), banks, options)
			if err != nil {
				t.Fatal(err)
			}
			defer foreman.Close(nil)
			stored := foreman.Progress().InBank
			units := map[UnitKind]int{}
			for range 12 {
				u, err := foreman.Next(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if units[u.Kind]++; u.Kind != LadderUnit {
					continue
				}
				if err := foreman.Planned(t.Context(), u); err != nil {
					t.Fatal(err)
				}
				var found Found
				for _, part := range doUnit(t, u) {
					found.Made, found.Seeds = found.Made+part.Made, append(found.Seeds, part.Seeds...)
				}
				if _, err := foreman.Store(t.Context(), []Delivery{{Found: found, Unit: u, Took: time.Second}}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if progress := foreman.Progress(); progress.Stored != 0 || progress.InBank != stored {
				t.Errorf("ladders stored %d seeds", progress.Stored)
			}
			seeds, rungs := 0, 0
			for _, bank := range banks {
				for batch, err := range bank.Batches(t.Context(), seedbank.Filter{}) {
					if err != nil {
						t.Fatal(err)
					}
					for i := range batch.Seeds {
						s := &batch.Seeds[i]
						seeds, rungs = seeds+1, rungs+len(s.Rungs)
						if all := name == "all" && s.Rating.ER > easiest; all && len(s.Rungs) == 0 {
							t.Errorf("seed %v has no rungs", s.Key())
						}
					}
				}
				verify := seedbank.VerifyOptions{Problem: func(err error) { t.Error(err) }}
				if _, err := bank.Verify(t.Context(), verify); err != nil {
					t.Error(err)
				}
			}
			switch {
			case name == "none":
				if units[LadderUnit] > 0 || rungs > 0 {
					t.Errorf("%d units, %d rungs", units[LadderUnit], rungs)
				}
			case units[LadderUnit] < 2 || units[PruneUnit] < 5 || rungs == 0:
				t.Errorf("the foreman planned %v; %d seeds have %d rungs", units, seeds, rungs)
			}
		})
	}
}
