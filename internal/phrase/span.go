package phrase

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ParseSpan reads a time such as 90s, 8h or 2d12h, which is more than 0.
func ParseSpan(text string) (time.Duration, error) {
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return 0, fmt.Errorf("%s of what? write %sh for hours or %sm for minutes", text, text, text)
	}
	const day = 24 * time.Hour
	count, rest, ok := strings.Cut(text, "d")
	if !ok {
		count, rest = "0", text
	}
	days, err := strconv.ParseUint(count, 10, 16) // of no more than 179 years
	span := time.Duration(days) * day
	if err == nil && rest != "" {
		var more time.Duration
		more, err = time.ParseDuration(rest)
		span += more
	}
	switch {
	case err != nil || strings.ContainsAny(rest, "+-"):
		return 0, fmt.Errorf("%q is not a time such as 90s, 8h or 2d", text)
	case span <= 0:
		return 0, fmt.Errorf("%q is not a time: it must be more than 0", text)
	}
	return span, nil
}
