package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seedoku/seedoku"

// room is a package of the project and what it holds, in a few words.
type room struct{ path, holds string }

// floors is the layout of the project, the ground floor first. A package imports
// only packages of lower floors. The documents show it as a picture.
var floors = [][]room{
	{
		{"sudoku", "words and exact solver"},
		{"internal/shuffle", "orders without repetition"},
		{"internal/trust", "which work of contributors is done again, and whom a hub refuses"},
		{"internal/ordered", "work on several cores, results in order"},
		{"internal/atomicfile", "files that appear when they are whole"},
		{"internal/phrase", "numbers with nouns, wrapped lines, the nearest known word"},
		{"internal/catalogue", "texts for people, one file a language"},
		{"internal/squeeze", "texts as few characters, for files that are scripts"},
		{"internal/lzstring", "texts as the library LZ-string packs them"},
		{"migrations", "the tables of a bank, in SQL"},
		{"data", "the starter bank"},
	},
	{
		{"transform", "the symmetry group"},
		{"internal/depth", "depth of trial and error, backdoors, the worth of clues"},
		{"internal/bounds", "limits of what strangers send"},
		{"internal/table/file", "files with their sums, compressed or not"},
		{"internal/drawing", "boards, drawn on anything that takes lines and texts"},
		{"internal/page", "the files of the page, and one file that plays"},
		{"internal/shape", "puzzles recognized in texts of all kinds"},
		{"internal/plainjson", "answers as JSON, in few bytes of program"},
	},
	{
		{"rating", "the logical solver and the rating of a class"},
		{"internal/drawing/raster", "drawings in pixels"},
		{"internal/book", "typesetter of booklets"},
	},
	{
		{"cmd/internal/wish", "wishes made of flags and judged by what comes out, for tests"},
		{"rating/figure", "steps drawn as text, pictures and pages"},
		{"rating/minutes", "how long people take, and where a puzzle is narrow"},
		{"seedbank/seed", "seeds, rungs, IDs and how they travel, without SQL"},
		{"internal/pattern", "puzzles whose clues stand in given cells"},
		{"internal/buildinfo", "what a program was built from"},
	},
	{
		{"internal/table", "the columns of a puzzle, tables of any rows as text"},
	},
	{
		{"seedbank/pack/read", "formats to read, one file each"},
		{"internal/bank/tables", "the file of a bank: schema, codecs, strata, pages"},
		{"internal/table/sqlite", "tables as files of SQLite"},
		{"internal/table/parquet", "tables in Apache Parquet"},
		{"internal/table/card", "the page that tells people what a folder of puzzles is"},
	},
	{
		{"seedbank", "the bank (SQLite), open to read: filter, selection, stream, statistics"},
		{"internal/bank/repair", "what is wrong with a bank, what is left of a damaged one"},
		{"seedbank/pack", "formats to write, one file each"},
		{"internal/copies", "copies of puzzles in disguise"},
		{"internal/given", "which puzzles were given away: collections of packs"},
		{"internal/practice", "positions where a technique is the only way on"},
	},
	{
		{"seedbank/change", "the bank, open to write: insert, collect, merge, rate anew"},
		{"internal/bank/records", "the best puzzles of a bank, and how they came about"},
		{"seedbank/draw", "requests and the puzzles drawn for them"},
	},
	{
		{"internal/bank/seedtest", "banks and seeds for tests"},
		{"internal/mine/making", "puzzles out of random grids, seeds of puzzles"},
		{"internal/chart", "pictures of a bank"},
		{"internal/examine", "answers about one puzzle"},
		{"internal/banktest", "banks that tests read, and whether a bank is true"},
	},
	{
		{"internal/engine", "answers about puzzles without a server"},
		{"internal/mine/walk", "steps from puzzles to better ones nearby"},
		{"seedbank/export", "packs of puzzles as files"},
		{"internal/mini", "a bank as one source file"},
		{"internal/dataset", "puzzles for training and testing models"},
	},
	{
		{"internal/mine/work", "units of work, done without a bank"},
		{"internal/publish", "whole banks as data sets for the public"},
	},
	{
		{"seedbank/mine", "seeds into a bank"},
	},
	{
		{"seedbank/web", "the API and the page"},
		{"internal/page/bundle", "the file that plays and the board for other pages, built of the page"},
		{"internal/fleet", "mining with many machines"},
		{"cmd/internal/console", "progress of long tasks on terminals"},
		{"cmd/internal/advice", "which command helps after an error"},
	},
	{
		{"cmd/internal/cli", "commands, flags, help, completion of all programs"},
	},
	{
		{"cmd/internal/cli/clitest", "tests of what help and completion tell"},
		{"cmd/internal/userbank", "which bank a program uses"},
		{"cmd/internal/drawflags", "the flags that say what to draw"},
		{"cmd/internal/mining", "flags and progress of mining, for one machine and many"},
	},
	{
		{"cmd/seedoku", "flags, printing, exit status"},
		{"cmd/seedokud", "servers and workers"},
		{"cmd/seedoku-dataset", "data sets"},
	},
}

