package page

import (
	"bytes"
	_ "embed" // for the parts
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"text/template"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/squeeze"
)

// Mini is a mini bank for a file that plays.
type Mini struct {
	Module []byte // makes puzzles, in JavaScript
	Seeds  string // is in the module as a text in double quotes, and in the file apart from it
}

// Parts are what files that play have in common, for every mini bank and language. Package
// bundle builds them of the sources of the page.
type Parts struct {
	Texts  []string // keys of the catalogue
	Styles string
	Markup string
	Script string // asks [Generate] for puzzles
	Start  string // unpacks the others
}

// Generate is the function of the mini bank in the script of a file that plays.
const Generate = "miniBank"

//go:embed built/one.json
var parts []byte

// One returns a page that plays, as one file of HTML: the view Play with a mini bank, a
// small engine instead of the large one, and the texts of one language. It needs no server
// and fetches nothing. Styles, elements and scripts are packed, and a few lines unpack them.
func One(bank *Mini, language string) ([]byte, error) {
	var built Parts
	if err := json.Unmarshal(parts, &built); err != nil {
		return nil, fmt.Errorf("reading the parts of the file that plays: %w", err)
	}
	catalogue := catalogue.Texts(language)
	texts, err := json.Marshal(Grouped(catalogue, built.Texts))
	if err != nil {
		return nil, err
	}
	file, err := template.ParseFS(Files, "html/one.html")
	if err != nil {
		return nil, err
	}
	packed := squeeze.Pack(fmt.Sprintf("<style>%s</style>%s\n%s\n%s%s", built.Styles, built.Markup, texts, bank.script(), built.Script))
	var out bytes.Buffer
	err = file.Execute(&out, map[string]any{
		"Language": language, "Seeds": bank.Seeds, "Packed": packed, "Start": built.Start,
		"Script": catalogue["page.one.script"],
	})
	return out.Bytes(), err
}

// Grouped returns some texts by group and name, as the page has them.
func Grouped(texts map[string]string, keys []string) map[string]map[string]string {
	list := map[string]map[string]string{}
	for _, key := range keys {
		group, name, _ := strings.Cut(strings.TrimPrefix(key, "page."), ".")
		if list[group] == nil {
			list[group] = map[string]string{}
		}
		list[group][name] = texts[key]
	}
	return list
}

var (
	comments = regexp.MustCompile(`(?s)^/\*.*?\*/|(?m:(^|[ \t]+)//[^"\n]*$)`)
	margins  = regexp.MustCompile(`\n\s*`)
	exported = regexp.MustCompile(`(?m)^export \{ (\w+) \};$`)
)

// script returns the module as a script that declares [Generate], without comments and
// indents.
func (m *Mini) script() string {
	source := strings.Replace(string(m.Module), `"`+m.Seeds+`"`, `document.getElementById("seeds").textContent`, 1)
	source = margins.ReplaceAllString(comments.ReplaceAllString(source, ""), "\n")
	return "const " + Generate + "=(()=>{" + strings.TrimSpace(exported.ReplaceAllString(source, "return $1")) + "})();"
}
