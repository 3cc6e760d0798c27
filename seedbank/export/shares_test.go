package export

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Shares add up, differ by less than one from what is due, and are never more
// than there is.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.Uint64Range(0, 1<<40), 1, 9).Draw(t, "weights")
		sum, large := uint64(0), []*big.Int{}
		for _, weight := range weights {
			sum += weight
			large = append(large, new(big.Int).SetUint64(weight))
		}
		if sum == 0 {
			t.Skip("nothing to choose from")
		}
		n := rapid.Uint64Range(0, sum).Draw(t, "n")
		total := uint64(0)
		for i, share := range shares(n, large) {
			total += share
			due := float64(n) * float64(weights[i]) / float64(sum)
			if share > weights[i] || float64(share) < due-1.001-due*1e-12 || float64(share) > due+1.001+due*1e-12 {
				t.Fatalf("share %d of %d is %d, due are %v", i, n, share, due)
			}
		}
		if total != n {
			t.Fatalf("the shares of %d add up to %d", n, total)
		}
	})
}
