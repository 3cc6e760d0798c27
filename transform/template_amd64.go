package transform

import "golang.org/x/sys/cpu"

// shuffleBytes does what shufflePlain does, on a processor with PSHUFB. What
// follows the first 81 bytes of line is undefined.
//
//go:noescape
func shuffleBytes(line *line88, grid *source, order *recipe)

func shuffleGrid(line *line88, grid *source, order *recipe) {
	// Nearly all processors have had PSHUFB since 2006, but it is not a matter of
	// course on amd64.
	if cpu.X86.HasSSSE3 {
		shuffleBytes(line, grid, order)
		return
	}
	shufflePlain(line, grid, order)
}
