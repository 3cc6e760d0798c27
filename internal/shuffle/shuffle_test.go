package shuffle

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// order is the number of isomorphisms, the size of the streams that matter most.
const order = 1_218_998_108_160

func drawUint128(t *rapid.T, label string) Uint128 {
	length := rapid.IntRange(0, 127).Draw(t, label+" bits")
	n := Uint128{rapid.Uint64().Draw(t, label+" hi"), rapid.Uint64().Draw(t, label+" lo")}
	switch {
	case length <= 64:
		n = Uint128{0, n.Lo & (1<<length - 1)}
	default:
		n.Hi &= 1<<(length-64) - 1
	}
	return n
}

func bigOf(x Uint128) *big.Int {
	hi := new(big.Int).SetUint64(x.Hi)
	return hi.Lsh(hi, 64).Or(hi, new(big.Int).SetUint64(x.Lo))
}

func TestUint128(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, y := drawUint128(t, "x"), drawUint128(t, "y")
		if got, want := bigOf(x.Add(y)), new(big.Int).Add(bigOf(x), bigOf(y)); got.Cmp(want) != 0 {
			t.Fatalf("sum %v, want %v", got, want)
		}
		if got, want := x.String(), bigOf(x).String(); got != want {
			t.Fatalf("printed as %s, want %s", got, want)
		}
		if x.Less(y) != (bigOf(x).Cmp(bigOf(y)) < 0) {
			t.Fatal("comparison")
		}
		if x.Add(y).Sub(y) != x {
			t.Fatal("difference")
		}
		n := max(y.Lo, 1)
		quotient, remainder := x.DivMod(n)
		wantQuotient, wantRemainder := new(big.Int).DivMod(bigOf(x), bigOf(Number(n)), new(big.Int))
		if bigOf(quotient).Cmp(wantQuotient) != 0 || bigOf(Number(remainder)).Cmp(wantRemainder) != 0 {
			t.Fatalf("%v / %d = %v, %d", x, n, quotient, remainder)
		}
		if got, want := bigOf(Multiply(x.Lo, y.Lo)), new(big.Int).Mul(bigOf(Number(x.Lo)), bigOf(Number(y.Lo))); got.Cmp(want) != 0 {
			t.Fatalf("product %v, want %v", got, want)
		}
	})
}

func TestPermutationIsOne(t *testing.T) {
	check := func(n, key uint64) {
		p := New(Number(n), key)
		seen := make([]bool, n)
		for k := range n {
			at := p.At(Number(k))
			if at.Hi != 0 || at.Lo >= n || seen[at.Lo] {
				t.Fatalf("permutation of %d, key %d: %v at %d is too large or the second", n, key, at, k)
			}
			seen[at.Lo] = true
		}
	}
	for n := range uint64(200) {
		for key := range uint64(20) {
			check(n, key)
		}
	}
	for _, n := range []uint64{362_880, 1 << 16, 1<<16 - 1, 1<<16 + 1, 999_983} {
		check(n, n)
	}
}

// On large numbers every round can be undone: this is what makes shuffle a
// permutation there.
func TestPermutationOfLargeNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := drawUint128(t, "n").Add(Number(1))
		if n.Hi>>63 != 0 {
			n.Hi = 1<<63 - 1
		}
		p := New(n, rapid.Uint64().Draw(t, "key"))
		if area := Multiply(p.a, p.b); area.Less(n) || n.Add(Number(p.a)).Less(area) {
			t.Fatalf("%d x %d for %v", p.a, p.b, n)
		}
		k := drawUint128(t, "k")
		for !k.Less(n) {
			k = Uint128{k.Hi / 2, k.Lo / 2}
		}
		if got := p.unshuffle(p.shuffle(k)); got != k {
			t.Fatalf("%v comes back as %v", k, got)
		}
		if !p.At(k).Less(n) {
			t.Fatalf("%v is not below %v", p.At(k), n)
		}
	})
}

func (p *Permutation) unshuffle(k Uint128) Uint128 {
	quotient, x := k.DivMod(p.a)
	y := quotient.Lo
	for _, r := range slices.Backward(p.rounds) {
		y = subMod(y, r.y.hash(x, p.b), p.b)
		x = subMod(x, r.x.hash(y, p.a), p.a)
	}
	return Multiply(y, p.a).Add(Number(x))
}

func subMod(x, y, m uint64) uint64 {
	if x >= y {
		return x - y
	}
	return m - (y - x)
}

