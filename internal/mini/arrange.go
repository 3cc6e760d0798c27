package mini

import (
	"math"
	"math/rand/v2"
	"strings"

	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// A puzzle can be turned before it is packed, and takes the fewer bits, the more of
// its clues stand where clues are likely. So of all arrangements the cheapest is
// looked for, then the odds are counted from what was found, and so on: clues gather
// in one corner, and the pattern costs about twelve bits less.

// weights has, for each cell, the cost of a clue minus the cost of an empty cell, in
// 1/1000 bit.
type weights [81]int32

func (o *odds) weights() (w weights) {
	for c, n := range o {
		w[c] = int32(1000 * math.Log2(float64(oddsOf-n)/float64(n)))
	}
	return w
}

// countOdds returns the odds that each cell holds a clue in the given grids. They
// are never 0 or 1.
func countOdds(grids []sudoku.Grid) (o odds) {
	for c := range o {
		n := 0
		for i := range grids {
			if grids[i][c] != 0 {
				n++
			}
		}
		o[c] = min(max((n*oddsOf+len(grids)/2)/max(len(grids), 1), 1), base)
	}
	return o
}

// learnedOdds are the final odds for puzzles of the starter bank, in the form of
// the files. Beginning with them saves most of the passes.
const learnedOdds = "o.!0(1%Eu'I'!iF)J9(/1FB'C9!)/*L&a(PY(Dw(A4b1!,M*=#.2!!'=%9t!~7!fU;b%!)&!V,!:!4'!N"

// firstOdds returns the initial odds.
func firstOdds(symmetry transform.Symmetry) (o odds) {
	for c := range sudoku.Cell(81) {
		o[c] = strings.IndexByte(alphabet, learnedOdds[c]) + 1
		if symmetry != transform.NoSymmetry {
			o[c] = max(60-4*(c.Row()+c.Column()), 4) // clues at the top left
		}
	}
	return o
}

// cheapest returns the image of a pick with the lowest cost. For a pick with a
// symmetry, only images with the symmetry count.
func cheapest(pick *seed.Pick, symmetry transform.Symmetry, w *weights) sudoku.Grid {
	clues := pick.Puzzle().Clues()
	if symmetry == transform.NoSymmetry {
		clues = cheapestImage(&clues, w)
	} else {
		clues = cheapestIsomorph(pick, w)
	}
	return renumbered(clues)
}

// renumbered returns g with its digits numbered in the order in which they come.
func renumbered(g sudoku.Grid) sudoku.Grid {
	var names [10]sudoku.Digit
	fresh := sudoku.Digit(1)
	for c, d := range g {
		if d != 0 && names[d] == 0 {
			names[d] = fresh
			fresh++
		}
		g[c] = names[d]
	}
	return g
}

// mostImages is about how many images of a symmetric puzzle are tried.
const mostImages = 400

// cheapestIsomorph returns the cheapest among the isomorphs of a pick. If there
// are many, it tries some that are far apart.
func cheapestIsomorph(pick *seed.Pick, w *weights) (best sudoku.Grid) {
	step := relabelings * max(pick.Isomorphs()/relabelings/mostImages, 1)
	least := int32(math.MaxInt32)
	for i := uint64(0); i < pick.Isomorphs(); i += step {
		puzzle := pick.Isomorph(i).Puzzle()
		cost := int32(0)
		for c := range puzzle.Clues().Filled().All() {
			cost += w[c]
		}
		if cost < least {
			least, best = cost, puzzle.Clues()
		}
	}
	return best
}

// orders lists the orders of three things.
var orders = [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// columnCosts has the cost of each column of a grid in each place:
// [column][place].
type columnCosts [9][9]int32

// starts is the number of initial row orders in the search for the cheapest image,
// for the grid and for its transpose.
const starts = 24

// cheapestImage returns a cheap image of g by local search. For a given order of
// the rows, the best order of the columns can be computed directly, and vice
// versa. The two alternate until neither improves the cost.
func cheapestImage(g *sudoku.Grid, w *weights) (best sudoku.Grid) {
	rng := rand.New(rand.NewPCG(0, 0))
	least := int32(math.MaxInt32)
	across := transposedOf(*w)
	forward := linesOf([4]int{})
	transposed := transposedOf(*g)
	for _, grid := range []sudoku.Grid{*g, transposed} {
		for range starts {
			rows := linesOf([4]int{rng.IntN(6), rng.IntN(6), rng.IntN(6), rng.IntN(6)})
			image, cost := imageOf(&grid, rows, forward), int32(math.MaxInt32)
			for {
				columns := costsOf(&image, w)
				_, order := columns.cheapest()
				turned := transposedOf(imageOf(&image, forward, order))
				rows := costsOf(&turned, &across)
				rowCost, order := rows.cheapest()
				image = transposedOf(imageOf(&turned, forward, order))
				if rowCost >= cost {
					break
				}
				cost = rowCost
			}
			if cost < least {
				least, best = cost, image
			}
		}
	}
	return best
}

// costsOf returns what the columns of g cost.
func costsOf(g *sudoku.Grid, w *weights) (costs columnCosts) {
	for c := range g.Filled().All() {
		place := w[9*c.Row():][:9]
		column := &costs[c.Column()]
		for j := range column {
			column[j] += place[j]
		}
	}
	return costs
}

// cheapest returns the least cost of all orders of the columns, and the order.
func (costs *columnCosts) cheapest() (least int32, columns [9]int) {
	var stacks, ways [3][3]int32 // of each stack in each place: cost, and order of its columns
	for stack := range 3 {
		for place := range 3 {
			stacks[stack][place] = math.MaxInt32
			for way, order := range orders {
				cost := costs[3*stack+order[0]][3*place] + costs[3*stack+order[1]][3*place+1] + costs[3*stack+order[2]][3*place+2]
				if cost < stacks[stack][place] {
					stacks[stack][place], ways[stack][place] = cost, int32(way)
				}
			}
		}
	}
	least, best := int32(math.MaxInt32), 0
	for i, order := range orders {
		if cost := stacks[order[0]][0] + stacks[order[1]][1] + stacks[order[2]][2]; cost < least {
			least, best = cost, i
		}
	}
	list := [4]int{best}
	for place, stack := range orders[best] {
		list[1+place] = int(ways[stack][place])
	}
	return least, linesOf(list)
}

// linesOf returns nine lines in an order: of the chutes, and of the lines that come
// into the first, second and third chute.
func linesOf(list [4]int) (lines [9]int) {
	for i := range lines {
		lines[i] = 3*orders[list[0]][i/3] + orders[list[1+i/3]][i%3]
	}
	return lines
}

// imageOf returns g with rows and columns from other places.
func imageOf(g *sudoku.Grid, rows, columns [9]int) (image sudoku.Grid) {
	for c := range sudoku.Cell(81) {
		image[c] = g[sudoku.CellAt(rows[c.Row()], columns[c.Column()])]
	}
	return image
}

// transposedOf returns what g has in each cell with rows and columns exchanged.
func transposedOf[T ~[81]E, E any](g T) (image T) {
	for c := range sudoku.Cell(81) {
		image[c] = g[sudoku.CellAt(c.Column(), c.Row())]
	}
	return image
}
