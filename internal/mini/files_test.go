package mini

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

var (
	puzzlesEach = flag.Int("mini-puzzles", 30, "puzzles that the file of each language makes; from 2000 on, of larger mini banks")
	figures     = flag.Bool("mini-figures", false, "print the figures of mini banks that the README tells")
)

// largerFrom is how many puzzles are asked for where larger mini banks are tested.
const largerFrom = 2000

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

// testBank is a mini bank that is tested in all languages.
type testBank struct {
	name    string
	options Options
	puzzles int // that are asked for

	bank     *Bank
	requests []request
}

// testBanks returns mini banks with what is asked of them. Their symmetries have all the code
// that files have for any symmetry.
func testBanks(t *testing.T) (banks []*testBank) {
	easy, gentle := levels(1, 2), levels(2, 3)
	banks = []*testBank{
		{name: "whole", options: Options{Size: 16 << 10}, puzzles: *puzzlesEach},
		{name: "rotate90", options: Options{Size: 9 << 10, Symmetry: transform.Rotate90, Levels: gentle}, puzzles: 20},
		{name: "mirror", options: Options{Size: 9 << 10, Symmetry: transform.Mirror, Levels: gentle}, puzzles: 20},
		{name: "diagonal", options: Options{Size: 9 << 10, Symmetry: transform.Diagonal, Levels: gentle}, puzzles: 20},
		{name: "antidiagonal", options: Options{Size: 9 << 10, Symmetry: transform.Antidiagonal, Levels: gentle}, puzzles: 20},
	}
	if *puzzlesEach >= largerFrom {
		banks = append(banks,
			&testBank{name: "size64", options: Options{Size: 64 << 10}, puzzles: *puzzlesEach},
			&testBank{name: "size96", options: Options{Size: 96 << 10, Levels: easy}, puzzles: *puzzlesEach}) // a text of more than 65,535 characters
	}
	for _, b := range banks {
		if *puzzlesEach < largerFrom && b.name != "rotate90" { // the size of this one is that of its file
			b.options.Size, b.options.NewMeasure = 1<<10, func() func(*Bank) int { return textLength }
		}
		b.bank = made(t, b.options)
		b.ask(t)
	}
	return banks
}

// textLength measures a bank by its seeds. The smaller it is, the sooner it is made.
func textLength(b *Bank) int { return len(b.Text()) }

func levels(low, high rating.Level) seedbank.Range[rating.Level] {
	return seedbank.Range[rating.Level]{Low: low, High: high}
}

// ask fills the requests: of each level the first and the last puzzles, puzzles
// between them, those around the greatest whole number that a Number of JavaScript is
// exact for, a random one, and some that there are not.
func (b *testBank) ask(t *testing.T) {
	t.Helper()
	low, high := b.bank.Levels()
	each := uint64(b.puzzles/b.bank.kind.levels() + 1)
	for level := low; level <= high; level++ {
		puzzles := b.bank.Puzzles(level)
		for i := range each {
			number := i
			if i%2 == 1 {
				number = i*(puzzles/each) + i
			}
			b.add(t, level, number)
		}
		for _, number := range []uint64{puzzles - 2, puzzles - 1, puzzles, puzzles + 1, math.MaxInt64} {
			b.add(t, level, number)
		}
		for _, number := range []uint64{1<<53 - 1, 1 << 53, 1<<53 + 1, 1<<53 + 2} {
			b.add(t, level, number)
		}
		b.requests = append(b.requests, request{int(level), "", ""}, request{int(level), "", ""}, request{int(level), "-1", "error"})
	}
	for _, level := range []int{int(low) - 1, int(high) + 1, -1, 1000000} {
		b.requests = append(b.requests, request{level, "0", "error"})
	}
}

// add adds a request for a puzzle. It tests that Generate takes the numbers that there
// are and no others.
func (b *testBank) add(t *testing.T, level rating.Level, number uint64) {
	t.Helper()
	clues, solution, err := b.bank.Generate(level, number)
	answer := fmt.Sprintf("%v %v %d %d", clues, solution, level, clues.NumClues())
	var none *RangeError
	if errors.As(err, &none) != (number >= b.bank.Puzzles(level)) {
		t.Fatalf("level %d, number %d of %d: error %v", level, number, b.bank.Puzzles(level), err)
	}
	if err != nil {
		answer = "error"
	}
	b.requests = append(b.requests, request{int(level), fmt.Sprint(number), answer})
}

// The files of all languages make the puzzles of Generate, which are what they should
// be, and refuse whatever else they are asked for.
func TestAllLanguagesMakeTheSamePuzzles(t *testing.T) {
	banks := testBanks(t)
	b, dense := banks[0].bank, uint64(17_200_000_000_000_000) // the first seeds have the fewest clues
	if *puzzlesEach >= largerFrom {
		dense = 16_273_534_447_779_840
		if least := uint64(16_000_000_000_000_000); b.AllPuzzles() < least {
			t.Errorf("16 KB make %d puzzles, fewer than %d", b.AllPuzzles(), least)
		}
	}
	// 9,200 characters of seeds are what a file of 40 KB that plays has room for.
	if b.AllPuzzles()/uint64(len(b.Text()))*9_200 <= dense {
		t.Errorf("%d characters of seeds make only %d puzzles", len(b.Text()), b.AllPuzzles())
	}
	for _, b := range banks {
		if size := b.bank.largestFile(); b.options.NewMeasure == nil && size > b.options.Size {
			t.Errorf("%s: the largest file has %d bytes", b.name, size)
		}
		b.checkTruth(t)
	}
	for i := range drivers {
		t.Run(drivers[i].name, func(t *testing.T) {
			banks := banks
			if drivers[i].slow && *puzzlesEach < largerFrom {
				banks = banks[:2]
			}
			folder := drivers[i].install(t, banks)
			for _, b := range banks {
				t.Run(b.name, func(t *testing.T) { b.checkAnswers(t, &drivers[i], folder) })
			}
		})
	}
}

