package bundle

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
	"github.com/seedoku/seedoku/internal/squeeze"
)

// one builds the parts of the file that plays: the view Play, its styles and scripts with a
// small engine instead of the large one, as small as they get.
func one() (*page.Parts, error) {
	markup, err := markupOfPlay()
	if err != nil {
		return nil, err
	}
	script, err := bundled("play.js", sourcesOf("one", leftOutOfOne))
	if err != nil {
		return nil, err
	}
	styles, err := stylesOf(markup+script, "base.css", "play.css", "picture.css")
	if err != nil {
		return nil, err
	}
	unpacked, err := page.Files.ReadFile("one/unpacked.js")
	if err != nil {
		return nil, err
	}
	parts := &page.Parts{Texts: textsIn(catalogue.Texts("en"), script+markup), Styles: styles, Markup: strings.TrimSpace(minimalMarkup(markup))}
	if parts.Start, err = minified(squeeze.Unpacker + string(unpacked)); err == nil {
		parts.Script, err = minified(script)
	}
	return parts, err
}

// minified returns a script that does the same with fewer bytes.
func minified(script string) (string, error) {
	var out strings.Builder
	err := js.Minify(nil, &out, strings.NewReader(script), nil)
	return out.String(), err
}

// bank stands for the module of a mini bank, which the file has before its script.
const bank = "export const generate = (level) => " + page.Generate + "(level);"

// sourcesOf returns a function that reads modules: those in a folder, and those of the page
// without the lines that a pattern matches.
func sourcesOf(folder string, leftOut *regexp.Regexp) func(name string) (string, error) {
	return func(name string) (string, error) {
		if own, ok := ownModules[name]; ok {
			return own, nil
		}
		source, err := page.Files.ReadFile(folder + "/" + name)
		if err != nil {
			source, err = page.Files.ReadFile("static/" + name)
		}
		return leftOut.ReplaceAllString(string(source), ""), err
	}
}

// ownModules stand for what is put before a bundle.
var ownModules = map[string]string{"mini.js": bank, "own.js": own}

// leftOutOfOne are the lines of the page that a file without a server and with a small engine
// has no use for.
var leftOutOfOne = regexp.MustCompile(`(?m)^.*(?:// not in one file|/\* not in one file \*/)$`)

// markupOfPlay returns the elements of the view Play that need no server.
func markupOfPlay() (string, error) {
	view, err := template.ParseFS(page.Files, "html/play.html")
	if err != nil {
		return "", err
	}
	var out strings.Builder
	err = view.ExecuteTemplate(&out, "main", page.NewControls(false))
	return tags.ReplaceAllString(out.String(), ""), err
}

var (
	tags        = regexp.MustCompile(` title:\w+\.\w+Tag\b`) // which say what a label says, at more length
	betweenTags = regexp.MustCompile(`>\s+<`)
)

// minimalMarkup returns elements without the spaces between lines.
func minimalMarkup(markup string) string {
	return betweenTags.ReplaceAllStringFunc(markup, func(s string) string {
		if strings.Contains(s, "\n") {
			return "><"
		}
		return s
	})
}

// usedGroup is a group of texts that a script uses.
var usedGroup = regexp.MustCompile(`texts\$\d+\.(\w+)`)

// textsIn returns the keys of the texts that a script or elements name.
func textsIn(all map[string]string, source string) (keys []string) {
	words := wordsIn(source)
	groups := map[string]bool{}
	for _, found := range usedGroup.FindAllStringSubmatch(source, -1) {
		groups[found[1]] = true
	}
	for key := range all {
		group, name, _ := strings.Cut(strings.TrimPrefix(key, "page."), ".")
		if strings.Contains(source, group+"."+name) || groups[group] && words[name] {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	return keys
}

// wordsIn returns the words of a source, which may have hyphens.
func wordsIn(source string) map[string]bool {
	words := map[string]bool{}
	for _, word := range regexp.MustCompile(`[\w-]+`).FindAllString(source, -1) {
		words[word] = true
	}
	return words
}

// stylesOf returns the styles of some sheets of which a source names all classes and IDs, the
// numbered ones as at${number}.
func stylesOf(source string, sheets ...string) (string, error) {
	scale, err := scales()
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	for _, name := range sheets {
		sheet, err := page.Files.ReadFile(path.Join("static", name))
		if err == nil {
			err = css.Minify(minify.New(), &out, strings.NewReader(scale.Replace(leftOutOfOne.ReplaceAllString(string(sheet), ""))), nil)
		}
		if err != nil {
			return "", err
		}
	}
	names := wordsIn(source)
	keep := func(selector string) bool {
		for _, found := range selectedName.FindAllStringSubmatch(selector, -1) {
			numbered := strings.TrimRight(found[1], "0123456789") + "${"
			if !names[found[1]] && !strings.Contains(source, numbered) {
				return false
			}
		}
		return true
	}
	return sifted(out.String(), keep), nil
}

// step is one of the scales of spaces and of sizes of texts, which all pages share.
var step = regexp.MustCompile(`(--(?:space|text)-\d): ([^;]+); ?`)

// scales replaces the names of steps by what they stand for, which is shorter.
func scales() (*strings.Replacer, error) {
	sheet, err := page.Files.ReadFile("static/base.css")
	var names []string
	for _, found := range step.FindAllStringSubmatch(string(sheet), -1) {
		names = append(names, found[0], "", "var("+found[1]+")", found[2])
	}
	return strings.NewReplacer(names...), err
}

var selectedName = regexp.MustCompile(`[.#]([a-zA-Z][\w-]*)`)

// sifted returns the rules of minified styles for the selectors that keep is true of.
func sifted(styles string, keep func(selector string) bool) string {
	var out strings.Builder
	for styles != "" {
		open := strings.IndexByte(styles, '{')
		if open < 0 {
			break
		}
		head, end := styles[:open], closing(styles, open)
		body := styles[open+1 : end]
		styles = styles[end+1:]
		switch {
		case strings.HasPrefix(head, "@media"):
			body = sifted(body, keep)
		case head == "@font-face": // the file of digits is not beside what is made
			head = ""
		case strings.HasPrefix(head, "@"):
		default:
			head = siftedSelectors(head, keep)
		}
		if head != "" && body != "" {
			out.WriteString(head + "{" + body + "}")
		}
	}
	return out.String()
}

// closing returns where the brace that opens at a place is closed.
func closing(styles string, open int) int {
	depth := 0
	for i := open; i < len(styles); i++ {
		switch styles[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	panic("page: styles with a brace that is not closed")
}

// siftedSelectors returns the selectors of a list that keep is true of.
func siftedSelectors(list string, keep func(selector string) bool) string {
	var kept []string
	depth, begin := 0, 0
	for i := 0; i <= len(list); i++ {
		switch {
		case i < len(list) && list[i] == '(':
			depth++
		case i < len(list) && list[i] == ')':
			depth--
		case i == len(list) || list[i] == ',' && depth == 0:
			if selector := list[begin:i]; keep(selector) {
				kept = append(kept, selector)
			}
			begin = i + 1
		}
	}
	return strings.Join(kept, ",")
}
