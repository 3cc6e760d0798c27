package mini

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var puzzlesEach = flag.Int("mini-puzzles", 450, "puzzles that the file of each language makes")

// starter is the starter bank.
var starter = sync.OnceValues(func() (*seedbank.Bank, error) {
	return seedbank.OpenFS(context.Background(), data.FS, data.Starter)
})

// made makes a mini bank of the starter bank.
func made(t testing.TB, options Options) *Bank {
	t.Helper()
	bank, err := starter()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Make(t.Context(), bank, options)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// number returns the number of the puzzle that a driver asks for in its place i:
// small ones and great ones.
func number(i int) uint64 {
	if i%2 == 0 {
		return uint64(i)
	}
	return uint64(i) * 7919000003
}

// drivers has for each language a program that prints puzzles of the levels from its
// second argument to its third, as many of each as its first says, and the command
// that runs it in a folder with the file. It is without a command if there is none.
var drivers = map[string]struct {
	name, text string
	run        string // for sh
	needs      string
}{
	"js": {"driver.js", `
const {generate} = require("./mini.js");
const [each, low, high] = process.argv.slice(2).map(Number);
for (let level = low; level <= high; level++)
  for (let i = 0; i < each; i++) {
    const p = generate(level, i % 2 ? i * 7919000003 : i);
    console.log(p.puzzle, p.solution, p.level, p.clues);
  }
`, "node driver.js", "node"},
	"py": {"driver.py", `
import sys
from mini import generate
each, low, high = map(int, sys.argv[1:])
for level in range(low, high + 1):
    for i in range(each):
        p = generate(level, i * 7919000003 if i % 2 else i)
        print(p["puzzle"], p["solution"], p["level"], p["clues"])
`, "python3 driver.py", "python3"},
	"c": {"driver.c", `
#include <stdio.h>
#include <stdlib.h>
#include "mini.c"
int main(int argc, char **argv) {
  for (int level = atoi(argv[2]); level <= atoi(argv[3]); level++)
    for (int i = 0; i < atoi(argv[1]); i++) {
      struct puzzle p = generate(level, i % 2 ? i * 7919000003ull : (unsigned)i);
      printf("%s %s %d %d\n", p.puzzle, p.solution, p.level, p.clues);
    }
  return argc != 4;
}
`, "cc -std=c99 -Wall -Wextra -Werror -O1 -o driver driver.c && ./driver", "cc"},
}

// run returns what the driver of a language prints, line by line.
func (b *Bank) run(t *testing.T, language string, each int) *bufio.Scanner {
	t.Helper()
	driver, ok := drivers[language]
	if _, err := exec.LookPath(driver.needs); !ok || err != nil {
		t.Skipf("there is nothing that runs %s here", language)
	}
	of := *b
	of.language, _ = languageNamed(language)
	folder := t.TempDir()
	for name, text := range map[string]string{"mini." + language: string(of.File()), driver.name: driver.text} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), fs.ModePerm); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("sh", "-c", driver.run+fmt.Sprintf(" %d %d %d", each, b.kind.low, b.kind.high))
	command.Dir = folder
	var out, failed bytes.Buffer
	command.Stdout, command.Stderr = &out, &failed
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", language, err, failed.Bytes())
	}
	return bufio.NewScanner(&out)
}

// checkFiles compares the puzzles of all languages with those of Generate.
func checkFiles(t *testing.T, b *Bank, each int) {
	for _, language := range Languages {
		t.Run(language.Name, func(t *testing.T) {
			t.Parallel()
			lines := b.run(t, language.Name, each)
			for level := b.kind.low; level <= b.kind.high; level++ {
				for i := range each {
					clues, solution := b.Generate(level, number(i))
					want := fmt.Sprintf("%v %v %d %d", clues, solution, level, clues.NumClues())
					if lines.Scan(); lines.Text() != want {
						t.Fatalf("level %d, number %d:\ngot  %s\nwant %s", level, number(i), lines.Text(), want)
					}
				}
			}
			if lines.Scan() {
				t.Errorf("more than asked for: %s", lines.Text())
			}
		})
	}
}

func TestAllLanguagesMakeTheSamePuzzles(t *testing.T) {
	b := made(t, Options{Size: 16 << 10, Language: "js"})
	t.Log(len(b.Seeds), "seeds,", b.AllPuzzles(), "puzzles")
	checkTruth(t, b, *puzzlesEach/9+1)
	checkFiles(t, b, *puzzlesEach/9+1)
}

// checkTruth proves and rates puzzles of all levels, and compares them.
func checkTruth(t *testing.T, b *Bank, each int) {
	t.Helper()
	var solver sudoku.Solver
	var rater rating.Rater
	seen := map[sudoku.Grid]bool{}
	for level := b.kind.low; level <= b.kind.high; level++ {
		for i := range each {
			clues, solution := b.Generate(level, number(i))
			p, err := solver.Prove(clues)
			if err != nil || p.Solution() != solution {
				t.Fatalf("level %d, number %d: %v: solution %v, %v", level, number(i), clues, solution, err)
			}
			if result, err := rater.RateClass(&p); err != nil || result.Level() != level {
				t.Fatalf("level %d, number %d: %v has level %d, %v", level, number(i), clues, result.Level(), err)
			}
			if !b.kind.symmetry.Has(clues.Filled()) {
				t.Fatalf("level %d, number %d: %v is not symmetric", level, number(i), clues)
			}
			if seen[clues] {
				t.Fatalf("level %d, number %d: %v again", level, number(i), clues)
			}
			seen[clues] = true
		}
	}
}

func TestSymmetricFiles(t *testing.T) {
	for _, symmetry := range []transform.Symmetry{transform.Rotate180, transform.Rotate90, transform.Mirror, transform.Antidiagonal} {
		t.Run(symmetry.String(), func(t *testing.T) {
			b := made(t, Options{Size: 8 << 10, Language: "js", Symmetry: symmetry, Levels: seedbank.Range[rating.Level]{Low: 1, High: 4}})
			t.Log(len(b.Seeds), "seeds,", b.AllPuzzles(), "puzzles", strings.Count(string(b.File()), "\n"), "lines")
			checkTruth(t, b, 10)
			checkFiles(t, b, 10)
		})
	}
}
