package web_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// topName finds what has a name at the top of a module, and its name.
var topName = regexp.MustCompile(`(?m)^(?:export )?(?:async )?(?:function|class|const|let) (\w+)`)

// Whatever has a name at the top of a module keeps it, and stands on the line of the
// source, so that what a browser reports is found there.
func TestModulesKeepTheirLines(t *testing.T) {
	h := newServer(t)
	names := 0
	for _, at := range append(pageShell(t, h), "/sw.js") {
		folder := "page/static/"
		if at == "/sw.js" {
			folder = "page/html/"
		}
		if path.Ext(at) != ".js" {
			continue
		}
		source, err := os.ReadFile(folder + path.Base(at))
		if err != nil {
			t.Fatal(err)
		}
		sent := strings.Split(pageGet(t, h, at).Body.String(), "\n")
		for i, line := range strings.Split(string(source), "\n") {
			found := topName.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			names++
			if i >= len(sent) || !regexp.MustCompile(`\b`+found[1]+`\b`).MatchString(sent[i]) {
				t.Errorf("%s does not stand on line %d of %s", found[1], i+1, at)
			}
		}
	}
	if names < 100 {
		t.Errorf("only %d names were found", names)
	}
}
