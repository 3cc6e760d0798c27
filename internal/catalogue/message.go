package catalogue

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// message is a parsed text: its parts, one after the other.
type message []part

// part is a plain text, or a name to be replaced.
type part struct {
	text  string             // if name is empty
	name  string             // of a list
	or    bool               // list it with the word for or
	small bool               // begin each with a small letter
	count bool               // the forms are by the number that is given, not by how many are
	forms map[string]message // by category of plurals; nil to list it
}

func (m message) write(b *strings.Builder, c *Catalogue, values Values) {
	for i := range m {
		m[i].write(b, c, values)
	}
}

func (p *part) write(b *strings.Builder, c *Catalogue, values Values) {
	list, ok := values[p.name]
	switch {
	case p.name == "":
		b.WriteString(p.text)
	case !ok:
		b.WriteString("{" + p.name + "}")
	case p.forms != nil:
		form := p.forms[c.plural(p.number(list))]
		if form == nil {
			form = p.forms["other"]
		}
		form.write(b, c, values)
	case p.small:
		b.WriteString(joined(lowered(list), c.or))
	case p.or:
		b.WriteString(joined(list, c.or))
	default:
		b.WriteString(joined(list, c.and))
	}
}

// number returns the number that decides the form.
func (p *part) number(list []string) int {
	if !p.count || len(list) == 0 {
		return len(list)
	}
	n, _ := strconv.Atoi(list[0])
	return n
}

// lowered returns names as they stand within a sentence: Naked pair with a small letter,
// X-wing as it is.
func lowered(names []string) []string {
	list := slices.Clone(names)
	for i, name := range list {
		letters := []rune(name)
		if len(letters) > 1 && unicode.IsLower(letters[1]) {
			letters[0] = unicode.ToLower(letters[0])
		}
		list[i] = string(letters)
	}
	return list
}

// parseMessage reads a message.
func parseMessage(text string) (message, error) {
	m, rest, err := parseParts(text)
	if err == nil && rest != "" {
		err = errors.New("a } without a {")
	}
	return m, err
}

// parseParts reads parts up to the end or to a closing brace, which is left.
func parseParts(text string) (m message, rest string, err error) {
	m = message{}
	for text != "" && text[0] != '}' {
		if i := strings.IndexAny(text, "{}"); i != 0 {
			if i < 0 {
				i = len(text)
			}
			m, text = append(m, part{text: text[:i]}), text[i:]
			continue
		}
		var p part
		if p, text, err = parsePart(text[1:]); err != nil {
			return nil, "", err
		}
		m = append(m, p)
	}
	return m, text, nil
}

// parsePart reads what follows an opening brace, up to its closing brace.
func parsePart(text string) (p part, rest string, err error) {
	i := strings.IndexAny(text, ",}")
	if i < 0 {
		return p, "", errors.New("a { without a }")
	}
	if p.name = strings.TrimSpace(text[:i]); p.name == "" {
		return p, "", errors.New("a name is missing after {")
	}
	if text[i] == '}' {
		return p, text[i+1:], nil
	}
	text = text[i+1:]
	if i = strings.IndexAny(text, ",}"); i < 0 {
		return p, "", errors.New("a { without a }")
	}
	switch kind := strings.TrimSpace(text[:i]); {
	case kind == "or" && text[i] == '}':
		p.or = true
		return p, text[i+1:], nil
	case kind == "small" && text[i] == '}':
		p.small = true
		return p, text[i+1:], nil
	case (kind == "plural" || kind == "count") && text[i] == ',':
		p.count = kind == "count"
		return parseForms(p, text[i+1:])
	default:
		return p, "", fmt.Errorf("%q is no form of a list", kind)
	}
}

// parseForms reads the forms of a plural.
func parseForms(p part, text string) (part, string, error) {
	p.forms = map[string]message{}
	for {
		text = strings.TrimLeft(text, " ")
		if strings.HasPrefix(text, "}") {
			if p.forms["other"] == nil {
				return p, "", errors.New("a plural needs the form other")
			}
			return p, text[1:], nil
		}
		category, after, ok := strings.Cut(text, "{")
		if !ok {
			return p, "", errors.New("a { without a }")
		}
		form, rest, err := parseParts(after)
		if err != nil {
			return p, "", err
		}
		if !strings.HasPrefix(rest, "}") {
			return p, "", errors.New("a { without a }")
		}
		p.forms[strings.TrimSpace(category)], text = form, rest[1:]
	}
}
