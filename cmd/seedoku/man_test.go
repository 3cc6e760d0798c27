package main

import (
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// everyCommand calls do with the program and each command below it.
func everyCommand(command *cli.Command, path string, do func(c *cli.Command, path string)) {
	do(command, path)
	for _, below := range command.Subcommands {
		everyCommand(below, path+" "+below.Name, do)
	}
}

// shown returns a manual page as a reader sees it, with one space between words.
func shown(t *testing.T, page string) string {
	t.Helper()
	if _, err := exec.LookPath("groff"); err != nil {
		t.Skip("SKIPPED: groff is not installed, so that nobody reads the manual page; .ci/run installs it")
	}
	var warnings bytes.Buffer
	groff := exec.Command("groff", "-man", "-Tascii", "-P-c", "-rLL=1000n", "-rHY=0", "-ww")
	groff.Stdin, groff.Stderr = strings.NewReader(page), &warnings
	text, err := groff.Output()
	if err != nil || warnings.Len() > 0 {
		t.Fatalf("groff: %v, %s", err, &warnings)
	}
	overstruck := regexp.MustCompile(`.\x08`)
	return strings.Join(strings.Fields(overstruck.ReplaceAllString(string(text), "")), " ")
}

// The manual page is set without a warning, and holds every command with its
// paragraphs, flags, lists and examples.
func TestManualPage(t *testing.T) {
	app := wholeApp(&program{})
	text := shown(t, manualPage(app))
	want := func(what, part string) {
		t.Helper()
		if part = strings.Join(strings.Fields(part), " "); !strings.Contains(text, part) {
			t.Errorf("%s: the manual page lacks %q", what, part)
		}
	}
	everyCommand(rootOf(app), app.Name, func(c *cli.Command, path string) {
		if c.Name != app.Name {
			want(path, usageLine(c, path))
		}
		want(path, c.Usage[1:])
		examples := 0
		for _, b := range blocksOf(c.Description) {
			want(path, b.paragraph)
			for _, m := range b.list {
				want(path, m.word+" "+m.text)
			}
			for _, line := range b.lines {
				want(path, strings.Join(exampleLines(line, 70), " "))
			}
			if b.title == "Examples" {
				examples += len(b.lines)
			}
		}
		if examples == 0 {
			t.Errorf("%s has no examples", path)
		}
		for _, flag := range c.Flags {
			if flag != helpFlag && flag != versionFlag {
				want(path, flagWords(flag)+" "+flagMeaning(flag))
			}
		}
	})
}
