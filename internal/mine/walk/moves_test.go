package walk

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/sudoku"
)

// BenchmarkNeighbors looks for the neighbors of one puzzle by each kind of moves.
func BenchmarkNeighbors(b *testing.B) {
	p := making.NewPruner(3).Puzzle(0)
	for m := range moves {
		b.Run(moves[m].name, func(b *testing.B) {
			h := newNeighborhood(rand.New(rand.NewPCG(1, 1)))
			found := 0
			for b.Loop() {
				neighbors, _ := h.neighbors(nil, &p, &moves[m], 20*costPerNeighbor)
				found += len(neighbors)
			}
			b.ReportMetric(float64(found)/float64(b.N), "neighbors/op")
		})
	}
}

// clueChanges returns how many clues of p are not in q, and the other way round.
func clueChanges(p, q sudoku.Grid) (away, added int) {
	for c := range p {
		if p[c] == q[c] {
			continue
		}
		if p[c] != 0 {
			away++
		}
		if q[c] != 0 {
			added++
		}
	}
	return away, added
}

// Every neighbor has one solution and is minimal, and its move leads to it.
func TestNeighborsAreMinimalAndNear(t *testing.T) {
	for i := range moves {
		m := &moves[i]
		t.Run(m.name, func(t *testing.T) {
			total := 0
			rapid.Check(t, func(t *rapid.T) {
				p := making.NewPruner(rapid.Uint64().Draw(t, "seed")).Puzzle(0)
				budget := rapid.IntRange(0, 80*costPerNeighbor).Draw(t, "budget")
				h := newNeighborhood(rand.New(rand.NewPCG(1, 1)))
				var solver sudoku.Solver
				found, cost := h.neighbors(nil, &p, m, budget)
				if total += len(found); len(found)*costPerNeighbor > cost {
					t.Fatalf("%d neighbors for only %d", len(found), cost)
				}
				if dearest := costPerDraw + mostWithoutOne + 1 + mostPerDraw*costPerNeighbor; cost >= budget+dearest {
					t.Fatalf("a cost of %d is not within a draw of %d", cost, budget)
				}
				for _, neighbor := range found {
					if proven, err := solver.Prove(neighbor.Clues()); err != nil || proven != neighbor {
						t.Fatalf("%v has not the solution %v: %v", neighbor.Clues(), neighbor.Solution(), err)
					}
					if !solver.Minimal(&neighbor) {
						t.Fatalf("%v is not minimal", neighbor.Clues())
					}
					mustLeadTo(t, m, p.Clues(), neighbor.Clues())
				}
			})
			if total == 0 {
				t.Error("no neighbors")
			}
		})
	}
}

func mustLeadTo(t *rapid.T, m *move, p, neighbor sudoku.Grid) {
	away, added := clueChanges(p, neighbor)
	switch {
	case m.expands:
		mustExpand(t, p, neighbor)
	case added < 1 || added > m.added:
		t.Fatalf("%v has %d clues that %v has not", neighbor, added, p)
	case m.keepsPattern && neighbor.Filled() != p.Filled():
		t.Fatalf("%v has not the pattern of %v", neighbor, p)
	case m.keepsPattern && away > m.away:
		t.Fatalf("%v lacks %d clues of %v", neighbor, away, p)
	}
}

// mustExpand checks that a neighbor of a puzzle needs no less trial and error.
func mustExpand(t *rapid.T, p, neighbor sudoku.Grid) {
	var solver sudoku.Solver
	var prober depth.Prober
	of, err1 := solver.Prove(p)
	near, err2 := solver.Prove(neighbor)
	if before, after := prober.Trials(&of), prober.Trials(&near); err1 != nil || err2 != nil || after < before {
		t.Fatalf("%v has depth %d, and its expansion %v has %d (%v, %v)", p, before, neighbor, after, err1, err2)
	}
}

// All puzzles with one clue of p exchanged for another are found, by trying.
func TestNeighborsAreComplete(t *testing.T) {
	p := making.NewPruner(3).Puzzle(0)
	var solver sudoku.Solver
	want := 0
	for c := range p.Clues().Filled().All() {
		rest := p.Clues()
		rest[c] = 0
		if solver.Count(rest, mostWithoutOne+1) > mostWithoutOne {
			continue
		}
		for other := range sudoku.AllCells.AndNot(rest.Filled()).All() {
			for d := sudoku.Digit(1); d <= 9; d++ {
				changed := rest
				changed[other] = d
				if solver.Count(changed, 2) == 1 && changed != p.Clues() {
					want++
				}
			}
		}
	}
	h, got := newNeighborhood(rand.New(rand.NewPCG(1, 1))), 0
	for c := range p.Clues().Filled().All() {
		h.look(&p, &moves[0], []sudoku.Cell{c})
		got += len(h.grids)
	}
	if got != want || want == 0 {
		t.Errorf("%d neighbors, want %d", got, want)
	}
}
