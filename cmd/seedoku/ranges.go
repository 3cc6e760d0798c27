package main

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/seedoku/seedoku/rating"
)

// parseRange reads "3" or "3-5", both ends included, with the ends read by
// parse and no less than least and no more than most.
func parseRange[T cmp.Ordered](text string, least, most T, parse func(string) (T, error)) (low, high T, err error) {
	first, last, isRange := strings.Cut(text, "-")
	if low, err = parse(strings.TrimSpace(first)); err != nil {
		return low, high, err
	}
	high = low
	if isRange {
		if high, err = parse(strings.TrimSpace(last)); err != nil {
			return low, high, err
		}
	}
	switch {
	case low > high:
		return low, high, fmt.Errorf("the range %s is upside down", text)
	case low < least || high > most:
		return low, high, fmt.Errorf("%s is not within %v-%v", text, least, most)
	}
	return low, high, nil
}

func parseLevels(text string) (low, high rating.Level, err error) {
	return parseRange(text, 1, rating.NumLevels, func(s string) (rating.Level, error) {
		n, err := parseCount(s)
		return rating.Level(min(n, rating.NumLevels+1)), err
	})
}

func parseClues(text string) (low, high int, err error) {
	return parseRange(text, 17, 80, parseCount)
}

func parseCount(text string) (int, error) {
	n, err := strconv.ParseUint(text, 10, 31)
	if err != nil {
		return 0, fmt.Errorf("%q is not a number", text)
	}
	return int(n), nil
}