// Over many keys every order of four numbers comes equally often, and so does
// every pair of numbers at two places of a larger permutation.
func TestPermutationIsFair(t *testing.T) {
	const keys = 240_000
	orders := map[[4]uint64]int{}
	pairs := map[[2]uint64]int{}
	for key := range uint64(keys) {
		p, q := New(Number(4), key), New(Number(25), key)
		var order [4]uint64
		for k := range order {
			order[k] = p.At(Number(uint64(k))).Lo
		}
		orders[order]++
		pairs[[2]uint64{q.At(Number(7)).Lo, q.At(Number(8)).Lo}]++
	}
	checkFair(t, "orders of 4", orders, 24, keys)
	checkFair(t, "pairs of 25", pairs, 600, keys)
}

// Along one permutation, the top of the numbers at neighbouring places looks
// independent.
func TestPermutationMixes(t *testing.T) {
	const draws = 40_000
	for _, n := range []Uint128{Number(draws * 64), Number(1e12), Number(1 << 62), Multiply(3e12, 1e7), Multiply(1<<62, 1<<62)} {
		for _, lag := range []uint64{1, 2, 1 << 10} {
			p := New(n, 5)
			bins := map[[2]uint64]int{}
			for k := range uint64(draws) {
				bins[[2]uint64{p.bin(p.At(Number(k))), p.bin(p.At(Number(k + lag)))}]++
			}
			checkFair(t, "pairs of neighbours", bins, 400, draws)
		}
	}
}

// bin returns which twentieth of the numbers k is in.
func (p *Permutation) bin(k Uint128) uint64 {
	product := new(big.Int).Mul(bigOf(k), big.NewInt(20))
	return product.Div(product, bigOf(p.n)).Uint64()
}

// checkFair compares counts with equal ones: chi-square must be within six
// standard deviations of its mean, on both sides.
func checkFair[K comparable](t *testing.T, what string, counts map[K]int, cases, total int) {
	t.Helper()
	mean := float64(total) / float64(cases)
	chi := mean * float64(cases-len(counts))
	for _, n := range counts {
		d := float64(n) - mean
		chi += d * d / mean
	}
	free := float64(cases - 1)
	if d := chi - free; d*d > 36*2*free {
		t.Errorf("%s: chi-square %.0f for %d cases", what, chi, cases)
	}
}

// Streams of puzzles follow these orders. If this test fails, fix the code so
// that these stay; never change them.
func TestPermutationGolden(t *testing.T) {
	for _, golden := range []struct {
		n   Uint128
		key uint64
		at  [4]Uint128 // the places 0, 1, 2 and n-1
	}{
		{Uint128{0, 10}, 0, [4]Uint128{{0, 1}, {0, 8}, {0, 0}, {0, 9}}},
		{Uint128{0, 10}, 1, [4]Uint128{{0, 8}, {0, 6}, {0, 0}, {0, 4}}},
		{Uint128{0, order}, 0, [4]Uint128{{0, 1166925425431}, {0, 983872256915}, {0, 609315941965}, {0, 258007336612}}},
		{Uint128{0, order}, 1 << 63, [4]Uint128{{0, 661593943326}, {0, 721161706174}, {0, 797397973011}, {0, 437940637157}}},
		{Uint128{0, 1<<64 - 1}, 1, [4]Uint128{{0, 10811682798963643980}, {0, 13758284059857141819}, {0, 10109689684481798142}, {0, 13726088711793497981}}},
		{Uint128{1 << 62, 12345}, 0, [4]Uint128{
			{3885151434911201262, 5228542909063246143},
			{2516598179273434028, 3614802410412237474},
			{4553071527655291712, 16837925834884703185},
			{3634754102332607339, 12792732169457286300},
		}},
	} {
		p := New(golden.n, golden.key)
		last := golden.n.Sub(Number(1))
		got := [4]Uint128{p.At(Number(0)), p.At(Number(1)), p.At(Number(2)), p.At(last)}
		filled := [4]Uint128{3: got[3]}
		if p.Fill(filled[:3], Number(0)); filled != got {
			t.Errorf("permutation of %v, key %d: filled with %v, want %v", golden.n, golden.key, filled, got)
		}
		if got != golden.at {
			t.Errorf("permutation of %v, key %d: %v, want %v", golden.n, golden.key, got, golden.at)
		}
	}
}

func TestPermutationPanics(t *testing.T) {
	for name, f := range map[string]func(){
		"too many":       func() { New(Uint128{1 << 63, 0}, 0) },
		"beyond the end": func() { New(Number(7), 0).At(Number(7)) },
		"of nothing":     func() { New(Number(0), 0).At(Number(0)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func BenchmarkPermutation(b *testing.B) {
	for name, n := range map[string]Uint128{
		"40bits": Number(order), "63bits": Number(order * 5_000_000), "83bits": Multiply(order, 1e7*1e6),
	} {
		b.Run(name, func(b *testing.B) {
			p := New(n, 1)
			k := n.Sub(Number(1 << 32))
			for b.Loop() {
				k.Lo++
				p.At(k)
			}
		})
	}
}
