package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// scalesDocument is the page that compares the scale with others. "make scales" writes its
// tables.
const scalesDocument = "docs/scales.md"

// otherPuzzle is a puzzle that another program has rated, too.
type otherPuzzle struct {
	puzzle    string
	er, level int // er in tenths
	score     int // of the other program
	word      string

	clues, minutes, seconds int // seconds of people, or 0
}

// scalesPuzzles draws the same number of puzzles of each level, each of another seed.
const scalesPuzzles = "for level in 1 2 3 4 5 6 7 8 9; do seedoku gen --level $level --distinct -n 556 --seed 33; done | tee puzzles.txt | seedoku rate --format csv"

// scalesPeer rates them with the console of HoDoKu, whose classes HODOKU names.
const scalesPeer = `java -Xmx1g -Djava.awt.headless=true -Djava.io.tmpdir="$PWD" -cp "$HODOKU" sudoku.Main /bs puzzles.txt /o hodoku.txt`

// peopleTimes has the times of people.
const peopleTimes = "rating/minutes/testdata/times.tsv"

// peoplePuzzles rates the puzzles of which there are times of people.
const peoplePuzzles = "tail -n +2 " + peopleTimes + " | cut -f1 | tee puzzles.txt | seedoku rate --why --format csv"

// scalesPart returns a part of the page as it stands: only TestScales and
// TestScalesOfPeople can write it.
func scalesPart(t *testing.T, name, puzzles string) string {
	t.Helper()
	text := ""
	for _, match := range part.FindAllStringSubmatch(textOf(t, scalesDocument), -1) {
		if match[2] == name {
			text = match[3]
		}
	}
	for _, command := range []string{puzzles, scalesPeer} {
		if !strings.Contains(text, "\n$ "+command+"\n") {
			t.Errorf("%s does not name the command %s (make scales)", scalesDocument, command)
		}
	}
	return text
}

// peopleTable returns the part of the page about times of people.
func peopleTable(all []*otherPuzzle) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| of %s puzzles | rank correlation with the time |\n|---|---:|\n", thousands(int64(len(all))))
	seconds := func(p *otherPuzzle) int { return p.seconds }
	for _, scale := range []struct {
		name  string
		value func(*otherPuzzle) int
	}{
		{"number of clues, the fewest last", func(p *otherPuzzle) int { return -p.clues }},
		{"ER", func(p *otherPuzzle) int { return p.er }},
		{"score of HoDoKu", func(p *otherPuzzle) int { return p.score }},
		{"minutes", func(p *otherPuzzle) int { return p.minutes }},
	} {
		fmt.Fprintf(&b, "| %s | %.2f |\n", scale.name, rankCorrelation(all, scale.value, seconds))
	}
	fmt.Fprintf(&b, "\n```\n$ %s\n$ %s\n```\n", peoplePuzzles, scalesPeer)
	return b.String()
}

// hodokuWords are the levels of HoDoKu, from the easiest.
var hodokuWords = [...]string{"Easy", "Medium", "Hard", "Unfair", "Extreme"}

// scalesTables returns the part of the page.
func scalesTables(all []*otherPuzzle) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s puzzles, each of another seed of the starter bank:\n\n", thousands(int64(len(all))))
	b.WriteString("| level | " + strings.Join(hodokuWords[:], " | ") + " | score: a tenth is below | half | nine tenths |\n|---|" + strings.Repeat("---:|", len(hodokuWords)+3) + "\n")
	for level := 1; level <= 9; level++ {
		var scores []int
		words := map[string]int{}
		for _, p := range all {
			if p.level == level {
				scores = append(scores, p.score)
				words[p.word]++
			}
		}
		slices.Sort(scores)
		fmt.Fprintf(&b, "| %d |", level)
		for _, word := range hodokuWords {
			fmt.Fprintf(&b, " %s |", percent(words[word], len(scores)))
		}
		for _, tenths := range []int{1, 5, 9} {
			fmt.Fprintf(&b, " %s |", thousands(int64(scores[len(scores)*tenths/10])))
		}
		b.WriteString("\n")
	}
	er := func(p *otherPuzzle) int { return p.er }
	score := func(p *otherPuzzle) int { return p.score }
	fmt.Fprintf(&b, "\nRank correlation of ER and score: %.2f. Within a level (in 1 and 2 all puzzles have the same ER): ", rankCorrelation(all, er, score))
	for level := 3; level <= 9; level++ {
		of := slices.DeleteFunc(slices.Clone(all), func(p *otherPuzzle) bool { return p.level != level })
		fmt.Fprintf(&b, "%s%d: %.2f", map[bool]string{true: ", "}[level > 3], level, rankCorrelation(of, er, score))
	}
	b.WriteString(".\n\nWhere they disagree most: of levels 2 to 8, the puzzle with the highest and the one with the lowest score.\n\n| level | ER | HoDoKu | puzzle |\n|---|---|---|---|\n")
	for level := 2; level <= 8; level++ {
		of := slices.DeleteFunc(slices.Clone(all), func(p *otherPuzzle) bool { return p.level != level })
		byScore := func(p, q *otherPuzzle) int { return p.score - q.score }
		for _, p := range []*otherPuzzle{slices.MaxFunc(of, byScore), slices.MinFunc(of, byScore)} {
			fmt.Fprintf(&b, "| %d | %d.%d | %s, %s | `%s` |\n", p.level, p.er/10, p.er%10, p.word, thousands(int64(p.score)), p.puzzle)
		}
	}
	fmt.Fprintf(&b, "\n```\n$ %s\n$ %s\n```\n", scalesPuzzles, scalesPeer)
	return b.String()
}

// percent returns a share in whole percents, and a dash for none.
func percent(n, of int) string {
	switch {
	case n == 0:
		return "-"
	case n*100 < of:
		return "< 1 %"
	}
	return fmt.Sprintf("%d %%", (n*100+of/2)/of)
}

// rankCorrelation returns Spearman's coefficient of two values of puzzles.
func rankCorrelation(all []*otherPuzzle, a, b func(*otherPuzzle) int) float64 {
	return correlation(ranks(all, a), ranks(all, b))
}

// ranks returns the rank of each puzzle by a value. Puzzles with the same value share the
// mean of their ranks.
func ranks(all []*otherPuzzle, value func(*otherPuzzle) int) []float64 {
	sorted := make([]int, len(all))
	for i, p := range all {
		sorted[i] = value(p)
	}
	slices.Sort(sorted)
	of := make([]float64, len(all))
	for i, p := range all {
		first, _ := slices.BinarySearch(sorted, value(p))
		next, _ := slices.BinarySearch(sorted, value(p)+1)
		of[i] = float64(first+next-1) / 2
	}
	return of
}

// correlation returns Pearson's coefficient of two lists of the same length.
func correlation(a, b []float64) float64 {
	meanA, meanB := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - meanA) * (b[i] - meanB)
		aa += (a[i] - meanA) * (a[i] - meanA)
		bb += (b[i] - meanB) * (b[i] - meanB)
	}
	return ab / math.Sqrt(aa*bb)
}

func mean(a []float64) float64 {
	sum := 0.0
	for _, v := range a {
		sum += v
	}
	return sum / float64(len(a))
}

// thousands writes a number with commas.
func thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
