package mini

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/shuffle"
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

// A driver is a program that prints puzzles of the levels from its second argument
// to its third, as many of each as its first says. It lies in a folder beside the
// file of its language.
type driver struct {
	name, language string
	file, text     string
	needs          string // a program
	run            string // for sh, in the folder
}

var drivers = []driver{
	{"node", "js", "driver.js", `
const {generate} = require("./mini.js");
const [each, low, high] = process.argv.slice(2).map(Number);
for (let level = low; level <= high; level++)
  for (let i = 0; i < each; i++) {
    const p = generate(level, i % 2 ? i * 7919000003 : i);
    console.log(p.puzzle, p.solution, p.level, p.clues);
  }
`, "node", `node driver.js "$@"`},
	{"chromium", "js", "driver.html", `
<!doctype html><pre></pre><script src="mini.js"></script><script type="module">
const [each, low, high] = location.hash.slice(1).split(",").map(Number), lines = [];
for (let level = low; level <= high; level++)
  for (let i = 0; i < each; i++) {
    const p = generate(level, i % 2 ? i * 7919000003 : i);
    lines.push([p.puzzle, p.solution, p.level, p.clues].join(" "));
  }
document.querySelector("pre").textContent = lines.join("\n") + "\n";
</script>
`, "chromium", `chromium --headless --no-sandbox --disable-gpu --disable-component-update --no-first-run --user-data-dir="$PWD/profile" \
	--dump-dom "file://$PWD/driver.html#$1,$2,$3" | grep -o '[.1-9]\{81\} .*[0-9]'`},
	{"python", "py", "driver.py", `
import sys
from mini import generate
each, low, high = map(int, sys.argv[1:])
for level in range(low, high + 1):
    for i in range(each):
        p = generate(level, i * 7919000003 if i % 2 else i)
        print(p["puzzle"], p["solution"], p["level"], p["clues"])
`, "python3", `python3 driver.py "$@"`},
	{"cc", "c", "driver.c", `
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
`, "cc", `cc -std=c99 -Wall -Wextra -Werror -O1 -o driver driver.c && ./driver "$@"`},
}

// run returns what a driver prints, line by line.
func (b *Bank) run(t *testing.T, d *driver, each int) *bufio.Scanner {
	t.Helper()
	if _, err := exec.LookPath(d.needs); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatalf("there is no %s, which tests of mini banks need", d.needs)
		}
		t.Skipf("there is no %s", d.needs)
	}
	of := *b
	of.language, _ = languageNamed(d.language)
	folder := t.TempDir()
	for name, text := range map[string]string{"mini." + d.language: string(of.File()), d.file: d.text} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("sh", "-c", d.run, "sh", fmt.Sprint(each), fmt.Sprint(b.kind.low), fmt.Sprint(b.kind.high))
	command.Dir = folder
	var out, failed bytes.Buffer
	command.Stdout, command.Stderr = &out, &failed
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", d.name, err, failed.Bytes())
	}
	return bufio.NewScanner(&out)
}

// checkFiles compares the puzzles of all languages with the puzzles of Generate.
func checkFiles(t *testing.T, b *Bank, each int) {
	for i := range drivers {
		t.Run(drivers[i].name, func(t *testing.T) {
			lines := b.run(t, &drivers[i], each)
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
	if size := len(b.File()); size > 16<<10 {
		t.Errorf("the file has %d bytes", size)
	}
	if least := shuffle.Number(16_000_000_000_000_000); b.AllPuzzles().Less(least) {
		t.Errorf("it makes %v puzzles, fewer than %v", b.AllPuzzles(), least)
	}
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
	for _, symmetry := range []transform.Symmetry{transform.Rotate180, transform.Rotate90, transform.Flip, transform.Antidiagonal} {
		t.Run(symmetry.String(), func(t *testing.T) {
			b := made(t, Options{Size: 7 << 10, Language: "js", Symmetry: symmetry, Levels: seedbank.Range[rating.Level]{Low: 2, High: 3}})
			checkTruth(t, b, 10)
			checkFiles(t, b, 10)
		})
	}
}

// Languages that no test can run here say so in their files.
func TestUntestedLanguagesSaySo(t *testing.T) {
	tested := map[string]bool{}
	for i := range drivers {
		tested[drivers[i].language] = true
	}
	b := newBank(kind{low: 1, high: 9, odds: firstOdds(transform.NoSymmetry)}, nil, nil)
	for i := range Languages {
		b.language = &Languages[i]
		if says := !bytes.Contains(b.File(), []byte("not tested")); says != tested[Languages[i].Name] {
			t.Errorf("%s: the file says that it is tested: %v, which is wrong", Languages[i].Title, says)
		}
	}
}
