package main

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seedoku/seedoku"

// floors is the layout of the project: what each package may import of it, as
// a picture that runs. A package that is not in it has no place yet.
var floors = map[string]string{
	"sudoku":                 "",
	"migrations":             "",
	"data":                   "",
	"seedbank/shuffle":       "",
	"seedbank/inorder":       "",
	"seedbank/whole":         "",
	"seedbank/wording":       "",
	"transform":              "seedbank/wording sudoku",
	"rating":                 "seedbank/wording sudoku transform",
	"rating/figure":          "rating seedbank/wording sudoku",
	"rating/depth":           "sudoku",
	"seedbank/version":       "rating",
	"seedbank/seed":          "rating seedbank/shuffle seedbank/wording sudoku transform",
	"seedbank":               "migrations rating seedbank/seed seedbank/shuffle seedbank/whole seedbank/wording sudoku transform",
	"seedbank/pattern":       "rating seedbank/pack/shape seedbank/wording sudoku transform",
	"seedbank/bounds":        "sudoku",
	"seedbank/pack/book":     "seedbank/bounds seedbank/wording sudoku",
	"seedbank/pack/shape":    "seedbank/wording sudoku",
	"seedbank/pack/language": "rating seedbank/pack/book seedbank/wording",
	"seedbank/pack":          "rating rating/depth seedbank/bounds seedbank/pack/book seedbank/pack/language seedbank/pack/shape seedbank/seed seedbank/wording sudoku transform",
	"seedbank/chart":         "rating seedbank seedbank/wording",
	"seedbank/draw":          "rating seedbank seedbank/pattern seedbank/seed seedbank/shuffle seedbank/wording sudoku transform",
	"seedbank/practice":      "rating rating/figure seedbank/seed seedbank/wording sudoku",
	"seedbank/export":        "rating seedbank seedbank/bounds seedbank/draw seedbank/inorder seedbank/pack seedbank/seed seedbank/shuffle seedbank/whole seedbank/wording transform",
	"seedbank/dataset":       "rating seedbank seedbank/draw seedbank/inorder seedbank/seed seedbank/shuffle seedbank/whole seedbank/wording sudoku transform",
	"seedbank/examine":       "rating seedbank seedbank/practice seedbank/seed sudoku transform",
	"seedbank/home":          "data seedbank",
	"seedbank/mini":          "rating seedbank seedbank/inorder seedbank/seed seedbank/wording sudoku transform",
	"seedbank/mine":          "rating rating/depth seedbank seedbank/draw seedbank/inorder seedbank/pattern seedbank/seed seedbank/wording sudoku transform",
	"seedbank/console":       "rating seedbank seedbank/chart seedbank/mine seedbank/wording transform",
	"seedbank/fleet":         "rating seedbank seedbank/inorder seedbank/mine seedbank/seed",
	"seedbank/web":           "rating seedbank seedbank/draw seedbank/examine seedbank/export seedbank/inorder seedbank/pack seedbank/practice seedbank/seed seedbank/shuffle sudoku transform",
	"cmd/seedokud":           "seedbank seedbank/console seedbank/draw seedbank/fleet seedbank/home seedbank/inorder seedbank/mine seedbank/version seedbank/web seedbank/whole seedbank/wording",
	"cmd/seedoku-dataset":    "seedbank/dataset seedbank/draw seedbank/home seedbank/version",
	"cmd/seedoku-release":    "seedbank/whole",
	"cmd/internal/wish":      "rating sudoku transform",
	"cmd/seedoku": "data rating rating/depth rating/figure seedbank seedbank/bounds seedbank/chart seedbank/console seedbank/draw seedbank/examine seedbank/export seedbank/home seedbank/inorder seedbank/mine seedbank/mini " +
		"seedbank/pack seedbank/pattern seedbank/practice seedbank/seed seedbank/version seedbank/whole seedbank/wording sudoku transform",
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

// Only package whole makes files and folders, and gives them names.
func TestFilesAreMadeInOneWay(t *testing.T) {
	users := filesWith(t, "os.Create", "os.WriteFile(", "os.OpenFile(", "os.Mkdir", "os.Rename(", "os.Link(", "os.Symlink(", "os.Truncate(")
	want := map[string]bool{
		"seedbank/whole/whole.go":   true,
		"seedbank/whole/scratch.go": true,
		"seedbank/whole/claim.go":   true,
		"seedbank/create.go":        true, // a copy, in a scratch folder
		"cmd/seedoku/input_many.go": true, // an archive from a pipe, in the folder for temporary files
	}
	if !maps.Equal(users, want) {
		t.Errorf("files are made by %v, want %v", users, want)
	}
}

// Only package web minifies.
func TestOnlyThePageIsMinified(t *testing.T) {
	for file := range filesWith(t, `"github.com/tdewolff/`) {
		if filepath.Dir(file) != filepath.FromSlash("seedbank/web") {
			t.Errorf("%s minifies", file)
		}
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
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		name := strings.TrimPrefix(fields[0], module+"/")
		allowed, known := floors[name]
		if !known {
			t.Errorf("package %s has no floor", name)
		}
		for _, imported := range fields[1:] {
			below, ours := strings.CutPrefix(imported, module+"/")
			if ours && !slices.Contains(strings.Fields(allowed), below) {
				t.Errorf("%s imports %s, which is not below it", name, below)
			}
		}
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
