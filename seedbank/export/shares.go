package export

import (
	"cmp"
	"math/big"
	"slices"

	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// byLevel splits a draw of several levels into a draw for each level, so that
// levels can follow each other without a list of puzzles. The share of each level
// is its share of the matching seeds. If there are fewer seeds than puzzles to
// draw, it is its share of the matching puzzles.
func (p *planner) byLevel(whole Draw) ([]Draw, error) {
	levels := p.levels()
	var draws []Draw
	var numbers []shuffle.Uint128 // of puzzles
	for level := levels.Low; level <= levels.High; level++ {
		d := Draw{Level: level}
		puzzles, err := p.count(&d)
		if err != nil {
			return nil, err
		}
		draws, numbers = append(draws, d), append(numbers, puzzles)
	}
	if err := p.countOwnGrids(draws, false); err != nil {
		return nil, err
	}
	var weights []*big.Int
	for i, puzzles := range numbers {
		weight := new(big.Int).SetUint64(draws[i].Seeds)
		if !whole.Distinct {
			weight.SetUint64(puzzles.Hi).Lsh(weight, 64).Add(weight, new(big.Int).SetUint64(puzzles.Lo))
		}
		weights = append(weights, weight)
	}
	for i, n := range shares(whole.Puzzles, weights) {
		draws[i].Puzzles, draws[i].Distinct = n, draws[i].Seeds >= n
	}
	return slices.DeleteFunc(draws, func(d Draw) bool { return d.Puzzles == 0 }), nil
}

// levels returns the possible levels of a pack.
func (m *Manifest) levels() seedbank.Range[rating.Level] {
	return cmp.Or(m.Request.Levels, seedbank.Range[rating.Level]{Low: 1, High: rating.NumLevels})
}

// shares splits n in proportion to weights, which are not all 0. Shares are rounded
// down. The remainder goes, one each, to the shares with the largest fractions, the
// first ones first among equals. If n is not more than the sum of the weights, no
// share is more than its weight.
func shares(n uint64, weights []*big.Int) []uint64 {
	sum := new(big.Int)
	for _, weight := range weights {
		sum.Add(sum, weight)
	}
	parts, lost, order := make([]uint64, len(weights)), make([]*big.Int, len(weights)), make([]int, len(weights))
	left := n
	for i, weight := range weights {
		whole := new(big.Int).SetUint64(n)
		lost[i] = new(big.Int)
		whole.Mul(whole, weight).DivMod(whole, sum, lost[i])
		parts[i], order[i] = whole.Uint64(), i
		left -= parts[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(0, lost[a].Cmp(lost[b])) })
	for _, i := range order[:left] {
		parts[i]++
	}
	return parts
}
