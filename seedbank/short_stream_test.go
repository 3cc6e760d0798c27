package seedbank

import (
	"fmt"
	"maps"
	"slices"
	"testing"
)

// A stream for one puzzle, as a program that prints one and ends needs it, costs
// little, however large the selection.
func TestShortStreamAllocatesLittle(t *testing.T) {
	selection := manyTimes(t, bankOf(t, someSeeds()), Filter{}, 1000)
	result := testing.Benchmark(func(b *testing.B) { benchmarkShortStream(b, selection) })
	if bytes := result.AllocedBytesPerOp(); bytes > 32<<10 {
		t.Errorf("a stream for one puzzle of %d seeds allocates %d bytes", selection.Len(), bytes)
	}
}

// BenchmarkShortStream draws one puzzle from a new stream.
func BenchmarkShortStream(b *testing.B) {
	bank := bankOf(b, someSeeds())
	for _, name := range slices.Sorted(maps.Keys(shortStreams)) {
		b.Run(name, func(b *testing.B) { benchmarkShortStream(b, manyTimes(b, bank, shortStreams[name], 1000)) })
	}
}

var shortStreams = map[string]Filter{"seeds": {}, "rungs": {Rungs: true}}

func benchmarkShortStream(b *testing.B, selection *Selection) {
	b.ReportAllocs()
	key := uint64(0)
	for b.Loop() {
		key++
		if _, err := selection.Stream(key).Next(background); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	bank := bankOf(b, someSeeds())
	for _, rungs := range []bool{false, true} {
		b.Run(fmt.Sprintf("rungs=%v", rungs), func(b *testing.B) {
			selection := selectFrom(b, bank, Filter{Rungs: rungs})
			stream := selection.Stream(1)
			for range 20 * selection.Len() { // until nearly all picks are at hand
				next(b, stream)
			}
			var line []byte
			for b.Loop() {
				drawn, err := stream.Next(background)
				if err != nil {
					b.Fatal(err)
				}
				line = drawn.AppendLine(line[:0], '.')
			}
		})
	}
}
