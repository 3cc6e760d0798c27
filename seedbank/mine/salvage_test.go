package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// minedBank returns the file of a bank with a few seeds, and the seeds.
func minedBank(t *testing.T, n int) (path string, seeds map[seed.Key]seed.Seed) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "bank.db")
	bank := seedtest.Open(t, path)
	defer bank.Close()
	run, err := bank.StartRun(context.Background(), &seedbank.Run{Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	var m making.Maker
	var solver sudoku.Solver
	random := rand.New(rand.NewPCG(8, 9))
	seeds = map[seed.Key]seed.Seed{}
	for len(seeds) < n {
		p, err := sudoku.Complete(solver.RandomSolution(random))
		if err != nil {
			t.Fatal(err)
		}
		var order []sudoku.Cell
		for _, c := range random.Perm(81) {
			order = append(order, sudoku.Cell(c))
		}
		solver.Minimize(&p, order)
		s := m.Seed(p, seed.Prune)
		if err := errors.Join(m.Rate(&s), m.AddLadders(&s, nil)); err != nil {
			t.Fatal(err)
		}
		m.AddSolution(&s)
		seeds[s.Key()] = s
		if _, err := bank.Insert(context.Background(), run, []seed.Seed{s}); err != nil {
			t.Fatal(err)
		}
	}
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	return path, seeds
}

// salvageInto salvages a file, and returns the seeds of a new bank that hold
// what was in it. The new bank must be whole.
func salvageInto(t *testing.T, path string) (Salvaged, map[seed.Key]seed.Seed) {
	t.Helper()
	ctx := context.Background()
	bank := seedtest.Open(t, filepath.Join(t.TempDir(), "new.db"))
	defer bank.Close()
	done, err := Salvage(ctx, path, bank, SalvageOptions{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	_, err = repair.Verify(ctx, bank, repair.VerifyOptions{Ratings: true, Problem: func(p error) { t.Error(p) }})
	if err != nil {
		t.Fatal(err)
	}
	all, err := bank.Select(ctx, seedbank.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	seeds := map[seed.Key]seed.Seed{}
	for i := range all.Len() {
		pick, err := all.At(ctx, i)
		if err != nil {
			t.Fatal(err)
		}
		if seeds[pick.Key()], err = bank.SeedNamed(ctx, pick.Key()); err != nil {
			t.Fatal(err)
		}
	}
	return done, seeds
}

var comparePuzzles = cmp.Comparer(func(a, b sudoku.Puzzle) bool { return a == b })
var compareCells = cmp.Comparer(func(a, b sudoku.Cells) bool { return a == b })

// All of a sound bank is salvaged, and it stays what it was.
func TestSalvageASoundBank(t *testing.T) {
	path, want := minedBank(t, 30)
	done, got := salvageInto(t, path)
	if done.Stored != 30 || done.Rejected != 0 || done.Laddered != 0 || done.Highest != 30 {
		t.Errorf("%+v", done)
	}
	if diff := cmp.Diff(want, got, comparePuzzles, compareCells); diff != "" {
		t.Error(diff)
	}
}

// Whatever happens to a page of a bank, the seeds on the other pages are
// salvaged, and nothing that is not proven.
func TestSalvageDamagedBanks(t *testing.T) {
	path, want := minedBank(t, 60)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	var random *rand.Rand
	for name, damage := range map[string]struct {
		do    func([]byte) []byte
		least int // seeds that are salvaged
	}{
		"the header is gone":       {func(b []byte) []byte { clear(b[:page]); return b }, 60},
		"a random page is gone":    {func(b []byte) []byte { clear(b[page*random.IntN(len(b)/page):][:page]); return b }, 25},
		"every pointer is garbage": {func(b []byte) []byte { return spoilInnerPages(b, page) }, 60},
		"the last page is cut off": {func(b []byte) []byte { return b[:len(b)-page+77] }, 30},
		"bits are flipped": {func(b []byte) []byte {
			for range 50 {
				b[random.IntN(len(b))] ^= 1 << random.IntN(8)
			}
			return b
		}, 20},
		"all is noise": {func(b []byte) []byte {
			for i := range b {
				b[i] = byte(random.Uint32())
			}
			return b
		}, 0},
		"it is empty": {func([]byte) []byte { return nil }, 0},
	} {
		random = rand.New(rand.NewPCG(1, 1))
		damaged := filepath.Join(t.TempDir(), "damaged.db")
		if err := os.WriteFile(damaged, damage.do(append([]byte(nil), whole...)), 0o666); err != nil {
			t.Fatal(err)
		}
		done, got := salvageInto(t, damaged)
		if len(got) < damage.least || done.Stored != len(got) {
			t.Errorf("%s: %+v, %d seeds, want at least %d", name, done, len(got), damage.least)
		}
		for key, s := range got {
			if w, ok := want[key]; !ok || s.Rating != w.Rating {
				t.Errorf("%s: seed %v is rated %+v, want %+v, %v", name, key, s.Rating, w.Rating, ok)
			}
		}
	}
}

// spoilInnerPages overwrites the pages of trees that only lead to others.
func spoilInnerPages(file []byte, page int) []byte {
	for at := page; at < len(file); at += page {
		if kind := file[at]; kind == 2 || kind == 5 {
			clear(file[at+1:][:page-1])
		}
	}
	return file
}
