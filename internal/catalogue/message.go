package catalogue

import (
	"errors"
	"fmt"
	"strings"
)

// message is a parsed text: its parts, one after the other.
type message []part

// part is a plain text, or a name to be replaced.
type part struct {
	text  string             // if name is empty
	name  string             // of a list
	or    bool               // list it with the word for or
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
		form := p.forms[c.plural(len(list))]
		if form == nil {
			form = p.forms["other"]
		}
		form.write(b, c, values)
	case p.or:
		b.WriteString(joined(list, c.or))
	default:
		b.WriteString(joined(list, c.and))
	}
}

// Names returns the names in a message, in all of its forms.
func (m message) names(list map[string]bool) {
	for i := range m {
		if m[i].name != "" {
			list[m[i].name] = true
		}
		for _, form := range m[i].forms {
			form.names(list)
		}
	}
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
	case kind == "plural" && text[i] == ',':
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
