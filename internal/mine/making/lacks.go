package making

import (
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Lacks are the kinds of puzzles of which a bank has too few: bit i of lacks[l] stands for
// level l with i+17 clues. The nil lacks has all kinds.
type Lacks [rating.NumLevels + 1]uint64

// Has reports whether puzzles of a level and number of clues are lacking.
func (l *Lacks) Has(level rating.Level, clues int) bool {
	return l == nil || l[level]>>(clues-seedbank.LeastClues)&1 == 1
}

// span is a range of numbers of clues.
type span struct{ least, most int }

// usual has, by level, the numbers of clues that ladders aim at. Ladders of at least a few
// in a thousand random seeds reach each of them. Rungs with other numbers are kept too if
// they are lacking.
var usual = [rating.NumLevels + 1]struct{ hold, ease span }{
	1: {hold: span{39, 45}, ease: span{24, 32}},
	2: {hold: span{23, 45}, ease: span{23, 32}},
	3: {hold: span{23, 45}, ease: span{23, 31}},
	4: {hold: span{23, 45}, ease: span{23, 29}},
	5: {hold: span{23, 45}, ease: span{23, 30}},
	6: {hold: span{24, 45}, ease: span{24, 29}},
	7: {hold: span{23, 45}, ease: span{23, 29}},
	8: {hold: span{24, 36}, ease: span{24, 27}},
	9: {hold: span{24, 36}},
}

// wantsHold reports whether hold should go on to a number of clues, from a rung of a
// level. Hold mostly stays on the level. Seeds of level 1 have no ladders, so from level 2
// hold also goes on for rungs that fall to level 1.
func (l *Lacks) wantsHold(level rating.Level, clues int) bool {
	return l == nil || l.from(level, clues, usual[level].hold) ||
		level == 2 && l.from(1, clues, usual[1].hold)
}

// wantsEase reports whether ease should go on to a number of clues, from a rung of a
// level. Ease falls to the levels below.
func (l *Lacks) wantsEase(level rating.Level, clues int) bool {
	if l == nil {
		return true
	}
	for below := rating.Level(1); below < level; below++ {
		if l.from(below, clues, usual[below].ease) {
			return true
		}
	}
	return false
}

// WantsLadders reports whether ladders of a seed can give rungs that the bank lacks.
func (l *Lacks) WantsLadders(s *seed.Seed) bool {
	level, clues := s.Rating.Level(), s.Puzzle.NumClues()+1
	return s.Rating.ER > easiest && (l.wantsHold(level, clues) || l.wantsEase(level, clues))
}

// from reports whether puzzles of a level are lacking, with a number of clues within a
// span, from some number on.
func (l *Lacks) from(level rating.Level, clues int, of span) bool {
	for n := max(clues, of.least); n <= of.most; n++ {
		if l.Has(level, n) {
			return true
		}
	}
	return false
}
