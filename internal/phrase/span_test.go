package phrase

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A time of day is the next one after now: within a day, in the zone of now.
func TestParseClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		hour, minute := rapid.IntRange(0, 23).Draw(t, "hour"), rapid.IntRange(0, 59).Draw(t, "minute")
		zone := time.FixedZone("there", rapid.IntRange(-12*3600, 14*3600).Draw(t, "zone"))
		now := time.Unix(rapid.Int64Range(0, 4e9).Draw(t, "now"), rapid.Int64Range(0, 999_999_999).Draw(t, "fraction")).In(zone)
		got, err := ParseClock(fmt.Sprintf("%d:%02d", hour, minute), now)
		if err != nil || got.Hour() != hour || got.Minute() != minute || got.Second()+got.Nanosecond() != 0 {
			t.Fatalf("%d:%02d is read as %v, %v", hour, minute, got, err)
		}
		if wait := got.Sub(now); wait <= 0 || wait > 24*time.Hour {
			t.Fatalf("it is %v after %v", wait, now)
		}
	})
	for _, text := range []string{"", "6", "24:00", "6:60", "6:3", "06:30:00", "6.30", "-1:00", " 6:30"} {
		if got, err := ParseClock(text, time.Now()); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
