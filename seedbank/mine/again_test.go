package mine

import (
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
)

// A part of a unit that comes a second time counts for nothing.
func TestPartsCountOnce(t *testing.T) {
	seeds := seedtest.Relatives()[:1]
	from := seeds[0].Puzzle.Clues().String()
	for _, d := range []Delivery{
		{Unit: &work.Unit{Kind: work.PruneUnit, Starts: true}, Found: work.Found{Numbers: work.Numbers{Made: 1}, Seeds: seeds}},
		{Unit: &work.Unit{Kind: work.WalkUnit, Toward: walk.TowardER, From: from}, Found: work.Found{Numbers: work.Numbers{Moves: []walk.MoveProgress{{Cost: 7}}}}},
	} {
		p, err := OpenPlan(t.Context(), newBank(t), Options{Strategy: Walk{}})
		if err != nil {
			t.Fatal(err)
		}
		var counted []Progress
		for range 2 {
			d.Done = true
			if _, err := p.Collect(t.Context(), []Delivery{d}, nil); err != nil {
				t.Fatal(err)
			}
			counted = append(counted, p.Progress())
			d.Again = true
		}
		one, two := counted[0], counted[1]
		if one.Starts != two.Starts || len(one.Walks) > 0 && (one.Walks[0].Steps != two.Walks[0].Steps || !slices.Equal(one.Walks[0].Moves, two.Walks[0].Moves)) {
			t.Errorf("once %+v\ntwice %+v", one, two)
		}
		if err := p.Close(nil); err != nil {
			t.Fatal(err)
		}
	}
}

// A repeated puzzle of an import that comes a second time counts once.
func TestRepeatedCountOnce(t *testing.T) {
	seeds := seedtest.Relatives()[:1]
	p, err := OpenPlan(t.Context(), newBank(t), Options{Strategy: Import{Arrivals: func(func([]Arrival) bool) {}}})
	if err != nil {
		t.Fatal(err)
	}
	p.list.(*importing).claim(seeds[0].Key(), 1, false)
	u := &work.Unit{Kind: work.ImportUnit, RandomSeed: p.options.RandomSeed, First: 2}
	d := Delivery{Unit: u, Done: true, Found: work.Found{Numbers: work.Numbers{Made: 1}, Seeds: seeds}}
	for range 2 {
		if _, err := p.Collect(t.Context(), []Delivery{d}, nil); err != nil {
			t.Fatal(err)
		}
		if n := p.Progress().Repeated; n != 1 {
			t.Errorf("%d repeated puzzles, want 1", n)
		}
		d.Again = true
	}
	if err := p.Close(nil); err != nil {
		t.Fatal(err)
	}
}
