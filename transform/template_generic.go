//go:build !amd64

package transform

func shuffleGrid(line *line88, grid *source, order *shuffle) {
	shufflePlain(line, grid, order)
}
