package phrase

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeUnits are the units of sizes of files, the largest first.
var sizeUnits = [...]struct {
	name  string
	bytes float64
}{{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"kB", 1e3}}

// ParseSize reads a size such as 10GB, 1.5 TB or 800MB, in bytes. A kB has 1000 of them.
func ParseSize(text string) (bytes int64, err error) {
	for _, unit := range sizeUnits {
		if len(text) <= len(unit.name) {
			continue
		}
		number, name := text[:len(text)-len(unit.name)], text[len(text)-len(unit.name):]
		if !strings.EqualFold(name, unit.name) {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if err != nil || !(n >= 0 && n*unit.bytes < math.MaxInt64) {
			break
		}
		return int64(n * unit.bytes), nil
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%s of what? write %sGB or %sMB", text, text, text)
	}
	return 0, fmt.Errorf("%q is no size such as 10GB, 1.5GB or 800MB", text)
}

// Size writes a number of bytes with three digits, such as 20.4 MB or 1.50 GB.
func Size(bytes int64) string {
	for _, unit := range sizeUnits {
		if n := float64(bytes) / unit.bytes; n >= 0.9995 {
			return strconv.FormatFloat(n, 'f', max(0, 2-int(math.Log10(n*1.0005))), 64) + " " + unit.name
		}
	}
	return Count(bytes, "byte")
}
