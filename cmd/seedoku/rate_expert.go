package main

import (
	"fmt"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/depth"
	"github.com/seedoku/seedoku/internal/table"
)

// expertText tells people the expert measures of a puzzle: three texts separated by tabs, and
// one more if it has a tridagon.
func expertText(language string) []table.Column[*table.Puzzle] {
	words := catalogue.Or(language)
	return []table.Column[*table.Puzzle]{{Name: "expert", Append: func(p *table.Puzzle, dst []byte) []byte {
		m := p.Depth
		dst = fmt.Append(dst, trialsText(words, m.Trials), "\t", backdoorText(words, m.Backdoor), "\t", withoutText(words, &m.Without))
		if m.Tridagon.Number > 0 {
			dst = fmt.Append(dst, "\t", tridagonText(words, &m.Tridagon))
		}
		return dst
	}}}
}

func trialsText(words *catalogue.Catalogue, trials int) string {
	if trials > depth.MaxTrials {
		return words.Plain("rate.more-than", "depth", fmt.Sprintf("T&E(%d)", depth.MaxTrials))
	}
	return fmt.Sprintf("T&E(%d)", trials)
}

func backdoorText(words *catalogue.Catalogue, b depth.Backdoor) string {
	if b.Size == 0 {
		return words.Plain("rate.no-backdoor")
	}
	return words.Plain("rate.backdoors", "n", b.Count, "size", b.Size)
}

func withoutText(words *catalogue.Catalogue, w *depth.Without) string {
	least, greatest := w.Range()
	return words.Plain("rate.solutions-without", "least", solutionsText(least), "most", solutionsText(greatest))
}

func tridagonText(words *catalogue.Catalogue, t *depth.Tridagon) string {
	var digits string
	for d := range t.Digits.All() {
		digits += fmt.Sprint(d)
	}
	return words.Plain("rate.tridagon", "digits", digits, "guardians", t.Told())
}

// solutionsText writes a number of solutions, such as 27, or 10000+ if they are no
// longer counted.
func solutionsText(n int) string {
	if n == depth.SolutionLimit {
		return fmt.Sprintf("%d+", n)
	}
	return fmt.Sprint(n)
}
