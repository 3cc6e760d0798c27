package transform

import "sync"

// canShuffle reports whether the processor has the instruction PSHUFB. Nearly
// all have had it since 2006, but it is not a matter of course on amd64.
var canShuffle = sync.OnceValue(func() bool {
	const ssse3 = 1 << 9
	return features()&ssse3 != 0
})

// features returns the feature flags that CPUID leaves in ECX for function 1.
func features() uint32

// shuffleBytes does what shufflePlain does, on a processor with PSHUFB. What
// follows the first 81 bytes of line is undefined.
//
//go:noescape
func shuffleBytes(line *line88, grid *source, order *shuffle)

func shuffleGrid(line *line88, grid *source, order *shuffle) {
	if canShuffle() {
		shuffleBytes(line, grid, order)
		return
	}
	shufflePlain(line, grid, order)
}
