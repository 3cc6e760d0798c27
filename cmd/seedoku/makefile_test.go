package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Tests that the Makefile names stand in the packages that it names: go test passes if
// there are none.
func TestMakefileNamesTests(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	lines := regexp.MustCompile(`-run '([^']+)'(.*)`).FindAllStringSubmatch(string(text), -1)
	if len(lines) < 10 {
		t.Fatalf("%d lines with tests", len(lines))
	}
	for _, line := range lines {
		if line[1] == "^$$" { // no test: benchmarks or a fuzz target
			continue
		}
		var tests strings.Builder
		for _, folder := range regexp.MustCompile(`\./\S+`).FindAllString(line[2], -1) {
			files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
			if err != nil || len(files) == 0 {
				t.Errorf("%s has no tests, %v", folder, err)
			}
			for _, file := range files {
				source, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				tests.Write(source)
			}
		}
		for _, name := range namesIn(line[1]) {
			if found := regexp.MustCompile(`(?m)^func ` + name + `\(`).MatchString(tests.String()); !found {
				t.Errorf("-run '%s'%s: there is no test %s", line[1], line[2], name)
			}
		}
	}
}

// namesIn lists the alternatives of a pattern such as ^Test(One|Two)$ or ^(TestOne|TestTwo)$.
// What is anchored at one end only matches any letters at the other.
func namesIn(pattern string) (names []string) {
	pattern = strings.ReplaceAll(pattern, "$$", "$")
	before, rest, grouped := strings.Cut(pattern, "(")
	if !grouped {
		before, rest = "", pattern+")"
	}
	inner, after, _ := strings.Cut(rest, ")")
	for name := range strings.SplitSeq(inner, "|") {
		name = before + name + after
		open, closed := !strings.HasPrefix(name, "^"), !strings.HasSuffix(name, "$")
		name = strings.Trim(name, "^$")
		if open {
			name = `\w*` + name
		}
		if closed {
			name += `\w*`
		}
		names = append(names, name)
	}
	return names
}
