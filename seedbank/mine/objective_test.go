package mine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// valueFor is what an objective looks at, higher for better seeds, and 0 for a seed from
// which no walk sets out.
func valueFor(toward walk.Objective, s *seed.Seed) int {
	switch toward {
	case walk.TowardER:
		return int(s.Rating.ER)
	case walk.TowardEP:
		return int(s.Rating.EP)
	case walk.TowardED:
		return int(s.Rating.ED)
	case walk.TowardClues:
		return -s.Puzzle.NumClues()
	case walk.TowardDepth:
		if s.Rating.Level() < 9 {
			return 0
		}
		return new(depth.Prober).Trials(&s.Puzzle)
	}
	if least, ok := strings.CutPrefix(string(toward), "clues:"); ok {
		if n := s.Puzzle.NumClues(); n >= int(least[0]-'0')*10+int(least[1]-'0') {
			return 81 - n
		}
		return 0
	}
	if level, ok := strings.CutPrefix(string(toward), "effort:"); ok {
		if fmt.Sprint(int(s.Rating.Level())) != level {
			return 0
		}
		sum := 0
		for t, steps := range s.Rating.Uses {
			least, _ := rating.Technique(t).Range()
			sum += int(steps) * int(least)
		}
		return sum
	}
	return int(s.Rating.Uses[slices.Index(rating.TechniqueNames(), string(toward))])
}

// A walk sets out from the seeds that its objective values, the best first, and from no
// others.
func TestWalksSetOutFromTheBest(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 3, Count: 30})
	mined := seeds(t, bank)
	valued := 0
	for _, toward := range walk.Objectives() {
		var want []int
		for i := range mined {
			value, starts := valueFor(toward, &mined[i]), toward.Starts()
			if value != 0 {
				want = append(want, value)
			}
			if starts.Passes(&mined[i]) != (value != 0) {
				t.Errorf("%s: worth %d, but is a start: %t", toward, value, value == 0)
			}
		}
		slices.Sort(want)
		slices.Reverse(want)
		first, err := records.Rank(bank.Bank, walk.Aim{Toward: toward}.Order()).First(t.Context(), 1000)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, ranked := range first {
			of, err := bank.Seed(t.Context(), ranked.ID)
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, valueFor(toward, &of))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: starting points are worth %v, want %v", toward, got, want)
		}
		valued += len(want)
	}
	if valued < 4*len(mined) {
		t.Errorf("all objectives together value %d of %d seeds", valued, len(mined))
	}
}

// Of equals, a walk toward ep sets out first from the hardest, and one toward ed from those
// that are nearest to a diamond.
func TestWalksSetOutFromEquals(t *testing.T) {
	for toward, want := range map[walk.Objective]int{walk.TowardEP: +1, walk.TowardED: -1, walk.TowardDepth: +1, walk.TowardER: 0} {
		if order := (walk.Aim{Toward: toward}).Order(); order.ER != want {
			t.Errorf("toward %s equals are in the order %d, want %d", toward, order.ER, want)
		}
	}
}

// Banks keep the names of aims, so they never change.
func TestAimNames(t *testing.T) {
	names := walk.AimNames()
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			t.Errorf("two aims are %s", name)
		}
	}
	for want, aim := range map[string]walk.Aim{
		"er":              {Toward: walk.TowardER},
		"clues rotate180": {Toward: walk.TowardClues, Symmetry: transform.Rotate180},
		"effort:3":        {Toward: walk.TowardEffort(3)},
		"te:3":            {Toward: walk.TowardDepth},
	} {
		if got := aim.String(); got != want || !slices.Contains(names, want) {
			t.Errorf("%s is called %s, known: %t", want, got, slices.Contains(names, want))
		}
	}
	if slices.Contains(names, "ep rotate180") {
		t.Error("a walk toward ep is said to keep a symmetry")
	}
}