// checkAnswers compares the answers of a driver with what they should be.
func (b *testBank) checkAnswers(t *testing.T, d *driver, folder string) {
	t.Helper()
	out, _ := d.sh(t, folder, d.run, b.name)
	lines := bufio.NewScanner(bytes.NewReader(out))
	random := map[string]bool{}
	for i := range b.requests {
		r := &b.requests[i]
		if r.number == "" && d.noRandom {
			continue
		}
		lines.Scan()
		got := lines.Text()
		if r.number != "" && got != r.answer {
			t.Fatalf("request %q:\ngot  %s\nwant %s", r, got, r.answer)
		}
		if r.number == "" {
			b.checkRandom(t, r, got)
			if random[got] {
				t.Errorf("request %q: a random puzzle comes again: %s", r, got)
			}
			random[got] = true
		}
	}
	if lines.Scan() {
		t.Errorf("more than asked for: %s", lines.Text())
	}
}

// checkRandom tests the answer to a request for a random puzzle.
func (b *testBank) checkRandom(t *testing.T, r *request, answer string) {
	t.Helper()
	words := strings.Fields(answer)
	if len(words) != 4 || words[2] != fmt.Sprint(r.level) {
		t.Fatalf("request %q: %q", r, answer)
	}
	clues, err := sudoku.ParseGrid(words[0])
	if err != nil {
		t.Fatalf("request %q: %v", r, err)
	}
	if solution := b.prove(t, clues, rating.Level(r.level)); solution.String() != words[1] || fmt.Sprint(clues.NumClues()) != words[3] {
		t.Fatalf("request %q: %q", r, answer)
	}
}

// prove proves that clues are a puzzle of a level, and returns its solution.
func (b *testBank) prove(t *testing.T, clues sudoku.Grid, level rating.Level) sudoku.Grid {
	t.Helper()
	var solver sudoku.Solver
	var rater rating.Rater
	p, err := solver.Prove(clues)
	if err != nil {
		t.Fatalf("%s, level %d: %v: %v", b.name, level, clues, err)
	}
	if result, err := rater.RateClass(&p); err != nil || result.Level() != level {
		t.Fatalf("%s: %v has level %d, not %d: %v", b.name, clues, result.Level(), level, err)
	}
	if !b.bank.kind.symmetry.Has(clues.Filled()) {
		t.Fatalf("%s: %v is not symmetric", b.name, clues)
	}
	return p.Solution()
}

// checkTruth proves and rates the puzzles that are asked for, and compares them.
func (b *testBank) checkTruth(t *testing.T) {
	t.Helper()
	seen := map[string]string{} // requests, by answers
	for i := range b.requests {
		r := &b.requests[i]
		if r.number == "" || r.answer == "error" {
			continue
		}
		if before := seen[r.answer]; before != "" && before != r.String() {
			t.Fatalf("%s: requests %q and %q: %v", b.name, before, r, r.answer)
		} else if before != "" {
			continue
		}
		seen[r.answer] = r.String()
		words := strings.Fields(r.answer)
		clues, err := sudoku.ParseGrid(words[0])
		if err != nil {
			t.Fatal(err)
		}
		if solution := b.prove(t, clues, rating.Level(r.level)); solution.String() != words[1] {
			t.Fatalf("%s, request %q: %v: solution %v", b.name, r, r.answer, solution)
		}
	}
}

// TestFigures prints what the README tells of mini banks.
func TestFigures(t *testing.T) {
	if !*figures {
		t.Skip("only with -mini-figures")
	}
	for _, size := range []int{16, 64} {
		b := &testBank{name: fmt.Sprint("size", size), options: Options{Size: size << 10}, puzzles: 2000}
		b.bank = made(t, b.options)
		seeds := len(b.bank.Seeds)
		t.Logf("%d KB: %d seeds, %d rungs, %d puzzles; %.1f characters a seed", size, seeds, b.bank.AllPicks()-seeds, b.bank.AllPuzzles(), float64(len(b.bank.fileData().Seeds))/float64(seeds))
		for level := b.bank.kind.low; level <= b.bank.kind.high; level++ {
			t.Logf("%d KB, level %d: %d puzzles", size, level, b.bank.Puzzles(level))
		}
		b.ask(t)
		for i := range drivers {
			t.Run(fmt.Sprint(b.name, "/", drivers[i].name), func(t *testing.T) { b.logFigures(t, &drivers[i]) })
		}
	}
}

// logFigures prints how large the code of a language is, and how long a core takes to
// make a puzzle, without the start of the program and of the mini bank.
func (b *testBank) logFigures(t *testing.T, d *driver) {
	language, err := LanguageNamed(d.language)
	if err != nil {
		t.Fatal(err)
	}
	one := *b
	one.name, one.requests = "one", b.requests[:1]
	folder := d.install(t, []*testBank{b, &one})
	_, start := d.sh(t, folder, d.run, one.name)
	_, all := d.sh(t, folder, d.run, b.name)
	each := (all - start) / time.Duration(strings.Count(b.requestsFor(d), "\n")-1)
	t.Logf("%d bytes of code; %v a request, after %v", len(b.bank.File(language))-len(b.bank.fileData().Seeds), each, start)
}
