package console

import (
	"fmt"
	"time"
)

// PerTime writes a rate of things per second, or per minute or hour if there are
// few.
func PerTime(things int, elapsed time.Duration) string {
	if elapsed <= 0 || things == 0 {
		return "0/s"
	}
	perSecond := float64(things) / elapsed.Seconds()
	switch {
	case perSecond >= 10:
		return fmt.Sprintf("%.0f/s", perSecond)
	case perSecond >= 0.1:
		return fmt.Sprintf("%.1f/s", perSecond)
	case perSecond*60 >= 0.1:
		return fmt.Sprintf("%.1f/min", perSecond*60)
	}
	return fmt.Sprintf("%.1f/h", perSecond*3600)
}

// Spoken writes a time in two units at most, such as 45s, 12m5s, 7h48m or 3d4h.
func Spoken(d time.Duration) string {
	const day = 24 * time.Hour
	if seconds := max(d, 0).Round(time.Second); seconds < time.Hour {
		return seconds.String()
	}
	if minutes := d.Round(time.Minute); minutes < day {
		return fmt.Sprintf("%dh%dm", minutes/time.Hour, minutes%time.Hour/time.Minute)
	}
	if hours := d.Round(time.Hour); hours < 1000*day {
		return fmt.Sprintf("%dd%dh", hours/day, hours%day/time.Hour)
	}
	return "years"
}

// TimeLeft returns how long it takes until some missing things are found, if they
// come as fast as those found so far. It is false if none was found.
func TimeLeft(missing, found int, elapsed time.Duration) (left time.Duration, ok bool) {
	if found <= 0 {
		return 0, false
	}
	left = time.Duration(min(float64(elapsed)*float64(missing)/float64(found), 1<<62))
	return left, true
}
