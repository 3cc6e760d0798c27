package main

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/phrase"
	"github.com/seedoku/seedoku/internal/table"
)

// appendExpert appends the expert measures of a puzzle: three texts separated by
// tabs.
func appendExpert(p *table.Puzzle, dst []byte) []byte {
	m := p.Depth
	return fmt.Append(dst, trialsText(m.Trials), "\t", backdoorText(m.Backdoor), "\t", withoutText(&m.Without))
}

func trialsText(trials int) string {
	if trials > depth.MaxTrials {
		return fmt.Sprintf("more than T&E(%d)", depth.MaxTrials)
	}
	return fmt.Sprintf("T&E(%d)", trials)
}

func backdoorText(b depth.Backdoor) string {
	if b.Size == 0 {
		return "no backdoor needed"
	}
	return fmt.Sprintf("%s of size %d", phrase.Count(b.Count, "backdoor"), b.Size)
}

func withoutText(w *depth.Without) string {
	least, greatest := w.Range()
	return fmt.Sprintf("%s to %s solutions without a clue", solutionsText(least), solutionsText(greatest))
}

// solutionsText writes a number of solutions, such as 27, or 10000+ if they are no
// longer counted.
func solutionsText(n int) string {
	if n == depth.SolutionLimit {
		return fmt.Sprintf("%d+", n)
	}
	return fmt.Sprint(n)
}
