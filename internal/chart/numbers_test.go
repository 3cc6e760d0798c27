package chart

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCommasKeepTheDigits(t *testing.T) {
	form := regexp.MustCompile(`^[0-9]{1,3}(,[0-9]{3})*$`)
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.StringMatching(`[1-9][0-9]{0,39}`).Draw(t, "digits")
		with := Commas(digits)
		if !form.MatchString(with) || strings.ReplaceAll(with, ",", "") != digits {
			t.Fatalf("%s with commas is %s", digits, with)
		}
	})
}

func TestBrief(t *testing.T) {
	for n, want := range map[int]string{
		0: "0", 999: "999", 1000: "1.0k", 4449: "4.4k", 9949: "9.9k", 9950: "10k", 12_499: "12k", 12_500: "13k",
		999_499: "999k", 999_500: "1.0M", 2_500_000: "2.5M", 999_499_999: "999M",
	} {
		if got := brief(n); got != want {
			t.Errorf("brief(%d) = %s, want %s", n, got, want)
		}
	}
}

// A brief count has at most four characters and is wrong by 5 parts in 100 at
// most.
func TestBriefIsShortAndClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 999_499_999).Draw(t, "n")
		text := brief(n)
		size := 1.0
		for letter, factor := range map[string]float64{"k": 1e3, "M": 1e6} {
			if strings.HasSuffix(text, letter) {
				size = factor
			}
		}
		value, err := strconv.ParseFloat(strings.TrimRight(text, "kM"), 64)
		if err != nil || len(text) > 4 || math.Abs(value*size-float64(n)) > 0.05*float64(n) {
			t.Fatalf("brief(%d) = %s", n, text)
		}
	})
}
