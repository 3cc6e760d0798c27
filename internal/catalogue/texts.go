package catalogue

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// readTexts reads an object of JSON whose members are texts. The engine of the page reads
// a catalogue and has no room for encoding/json.
func readTexts(file string) (map[string]string, error) {
	texts := map[string]string{}
	rest, ok := token(file, "{")
	for next := ","; ok && next == ","; {
		var key, text string
		var err error
		if key, rest, err = readText(rest); err != nil {
			return nil, err
		}
		if rest, ok = token(rest, ":"); !ok {
			break
		}
		if text, rest, err = readText(rest); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		if _, twice := texts[key]; twice {
			return nil, fmt.Errorf("%s stands there twice", key)
		}
		texts[key] = text
		if next = ","; !strings.HasPrefix(strings.TrimSpace(rest), next) {
			next = "}"
		}
		rest, ok = token(rest, next)
	}
	if !ok || strings.TrimSpace(rest) != "" {
		return nil, fmt.Errorf("it is not an object of texts, from %.20q on", rest)
	}
	return texts, nil
}

// token cuts a token and the space around it from the beginning of a text.
func token(text, token string) (rest string, ok bool) {
	rest, ok = strings.CutPrefix(strings.TrimSpace(text), token)
	return strings.TrimSpace(rest), ok
}

// readText reads a text in quotes at the beginning of rest, with the escapes that JSON and
// Go have in common.
func readText(rest string) (text, behind string, err error) {
	quoted, err := strconv.QuotedPrefix(rest)
	if err != nil || quoted[0] != '"' {
		return "", rest, errors.New("it is not a text in quotes")
	}
	text, err = strconv.Unquote(quoted)
	return text, rest[len(quoted):], err
}
