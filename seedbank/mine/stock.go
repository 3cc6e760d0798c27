package mine

import (
	"cmp"
	"context"

	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Enough is the default of the option Enough. A bank lacks puzzles of a level and a number
// of clues if it has fewer such seeds and rungs than this number.
const Enough = 3000

// stock counts the seeds and rungs of the bank by level and number of clues. The nil stock
// lacks everything at all times.
//
// It is exact after a count of the bank. Between counts it adds the rungs that this run
// stores. Rungs of other runs enter at the next count, and units under way do not know of
// each other. So a bank gets slightly more than enough.
type stock struct {
	enough int
	has    [rating.NumLevels + 1][82]int
}

// newStock returns the stock to fill with ladders, or nil for [work.AllLadders]. It is empty
// until the bank is counted.
func newStock(ladders work.Ladders, enough int) *stock {
	switch ladders {
	case work.AllLadders:
		return nil
	case work.NoLadders:
		return &stock{enough: 0}
	}
	return &stock{enough: cmp.Or(enough, Enough)}
}

// recount counts the seeds and rungs of a bank.
func (st *stock) recount(ctx context.Context, bank *seedbank.Bank) error {
	if st == nil || st.enough == 0 {
		return nil
	}
	all, err := bank.Select(ctx, seedbank.Filter{Rungs: true})
	if err != nil {
		return err
	}
	st.has = [rating.NumLevels + 1][82]int{}
	for level, of := range all.Stats().ByLevel {
		for clues := range of.ByClues {
			st.has[level][clues] = of.ByClues[clues].Sum()
		}
	}
	return nil
}

// add counts the rungs of a seed that is on its way into the bank.
func (st *stock) add(s *seed.Seed) {
	if st == nil {
		return
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		st.has[rating.LevelOf(r.ER)][s.Puzzle.NumClues()+r.Added.Len()]++
	}
}

// lacks returns the kinds of rungs that the stock lacks.
func (st *stock) lacks() *making.Lacks {
	if st == nil {
		return nil
	}
	l := new(making.Lacks)
	for level := range l {
		for clues := seedbank.LeastClues; clues < seedbank.LeastClues+64; clues++ {
			if st.has[level][clues] < st.enough {
				l[level] |= 1 << (clues - seedbank.LeastClues)
			}
		}
	}
	return l
}
