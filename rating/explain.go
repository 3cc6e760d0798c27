package rating

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/sudoku"
)

// Conclusion returns the digit that s places and the candidates that it removes,
// such as
//
//	r1c2=5; r4c7, r4c8<>2; r4c8<>3
//
// Candidates of the cell that it fills are not mentioned.
func (s *Step) Conclusion() string {
	var parts []string
	if s.Places {
		parts = append(parts, s.Placement.String())
	}
	var gone [9][]sudoku.Cell
	for _, k := range s.Eliminations {
		if !s.Places || k.Cell() != s.Placement.Cell() {
			gone[k.Digit()-1] = append(gone[k.Digit()-1], k.Cell())
		}
	}
	for d, cells := range gone {
		if len(cells) > 0 {
			slices.Sort(cells)
			parts = append(parts, fmt.Sprintf("%s<>%d", joined(cells, ", "), d+1))
		}
	}
	return strings.Join(parts, "; ")
}

// cellNames lists cells, ascending, such as r1c1, r1c2 and r1c9.
func cellNames(cells []sudoku.Cell) string {
	return joined(slices.Sorted(slices.Values(cells)), " and ")
}

// digitNames lists digits, such as 4, 5 and 6.
func digitNames(digits sudoku.Digits) string { return joinedDigits(digits, " and ") }

func joinedDigits(digits sudoku.Digits, last string) string {
	return joined(slices.Collect(digits.All()), last)
}

// cellsNamed is cellNames with the word before it, such as cells r1c1 and r1c2.
func cellsNamed(cells []sudoku.Cell) string {
	if len(cells) == 1 {
		return "cell " + cellNames(cells)
	}
	return "cells " + cellNames(cells)
}

// allOf returns the word for all of several cells.
func allOf(cells []sudoku.Cell) string {
	if len(cells) == 2 {
		return "both"
	}
	return "all"
}

// houseNames lists houses of a kind, ascending, such as rows 1, 4 and 9.
func houseNames(houses []sudoku.House) string {
	if len(houses) == 1 {
		return houses[0].String()
	}
	kind, _, _ := strings.Cut(houses[0].String(), " ")
	plural := map[string]string{"row": "rows ", "column": "columns ", "box": "boxes "}[kind]
	numbers := make([]int, len(houses))
	for i, h := range slices.Sorted(slices.Values(houses)) {
		numbers[i] = int(h%9) + 1
	}
	return plural + joined(numbers, " and ")
}

// joined lists things with commas, but with another separator before the last.
func joined[T any](things []T, last string) string {
	var b strings.Builder
	for i, thing := range things {
		switch {
		case i == 0:
		case i == len(things)-1:
			b.WriteString(last)
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, thing)
	}
	return b.String()
}
