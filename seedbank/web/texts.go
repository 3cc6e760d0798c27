package web

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
)

// textPart is a file that texts of a language are served in: its name, and the first words
// of the keys in it.
type textPart struct {
	name   string
	groups []string
	flat   bool // as in the catalogue, which the engine reads
}

// textParts are all parts. What only one view needs, such as lessons, is a part of its own,
// which the view fetches by the function part of words.js.
var textParts = []textPart{
	{name: "texts", groups: []string{"page", "level", "name", "variant", "house", "list"}},
	{name: "engine", groups: []string{"statement", "name", "variant", "house", "list", "error"}, flat: true},
}

// textFiles returns the texts of all languages as files, such as texts-de.json.
func textFiles() (files []staticFile) {
	for _, code := range catalogue.Codes() {
		texts := catalogue.Texts(code)
		for i := range textParts {
			body, err := json.Marshal(textParts[i].of(texts))
			if err != nil {
				panic(fmt.Errorf("texts of %s: %w", code, err))
			}
			files = append(files, staticFile{name: textParts[i].name + "-" + code + ".json", body: body})
		}
	}
	return files
}

// of returns the texts of a part: as an object of objects, unless p is flat. The text of
// page.play.hint stands at play, hint.
func (p *textPart) of(texts map[string]string) any {
	flat, nested := map[string]string{}, map[string]map[string]string{}
	for key, text := range texts {
		group, name, _ := strings.Cut(key, ".")
		if !slices.Contains(p.groups, group) {
			continue
		}
		flat[key] = text
		if group == "page" {
			group, name, _ = strings.Cut(name, ".")
		}
		if nested[group] == nil {
			nested[group] = map[string]string{}
		}
		nested[group][name] = text
	}
	if p.flat {
		return flat
	}
	return nested
}

// partNames returns the names of all parts, as a list of JSON.
func partNames() string {
	var names []string
	for i := range textParts {
		names = append(names, textParts[i].name)
	}
	list, err := json.Marshal(names)
	if err != nil {
		panic(err)
	}
	return string(list)
}
