package seedbank_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
)

// A stream for one puzzle, as a program that prints one and ends needs it, costs
// little, however large the selection.
func TestShortStreamAllocatesLittle(t *testing.T) {
	selection := manyTimes(t, seedtest.BankOf(t, seedtest.SomeSeeds()), seedbank.Filter{}, 1000)
	result := testing.Benchmark(func(b *testing.B) { benchmarkShortStream(b, selection) })
	if bytes := result.AllocedBytesPerOp(); bytes > 32<<10 {
		t.Errorf("a stream for one puzzle of %d seeds allocates %d bytes", selection.Len(), bytes)
	}
}

// BenchmarkShortStream draws one puzzle from a new stream.
func BenchmarkShortStream(b *testing.B) {
	bank := seedtest.BankOf(b, seedtest.SomeSeeds())
	for _, name := range slices.Sorted(maps.Keys(shortStreams)) {
		b.Run(name, func(b *testing.B) { benchmarkShortStream(b, manyTimes(b, bank, shortStreams[name], 1000)) })
	}
}

var shortStreams = map[string]seedbank.Filter{"seeds": {}, "rungs": {Rungs: true}}

func benchmarkShortStream(b *testing.B, selection *seedbank.Selection) {
	b.ReportAllocs()
	key := uint64(0)
	for b.Loop() {
		key++
		if _, err := selection.Stream(key).Next(seedtest.Background); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkStream(b *testing.B) {
	bank := seedtest.BankOf(b, seedtest.SomeSeeds())
	for _, rungs := range []bool{false, true} {
		b.Run(fmt.Sprintf("rungs=%v", rungs), func(b *testing.B) {
			selection := seedtest.SelectFrom(b, bank, seedbank.Filter{Rungs: rungs})
			stream := selection.Stream(1)
			for range 20 * selection.Len() { // until nearly all picks are at hand
				next(b, stream)
			}
			var line []byte
			for b.Loop() {
				drawn, err := stream.Next(seedtest.Background)
				if err != nil {
					b.Fatal(err)
				}
				line = drawn.AppendLine(line[:0], '.')
			}
		})
	}
}
