package sudoku

import (
	"fmt"
	"slices"
)

// The first house of each kind, and the number of houses.
const (
	FirstRow    House = 0
	FirstColumn House = 9
	FirstBox    House = 18
	NumHouses         = 27
)

var (
	houseList, houseCells           = listHouses()
	cellHouses, cellPeers, peerList = listPeers()
	houseKinds                      = [3]string{"row", "column", "box"}
)

func listHouses() (list [NumHouses][9]Cell, sets [NumHouses]Cells) {
	for i := range 9 {
		for j := range 9 {
			list[FirstRow+House(i)][j] = CellAt(i, j)
			list[FirstColumn+House(i)][j] = CellAt(j, i)
			list[FirstBox+House(i)][j] = CellAt(i/3*3+j/3, i%3*3+j%3)
		}
	}
	for h, cells := range list {
		sets[h] = CellSet(cells[:]...)
	}
	return list, sets
}

func listPeers() (houses [81][3]House, sets [81]Cells, list [81][20]Cell) {
	for c := range Cell(81) {
		houses[c] = [3]House{FirstRow + House(c.Row()), FirstColumn + House(c.Column()), FirstBox + House(c.Box())}
		for _, h := range houses[c] {
			sets[c] = sets[c].Or(houseCells[h])
		}
		sets[c] = sets[c].Without(c)
		copy(list[c][:], slices.Collect(sets[c].All()))
	}
	return houses, sets, list
}

// Cells returns the nine cells of h as a set.
func (h House) Cells() Cells { return houseCells[h] }

// List returns the nine cells of h in order: a row from left to right, a column
// from top to bottom, a box row by row. The array must not be changed.
func (h House) List() *[9]Cell { return &houseList[h] }

// String returns the name of h, such as row 4 or box 9.
func (h House) String() string { return fmt.Sprintf("%s %d", houseKinds[h/9], h%9+1) }

// Houses returns the row, the column and the box of c, in this order.
func (c Cell) Houses() [3]House { return cellHouses[c] }

// Peers returns the 20 cells that share a house with c.
func (c Cell) Peers() Cells { return cellPeers[c] }

// PeerList returns the peers of c, ascending. The array must not be changed.
func (c Cell) PeerList() *[20]Cell { return &peerList[c] }

// Sees reports whether c and d are different cells of one house.
func (c Cell) Sees(d Cell) bool { return cellPeers[c].Has(d) }
