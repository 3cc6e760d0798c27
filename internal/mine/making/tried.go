package making

import (
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/rating"
)

// Tried counts the searches for puzzles with a pattern.
type Tried struct {
	pattern.Effort
	Proper int                       // puzzles with one solution that were found and rated
	Levels [rating.NumLevels + 1]int // these, by level
}

// Add adds the numbers of other searches.
func (t *Tried) Add(other *Tried) {
	t.Effort.Add(other.Effort)
	t.Proper += other.Proper
	for level, n := range other.Levels {
		t.Levels[level] += n
	}
}
