package mine

import (
	"context"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// Each seed gets a rung of true rating that can be arranged symmetrically, with as
// few clues added as any arrangement needs. The second time there is nothing to do.
func TestSymmetrize(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 2, Count: 12})
	options := Options{Workers: 2, Strategy: Symmetrize{Symmetry: transform.Mirror}}
	wanted := seedbank.Filter{Symmetry: transform.Mirror, Rungs: true}
	have := 0
	for _, s := range seeds(t, bank) {
		if wanted.Passes(&s) {
			have++
		}
	}
	progress := run(t, bank, options)
	if kept := total(progress.Symmetric); kept != 12-have || progress.Stored > 0 {
		t.Errorf("%d rungs for %d seeds, %d new seeds", kept, 12-have, progress.Stored)
	}
	for _, s := range seeds(t, bank) {
		least, _ := transform.Mirror.Symmetrize(s.Puzzle.Clues().Filled())
		got := 81
		for i := range s.Rungs {
			if transform.Conjugates(s.Puzzle.Clues().Filled().Or(s.Rungs[i].Added))[transform.Mirror] > 0 {
				got = min(got, s.Rungs[i].Added.Len())
			}
		}
		if !wanted.Passes(&s) || have == 0 && got != least {
			t.Errorf("%v is symmetric with %d clues added, %d are enough", s.Puzzle.Clues(), got, least)
		}
	}
	banktest.MustBeTrue(t, bank)
	if again := run(t, bank, options); again.Known != 12 || total(again.Symmetric) != 0 {
		t.Errorf("the second time: %+v", again)
	}
}

func total(numbers ByLevel) (sum int) {
	for _, n := range numbers {
		sum += n
	}
	return sum
}

// Seeds are symmetrized until a target is met, for its symmetry and levels alone.
func TestSymmetrizeTowardTargets(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 2, Count: 20})
	targets, err := ParseTargets([]string{"symmetry:flip:1=4", "symmetry:diagonal=1"})
	if err != nil {
		t.Fatal(err)
	}
	progress := run(t, bank, Options{Workers: 2, Strategy: Symmetrize{}, Targets: targets})
	for i := range progress.Targets {
		target := &progress.Targets[i]
		selection, err := bank.Select(context.Background(), target.Kind)
		if err != nil || target.Missing() > 0 || int(selection.Len()) < target.Seeds {
			t.Errorf("%s: %d of %d, %v", target.Name, selection.Len(), target.Seeds, err)
		}
	}
	if kept := total(progress.Symmetric); kept > 8 {
		t.Errorf("%d rungs for 5 that are missing", kept)
	}
}

// Only minimal puzzles are kept if that is asked for, and targets count only these.
func TestMinimalSymmetricPuzzles(t *testing.T) {
	targets, err := ParseTargets([]string{"symmetry:diagonal:7=2"})
	if err != nil {
		t.Fatal(err)
	}
	for _, options := range []Options{
		{Strategy: AsNeeded{Symmetry: transform.Diagonal, Minimal: true}, Count: 10},
		{Strategy: Prune{Minimal: true}, Targets: targets},
	} {
		bank := newBank(t)
		options.Workers, options.RandomSeed = 2, 1
		progress := run(t, bank, options)
		all := seeds(t, bank)
		for _, s := range all {
			if len(s.Rungs) > 0 || transform.Conjugates(s.Puzzle.Clues().Filled())[transform.Diagonal] == 0 {
				t.Errorf("%v has %d rungs", s.Puzzle.Clues(), len(s.Rungs))
			}
		}
		if total(progress.Symmetric) != len(all) || len(all) < 2 || progress.Unwanted == 0 {
			t.Errorf("%d seeds, progress %+v", len(all), progress)
		}
		banktest.MustBeTrue(t, bank)
	}
	if targets[0].Kind.Rungs == false {
		t.Error("the targets of the caller were changed")
	}
}

func TestOptionsThatNeedASymmetry(t *testing.T) {
	for _, options := range []Options{
		{Strategy: Symmetrize{}},
		{Strategy: AsNeeded{Minimal: true}},
		{Strategy: Prune{Minimal: true}},
	} {
		if _, err := Run(context.Background(), newBank(t), options); err == nil {
			t.Errorf("%+v is accepted", options)
		}
	}
}

// Hard symmetric puzzles are walked for, and made of random grids meanwhile.
func TestHardSymmetricTargetsAreWalkedFor(t *testing.T) {
	for text, want := range map[string]int{"symmetry:rotate180:9=1": 1, "symmetry:rotate180:7=1": 0, "symmetry:rotate180=1": 0} {
		targets, err := ParseTargets([]string{text})
		if err != nil {
			t.Fatal(err)
		}
		now := newDemand(&Options{Strategy: AsNeeded{}, Targets: targets}).missing()
		if len(now.walks) != want || now.prune || len(now.symmetric) != 1 || want == 1 && now.walks[0].Symmetry != transform.Rotate180 {
			t.Errorf("%s: %+v", text, now)
		}
	}
}

// Puzzles in print style have its numbers of clues and its symmetry, and each is of
// another solution. The second time, what is there counts.
func TestTargetsOfPrintStyle(t *testing.T) {
	for name, options := range map[string]Options{
		"as needed":  {},
		"prune":      {Strategy: Prune{}},
		"symmetrize": {Strategy: Symmetrize{}},
		"walk":       {Strategy: Walk{}},
	} {
		t.Run(name, func(t *testing.T) {
			bank := startFrom(t, start{randomSeed: 9, count: 40})
			want := 6
			text := "print:2=6"
			if name == "walk" || name == "symmetrize" { // what they find is seldom of these numbers of clues
				want, text = 1, "print:7=1"
			}
			targets, err := ParseTargets([]string{text})
			if err != nil {
				t.Fatal(err)
			}
			options.Workers, options.RandomSeed, options.Targets = 2, 4, targets
			progress := run(t, bank, options)
			grids := map[seed.Key]bool{}
			for _, s := range seeds(t, bank) {
				if targets[0].Kind.Passes(&s) {
					grids[s.Solution] = true
				}
			}
			if got := progress.Targets[0].InBank; got != len(grids) || got < want {
				t.Errorf("%d grids, the run says %d, want %d", len(grids), got, want)
			}
			if again := run(t, bank, options); again.Stored != 0 || again.Targets[0].Before != len(grids) {
				t.Errorf("the second time: %+v", again)
			}
			banktest.MustBeTrue(t, bank)
		})
	}
}

// A target that is met early takes nothing from the others: each seed is symmetrized for
// them.
func TestSymmetrizeGoesOnForOtherTargets(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{Workers: 2, RandomSeed: 2, Count: 40, Ladders: work.NoLadders})
	targets, err := ParseTargets([]string{"symmetry:mirror=1", "symmetry:flip=1000", "symmetry:diagonal=1000"})
	if err != nil {
		t.Fatal(err)
	}
	run(t, bank, Options{Workers: 1, Strategy: Symmetrize{}, Targets: targets})
	for _, s := range seeds(t, bank) {
		for _, target := range targets[1:] {
			if !target.Kind.Passes(&s) {
				t.Errorf("%v was not symmetrized for %s", s.Puzzle.Clues(), target.Name)
			}
		}
	}
}
