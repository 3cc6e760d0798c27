package phrase

import (
	"slices"
	"strings"
)

// Nearest returns the word of a list that a mistyped word probably stands for, or
// nothing if none is near: the word with the fewest typing errors between, if
// they are at most a third of the letters typed, or else the first word that
// begins so, or the first that has these letters without its vowels, such as level for lvl.
// Case does not count, a space or an underscore is a hyphen, and hyphens before a word, as
// flags have them, are not letters.
func Nearest(given string, known []string) (nearest string) {
	given = letters(given)
	fewest := len(given)/3 + 1
	if len(given) < 3 {
		fewest = 1 // two letters are too few to have an error
	}
	for _, word := range known {
		if errors := typingErrors(given, letters(word)); errors < fewest {
			nearest, fewest = word, errors
		}
	}
	if nearest != "" || len(given) < 2 {
		return nearest
	}
	for _, word := range known {
		if strings.HasPrefix(letters(word), given) {
			return word
		}
	}
	for _, word := range known {
		if short := withoutVowels(letters(word)); len(short) > 2 && short == given {
			return word
		}
	}
	return ""
}

// withoutVowels leaves out the vowels of a word, but not its first letter.
func withoutVowels(word string) string {
	if word == "" {
		return ""
	}
	return word[:1] + strings.NewReplacer("a", "", "e", "", "i", "", "o", "", "u", "").Replace(word[1:])
}

// nearestFirst returns words in the order of the typing errors between them and a word.
func nearestFirst(given string, known []string) []string {
	errors := map[string]int{}
	for _, word := range known {
		errors[word] = typingErrors(letters(given), letters(word))
	}
	known = slices.Clone(known)
	slices.SortStableFunc(known, func(a, b string) int { return errors[a] - errors[b] })
	return known
}

func letters(word string) string { return strings.TrimLeft(Plain(word), "-") }

// Plain returns a word as names are written: in small letters, with hyphens
// between its parts.
func Plain(word string) string {
	return strings.NewReplacer(" ", "-", "_", "-").Replace(strings.ToLower(strings.TrimSpace(word)))
}

// typingErrors returns how many letters must be added, left out, replaced, or
// exchanged with their neighbor to turn one word into another, where no letter
// is changed twice (optimal string alignment).
func typingErrors(from, to string) int {
	a, b := []rune(from), []rune(to)
	// before, above and row are the last three rows of the table of errors between
	// beginnings of a and beginnings of b.
	before, above, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, above, row = above, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			replaced := above[j-1]
			if a[i-1] != b[j-1] {
				replaced++
			}
			row[j] = min(replaced, above[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
