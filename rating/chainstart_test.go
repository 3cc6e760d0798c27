package rating

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
)

// TestNoChainIsLeftOut compares the chains and cycles that are found from chosen
// starts with those from all starts. The states are those of the sample, and the
// same with some candidates removed at random, as an assumption may leave them.
func TestNoChainIsLeftOut(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	var r Rater
	var chosen, all chains
	cycles, forcing, starts := 0, 0, 0
	for i, p := range samplePuzzles(t) {
		if i%3 > 0 {
			continue
		}
		r.start(&p)
		for !r.state.solved() && r.round() {
			if r.found.steps[0].Rating >= 42 {
				for _, loss := range []int{0, 0, 10, 30, 60} {
					s := r.state
					s.lose(rng, loss)
					nested := loss > 0 || rng.IntN(2) == 0
					chosen.run(&s, nested, rankOf(MaxTenths))
					all.runEverywhere(&s, nested)
					if !slices.EqualFunc(chosen.steps, all.steps, sameChain) {
						t.Fatalf("%v without %d candidates: %d steps, of which %d are found from the chosen starts",
							s.grid, loss, len(all.steps), len(chosen.steps))
					}
					for i := range all.steps {
						if all.steps[i].cycle {
							cycles++
						} else {
							forcing++
						}
					}
					for i := range all.starts {
						starts += len(all.starts[i].list)
					}
				}
			}
			r.apply()
		}
	}
	t.Logf("%d cycles and %d forcing chains, of %d starts", cycles, forcing, starts)
	if cycles == 0 || forcing == 0 {
		t.Error("too few to say anything")
	}
}

// runEverywhere is run without the help of graphs.
func (c *chains) runEverywhere(s *state, all bool) {
	c.reset(s, all, rankOf(MaxTenths))
	for i := range chainPasses {
		c.starts[i].find(&chainPasses[i], s)
		c.starts[i].graph.overfull = true
		c.pass(&chainPasses[i], &c.starts[i])
	}
	c.sort()
}

// lose removes random candidates, but none that its cell or a house needs.
func (s *state) lose(rng *rand.Rand, n int) {
	for range n {
		c, d := sudoku.Cell(rng.IntN(81)), sudoku.Digit(1+rng.IntN(9))
		if !s.digits[c].Has(d) || s.digits[c].Len() == 1 {
			continue
		}
		needed := false
		for _, m := range &memberships[c] {
			needed = needed || s.positions[m.house][d-1].one()
		}
		if !needed {
			s.remove(c, d)
		}
	}
}

func sameChain(a, b chainStep) bool {
	return a.rank == b.rank && a.complexity == b.complexity && a.kind == b.kind && a.variant == b.variant &&
		a.cycle == b.cycle && slices.Equal(a.gone, b.gone) && slices.Equal(a.path, b.path)
}
