package mining

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/seedbank/mine"
)

// Outcome returns lines about the results of a run besides its numbers of seeds:
// symmetric puzzles, puzzles with patterns, the ends of walks, and missing seeds.
func Outcome(p *mine.Progress) string {
	kept := "Symmetric puzzles kept"
	if len(p.Patterns) > 0 {
		kept = "Puzzles with a pattern kept"
	}
	text := levelsText(kept, p.Symmetric) + levelsText("Rungs with 37 to 60 clues made", p.Broad) + PatternOutcome(p.Patterns) + walkOutcome(p) + fullText(p)
	if p.Round > 0 {
		return text
	}
	for _, t := range p.Targets {
		if n := t.Missing(); n > 0 {
			text += fmt.Sprintf("Still missing for %s: %d.\n", t.Name, n)
		}
	}
	return text
}

// levelsText writes how many there are of each level, or nothing if there are none.
func levelsText(what string, of mine.ByLevel) string {
	var parts []string
	for level, n := range of {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d of level %d", n, level))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return what + ": " + strings.Join(parts, ", ") + ".\n"
}

// walkOutcome says how far the walks of a run came.
func walkOutcome(p *mine.Progress) (text string) {
	if p.Starts > 0 {
		text += fmt.Sprintf("There were no seeds to walk from, so %s were pruned for a start.\n", phrase.Count(p.Starts, "puzzle"))
	}
	for i := range p.Walks {
		w := &p.Walks[i]
		text += fmt.Sprintf("The walk %s took %s; the ", GoalOf(w), phrase.Count(w.Steps, "step"))
		if w.Best == 0 {
			text += "bank has no seed to walk from.\n"
		} else {
			text += fmt.Sprintf("best of the bank is %s.\n", valueText(w.Toward, w.Best))
		}
	}
	return text
}

// mostPatterns is the number of patterns that a summary names.
const mostPatterns = 40

// PatternOutcome returns lines about the searches for puzzles with patterns.
func PatternOutcome(patterns []mine.PatternProgress) (text string) {
	for i := range patterns[:min(len(patterns), mostPatterns)] {
		text += triedText(patterns[i].Name, &patterns[i])
	}
	if n := len(patterns) - mostPatterns; n > 0 {
		text += fmt.Sprintf("And %s more.\n", phrase.Count(n, "pattern"))
	}
	return text
}

// SolvedOutcome returns lines about the searches for puzzles with a given solution.
func SolvedOutcome(levels []mine.SolvedProgress) (text string) {
	for i := range levels {
		of := &levels[i]
		if of.Asked == 0 {
			continue
		}
		text += triedText(fmt.Sprintf("%s, %d asked for", of.Name, of.Asked), &of.PatternProgress)
	}
	return text + fmt.Sprintf("The search for a level ends after %d tries in a row without a new puzzle.\n", mine.MostInVain)
}

// triedText says what a search found.
func triedText(name string, t *mine.PatternProgress) string {
	text := fmt.Sprintf("%s: %s kept; tried %s and %s, which led to %s with one solution",
		name, phrase.Count(t.Kept, "puzzle"), phrase.Count(t.Grids, "grid"), phrase.Count(t.Moves, "move"), phrase.Count(t.Proper, "puzzle"))
	return cmp.Or(levelsText(text, t.Levels), text+".\n")
}
