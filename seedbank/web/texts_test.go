package web

import (
	"bytes"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/html"
	"github.com/tdewolff/parse/v2/js"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
)

// sourcesOf calls f with every template or script of the page.
func sourcesOf(t *testing.T, extension string, f func(name, source string)) {
	t.Helper()
	err := fs.WalkDir(page.Files, ".", func(at string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(at) != extension || path.Base(at) == "mini.js" {
			return err
		}
		source, err := page.Files.ReadFile(at)
		f(path.Base(at), string(source))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	aliasOfGroup = regexp.MustCompile(`(?:const|let) (\w+) = texts\.(\w+);`)
	textNamed    = regexp.MustCompile(`\btexts\.(\w+)(?:\.(\w+)|\[)`)
	textInView   = regexp.MustCompile(`data-t="([^"]*)"`)
	action       = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

// textsUsed returns the keys that the page uses. A key that ends in an asterisk stands for
// those that begin alike.
func textsUsed(t *testing.T) (used []string) {
	sourcesOf(t, ".js", func(_, source string) {
		for _, found := range textNamed.FindAllStringSubmatch(source, -1) {
			used = append(used, found[1]+"."+orAll(found[2]))
		}
		for _, alias := range aliasOfGroup.FindAllStringSubmatch(source, -1) {
			for _, found := range regexp.MustCompile(`\b`+alias[1]+`(?:\.(\w+)\b|\[)`).FindAllStringSubmatch(source, -1) {
				used = append(used, alias[2]+"."+orAll(found[1]))
			}
		}
	})
	sourcesOf(t, ".html", func(_, source string) {
		for _, found := range textInView.FindAllStringSubmatch(source, -1) {
			for entry := range strings.FieldsSeq(action.ReplaceAllString(found[1], "*")) {
				_, key, _ := strings.Cut(":"+entry, ":")
				if i := strings.LastIndexByte(key, ':'); i >= 0 {
					key = key[i+1:]
				}
				used = append(used, key)
			}
		}
	})
	return used
}

func orAll(name string) string {
	if name == "" {
		return "*"
	}
	return name
}

// means reports whether a pattern with asterisks means a key.
func means(pattern, key string) bool {
	match, err := path.Match(pattern, key)
	return err == nil && match
}

// Every text that the page uses is there, in all languages, and every text is used.
func TestTextsOfPage(t *testing.T) {
	used := textsUsed(t)
	english := catalogue.Texts(catalogue.English)
	var keys []string
	for key := range english {
		page, isPage := strings.CutPrefix(key, "page.")
		if !isPage {
			page = key
		}
		keys = append(keys, page)
		if isPage && !slices.ContainsFunc(used, func(pattern string) bool { return means(pattern, page) }) {
			t.Errorf("nobody uses %s", key)
		}
	}
	for _, pattern := range used {
		if !slices.ContainsFunc(keys, func(key string) bool { return means(pattern, key) }) {
			t.Errorf("the page uses %s, which no catalogue has", pattern)
		}
	}
}

// words finds what looks like a text for people: a word with a capital, or two words.
var words = regexp.MustCompile(`^\P{L}*[A-Z][a-z]{2,}|^[A-Z]?[a-z]+ (?:[a-z]+ )+[a-z]+[.?!…]?$|[a-z]{2,} .*[.?!…]$`)

// TestNoTextsInViews finds texts that stand in a template.
func TestNoTextsInViews(t *testing.T) {
	sourcesOf(t, ".html", func(name, source string) {
		source = regexp.MustCompile(`(?s)\{\{.*?\}\}|<script>.*?</script>`).ReplaceAllString(source, "")
		lexer := html.NewLexer(parse.NewInputString(source))
		for kind, data := lexer.Next(); kind != html.ErrorToken; kind, data = lexer.Next() {
			text := string(data)
			if kind == html.AttributeToken {
				text = strings.Trim(string(lexer.AttrVal()), `"`)
			}
			isRead := kind == html.TextToken || kind == html.AttributeToken && slices.Contains([]string{"aria-label", "title", "placeholder", "alt"}, string(lexer.Text()))
			if isRead && hasLetters(text) {
				t.Errorf("%s: the text %q belongs into the catalogues", name, strings.TrimSpace(text))
			}
		}
	})
}

func hasLetters(text string) bool {
	return regexp.MustCompile(`\pL`).MatchString(strings.ReplaceAll(text, "Seedoku", ""))
}

// notForPeople finds literals that people do not read, though they look like it: names of
// keys and headers, and messages of errors that stay in the program.
var notForPeople = regexp.MustCompile(`^(?:Arrow\w+|Home|End|Enter|Escape|Backspace|Delete|Next|Back|Numpad|Digit|Accept-Language|AbortError)$`)

// TestNoTextsInScripts finds texts that stand in a script.
func TestNoTextsInScripts(t *testing.T) {
	sourcesOf(t, ".js", func(name, source string) {
		if name == "sw.js" {
			return
		}
		for _, found := range literalsOf(source) {
			if words.MatchString(found) && !notForPeople.MatchString(found) {
				t.Errorf("%s: the text %q belongs into the catalogues", name, found)
			}
		}
	})
	if len(literalsOf(`say("Look at " + x, "quiet opener");`)) != 2 || !words.MatchString("Look at ") || words.MatchString("quiet opener") {
		t.Error("a text is not found")
	}
}

// literalsOf returns the literals of a script, but those of errors, which say to whoever
// reads the program what is wrong with it.
func literalsOf(source string) (list []string) {
	lexer := js.NewLexer(parse.NewInputString(source))
	var before [3][]byte
	for {
		kind, text := lexer.Next()
		switch kind {
		case js.ErrorToken:
			return list
		case js.WhitespaceToken, js.LineTerminatorToken, js.CommentToken, js.CommentLineTerminatorToken:
			continue
		case js.DivToken, js.DivEqToken:
			if !bytes.HasSuffix(before[2], []byte(")")) && !regexp.MustCompile(`[\w\]]$`).Match(before[2]) {
				_, text = lexer.RegExp()
			}
		case js.StringToken, js.TemplateToken, js.TemplateStartToken, js.TemplateMiddleToken, js.TemplateEndToken:
			if !bytes.Equal(before[1], []byte("Error")) {
				list = append(list, strings.Trim(string(text), "\"'`${}"))
			}
		}
		before = [3][]byte{before[1], before[2], bytes.Clone(text)}
	}
}

// No script of the page needs itself by way of others.
func TestModulesHaveNoCircles(t *testing.T) {
	b := newPageBuilder(place{root: "/"}, views[:])
	sourcesOf(t, ".js", func(name, source string) {
		for _, found := range regexp.MustCompile(`from "\./(\w+\.js)"`).FindAllStringSubmatch(source, -1) {
			if _, err := b.source(found[1]); err == nil && slices.Contains(b.modules(found[1]), name) {
				t.Errorf("%s needs %s, which needs it", name, found[1])
			}
		}
	})
}
