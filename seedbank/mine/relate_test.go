package mine

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Isomorphs of seeds, of rungs, and of seeds with other clues added are told apart.
func TestRelate(t *testing.T) {
	ctx := context.Background()
	bank := banktest.Starter(t)
	var canonizer transform.Canonizer
	random := rand.New(rand.NewPCG(28, 1))
	look := func(p sudoku.Puzzle, want Relation, of seed.Key) {
		t.Helper()
		turned := transform.FromIndex(random.Uint64N(transform.Order)).Puzzle(p)
		relation, key, err := relate(ctx, bank, &canonizer, turned)
		if err != nil || relation != want || want != IsForeign && key != of {
			t.Errorf("%v is %v of %v, %v; want %v of %v", p.Clues(), relation, key, err, want, of)
		}
	}
	rungs := 0
	for id := seedbank.SeedID(1); id < 4000; id += 97 {
		s, err := bank.Seed(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		look(s.Puzzle, IsSeed, s.Key())
		for i := range s.Rungs {
			rungs++
			look(s.Puzzle.With(s.Rungs[i].Added), IsRung, s.Key())
		}
		added := sudoku.Cells{}
		for c := range sudoku.Cell(81) {
			if s.Puzzle.Clues()[c] == 0 && random.IntN(2) == 0 {
				added = added.With(c)
			}
		}
		look(s.Puzzle.With(added), HasSeed, s.Key())
	}
	if rungs == 0 {
		t.Error("no rungs were looked at")
	}
	foreign, err := new(sudoku.Solver).Prove(seedtest.Must(sudoku.ParseGrid("7......8.4.....9....39..2.....12....9......7...4.376....27....53....4..8.56......")))
	if err != nil {
		t.Fatal(err)
	}
	if relation, _, err := relate(ctx, bank, &canonizer, foreign); err != nil || relation == IsRung {
		t.Errorf("a puzzle from elsewhere is %v, %v", relation, err)
	}
}
