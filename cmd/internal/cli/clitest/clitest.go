// Package clitest tests help, the manual page and completion of a program.
//
// Start with [Texts].
package clitest

import (
	"bufio"
	"bytes"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/console"
)

// Run runs a program on a terminal, with nothing on standard input.
func Run(t *testing.T, p *cli.Program, on console.Terminal, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	p.Stdin, p.Stdout, p.Stderr, p.Terminal = strings.NewReader(""), bufio.NewWriter(&out), &errs, on
	status = p.Run(t.Context(), append([]string{p.Name}, args...))
	return status, out.String(), errs.String()
}

// Texts tests the texts of all commands of a program: help has examples and fits terminals,
// the manual page tells the same, and every command, flag and
// shell can be completed, and the values of flags that take a file, a format or a list.
func Texts(t *testing.T, makeProgram func() *cli.Program) {
	helps := map[string]string{} // by command
	paths := []string{"", "completion", "man", "version", "help"}
	for _, entry := range makeProgram().Commands {
		if entry.Make == nil || entry.Make().Beside == nil { // another program answers its flags
			paths = append(paths, entry.Path)
		}
	}
	output := func(on console.Terminal, args ...string) string {
		status, stdout, stderr := Run(t, makeProgram(), on, args...)
		if status != cli.Fine || stderr != "" {
			t.Errorf("%q: status %d, %s", args, status, stderr)
		}
		return stdout
	}
	for _, path := range paths {
		args := append(strings.Fields(path), "--help")
		helps[path] = output(console.Terminal{}, args...)
		if !strings.Contains(helps[path], "Examples:") {
			t.Errorf("%s has no examples", path)
		}
		for _, width := range []int{40, 60, 80, 200} {
			text := output(console.Terminal{Width: width}, args...)
			if lines := TooLong(text, min(width, console.UsualWidth)); len(lines) > 0 {
				t.Errorf("%s on %d columns: %q", path, width, lines)
			}
			if diff := cmp.Diff(words(helps[path]), words(text)); diff != "" {
				t.Errorf("%s on %d columns:\n%s", path, width, diff)
			}
		}
	}
	manualPage(t, output(console.Terminal{}, "man"), helps)
	for _, shell := range []string{"bash", "zsh", "fish"} {
		if script := output(console.Terminal{}, "completion", shell); !strings.Contains(script, makeProgram().Name) {
			t.Errorf("the script for %s does not name the program", shell)
		}
	}
	for path, help := range helps {
		_, flags, _ := strings.Cut(help, "\nFLAGS:\n")
		answers := output(console.Terminal{}, append(append([]string{"__complete"}, strings.Fields(path)...), "--")...)
		for _, flag := range regexp.MustCompile(`(?m)^   (--[a-z-]+)(?:, -[a-z])?(?: (FILE|FORMAT|LIST)\b)?`).FindAllStringSubmatch(flags, -1) {
			if !strings.Contains("\n"+answers, "\n"+flag[1]+"\t") {
				t.Errorf("%s: %s is not completed: %s", path, flag[1], answers)
			}
			if flag[2] != "" && output(console.Terminal{}, append(append([]string{"__complete"}, strings.Fields(path)...), flag[1], "")...) == "" {
				t.Errorf("%s: no value of %s %s is offered", path, flag[1], flag[2])
			}
		}
	}
}

// manualPage tests that the manual page tells what the help of all commands does, in ASCII.
func manualPage(t *testing.T, page string, helps map[string]string) {
	text := strings.Join(words(shown(t, page)), " ")
	for path, help := range helps {
		for _, heading := range []string{"USAGE", "DESCRIPTION", "FLAGS"} {
			_, section, _ := strings.Cut("\n"+help, "\n"+heading+":\n")
			section, _, _ = strings.Cut(section, "\n\n"+map[string]string{"USAGE": "", "DESCRIPTION": "COMMANDS", "FLAGS": "\x00"}[heading])
			section, _, _ = strings.Cut(section, "\n\nFLAGS:\n")
			section, _, _ = strings.Cut(section, "--help, -h ")
			if part := strings.ReplaceAll(strings.Join(words(section), " "), "≠", "!="); !strings.Contains(text, part) && (path != "" || heading != "USAGE") {
				t.Errorf("%s: the manual page lacks %q", path, part)
			}
		}
	}
}

// shown returns a manual page as a reader sees it.
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
	return regexp.MustCompile(`.\x08`).ReplaceAllString(string(text), "") // characters that are overstruck
}

// words returns the words of a text, without the backslashes at the ends of lines that go on.
func words(text string) []string { return strings.Fields(strings.ReplaceAll(text, " \\\n", "\n")) }

// TooLong returns the lines that are longer than width although they have a place to break:
// not within quotes, and not between a flag and its value.
func TooLong(text string, width int) (lines []string) {
	unbroken := regexp.MustCompile(`^\s*(\S+ {2,})?(-\S+ )?("[^"]*"|[^-\s]\S*|\S*"[^"]*"\S*|\S*)( \\)?$`)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if utf8.RuneCountInString(line) > width && !unbroken.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines
}
