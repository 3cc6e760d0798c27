package making

import (
	"fmt"
	"math/rand/v2"

	"github.com/seedoku/seedoku/sudoku"
)

// Pruner makes minimal and symmetric puzzles out of random solved grids.
type Pruner struct {
	randomSeed uint64
	source     *rand.PCG
	random     *rand.Rand
	solver     sudoku.Solver
}

func NewPruner(randomSeed uint64) *Pruner {
	source := rand.NewPCG(0, 0)
	return &Pruner{randomSeed: randomSeed, source: source, random: rand.New(source)}
}

// Puzzle returns minimal puzzle number i. It begins with a random solved grid,
// and tries to take away its clues in random order. A clue goes if the solution
// stays unique.
//
// Like all methods of this kind, it favors puzzles with many clues: 24 and 25 are most
// common, and fewer than 20 hardly ever seen.
func (p *Pruner) Puzzle(i uint64) sudoku.Puzzle {
	puzzle := p.grid(i)
	order := CellsInRandomOrder(p.random)
	p.solver.Minimize(&puzzle, order[:])
	return puzzle
}

// grid returns random solved grid number i.
func (p *Pruner) grid(i uint64) sudoku.Puzzle {
	p.source.Seed(p.randomSeed, i)
	solution := p.solver.RandomSolution(p.random)
	whole, err := sudoku.Complete(solution)
	if err != nil {
		panic(fmt.Sprintf("making: random solution %v: %v", solution, err))
	}
	return whole
}

// CellsInRandomOrder returns all cells. The order depends on nothing but what random returns.
func CellsInRandomOrder(random *rand.Rand) (order [81]sudoku.Cell) {
	for c := range order {
		order[c] = sudoku.Cell(c)
	}
	random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	return order
}
