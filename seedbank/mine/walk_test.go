package mine

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/records"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/mine/walk"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// fewest returns the least number of clues in a bank.
func fewest(t *testing.T, bank *change.Writer) int {
	t.Helper()
	all, err := bank.Select(context.Background(), seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return all.Stats().Total.Clues.Low
}

func TestWalkFindsFewerClues(t *testing.T) {
	bank := twentySeeds(t)
	before := fewest(t, bank)
	progress := run(t, bank, Options{Workers: 2, RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardClues}, Count: 60})
	if after := fewest(t, bank); after >= before {
		t.Errorf("a walk of %d steps went from %d clues to %d", progress.Walks[0].Steps, before, after)
	}
	if progress.Stored != 60 || len(seeds(t, bank)) != 80 {
		t.Errorf("%d stored, %d in the bank; want 60 and 80", progress.Stored, len(seeds(t, bank)))
	}
}

// A walk with one worker finds the same again.
func TestWalkOfOneWorkerIsReproducible(t *testing.T) {
	walked := func() (list []string) {
		bank := twentySeeds(t)
		run(t, bank, Options{Workers: 1, RandomSeed: 5, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardED}, Count: 9})
		for _, s := range seeds(t, bank) {
			list = append(list, s.Puzzle.Clues().String())
		}
		return list
	}
	if diff := cmp.Diff(walked(), walked()); diff != "" {
		t.Errorf("the second walk found others:\n%s", diff)
	}
}

// aStep does a step of a walk with budgets of its own for the moves.
func aStep(t *testing.T, plan *Plan, budgets []int) WalkProgress {
	t.Helper()
	u, err := plan.Next(t.Context())
	if err != nil || u.Kind != work.WalkUnit || len(u.Budgets) != len(budgets) {
		t.Fatalf("%+v is no step, %v", u, err)
	}
	u.Budgets = budgets
	var deliveries []Delivery
	for _, part := range do(t, u) {
		deliveries = append(deliveries, Delivery{Found: part, Unit: u})
	}
	if _, err := plan.Collect(t.Context(), append(deliveries, Delivery{Unit: u, Done: true}), nil); err != nil {
		t.Fatal(err)
	}
	return plan.Progress().Walks[0]
}

// A walk toward higher ER, EP or ED goes up, and says what came of its moves.
func TestWalkFindsHarderSeeds(t *testing.T) {
	for toward, budget := range map[walk.Objective]int{walk.TowardER: 1500, walk.TowardEP: 1500, walk.TowardED: 5000} {
		budgets := slices.Repeat([]int{budget}, walk.NumMoves)
		budgets[walk.NumMoves-1] = 0 // is for deep puzzles
		bank := twentySeeds(t)
		best := func() int {
			best, _, err := records.Rank(bank.Bank, walk.Aim{Toward: toward}.Order()).Best(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return best
		}
		before := best()
		w := aStep(t, openPlan(t, bank, Options{RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: toward}}), budgets)
		if w.Best <= before || w.Best != best() {
			t.Errorf("toward %s: from %d to %d, in the bank %d", toward, before, w.Best, best())
		}
		stored := 0
		for _, m := range w.Moves {
			if m.Looked < m.Unique || m.Unique < m.Rated || m.Rated < m.Stored || m.Rated < m.Records {
				t.Errorf("toward %s: %+v", toward, m)
			}
			stored += m.Stored
		}
		if more := len(seeds(t, bank)) - 20; more == 0 || stored < more { // not all of a step that could be are stored
			t.Errorf("toward %s: the moves found %d seeds to store, and there are %d more", toward, stored, more)
		}
	}
}

// A walk toward depth finds another from a deep puzzle, and no puzzle that is less deep. It finds
// it by expansion.
func TestWalkFindsDeepPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("rating deep puzzles takes seconds")
	}
	bank := newBank(t)
	of, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version})
	if err == nil {
		_, err = bank.Insert(t.Context(), of, deepSeeds(t)[240:241]) // one with few neighbors that are soon rated
	}
	if err != nil {
		t.Fatal(err)
	}
	budgets := make([]int, walk.NumMoves)
	budgets[3], budgets[walk.NumMoves-1] = 100, 3000 // {-2+2} seldom finds deep ones, and rating each takes long
	w := aStep(t, openPlan(t, bank, Options{RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardDepth}}), budgets)
	var prober depth.Prober
	all := seeds(t, bank)
	for _, s := range all {
		if d := prober.Trials(&s.Puzzle); d != 3 {
			t.Errorf("%v has depth %d", s.Puzzle, d)
		}
	}
	if len(all) < 2 || w.Best != 3 || w.Moves[3].Unique == 0 || w.Moves[len(w.Moves)-1].Stored == 0 {
		t.Errorf("%d seeds; walk %+v", len(all), w)
	}
}

