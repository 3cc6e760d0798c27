package web_test

import (
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/mini"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
)

// miniPath is the mini bank that the page makes puzzles of without a server.
const miniPath = "../../internal/page/static/mini.js"

var updateMini = flag.Bool("update-mini", false, "make the mini bank of the page anew from the starter bank")

// The mini bank of the page makes puzzles of the level that is asked for.
func TestMiniBankOfThePage(t *testing.T) {
	if *updateMini {
		writeMini(t)
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("the mini bank of the page is not tested: there is no node (apt-get install nodejs)")
	}
	const made = 5 // of each level
	run := exec.Command(node, "--input-type=module", "--eval", `
		import { generate } from "../../internal/page/static/mini.js";
		const list = [];
		for (let level = 1; level <= 9; level++) for (let n = 0; n < 5; n++) list.push(generate(level, 1e12 * n + level));
		console.log(JSON.stringify(list));`)
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		t.Fatalf("node: %v", err)
	}
	var puzzles []struct {
		Puzzle, Solution sudoku.Grid
		Level            rating.Level
		Clues            int
	}
	if err := json.Unmarshal(out, &puzzles); err != nil || len(puzzles) != made*rating.NumLevels {
		t.Fatalf("%d puzzles, %v", len(puzzles), err)
	}
	var solver sudoku.Solver
	var rater rating.Rater
	for i, p := range puzzles {
		proven, err := solver.Prove(p.Puzzle)
		if err != nil || proven.Solution() != p.Solution || proven.NumClues() != p.Clues {
			t.Errorf("%v: %v, or the solution or the number of clues is not %v and %d", p.Puzzle, err, p.Solution, p.Clues)
			continue
		}
		class, err := rater.Class(&proven)
		if err != nil || class.Rating.Level() != p.Level || int(p.Level) != 1+i/made {
			t.Errorf("%v is of level %d, not %d: %v", p.Puzzle, class.Rating.Level(), p.Level, err)
		}
	}
}

// writeMini makes the mini bank, as a module for browsers.
func writeMini(t *testing.T) {
	t.Helper()
	made, err := mini.Make(t.Context(), banktest.Starter(t), mini.Options{Size: maxMini})
	if err != nil {
		t.Fatal(err)
	}
	language, err := mini.LanguageNamed("js")
	if err != nil {
		t.Fatal(err)
	}
	about, code, _ := strings.Cut(string(made.File(language)), "*/")
	about = strings.ReplaceAll(about, "\n", "\n  ") // so that only statements begin a line with a letter
	file := "// @ts-nocheck\n" + about + "*/" + code
	if err := os.WriteFile(miniPath, []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
}
