package rating

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/phrase"
)

// Level is how hard a puzzle is for people, 1 (easiest) to 9.
type Level uint8

// NumLevels is the highest level.
const NumLevels = 9

var levels = [NumLevels]struct {
	name    string
	hardest Tenths
}{
	{"Beginner", 12},
	{"Easy", 15},
	{"Gentle", 23},
	{"Moderate", 28},
	{"Tricky", 44},
	{"Hard", 62},
	{"Very hard", 75},
	{"Fiendish", 87},
	{"Extreme", MaxTenths},
}

// Levels yields all levels, the easiest first.
func Levels() iter.Seq[Level] {
	return func(yield func(Level) bool) {
		for level := Level(1); level <= NumLevels && yield(level); level++ {
		}
	}
}

// LevelOf returns the level of puzzles with a given ER, or 0 if no puzzle has it.
func LevelOf(er Tenths) Level {
	if er < easiest {
		return 0
	}
	l := Level(1)
	for er > levels[l-1].hardest {
		l++
	}
	return l
}

// easiest is the lowest ER of any puzzle.
const easiest Tenths = 10

// Valid reports whether l is a level, 1 to [NumLevels].
func (l Level) Valid() bool { return 1 <= l && l <= NumLevels }

// Name returns the name of l, such as Moderate. For an invalid level, it returns a
// text that says so.
func (l Level) Name() string {
	if !l.Valid() {
		return "no level"
	}
	return levels[l-1].name
}

// NameIn returns the name of a valid level in a language, one of [Languages].
func (l Level) NameIn(language string) string {
	return catalogue.Or(language).Plain("level." + strconv.Itoa(int(l)))
}

// Title returns the number and the name of l, such as 4 Moderate.
func (l Level) Title() string { return fmt.Sprintf("%d %s", l, l.Name()) }

// Range returns the lowest and the highest ER of l. Level 1 starts at 1.0, the
// lowest ER; the last level ends at [MaxTenths]. For an invalid level both are 0.
func (l Level) Range() (lowest, highest Tenths) {
	switch {
	case !l.Valid():
		return 0, 0
	case l == 1:
		return easiest, levels[0].hardest
	}
	return levels[l-2].hardest + 1, levels[l-1].hardest
}

// ParseLevel reads a level by its number or its name: 7, very-hard or Very Hard.
// The error lists the names.
func ParseLevel(text string) (Level, error) {
	if n, err := strconv.ParseUint(text, 10, 64); err == nil || errors.Is(err, strconv.ErrRange) {
		if n < 1 || n > NumLevels {
			return 0, fmt.Errorf("%s is not within 1-%d", text, NumLevels)
		}
		return Level(n), nil
	}
	if i := slices.Index(LevelWords()[NumLevels:], phrase.Plain(text)); i >= 0 {
		return Level(i + 1), nil
	}
	return 0, &phrase.UnknownError{Kind: "level", Given: text, Known: LevelWords()}
}

// LevelWords returns the words for levels that [ParseLevel] reads, each as it is
// usually typed: the numbers, then the names, such as very-hard.
func LevelWords() []string {
	words := make([]string, 0, 2*NumLevels)
	for i := range levels {
		words = append(words, strconv.Itoa(i+1))
	}
	for i := range levels {
		words = append(words, phrase.Plain(levels[i].name))
	}
	return words
}
