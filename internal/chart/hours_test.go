package chart

import (
	"bytes"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Every hour with seeds is drawn, alone or with its neighbors, within the plot.
func TestPerHour(t *testing.T) {
	begun := time.Date(2030, 1, 1, 7, 0, 0, 0, time.UTC)
	rapid.Check(t, func(t *rapid.T) {
		seeds := rapid.SliceOfN(rapid.IntRange(0, 1_000_000), 0, 400).Draw(t, "seeds")
		each := max(1, (len(seeds)+mostBars-1)/mostBars)
		var want []string
		for from := 0; from < len(seeds); from += each {
			part, sum := seeds[from:min(from+each, len(seeds))], 0
			for _, n := range part {
				sum += n
			}
			if n := (sum + len(part) - 1) / len(part); n > 0 {
				noun := "seeds"
				if n == 1 {
					noun = "seed"
				}
				want = append(want, fmt.Sprintf("from %s UTC: %s %s per hour", begun.Add(time.Duration(from)*time.Hour).Format("2006-01-02 15:04"), commas(n), noun))
			}
		}
		var figure bytes.Buffer
		if err := PerHour(&figure, begun, seeds); err != nil {
			t.Fatal(err)
		}
		if got := notesOf(t, figure.Bytes())["hours"]; fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("drawn are %v, want %v", got, want)
		}
	})
}
