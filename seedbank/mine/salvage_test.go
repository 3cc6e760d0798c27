package mine

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/internal/mine/making"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// minedBank returns the file of a bank with a few seeds, and the seeds. One in four has ladders.
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
		err = m.Rate(&s)
		if err == nil && len(seeds)%4 == 0 {
			err = m.AddLadders(&s, nil)
		}
		if err != nil {
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
	_, err = repair.Verify(ctx, bank, repair.VerifyOptions{Problem: func(p error) { t.Error(p) }})
	if err != nil {
		t.Fatal(err)
	}
	return done, seedtest.ByKey(seeds(t, bank))
}

// All of a sound bank is salvaged. Whatever happens to a page of a bank, the seeds on the other
// pages are salvaged, and nothing that is not proven.
func TestSalvage(t *testing.T) {
	path, want := minedBank(t, 100)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 4096
	at := seedPages(t, path, page)
	var random *rand.Rand
	var rater rating.Rater
	for name, damage := range map[string]struct {
		do    func([]byte) []byte
		least int // seeds that are salvaged
	}{
		"it is sound":              {func(b []byte) []byte { return b }, 100},
		"the header is gone":       {func(b []byte) []byte { clear(b[:page]); return b }, 100},
		"a page of seeds is gone":  {func(b []byte) []byte { clear(b[at[1]:][:page]); return b }, 50},
		"every pointer is garbage": {func(b []byte) []byte { return spoilInnerPages(b, page) }, 100},
		"the end is cut off":       {func(b []byte) []byte { return b[:slices.Max(at)+77] }, 50},
		"bits are flipped": {func(b []byte) []byte {
			for range 30 {
				b[at[random.IntN(len(at))]+random.IntN(page)] ^= 1 << random.IntN(8)
			}
			return b
		}, 50},
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
		if damage.least == len(want) && (done.Rejected > 0 || done.Laddered > 0 || done.Highest != 100) {
			t.Errorf("%s: %+v", name, done)
		}
		if damage.least < len(want) && reflect.DeepEqual(got, want) {
			t.Errorf("%s: nothing was damaged", name)
		}
		for key, s := range got {
			w, ok := want[key]
			switch diff := cmp.Diff(w, s, samePuzzles); {
			case !ok:
				t.Errorf("%s: there was no seed %v", name, key)
			case diff != "" && (damage.least == len(want) || s.Rating != w.Rating):
				t.Errorf("%s: %s", name, diff)
			case diff != "": // some of its rungs are lost
				mustBeRated(t, &rater, &s)
			}
		}
	}
}

// seedPages returns where the pages with seeds begin in a bank.
func seedPages(t *testing.T, path string, page int) (at []int) {
	t.Helper()
	db := tables.Connect(path, nil)
	defer db.Close()
	rows, err := db.Query(`SELECT pageno FROM dbstat WHERE name = 'seeds' AND pagetype <> 'internal'`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var number int
		if err := rows.Scan(&number); err != nil {
			t.Fatal(err)
		}
		at = append(at, page*(number-1))
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(at) < 3 {
		t.Fatalf("%d pages of seeds, %v", len(at), err)
	}
	return at
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