func TestWalkGoesOnWhereItStopped(t *testing.T) {
	ctx := context.Background()
	bank := newBank(t)
	run(t, bank, Options{Workers: 1, RandomSeed: 1, Count: 30, Ladders: work.NoLadders})
	steps := 0
	for seed := range uint64(2) {
		progress := run(t, bank, Options{Workers: 2, RandomSeed: seed, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardClues}, Count: 20})
		steps += progress.Walks[0].Steps
	}
	all := len(seeds(t, bank))
	left, err := records.Rank(bank.Bank, walk.Aim{Toward: walk.TowardClues}.Order()).First(ctx, 1000)
	if err != nil {
		t.Fatal(err)
	}
	// The step that finds enough ends its run, and is not noted.
	if walked := all - len(left); walked != steps || walked == 0 {
		t.Errorf("%d steps, but walked from %d seeds of %d", steps, walked, all)
	}
	if other, err := records.Rank(bank.Bank, walk.Aim{Toward: walk.TowardER}.Order()).First(ctx, 1000); err != nil || len(other) != all {
		t.Errorf("walks toward clues left %d of %d seeds to those toward er, error %v", len(other), all, err)
	}
}

// On an empty bank a walk prunes seeds to set out from, even if none of them is a
// target.
func TestWalkWithNothingToSetOutFrom(t *testing.T) {
	targets, err := ParseTargets([]string{"clues:17=1"})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	progress, err := Run(ctx, newBank(t), Options{
		Workers: 2, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardClues}, Targets: targets,
		Report: func(p Progress) {
			if len(p.Walks) > 0 && p.Walks[0].Steps >= 3 {
				stop()
			}
		},
	})
	if err != nil || progress.Starts == 0 || len(progress.Walks) != 1 {
		t.Errorf("%d seeds to set out from, walks %+v, error %v", progress.Starts, progress.Walks, err)
	}
	mustAddUp(t, &progress)
}

// What is pruned for the start of a walk is kept only if the walk can set out from it.
func TestWalkKeepsOnlyStarts(t *testing.T) {
	for _, toward := range []walk.Objective{"twice-nested-forcing-chain", walk.TowardEffort(5), walk.TowardCluesFrom(24)} {
		bank := newBank(t)
		ctx, stop := context.WithCancel(context.Background())
		defer stop()
		progress, err := Run(ctx, bank, Options{
			Workers: 1, RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: toward},
			Report: func(p Progress) {
				if p.Starts > 600 || len(p.Walks) > 0 {
					stop()
				}
			},
		})
		if err != nil || progress.Starts == 0 {
			t.Errorf("toward %s: %d puzzles pruned for a start, error %v", toward, progress.Starts, err)
		}
		mustAddUp(t, &progress)
		all, errAll := bank.Select(t.Context(), seedbank.Filter{})
		starts, errStarts := bank.Select(t.Context(), toward.Starts())
		if errAll != nil || errStarts != nil || all.Len() != starts.Len() {
			t.Errorf("toward %s: %d seeds are kept, and %d are starts (%v, %v)", toward, all.Len(), starts.Len(), errAll, errStarts)
		}
	}
}

// A walk goes on when seeds are taken back, and ranks those that get their numbers.
func TestWalkWhileSeedsAreTakenBack(t *testing.T) {
	bank := newBank(t)
	run(t, bank, Options{RandomSeed: 5, Count: 5})
	give := func(name string, seeds []seed.Seed) {
		t.Helper()
		of, err := bank.StartRun(t.Context(), &seedbank.Run{Rater: rating.Version, Contributor: name})
		if err == nil {
			_, err = bank.Insert(t.Context(), of, seeds)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	withdraw := func() {
		t.Helper()
		for complete := false; !complete; {
			n, err := bank.Withdraw(t.Context(), change.Withdrawal{Contributor: "ann"})
			if err != nil {
				t.Fatal(err)
			}
			complete = n.Complete
		}
	}
	u := *someUnit
	u.First += uint64(u.Count)
	anns, others := do(t, someUnit)[0].Seeds, do(t, &u)[0].Seeds
	give("ann", anns)
	toward := walk.TowardCluesFrom(18)
	plan := openPlan(t, bank, Options{RandomSeed: 5, Strategy: Walk{Toward: toward}})
	w, err := plan.walkOf(walk.Aim{Toward: toward})
	if err != nil {
		t.Fatal(err)
	}
	mustStep := func(want int) { // from each seed; a walk may plan no step when one has left
		t.Helper()
		n := 0
		for failed := 0; failed < 2; {
			u, err := w.next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if u == nil {
				failed++
			} else {
				n++
			}
		}
		clear(w.under)
		ahead, err := w.ranking.First(t.Context(), 100)
		if err != nil || n != want || len(ahead) != want {
			t.Fatalf("steps from %d seeds of %d, want %d (%v)", n, len(ahead), want, err)
		}
		for _, of := range ahead {
			s, err := bank.Seed(t.Context(), of.ID)
			if err != nil || of.Value != toward.Measure()(&s.Rating, s.Puzzle.NumClues()) {
				t.Errorf("seed %d of %d clues, %v, has the value %d", of.ID, s.Puzzle.NumClues(), err, of.Value)
			}
		}
	}
	mustStep(5 + len(anns))
	withdraw()
	give("", others)
	mustStep(5 + len(others))
	give("ann", anns)
	mustStep(5 + len(others) + len(anns))
	withdraw()
	if w.taken, err = change.Withdrawals(t.Context(), bank.Bank); err != nil { // as if they left after the ranking
		t.Fatal(err)
	}
	mustStep(5 + len(others))
}
