package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// targetKinds are the kinds of seeds that targets can count, by the word before
// the colon. Each turns what follows into one target a value.
var targetKinds = map[string]func(text string) ([]mine.Target, error){
	"":          levelTargets,
	"clues":     clueTargets,
	"technique": techniqueTargets,
}

// parseTargets reads targets such as 9=5000, clues:18=100 and
// technique:jellyfish=50. Of two for the same kind the last counts.
func parseTargets(texts []string) (targets []mine.Target, err error) {
	for _, text := range texts {
		some, err := parseTarget(text)
		if err != nil {
			return nil, err
		}
		for _, t := range some {
			targets = withTarget(targets, t)
		}
	}
	return targets, nil
}

func parseTarget(text string) ([]mine.Target, error) {
	kind, number, ok := strings.Cut(text, "=")
	if !ok {
		return nil, fmt.Errorf("%q is not KIND=N", text)
	}
	word, value, ok := strings.Cut(kind, ":")
	if !ok {
		word, value = "", kind
	}
	parse, ok := targetKinds[word]
	if !ok {
		return nil, fmt.Errorf(`%q: seeds are counted by level (9=N), "clues:" or "technique:"`, text)
	}
	targets, err := parse(value)
	if err != nil {
		return nil, err
	}
	n, err := parseCount(number)
	for i := range targets {
		targets[i].Seeds = n
	}
	return targets, err
}

// withTarget returns targets with another one, in the place of the one of that
// name if there is one.
func withTarget(targets []mine.Target, t mine.Target) []mine.Target {
	for i := range targets {
		if targets[i].Name == t.Name {
			targets[i] = t
			return targets
		}
	}
	return append(targets, t)
}

func levelTargets(text string) (targets []mine.Target, err error) {
	low, high, err := parseLevels(text)
	for level := low; level <= high && err == nil; level++ {
		targets = append(targets, mine.Target{
			Name: level.Title(),
			Kind: seedbank.Filter{Levels: seedbank.Range[rating.Level]{Low: level, High: level}},
		})
	}
	return targets, err
}

func clueTargets(text string) (targets []mine.Target, err error) {
	low, high, err := parseClues(text)
	for clues := low; clues <= high && err == nil; clues++ {
		targets = append(targets, mine.Target{
			Name: fmt.Sprintf("%d clues", clues),
			Kind: seedbank.Filter{Clues: seedbank.Range[int]{Low: clues, High: clues}},
		})
	}
	return targets, err
}

func techniqueTargets(text string) (targets []mine.Target, err error) {
	techniques := slices.Collect(rating.Techniques())
	if text != "all" {
		techniques, err = parseTechniques([]string{text})
	}
	for _, t := range techniques {
		targets = append(targets, mine.Target{Name: t.String(), Kind: seedbank.Filter{Uses: []rating.Technique{t}}})
	}
	return targets, err
}
