package mine

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Ladders says which seeds get ladders.
type Ladders string

// The kinds of runs, by the ladders that they make. With AllLadders each seed has
// its whole ladders. With NeededLadders it has the rungs that the bank lacks: those
// of a level and number of clues of which the bank has fewer than enough seeds and
// rungs. So a bank that has enough of all grows as fast as one without ladders.
const (
	NeededLadders Ladders = "needed"
	AllLadders    Ladders = "all"
	NoLadders     Ladders = "none"
)

// ParseLadders returns the ladders of a text: "needed", "all" or "none".
func ParseLadders(text string) (Ladders, error) {
	switch l := Ladders(text); l {
	case NeededLadders, AllLadders, NoLadders:
		return l, nil
	}
	return "", &phrase.UnknownError{Kind: "choice of ladders", Given: text, Known: LadderNames()}
}

// LadderNames returns what [ParseLadders] takes.
func LadderNames() []string {
	return []string{string(NeededLadders), string(AllLadders), string(NoLadders)}
}

// Enough is how many seeds and rungs of a level and number of clues are enough,
// unless somebody says another number.
const Enough = 3000

// stock is how many seeds and rungs the bank has of each level and number of clues.
// Workers share it. The nil stock lacks everything at all times.
//
// It is right when the bank was counted, and then grows with the rungs that this run
// makes. Rungs of other runs, and isomorphs, which a bank lists once, are noticed at
// the next count. So a bank gets a little more than enough.
type stock struct {
	enough int64
	has    [rating.NumLevels + 1][82]atomic.Int64
}

// newStock returns the stock that ladders fill: nil if they are made whatever there
// is. It has nothing until it is counted.
func newStock(ladders Ladders, enough int) (*stock, error) {
	switch ladders {
	case AllLadders:
		return nil, nil
	case NoLadders:
		return &stock{enough: 0}, nil
	case NeededLadders, "":
		return &stock{enough: int64(cmp.Or(enough, Enough))}, nil
	}
	_, err := ParseLadders(string(ladders))
	return nil, fmt.Errorf("ladders %q: %w", ladders, err)
}

// recount notes what is in some banks together.
func (st *stock) recount(ctx context.Context, banks ...*seedbank.Bank) error {
	if st == nil || st.enough == 0 {
		return nil
	}
	var sum [rating.NumLevels + 1][82]int
	for _, bank := range banks {
		all, err := bank.Select(ctx, seedbank.Filter{Rungs: true})
		if err != nil {
			return err
		}
		for level, of := range all.Stats().ByLevel {
			for clues := range of.ByClues {
				sum[level][clues] += of.ByClues[clues].Sum()
			}
		}
	}
	for level := range sum {
		for clues, n := range sum[level] {
			st.has[level][clues].Store(int64(n))
		}
	}
	return nil
}

// add notes the rungs of a seed that is on its way into the bank.
func (st *stock) add(s *seed.Seed) {
	if st == nil {
		return
	}
	for i := range s.Rungs {
		r := &s.Rungs[i]
		st.has[rating.LevelOf(r.ER)][s.Puzzle.NumClues()+r.Added.Len()].Add(1)
	}
}

// lacks reports whether there are fewer than enough of a level and number of clues.
func (st *stock) lacks(level rating.Level, clues int) bool {
	return st == nil || st.has[level][clues].Load() < st.enough
}

// span is a range of numbers of clues.
type span struct{ least, most int }

// usual is where ladders bring enough in reasonable time: of a thousand random seeds,
// some reach each of these levels and numbers of clues. Only for their sake ladders
// are made; what they meet elsewhere is kept.
var usual = [rating.NumLevels + 1]struct{ hold, ease span }{
	1: {hold: span{39, 45}, ease: span{24, 32}},
	2: {hold: span{23, 45}, ease: span{23, 32}},
	3: {hold: span{23, 45}, ease: span{23, 31}},
	4: {hold: span{23, 45}, ease: span{23, 29}},
	5: {hold: span{23, 45}, ease: span{23, 30}},
	6: {hold: span{24, 45}, ease: span{24, 29}},
	7: {hold: span{23, 45}, ease: span{23, 29}},
	8: {hold: span{24, 36}, ease: span{24, 27}},
	9: {hold: span{24, 36}},
}

// wantsHold reports whether hold should go on to a number of clues, from a rung of a
// level. It mostly stays on the level. Seeds of level 1 have no ladders, so hold
// also goes on for what falls from level 2 to it.
func (st *stock) wantsHold(level rating.Level, clues int) bool {
	return st == nil || st.lacksFrom(level, clues, usual[level].hold) ||
		level == 2 && st.lacksFrom(1, clues, usual[1].hold)
}

// wantsEase reports whether ease should go on to a number of clues, from a rung of a
// level. It falls to the levels below.
func (st *stock) wantsEase(level rating.Level, clues int) bool {
	if st == nil {
		return true
	}
	for below := rating.Level(1); below < level; below++ {
		if st.lacksFrom(below, clues, usual[below].ease) {
			return true
		}
	}
	return false
}

// wantsLadders reports whether ladders of a seed can give rungs that the stock lacks.
func (st *stock) wantsLadders(s *seed.Seed) bool {
	level, clues := s.Rating.Level(), s.Puzzle.NumClues()+1
	return s.Rating.ER > easiest && (st.wantsHold(level, clues) || st.wantsEase(level, clues))
}

// lacksFrom reports whether the stock lacks something of a level, in a span from some
// number of clues on.
func (st *stock) lacksFrom(level rating.Level, clues int, of span) bool {
	for n := max(clues, of.least); n <= of.most; n++ {
		if st.lacks(level, n) {
			return true
		}
	}
	return false
}

// endless is more than a unit can make of anything.
const endless = 1 << 40

// leastClues is the least number of clues of a puzzle, by G. McGuire, B. Tugemann and
// G. Civario (2012).
const leastClues = 17

// setStock notes in a unit what a stock lacks.
func (u *Unit) setStock(st *stock) {
	switch {
	case st == nil:
		u.Ladders = AllLadders
		return
	case st.enough == 0:
		u.Ladders = NoLadders
		return
	}
	u.Ladders, u.Lacks = NeededLadders, make([]uint64, rating.NumLevels)
	for level := range u.Lacks {
		for clues := leastClues; clues < leastClues+64; clues++ {
			if st.lacks(rating.Level(level+1), clues) {
				u.Lacks[level] |= 1 << (clues - leastClues)
			}
		}
	}
}

// stock returns a stock that lacks what a unit says, until the unit is done.
func (u *Unit) stock() *stock {
	switch u.Ladders {
	case NoLadders:
		return &stock{enough: 0}
	case NeededLadders:
	default:
		return nil
	}
	st := &stock{enough: endless}
	for level, lacks := range u.Lacks {
		for clues := leastClues; clues < leastClues+64; clues++ {
			if lacks>>(clues-leastClues)&1 == 0 {
				st.has[level+1][clues].Store(endless)
			}
		}
	}
	return st
}
