package web_test

import (
	"os"
	"path"
	"regexp"
	"testing"
)

// topName finds what has a name at the top of a module, and its name.
var topName = regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:function|class|const|let) (\w+)`)

// Whatever has a name at the top of a module keeps it, and begins a line, so that what a
// browser reports is found in the source.
func TestModulesKeepTheirNames(t *testing.T) {
	h := starterServer(t)
	names := 0
	for _, at := range append(pageShell(t, h), "/sw.js") {
		folder := "../../internal/page/static/"
		if at == "/sw.js" {
			folder = "../../internal/page/html/"
		}
		if path.Ext(at) != ".js" {
			continue
		}
		source, err := os.ReadFile(folder + path.Base(at))
		if err != nil {
			t.Fatal(err)
		}
		sent := pageGet(t, h, at).Body.String()
		for _, found := range topName.FindAllStringSubmatch(string(source), -1) {
			names++
			if !regexp.MustCompile(`(?m)^(export )?(async )?(function|class|const|let) ?` + found[1] + `\b`).MatchString(sent) {
				t.Errorf("%s begins no line of %s", found[1], at)
			}
		}
	}
	if names < 100 {
		t.Errorf("only %d names were found", names)
	}
}
