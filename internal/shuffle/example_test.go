package shuffle_test

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/shuffle"
)

// Ten numbers in the order of key 7, then one place of a stream of 10^24.
func ExamplePermutation() {
	p := shuffle.New(shuffle.Number(10), 7)
	numbers := make([]shuffle.Uint128, 10)
	p.Fill(numbers, shuffle.Number(0))
	fmt.Println(numbers)

	n := shuffle.Multiply(1_000_000_000_000, 1_000_000_000_000)
	fmt.Println(shuffle.New(n, 7).At(shuffle.Number(123_456_789)))
	// Output:
	// [9 8 0 5 6 2 7 1 4 3]
	// 999084289508667951374414
}
