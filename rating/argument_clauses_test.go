package rating

import (
	"slices"

	"github.com/seedoku/seedoku/sudoku"
)

// possible reports whether clauses can all be true together, in cells that have one
// digit and in houses that have each digit once.
func (r *reader) possible(clauses []clause) bool {
	truth := map[literal]bool{} // of literals that are true
	var named []sudoku.Candidate
	for _, c := range clauses {
		for _, l := range c {
			if !slices.Contains(named, l.candidate()) {
				named = append(named, l.candidate())
			}
		}
	}
	for _, k := range named {
		if !r.at.Candidates[k.Cell()].Has(k.Digit()) {
			truth[off(k)] = true
		}
	}
	return satisfiable(clauses, named, truth)
}

// satisfiable tries to make clauses true with what is true already.
func satisfiable(clauses []clause, named []sudoku.Candidate, truth map[literal]bool) bool {
	var shortest clause
	for {
		shortest = nil
		changed := false
		for _, c := range clauses {
			var open clause
			done := false
			for _, l := range c {
				done = done || truth[l]
				if !truth[l.opposite()] {
					open = append(open, l)
				}
			}
			switch {
			case done:
			case len(open) == 0:
				return false
			case len(open) == 1:
				if !assume(open[0], named, truth) {
					return false
				}
				changed = true
			case shortest == nil || len(open) < len(shortest):
				shortest = open
			}
		}
		if !changed {
			break
		}
	}
	if shortest == nil {
		return true
	}
	for _, l := range shortest {
		tried := map[literal]bool{}
		for known := range truth {
			tried[known] = true
		}
		if assume(l, named, tried) && satisfiable(clauses, named, tried) {
			return true
		}
	}
	return false
}

// assume makes a literal true, and what it excludes false. It reports whether that is
// possible.
func assume(l literal, named []sudoku.Candidate, truth map[literal]bool) bool {
	if truth[l.opposite()] {
		return false
	}
	truth[l] = true
	if !l.on() {
		return true
	}
	k := l.candidate()
	for _, other := range named {
		if other != k && (other.Cell() == k.Cell() || other.Digit() == k.Digit() && other.Cell().Sees(k.Cell())) {
			if truth[on(other)] {
				return false
			}
			truth[off(other)] = true
		}
	}
	return true
}
