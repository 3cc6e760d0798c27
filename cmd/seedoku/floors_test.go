package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/seedoku/seedoku"

// floors is the layout of the project: what each package may import of it, as
// a picture that runs. A package that is not in it has no place yet.
var floors = map[string]string{
	"sudoku":             "",
	"migrations":         "",
	"data":               "",
	"seedbank/shuffle":   "",
	"seedbank/inorder":   "",
	"transform":          "seedbank/shuffle sudoku",
	"rating":             "sudoku transform",
	"seedbank/seed":      "rating seedbank/shuffle sudoku transform",
	"seedbank":           "migrations rating seedbank/shuffle sudoku transform",
	"seedbank/pack/book": "sudoku",
	"seedbank/pack":      "rating seedbank/pack/book sudoku",
	"seedbank/chart":     "rating seedbank",
	"seedbank/mine":      "rating seedbank seedbank/inorder sudoku transform",
	"cmd/seedoku":        "data rating seedbank seedbank/chart seedbank/inorder seedbank/mine seedbank/pack seedbank/shuffle sudoku transform",
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
