package transform

import "golang.org/x/sys/cpu"

// shuffleBytes does what shufflePlain does, on a processor with PSHUFB. What
// follows the first 81 bytes of line is undefined.
//
//go:noescape
func shuffleBytes(line *line88, grid *source, order *recipe)

// keptBytes does what keptPlain does, in the same way.
//
//go:noescape
func keptBytes(line *line88, grid *source, order *recipe, kept *patternRows)

func shuffleGrid(line *line88, grid *source, order *recipe) {
	// Nearly all processors since 2006 have PSHUFB, but amd64 does not guarantee
	// it.
	if cpu.X86.HasSSSE3 {
		shuffleBytes(line, grid, order)
		return
	}
	shufflePlain(line, grid, order)
}

func shuffleKept(line *line88, grid *source, order *recipe, kept *patternRows) {
	if cpu.X86.HasSSSE3 {
		keptBytes(line, grid, order, kept)
		return
	}
	keptPlain(line, grid, order, kept)
}
