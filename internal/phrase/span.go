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
		return 0, fmt.Errorf("%q is not a time such as 90s, 1.5h or 2d", text)
	case span <= 0:
		return 0, fmt.Errorf("%q is not a time: it must be more than 0", text)
	}
	return span, nil
}

// ParseClock reads a time of day such as 6:30 or 22:15. It returns the next such time after
// now, in the time zone of now.
func ParseClock(text string, now time.Time) (time.Time, error) {
	clock, err := time.Parse("15:04", text)
	if err != nil {
		return time.Time{}, fmt.Errorf("%q is no time of day such as 06:30", text)
	}
	year, month, day := now.Date()
	at := func(day int) time.Time {
		return time.Date(year, month, day, clock.Hour(), clock.Minute(), 0, 0, now.Location())
	}
	if next := at(day); next.After(now) {
		return next, nil
	}
	return at(day + 1), nil
}
