package bundle

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"github.com/seedoku/seedoku/internal/catalogue"
	"github.com/seedoku/seedoku/internal/page"
)

// board builds the script of <seedoku-board>: the board of the page with its styles and texts
// as a custom element, in one file.
func board() ([]byte, error) {
	script, err := bundled("element.js", sourcesOf("board", leftOutOfBoard))
	if err != nil {
		return nil, err
	}
	styles, err := stylesOf(script, "base.css", "play.css", "picture.css", "../board/element.css")
	if err != nil {
		return nil, err
	}
	styles = hosted(sifted(styles, func(selector string) bool { return isDrawnBy(script, selector) }))
	texts := map[string]any{}
	for _, language := range catalogue.Codes() {
		all := catalogue.Texts(language)
		texts[language] = page.Grouped(all, textsIn(all, script))
	}
	values, err := json.Marshal([]any{styles, texts})
	if err != nil {
		return nil, err
	}
	small, err := minified(fmt.Sprintf("{const [boardStyles,boardTexts]=%s;\n%s}", values, script))
	return []byte("/* <seedoku-board> of Seedoku, MIT licence */\n" + small + "\n"), err
}

// own stands for the module of a board's styles and texts.
const own = "export const styles = boardStyles, catalogues = boardTexts;"

// leftOutOfBoard are the lines of the page that other pages have no use for.
var leftOutOfBoard = regexp.MustCompile(`(?m)^.*// not (?:in one file|on other pages)$`)

var (
	typeOf   = regexp.MustCompile(`^[a-z]\w*`)
	rootWith = regexp.MustCompile(`:root\[data-(\w+=\w+)\]`)
)

// isDrawnBy reports whether a script makes elements of the type that a selector begins with.
func isDrawnBy(script, selector string) bool {
	element := typeOf.FindString(selector)
	return element == "" || strings.Contains(script, `"`+element+`"`)
}

// hosted returns styles of a page as those of one element.
func hosted(styles string) string {
	return strings.ReplaceAll(rootWith.ReplaceAllString(styles, ":host([$1])"), ":root", ":host")
}
