package change_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

var corruptions = flag.Int("corruptions", 0, "number of damaged banks to read; 0: as many as take a few seconds")

// corrupt damages the file of a bank, and says how.
func corrupt(file []byte, random *rand.Rand) ([]byte, string) {
	const page = 4096
	pages := len(file) / page
	at := func(n int) []byte { return file[n*page:][:page] }
	// used returns the place of a byte that is not 0: most of a small bank is empty.
	used := func(part []byte) int {
		for {
			if i := random.IntN(len(part)); part[i] != 0 {
				return i
			}
		}
	}
	one, other := used(file)/page, random.IntN(pages)
	switch random.IntN(6) {
	case 0:
		n := 1 + random.IntN(5)
		for range n {
			at(one)[used(at(one))] ^= 1 << random.IntN(8)
		}
		return file, fmt.Sprintf("%d bits of page %d flipped", n, one)
	case 1:
		for range 5 {
			file[used(file)] = byte(random.Uint32())
		}
		return file, "5 bytes anywhere changed"
	case 2:
		clear(at(one))
		return file, fmt.Sprintf("page %d zeroed", one)
	case 3:
		for i := range at(one) {
			at(one)[i], at(other)[i] = at(other)[i], at(one)[i]
		}
		return file, fmt.Sprintf("pages %d and %d swapped", one, other)
	case 4:
		copy(at(one), at(other))
		return file, fmt.Sprintf("page %d written over page %d", other, one)
	default:
		n := random.IntN(len(file))
		return file[:n], fmt.Sprintf("cut to %d bytes", n)
	}
}

// A damaged file makes no false puzzle, no panic and no endless loop.
func TestDamagedFilesMakeNoFalsePuzzles(t *testing.T) {
	t.Parallel()
	n := *corruptions
	if n == 0 {
		n = 60
	}
	seeds := trulyRated(t, 12)
	all := truthOf(seeds)
	bank := seedtest.BankOf(t, seeds)
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if err := change.Compact(seedtest.Background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "bank.db")
	opened, sound := 0, 0
	for i := range n {
		file, how := corrupt(append([]byte(nil), whole...), rand.New(rand.NewPCG(uint64(i), 7)))
		how = fmt.Sprintf("corruption %d: %s", i, how)
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		within(t, how, func() {
			bank, err := seedbank.Open(seedtest.Background, path)
			if err != nil {
				return
			}
			defer bank.Close()
			opened++
			if err := all.draws(bank); err != nil {
				t.Errorf("%s: a false puzzle: %v", how, err)
			}
			problems := 0
			_, err = repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Ratings: true, Problem: func(error) { problems++ }})
			if err == nil && problems == 0 {
				sound++
			}
		})
	}
	t.Logf("%d damaged banks, %d of them opened, %d had nothing changed that matters", n, opened, sound)
}
