package mini

import (
	"slices"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Seed is a puzzle of a mini bank, with its rungs.
type Seed struct {
	// Clues are the clues in the mini bank: arranged to take few bits, with digits
	// numbered in the order of their first occurrence.
	Clues sudoku.Grid

	// Levels has the levels of the puzzle and of its rungs: Levels[i] is the
	// level with the first i groups of its ladder added.
	Levels []rating.Level
}

// kind has the properties that all seeds of a mini bank share.
type kind struct {
	symmetry  transform.Symmetry
	low, high rating.Level
	odds      odds
}

// odds has, for each cell, the number of times that it holds a clue in oddsOf
// cases.
type odds [81]int

const oddsOf = base + 1

// A ladder goes through the cells in steps of ladderStep: so clues that are added
// one after the other are far apart.
const ladderStep = 32

// The level of a rung is the one of the rung before in sameLevel of sameLevelOf
// cases, and nearly always if that is the lowest one already.
const (
	sameLevel   = 30
	sameLowest  = 60
	sameLevelOf = 61
)

// sameOdds returns the odds that a rung has the level of the rung before.
func (k *kind) sameOdds(level rating.Level) int {
	if level == k.low {
		return sameLowest
	}
	return sameLevel
}

// firstInOrbit returns the first of the cells that the symmetry exchanges with c.
func (k *kind) firstInOrbit(c sudoku.Cell) sudoku.Cell { return k.symmetry.Orbit(c).First() }

// mostRungs returns the greatest number of rungs of a seed. With more clues,
// puzzles of all levels look alike.
func (k *kind) mostRungs() int { return 20 / k.symmetry.Orbit(1).Len() }

// ladder returns the groups of cells that rungs add to a pattern, one after the
// other.
func (k *kind) ladder(pattern sudoku.Cells) (groups []sudoku.Cells) {
	for i := range 81 {
		c := sudoku.Cell(i * ladderStep % 81)
		if c == k.firstInOrbit(c) && !pattern.Has(c) && len(groups) < k.mostRungs() {
			groups = append(groups, k.symmetry.Orbit(c))
		}
	}
	return groups
}

// levelOf returns the level of seed i: the levels take turns.
func (k *kind) levelOf(i int) rating.Level { return k.low + rating.Level(i%k.levels()) }

func (k *kind) levels() int { return int(k.high-k.low) + 1 }

// seed makes the decisions for a seed of a level. An encoder encodes s; a decoder
// fills an empty s.
func (k *kind) seed(c coder, s *Seed, level rating.Level) {
	k.clues(c, &s.Clues)
	k.rungs(c, s, level)
}

func (k *kind) clues(c coder, clues *sudoku.Grid) {
	var taken houseDigits
	fresh := sudoku.Digit(1) // the least digit that has not occurred yet
	for cell := range sudoku.Cell(81) {
		first := k.firstInOrbit(cell)
		filled := clues[first] != 0
		if first == cell {
			filled = c.flip(k.odds[cell], oddsOf, filled)
		}
		if !filled {
			continue
		}
		var options []sudoku.Digit
		for d := sudoku.Digit(1); d <= min(fresh, 9); d++ {
			if !taken.around(cell).Has(d) {
				options = append(options, d)
			}
		}
		if i := c.choose(len(options), slices.Index(options, clues[cell])); i < len(options) {
			clues[cell] = options[i]
			taken.toggle(cell, options[i])
			fresh = max(fresh, options[i]+1)
		}
	}
}

func (k *kind) rungs(c coder, s *Seed, level rating.Level) {
	levels := append(s.Levels, 0) // 0 stands for the end
	s.Levels = append(make([]rating.Level, 0, len(levels)), level)
	for i := 1; i <= k.mostRungs(); i++ {
		next := levels[min(i, len(levels)-1)]
		if !c.flip(k.sameOdds(level), sameLevelOf, next == level) {
			change := 0
			if next != 0 {
				change = int(next-k.low) + 1
			}
			if change = c.choose(int(level-k.low)+1, change); change == 0 {
				return
			}
			level = k.low + rating.Level(change-1)
		}
		s.Levels = append(s.Levels, level)
	}
}

// encode returns the string for seeds whose levels alternate.
func (k *kind) encode(seeds []Seed) string {
	e := newEncoder()
	for i := range seeds {
		copied := Seed{seeds[i].Clues, slices.Clone(seeds[i].Levels)}
		k.seed(e, &copied, k.levelOf(i))
	}
	return e.text()
}
