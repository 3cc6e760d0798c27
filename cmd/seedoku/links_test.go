package main

import (
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

var (
	// markdownLink matches the target of a link or a picture.
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"`)

	// namedPath matches a path of the project between backticks.
	namedPath = regexp.MustCompile("`([A-Za-z0-9_.-]+/[A-Za-z0-9_./*-]*)`")

	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// The links of the documents lead to files, and to headings in them, and so do paths
// of the project that stand in their texts.
func TestREADMEAndDocsLinks(t *testing.T) {
	all := documents(t)
	linked := map[[2]string]bool{} // from the first to the second document
	for _, document := range all {
		text := withoutExamples(textOf(t, document))
		for _, match := range markdownLink.FindAllStringSubmatch(text, -1) {
			target := match[1] + match[2]
			if problem := brokenLink(t, document, target); problem != "" {
				t.Errorf("%s: the link %s: %s", document, target, problem)
			}
			file, _, _ := strings.Cut(target, "#")
			linked[[2]string{document, path.Join(path.Dir(document), file)}] = true
		}
		for _, match := range namedPath.FindAllStringSubmatch(text, -1) {
			if problem := missingPath(match[1]); problem != "" {
				t.Errorf("%s: `%s`: %s", document, match[1], problem)
			}
		}
	}
	for _, page := range all {
		leads := func(by string) bool {
			return linked[[2]string{by, page}] && (by == "README.md" || linked[[2]string{"README.md", by}])
		}
		if path.Dir(page) == "docs" && !slices.ContainsFunc(all, leads) {
			t.Errorf("neither README nor a page that it names leads to %s", page)
		}
	}
}

// withoutExamples returns a text without its fenced blocks.
func withoutExamples(text string) string {
	return regexp.MustCompile("(?ms)^```.*?^```\n").ReplaceAllString(text, "")
}

// brokenLink says what is wrong with a link of a document, or "".
func brokenLink(t *testing.T, document, target string) string {
	address, err := url.Parse(target)
	switch {
	case err != nil:
		return err.Error()
	case address.Scheme != "":
		return "" // of other sites
	}
	file := document
	if address.Path != "" {
		file = path.Join(path.Dir(document), address.Path)
	}
	if _, err := os.Stat(filepath.Join(projectFolder, file)); err != nil {
		return "there is no such file"
	}
	if address.Fragment == "" || path.Ext(file) != ".md" {
		return ""
	}
	for _, match := range heading.FindAllStringSubmatch(withoutExamples(textOf(t, file)), -1) {
		if anchorOf(match[1]) == address.Fragment {
			return ""
		}
	}
	return "the file has no such heading"
}

// anchorOf returns the name by which a link leads to a heading, as GitHub makes it.
func anchorOf(heading string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, heading)
}

// missingPath says what is wrong with words that look like a path of the project, or
// "". A path whose first folder is not one of the project is something else, and NAME
// stands for any name.
func missingPath(words string) string {
	first, _, _ := strings.Cut(words, "/")
	info, err := os.Stat(filepath.Join(projectFolder, first))
	if err != nil || !info.IsDir() || strings.Contains(words, "NAME") {
		return ""
	}
	if found, err := fs.Glob(os.DirFS(projectFolder), strings.TrimSuffix(words, "/")); err != nil || len(found) == 0 {
		return "there is no such file or folder"
	}
	return ""
}

func TestBrokenLinks(t *testing.T) {
	for target, broken := range map[string]bool{
		"https://example.org":          false,
		"docs/library.md":              false,
		"docs/library.md#draw-puzzles": false,
		"docs/library.md#draw":         true,
		"docs/nothing.md":              true,
		"#what-is-promised":            false,
		"#what-was-promised":           true,
	} {
		if problem := brokenLink(t, "README.md", target); (problem != "") != broken {
			t.Errorf("%s: %q", target, problem)
		}
	}
	for words, missing := range map[string]bool{"cmd/seedoku/gen.go": false, "cmd/*": false, "cmd/nothing": true, "a/b": false} {
		if problem := missingPath(words); (problem != "") != missing {
			t.Errorf("%s: %q", words, problem)
		}
	}
}

var (
	// namedFlag matches a flag in a document.
	namedFlag = regexp.MustCompile(`(?:^|[\s"'(\[` + "`" + `])--([a-z][a-z-]*)`)

	// declaredFlag matches the name of a flag in the source of a program, and its other
	// names.
	declaredFlag = regexp.MustCompile(`(?:Name:\s*|cli\.NewFiles\()"([a-z][a-z-]*)"(?:, Aliases: \[\]string\{([^}]*)\})?`)
)

// flagsOfOthers are flags of other programs that documents name.
var flagsOfOthers = map[string]bool{"data-binary": true, "markdown": true, "from": true, "similar": true, "subcanon": true, "input": true, "user": true, "now": true,
	"ignore-missing": true, "rm": true, "repo": true}

// The flags that documents name are flags of the programs.
func TestREADMEAndDocsFlags(t *testing.T) {
	known := map[string]bool{"help": true, "version": true}
	for path := range filesWith(t, "Name:", "cli.NewFiles(") {
		text, err := os.ReadFile(filepath.Join(projectFolder, path))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range declaredFlag.FindAllStringSubmatch(string(text), -1) {
			known[match[1]] = true
			for _, name := range regexp.MustCompile(`[a-z-]+`).FindAllString(match[2], -1) {
				known[name] = true
			}
		}
	}
	for _, document := range documents(t) {
		for _, match := range namedFlag.FindAllStringSubmatch(textOf(t, document), -1) {
			if !known[match[1]] && !flagsOfOthers[match[1]] {
				t.Errorf("%s names --%s, which no program has", document, match[1])
			}
		}
	}
	if !known["per-level"] || !known["lost-after"] || known["per-page-of"] {
		t.Errorf("flags: %v", known)
	}
}
