package book

import (
	"slices"
	"strings"
)

// run is a piece of text in one face.
type run struct {
	face face
	text string
}

// length returns how long text is in an ink, in its own faces.
func (c *canvas) length(text []run, i ink) (length float64) {
	for _, r := range text {
		i.face = r.face
		length += c.width(r.text, i)
	}
	return length
}

// rows breaks text into lines no longer than most. A word is broken at a soft hyphen, or
// anywhere if it is longer than a line.
func (c *canvas) rows(text []run, most float64, i ink) (lines [][]run) {
	var line []run
	length := 0.0
	end := func() { lines, line, length = append(lines, joined(line)), nil, 0 }
	add := func(r run) {
		line = append(line, r)
		length += c.length([]run{r}, i)
	}
	for _, word := range wordsOf(text) {
		if word == nil {
			end()
		}
		for len(word) > 0 {
			room := most
			if length > 0 {
				room -= length + c.length([]run{{word[0].face, " "}}, i)
			}
			head, rest := c.parted(word, room, i, length == 0)
			if len(head) > 0 && len(line) > 0 {
				add(run{line[len(line)-1].face, " "})
			}
			for _, r := range head {
				add(r)
			}
			if word = rest; len(rest) > 0 {
				end()
			}
		}
	}
	end()
	return lines
}

// softHyphen says where a word can be broken, with a hyphen.
const softHyphen = '\u00ad'

// parted returns the longest beginning of a word that is not longer than most, and the rest.
// It ends with the word or before a soft hyphen, or if there is none and it may end anywhere
// with one letter at least. The rest takes the place of the word.
func (c *canvas) parted(word []run, most float64, i ink, anywhere bool) (head, rest []run) {
	length, soft, at := 0.0, -1, 0 // the run and the place in it of a soft hyphen
	broken := func(k, at int, with string, after int) (head, rest []run) {
		r := word[k]
		head = append(slices.Clone(word[:k]), run{r.face, r.text[:at] + with})
		word[k].text = r.text[after:]
		return head, word[k:]
	}
	for k, r := range word {
		i.face = r.face
		for n, letter := range r.text {
			if letter == softHyphen {
				if length > 0 && length+c.width("-", i) <= most {
					soft, at = k, n
				}
				continue
			}
			before := length
			length += c.width(string(letter), i)
			switch {
			case length <= most:
			case soft >= 0:
				return broken(soft, at, "-", at+len(string(softHyphen)))
			case !anywhere:
				return nil, word
			case before > 0:
				return broken(k, n, "", n)
			}
		}
	}
	return word, nil
}

// joined unites neighbours in one face.
func joined(line []run) (runs []run) {
	for len(line) > 0 {
		var text strings.Builder
		face := line[0].face
		for len(line) > 0 && line[0].face == face {
			text.WriteString(line[0].text)
			line = line[1:]
		}
		runs = append(runs, run{face, text.String()})
	}
	return runs
}

// wordsOf breaks text at white space. A word is several runs where its face changes. The end
// of a line that stays one is a word of none.
func wordsOf(text []run) (words [][]run) {
	var word []run
	end := func() {
		if len(word) > 0 {
			words = append(words, word)
		}
		word = nil
	}
	for _, r := range text {
		rest := r.text
		for rest != "" {
			at := strings.IndexAny(rest, " \t\r\n")
			if at < 0 {
				word = append(word, run{r.face, rest})
				break
			}
			if at > 0 {
				word = append(word, run{r.face, rest[:at]})
			}
			end()
			if rest[at] == '\n' {
				words = append(words, nil)
			}
			rest = rest[at+1:]
		}
	}
	end()
	return words
}

// punctuation is the characters that a backslash before them makes plain.
const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// runsOf reads text with **strong** and *emphasised* words. A star that nothing
// closes is a star.
func runsOf(text string) (runs []run) {
	var plain strings.Builder
	end := func() {
		if plain.Len() > 0 {
			runs = append(runs, run{regular, plain.String()})
			plain.Reset()
		}
	}
	for i := 0; i < len(text); {
		if text[i] == '\\' && i+1 < len(text) && strings.IndexByte(punctuation, text[i+1]) >= 0 {
			plain.WriteByte(text[i+1])
			i += 2
			continue
		}
		marked, face, length := emphasis(text[i:])
		if length == 0 {
			plain.WriteByte(text[i])
			i++
			continue
		}
		end()
		runs = append(runs, run{face, marked})
		i += length
	}
	end()
	return runs
}

// plain returns a text without the stars of strong and emphasised words, for what is bold as
// it is.
func plain(text string) string {
	runs := runsOf(text)
	for i, r := range runs {
		if r.face != regular { // marks can stand within marks
			runs[i].text = plainOf(runsOf(r.text))
		}
	}
	return strings.TrimSpace(plainOf(runs))
}

// plainOf returns runs without their faces.
func plainOf(runs []run) string {
	var b strings.Builder
	for _, r := range runs {
		b.WriteString(r.text)
	}
	return b.String()
}

// emphasis reads marked text at the beginning of a text: what is marked, how, and
// the length with the stars.
func emphasis(text string) (marked string, face face, length int) {
	for _, m := range markings {
		rest, ok := strings.CutPrefix(text, m.stars)
		if !ok {
			continue
		}
		end := strings.Index(rest, m.stars)
		if end > 0 && rest[0] != ' ' && rest[end-1] != ' ' && rest[0] != '*' {
			return rest[:end], m.face, end + 2*len(m.stars)
		}
	}
	return "", "", 0
}

var markings = [...]struct {
	stars string
	face  face
}{{"***", bold}, {"**", bold}, {"*", italic}}
