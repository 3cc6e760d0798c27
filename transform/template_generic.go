//go:build !amd64

package transform

func shuffleGrid(line *line88, grid *source, order *recipe) {
	shufflePlain(line, grid, order)
}

func shuffleKept(line *line88, grid *source, order *recipe, kept *patternRows) {
	keptPlain(line, grid, order, kept)
}
