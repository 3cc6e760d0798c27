package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/cmd/internal/userbank"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/pack"
)

var update = flag.Bool("update", false, "write the generated parts of the README anew")

const readmePath = "../../README.md"

// rewriteREADME gives the README to rewrite, and compares it with what that
// returns, or writes that to the file.
func rewriteREADME(t *testing.T, rewrite func(readme string) string) {
	t.Helper()
	content, err := os.ReadFile(readmePath)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(content)
	want := rewrite(readme)
	if *update {
		if err := os.WriteFile(readmePath, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if diff := cmp.Diff(want, readme); diff != "" {
		t.Errorf("the README is not up to date (go test ./cmd/seedoku -run README -update):\n%s", diff)
	}
}

// The tables of the README are those of the code.
func TestREADMEListsWhatThereIs(t *testing.T) {
	rewriteREADME(t, func(readme string) string {
		for name, table := range map[string]string{"techniques": techniqueTable(), "formats": formatTable(), "floors": floorTable()} {
			before, rest, ok := strings.Cut(readme, "<!-- "+name+":")
			comment, rest, _ := strings.Cut(rest, "-->\n")
			_, after, closed := strings.Cut(rest, "<!-- end -->")
			if !ok || !closed {
				t.Fatalf("the README has no part %q", name)
			}
			readme = before + "<!-- " + name + ":" + comment + "-->\n" + table + "<!-- end -->" + after
		}
		return readme
	})
}

// What the README shows under a command line is what the command prints, on a
// machine that has no bank but that in the program. A command line with nothing
// under it is not run.
func TestREADMEShowsWhatCommandsPrint(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	t.Setenv(userbank.Variable, "")
	const prompt = "$ seedoku "
	rewriteREADME(t, func(readme string) string {
		var out strings.Builder
		lines := strings.SplitAfter(readme, "\n")
		for i := 0; i < len(lines); {
			line := lines[i]
			out.WriteString(line)
			i++
			command, ok := strings.CutPrefix(line, prompt)
			end := i
			for end < len(lines) && !strings.HasPrefix(lines[end], "```") && !strings.HasPrefix(lines[end], "$ ") {
				end++
			}
			if !ok || end == i {
				continue
			}
			out.WriteString(printedBy(t, shellWords(command)))
			i = end
		}
		return out.String()
	})
}

// shellWords returns the words of a command line, of which quotes can hold spaces.
func shellWords(line string) (words []string) {
	var word strings.Builder
	var quote rune
	begun := false
	for _, r := range strings.TrimSuffix(line, "\n") + " " {
		switch {
		case r == quote:
			quote = 0
		case quote == 0 && (r == '\'' || r == '"'):
			quote, begun = r, true
		case quote == 0 && r == ' ':
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	return words
}

// printedBy returns what a command prints into a file.
func printedBy(t *testing.T, args []string) string {
	t.Helper()
	status, stdout, stderr := clitest.Run(t, &newProgram().Program, console.Terminal{Unicode: true}, args...)
	if status != cli.Fine {
		t.Errorf("seedoku %s: exit status %d, %s", strings.Join(args, " "), status, stderr)
	}
	return stdout
}

func techniqueTable() string {
	var b strings.Builder
	b.WriteString("| technique | rating | what it is |\n|---|---|---|\n")
	for technique := range rating.Techniques() {
		fmt.Fprintf(&b, "| %v | %s | %s |\n", technique, ratings(technique), technique.About())
	}
	return b.String()
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("| `--format` | what it is |\n|---|---|\n")
	for _, format := range pack.Formats {
		fmt.Fprintf(&b, "| `%s` | %s |\n", format.Name, format.Summary)
	}
	return b.String()
}
