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
	"github.com/seedoku/seedoku/sudoku"
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

func TestWalkFindsHigherRatings(t *testing.T) {
	bank := twentySeeds(t)
	highest := func() int {
		all, err := bank.Select(context.Background(), seedbank.Filter{})
		if err != nil {
			t.Fatal(err)
		}
		return int(all.Stats().Total.ER.High)
	}
	before := highest()
	run(t, bank, Options{Workers: 2, RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardER}, Count: 6})
	if after := highest(); after <= before {
		t.Errorf("went from ER %d to %d", before, after)
	}
}

// A walk with one worker finds the same again.
func TestWalkOfOneWorkerIsReproducible(t *testing.T) {
	walked := func() (list []string) {
		bank := twentySeeds(t)
		run(t, bank, Options{Workers: 1, RandomSeed: 5, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardER}, Count: 4})
		for _, s := range seeds(t, bank) {
			list = append(list, s.Puzzle.Clues().String())
		}
		return list
	}
	if diff := cmp.Diff(walked(), walked()); diff != "" {
		t.Errorf("the second walk found others:\n%s", diff)
	}
}

// A walk toward higher EP or ED goes up, and says what came of its moves.
func TestWalkFindsHarderStarts(t *testing.T) {
	for _, toward := range []walk.Objective{walk.TowardEP, walk.TowardED} {
		bank := twentySeeds(t)
		before, _, err := records.Rank(bank.Bank, walk.Aim{Toward: toward}.Order()).Best(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		progress := run(t, bank, Options{Workers: 1, RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: toward}, Count: 12})
		if w := progress.Walks[0]; w.Best <= before {
			t.Errorf("toward %s: from %d to %d", toward, before, w.Best)
		}
		stored := 0
		for _, m := range progress.Walks[0].Moves {
			if m.Looked < m.Unique || m.Unique < m.Rated || m.Rated < m.Stored || m.Rated < m.Records {
				t.Errorf("toward %s: %+v", toward, m)
			}
			stored += m.Stored
		}
		if stored == 0 {
			t.Errorf("toward %s: no move stored anything", toward)
		}
	}
}

// A walk toward depth finds another from the first deep puzzle, mith's Loki of 2022, and no
// puzzle that is less deep. It finds it by expansion.
func TestWalkFindsDeepPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("rating deep puzzles takes seconds")
	}
	bank := newBank(t)
	loki, err := sudoku.ParseGrid("57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..")
	if err != nil {
		t.Fatal(err)
	}
	run(t, bank, Options{Workers: 1, Ladders: work.NoLadders, Strategy: Import{Arrivals: slices.Values([][]Arrival{{{Place: "Loki", Clues: loki}}})}})
	progress := run(t, bank, Options{Workers: 1, RandomSeed: 1, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardDepth}, Count: 1})
	var prober depth.Prober
	for _, s := range seeds(t, bank) {
		if d := prober.Trials(&s.Puzzle); d != 3 && s.Origin == seed.Walk {
			t.Errorf("%v has depth %d", s.Puzzle, d)
		}
	}
	w := progress.Walks[0]
	if progress.Stored != 1 || w.Best != 3 || w.Moves[len(w.Moves)-1].Stored == 0 {
		t.Errorf("%d stored; walk %+v", progress.Stored, w)
	}
}

func TestWalkGoesOnWhereItStopped(t *testing.T) {
	ctx := context.Background()
	bank := newBank(t)
	run(t, bank, Options{Workers: 1, RandomSeed: 1, Count: 30, Ladders: work.NoLadders})
	steps := 0
	for seed := range uint64(3) {
		progress := run(t, bank, Options{Workers: 2, RandomSeed: seed, Ladders: work.NoLadders, Strategy: Walk{Toward: walk.TowardClues}, Count: 25})
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
		Workers: 2, Strategy: Walk{Toward: walk.TowardClues}, Targets: targets,
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
