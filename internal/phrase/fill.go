package phrase

import "unicode/utf8"

// Fill puts words into lines, with a space between words. The first line has at
// most first characters (code points), every other at most others. A longer word
// gets a line of its own. There is at least one line, which is empty if there are
// no words.
func Fill(words []string, first, others int) (lines []string) {
	line, length, room := "", 0, first
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if line != "" && length+1+n > room {
			lines = append(lines, line)
			line, length, room = "", 0, others
		}
		if line != "" {
			line += " "
			length++
		}
		line += word
		length += n
	}
	return append(lines, line)
}
