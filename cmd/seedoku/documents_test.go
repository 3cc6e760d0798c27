package main

import (
	"database/sql"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/cmd/internal/cli"
	"github.com/seedoku/seedoku/cmd/internal/cli/clitest"
	"github.com/seedoku/seedoku/cmd/internal/console"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/pack"
)

var update = flag.Bool("update", false, "write the generated parts of the documents anew")

// projectFolder is the folder of the project, seen from this package.
const projectFolder = "../.."

// documents returns the paths of all Markdown files of the project, from its folder,
// but for those of installed packages and of other programs.
func documents(t *testing.T) (paths []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(projectFolder), ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || path == "bin" || path == ".git"):
			return fs.SkipDir
		case filepath.Ext(path) == ".md" && !entry.IsDir():
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil || !slices.Contains(paths, "README.md") || !slices.Contains(paths, "docs/library.md") {
		t.Fatalf("documents %q, %v", paths, err)
	}
	return paths
}

// textOf returns the text of a document.
func textOf(t *testing.T, document string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(projectFolder, document))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// mustBe compares a document with the text that it should have or, with -update,
// writes that.
func mustBe(t *testing.T, document, want string) {
	t.Helper()
	if got := textOf(t, document); *update && got != want {
		if err := os.WriteFile(filepath.Join(projectFolder, document), []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != want {
		t.Errorf("%s is not up to date (go test ./cmd/seedoku -run 'README|Examples' -update):\n%s", document, cmp.Diff(want, got))
	}
}

// parts are what the tests write into the documents, each between two comments:
//
//	<!-- floors: written by go test ./cmd/seedoku -run README -update -->
//	...
//	<!-- end -->
var parts = map[string]func(*testing.T) string{
	"techniques": func(*testing.T) string { return techniqueTable() },
	"formats":    func(*testing.T) string { return formatTable() },
	"floors":     func(*testing.T) string { return floorTable() },
	"commands":   commandTable,
	"tables":     bankTables,
	"speed":      speedPart,
	"scales":     func(t *testing.T) string { return scalesPart(t, "scales", scalesPuzzles) },
	"people":     func(t *testing.T) string { return scalesPart(t, "people", peoplePuzzles) },
}

// part is one of the parts in a document.
var part = regexp.MustCompile(`(?s)(<!-- ([a-z]+): written by [^>]*-->\n)(.*?)(<!-- end -->)`)

// The tables and pictures of the documents are those of the code.
func TestREADMEAndDocsListWhatThereIs(t *testing.T) {
	left := maps.Clone(parts)
	for _, document := range documents(t) {
		text := textOf(t, document)
		mustBe(t, document, part.ReplaceAllStringFunc(text, func(old string) string {
			match := part.FindStringSubmatch(old)
			write, ok := parts[match[2]]
			if !ok {
				t.Errorf("%s has a part %q, which nothing writes", document, match[2])
				return old
			}
			delete(left, match[2])
			return match[1] + write(t) + match[4]
		}))
	}
	for name := range left {
		t.Errorf("no document has the part %q", name)
	}
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

// commandTable lists the commands with the first lines of their help texts.
func commandTable(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("| command | what it does |\n|---|---|\n")
	for _, command := range newProgram().Commands {
		text, err := fs.ReadFile(texts, "help/"+strings.ReplaceAll(command.Path, " ", "-")+".txt")
		if err != nil {
			t.Fatal(err)
		}
		about, _, _ := strings.Cut(string(text), "\n")
		fmt.Fprintf(&b, "| `seedoku %s` | %s |\n", command.Path, about)
	}
	return b.String()
}

// bankTables draws how the tables of a bank refer to each other, and lists them with
// what the SQL that makes them says of each.
func bankTables(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "empty.db")
	bank, err := change.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	list := query(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'goose%' ORDER BY rowid`)
	about := tablesInSQL(t)
	var drawn, listed strings.Builder
	drawn.WriteString("```mermaid\nerDiagram\n")
	listed.WriteString("| table | columns | what it holds |\n|---|---|---|\n")
	for _, table := range list {
		for _, key := range query(t, db, `SELECT "table" || ' ||--o{ `+table+` : ' || "from" FROM pragma_foreign_key_list(?) ORDER BY id DESC`, table) {
			fmt.Fprintf(&drawn, "    %s\n", key)
		}
		columns := query(t, db, `SELECT name FROM pragma_table_info(?) ORDER BY cid`, table)
		if about[table] == "" {
			t.Errorf("migrations say nothing of table %s", table)
		}
		fmt.Fprintf(&listed, "| `%s` | %s | %s |\n", table, strings.Join(columns, ", "), about[table])
	}
	drawn.WriteString("```\n\n")
	return drawn.String() + listed.String()
}

// tablesInSQL returns the first sentence above each table in the migrations, or what corrects it.
func tablesInSQL(t *testing.T) map[string]string {
	t.Helper()
	about := map[string]string{}
	files, err := fs.Glob(migrations.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := migrations.FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range regexp.MustCompile(`((?:-- .*\n)+)CREATE TABLE (\w+)`).FindAllStringSubmatch(string(text), -1) {
			words := strings.Fields(strings.ReplaceAll(match[1], "-- ", ""))
			sentence, _, _ := strings.Cut(strings.Join(words, " "), ". ")
			about[match[2]] = strings.TrimSuffix(sentence, ".")
		}
	}
	for table, correction := range corrections {
		if about[table] == "" {
			t.Errorf("a correction for table %s, of which migrations say nothing", table)
		}
		about[table] = correction
	}
	return about
}

// corrections describe the tables that no longer hold what the migrations say.
var corrections = map[string]string{
	"labels": "The labels of the paths of seeds, laid out like minutes: number n is on page n / 128, five bytes for each, the lowest first. " +
		"Bit l stands for label number l, and bit 31 says that the labels are known. The last byte is the number of the label that the puzzle turns on, from 1, or 0. " +
		"Pages of version 1 have four bytes for each, without the last",
	"units": "The units that contributors have done, so that they can be done again by others if the seeds of a contributor are taken back: " +
		"a row for each unit and run. NULL stands for a run whose results were taken back. " +
		"The name is the first 64 bits of the SHA-256 of the unit, XOR 0x9e3779b97f4a7c15 times the run that did it",
}

// query returns the texts that a statement gives.
func query(t *testing.T, db *sql.DB, statement string, args ...any) (list []string) {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), statement, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		list = append(list, text)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
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