// floorTable returns the layout as the documents show it, the highest floor first.
func floorTable() string {
	var b strings.Builder
	b.WriteString("```\n")
	for number, rooms := range slices.Backward(floors) {
		for i, r := range rooms {
			label := "   "
			if i == 0 {
				label = fmt.Sprintf("%2d ", number)
			}
			fmt.Fprintf(&b, "%s %-23s %s\n", label, r.path, r.holds)
		}
	}
	b.WriteString("```\n")
	return b.String()
}

// Only package transform may say of a puzzle that it is one without a proof.
func TestNobodyGoesWithoutProof(t *testing.T) {
	users := map[string]bool{}
	for file := range filesWith(t, "PuzzleWithoutProof(") {
		users[filepath.Dir(file)] = true
	}
	if want := map[string]bool{"sudoku": true, "transform": true}; !maps.Equal(users, want) {
		t.Errorf("packages with puzzles without proof: %v, want %v", users, want)
	}
}

// Only package atomicfile makes files and folders, and gives them names.
func TestFilesAreMadeInOneWay(t *testing.T) {
	users := filesWith(t, "os.Create", "os.WriteFile(", "os.OpenFile(", "os.Mkdir", "os.Rename(", "os.Link(", "os.Symlink(", "os.Truncate(")
	want := map[string]bool{
		"internal/atomicfile/whole.go":   true,
		"internal/atomicfile/scratch.go": true,
		"internal/atomicfile/staged.go":  true,
		"internal/atomicfile/claim.go":   true,
		"internal/atomicfile/replace.go": true,
		"seedbank/change/create.go":      true, // a copy, in a scratch folder

		"internal/bank/seedtest/fixtures.go": true, // banks for tests
		"cmd/seedoku/input_archive.go":       true, // an archive from a pipe, in the folder for temporary files
		"cmd/seedoku-release/packages.go":    true, // what a package holds, in the folder for temporary files
	}
	if !maps.Equal(users, want) {
		t.Errorf("files are made by %v, want %v", users, want)
	}
}

// Only the server minifies: no other program needs a parser of scripts to start.
func TestOnlyTheServerMinifies(t *testing.T) {
	folders := map[string]bool{}
	for file := range filesWith(t, `"github.com/tdewolff/`) {
		folders[filepath.ToSlash(filepath.Dir(file))] = true
	}
	if want := map[string]bool{"seedbank/web": true}; !maps.Equal(folders, want) {
		t.Errorf("scripts are minified in %v, want %v", folders, want)
	}
}

// filesWith returns the files of the program that hold one of some words, by
// their paths in the project.
func filesWith(t *testing.T, words ...string) map[string]bool {
	t.Helper()
	const root = "../.."
	files := map[string]bool{}
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(filepath.Join(root, path))
		if slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(text, []byte(word)) }) {
			files[path] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestImportsStayOnLowerFloors(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, module+"/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	floorOf := map[string]int{}
	for number, rooms := range floors {
		for _, r := range rooms {
			floorOf[module+"/"+r.path] = number
		}
	}
	built := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := fields[0]
		built[name] = true
		number, known := floorOf[name]
		if !known {
			t.Errorf("package %s has no floor", name)
			continue
		}
		for _, imported := range fields[1:] {
			if below, ours := floorOf[imported]; ours && below >= number {
				t.Errorf("%s of floor %d imports %s of floor %d, which is not below it", name, number, imported, below)
			}
		}
	}
	for name := range floorOf {
		if !built[name] {
			t.Errorf("floors has package %s, which does not exist", name)
		}
	}
}

// The page of the library names all packages that other programs can import. The others are
// internal.
func TestLibraryIsWhatItsPageSays(t *testing.T) {
	page := textOf(t, "docs/library.md")
	named := map[string]bool{"migrations": true} // has a place that is fixed, and is for package tables
	for _, name := range regexp.MustCompile("`([a-z/]+)`(?:,| \\|)").FindAllStringSubmatch(page, -1) {
		named[name[1]] = true
	}
	public := map[string]bool{}
	for _, rooms := range floors {
		for _, r := range rooms {
			if first, _, _ := strings.Cut(r.path, "/"); first != "internal" && first != "cmd" {
				public[r.path] = true
			}
		}
	}
	if !maps.Equal(public, named) || len(public) > 16 {
		t.Errorf("%d packages can be imported: %v; the page names %v", len(public), slices.Sorted(maps.Keys(public)), slices.Sorted(maps.Keys(named)))
	}
}

// What servers and Parquet are made of takes as long to start as the whole program.
func TestNothingOfServersInside(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for dependency := range strings.FieldsSeq(string(out)) {
		if dependency == "net/http" || strings.HasPrefix(dependency, "github.com/nats-io/") {
			t.Errorf("the program imports %s", dependency)
		}
	}
	if strings.Contains(string(out), "parquet-go") {
		t.Error("the program imports parquet-go")
	}
}
