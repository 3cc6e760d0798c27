package web

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/internal/phrase"
)

// textPart is a file that texts of a language are served in: its name, and the first words
// of the keys in it.
type textPart struct {
	name   string
	groups []string
	others bool // whether it has the texts of the views that are not Play, too
	flat   bool // as in the catalogue, which the engine reads
}

// textParts are all parts. The first view needs only one of them, so that it loads fast.
var textParts = []textPart{
	{name: "texts", groups: []string{"page", "level", "name", "variant", "house", "list"}},
	{name: "views", others: true},
	{name: "engine", groups: []string{"statement", "name", "variant", "house", "list", "error"}, flat: true},
}

// otherViews are the texts of the page that the view Play does without.
var otherViews = []string{"analyse", "bank", "daily", "explore", "games", "learn", "packs", "practice", "print", "train"}

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
	flat := map[string]string{}
	for key, text := range texts {
		group, rest, _ := strings.Cut(key, ".")
		has := slices.Contains(p.groups, group)
		if view, _, _ := strings.Cut(rest, "."); group == "page" && slices.Contains(otherViews, view) {
			has = p.others
		}
		if has {
			flat[key] = text
		}
	}
	if p.flat {
		return flat
	}
	return page.Grouped(flat, slices.Collect(maps.Keys(flat)))
}

// partNames returns the names of all parts, as a list of JSON.
func partNames() string {
	list, err := json.Marshal(phrase.Names(textParts, func(p *textPart) string { return p.name }))
	if err != nil {
		panic(err)
	}
	return string(list)
}
