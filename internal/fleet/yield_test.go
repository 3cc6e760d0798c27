package fleet

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/seedoku/seedoku/internal/mine/work"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// A worker that finds other seeds than the fleet is shown, and hardly ever another one, whether
// seeds come one by one or units differ much. Nobody is refused for it.
func TestOddWorkers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	ofLevel := map[rating.Level]seed.Seed{}
	for er := rating.Tenths(10); len(ofLevel) < rating.NumLevels; er++ {
		s := seed.Seed{Rating: rating.Result{ER: er}}
		ofLevel[s.Rating.Level()] = s
	}
	unit := func(kind work.UnitKind, withheld rating.Level) *result {
		r := &result{Done: &work.Unit{Kind: kind}}
		puzzles := 20
		if kind == work.WalkUnit && random.IntN(10) > 0 { // one in ten finds all
			puzzles = 0
		}
		for range puzzles {
			if level := rating.Level(1 + random.IntN(rating.NumLevels)); level != withheld || random.IntN(2) == 0 {
				r.seeds = append(r.seeds, ofLevel[level])
			}
		}
		return r
	}
	c, now := newCrew(), time.Now()
	for i := range 100 {
		key := fmt.Sprint("w", i)
		c.hear(Alive{Name: key, Key: key}, now)
		withheld := rating.Level(0)
		if i == 7 {
			withheld = 5
		}
		for range 100 {
			c.tally(key, unit(work.PruneUnit, withheld), now)
			c.tally(key, unit(work.WalkUnit, 0), now)
		}
	}
	list, _ := c.list(now)
	for i := range list {
		w := &list[i]
		if isLiar := w.Name == "w7"; (w.Odd != nil) != isLiar || w.Refused != "" || isLiar && (w.Odd.Level != 5 || w.Odd.Kind != work.PruneUnit || w.Odd.Residual > 0) {
			t.Errorf("%s is shown as %+v, refused %q", w.Name, w.Odd, w.Refused)
		}
	}
}
