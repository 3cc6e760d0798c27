package chart

import (
	"fmt"
	"strconv"
)

// Commas returns the decimal digits of a number with commas between the
// thousands: 1234567 becomes 1,234,567. It takes digits, not a number, because
// counts of puzzles are larger than any integer of Go.
func Commas(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

func commas(n int) string { return Commas(strconv.Itoa(n)) }

// units are the sizes that brief counts in, with the least count for each. It
// is 999,500 for millions, because 1000k would take five characters.
var units = [...]struct {
	least, size int64
	letter      string
}{
	{999_500, 1_000_000, "M"},
	{1000, 1000, "k"},
}

// brief returns a count in at most four characters, such as 950, 4.5k or 12k. It
// takes more from 999.5 million on.
func brief(count int) string {
	n := int64(count)
	for _, unit := range units {
		if n < unit.least {
			continue
		}
		tenths := (n*10 + unit.size/2) / unit.size
		if tenths < 100 {
			return fmt.Sprintf("%d.%d%s", tenths/10, tenths%10, unit.letter)
		}
		return fmt.Sprintf("%d%s", (n+unit.size/2)/unit.size, unit.letter)
	}
	return strconv.Itoa(count)
}
