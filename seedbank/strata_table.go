package seedbank

import (
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// strataTable is a table of strata. Seeds have slots in theirs; what other strata
// hold is listed on pages.
type strataTable struct {
	name   string
	number string // column: how many seeds or rungs a stratum holds
	key    string // columns that no two strata have in common
	pages  string // table of pages, or empty; its column of places has the name of number

	symmetric bool // it has the columns symmetry, conjugates and minimal
	minimal   bool // it is of seeds; if it is symmetric, a column says so

	leastBytes uint64 // that a seed or rung takes in the bank
}

var (
	seedStrata = &strataTable{
		name: "strata", number: "seeds", key: "er, clues, automorphisms, hardest", minimal: true,
		leastBytes: 8 + 8 + 20, // key, solution, puzzle
	}
	rungStrata = &strataTable{
		name: "rung_strata", number: "rungs", key: "er, clues, automorphisms, hardest",
		pages: "rung_pages", leastBytes: 2,
	}
	symmetricStrata = &strataTable{
		name: "symmetric_strata", number: "picks", key: "er, clues, automorphisms, hardest, symmetry, conjugates, minimal",
		symmetric: true,
		pages:     "symmetric_pages", leastBytes: 2,
	}
)

// strataTables are all tables of strata.
var strataTables = []*strataTable{seedStrata, rungStrata, symmetricStrata}

// columns are what is read of a stratum of t in a bank with digests or without, in the order of
// [stratumRow.columns].
func (t *strataTable) columns(digests bool) string {
	digest := "digest"
	if !digests {
		digest = "0"
	}
	columns := "id, level, er, clues, automorphisms, hardest, " + t.number + " AS number, " + digest
	if t.symmetric {
		columns += ", symmetry, conjugates, minimal"
	}
	return columns
}

// pickKey is what the rungs of a stratum have in common, or the picks of a stratum
// of symmetric ones.
type pickKey struct {
	er            rating.Tenths
	clues         int
	automorphisms uint64
	hardest       rating.Technique

	symmetry   transform.Symmetry // none: the stratum is one of rung_strata, and what follows is zero
	conjugates int
	minimal    bool
}

// rungKeyOf returns the key of the stratum that a rung of a seed belongs to.
func rungKeyOf(s *seed.Seed, r *seed.Rung) pickKey {
	return pickKey{er: r.ER, clues: s.Puzzle.NumClues() + r.Added.Len(), automorphisms: r.Automorphisms, hardest: r.Hardest}
}

// seedKeyOf returns what the key of a rung would be if a seed were one.
func seedKeyOf(s *seed.Seed) pickKey {
	return pickKey{er: s.Rating.ER, clues: s.Puzzle.NumClues(), automorphisms: s.Automorphisms, hardest: s.Rating.Hardest, minimal: true}
}

// symmetric returns the keys of the strata of symmetric picks to which a pick with
// a pattern belongs, none for nearly all patterns.
func (k pickKey) symmetric(pattern sudoku.Cells) (keys []pickKey) {
	numbers := transform.Conjugates(pattern)
	for s := range transform.Symmetries() {
		if numbers[s] > 0 {
			k.symmetry, k.conjugates = s, numbers[s]
			keys = append(keys, k)
		}
	}
	return keys
}

// values returns the values of the columns in the key of t, with the number that
// the bank gives the hardest technique.
func (k *pickKey) values(t *strataTable, hardest uint64) []any {
	values := []any{k.er, k.clues, k.automorphisms, hardest}
	if t == symmetricStrata {
		values = append(values, k.symmetry.String(), k.conjugates, k.minimal)
	}
	return values
}

// markOf returns a number that stands for a pick at a place, in the stratum of k.
func (k *pickKey) markOf(place int) uint64 {
	mark := uint64(place)
	for _, part := range []uint64{
		uint64(k.er), uint64(k.clues), k.automorphisms, uint64(k.hardest), uint64(k.symmetry), uint64(k.conjugates),
	} {
		mark = shuffle.Mix(mark ^ part)
	}
	if k.minimal {
		mark = shuffle.Mix(mark)
	}
	return mark
}
