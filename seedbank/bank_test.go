package seedbank

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

// samePuzzles compares puzzles by ==.
var samePuzzles = cmpopts.EquateComparable(sudoku.Puzzle{})

var background = context.Background()

// makeSeeds makes seeds of random minimal puzzles.
func makeSeeds(n int) []Seed {
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
		rater     rating.Rater
		seeds     []Seed
	)
	random := rand.New(rand.NewPCG(1, 2))
	for len(seeds) < n {
		solution := solver.RandomSolution(random)
		puzzle, _ := sudoku.Complete(solution)
		var order []sudoku.Cell
		for _, c := range random.Perm(81) {
			order = append(order, sudoku.Cell(c))
		}
		solver.Minimize(&puzzle, order)
		canonical := canonizer.Canonical(puzzle.Clues())
		puzzle = canonical.To.Puzzle(puzzle)
		if result, err := rater.Rate(&puzzle); err == nil {
			seed := Seed{Puzzle: puzzle, Rating: result, Automorphisms: canonical.Automorphisms, Origin: Prune, Run: 1}
			for l := range seed.Ladders {
				seed.Ladders[l] = makeLadder(&seed, random, &canonizer, random.IntN(25))
			}
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// makeLadder makes a ladder for a seed. All of it is true but for the ratings.
func makeLadder(s *Seed, random *rand.Rand, canonizer *transform.Canonizer, rungs int) (ladder Ladder) {
	clues := s.Puzzle.Clues()
	for _, c := range random.Perm(81) {
		if clues[c] != 0 || len(ladder) == rungs {
			continue
		}
		clues[c] = s.Puzzle.Solution()[c]
		r := Rung{Cell: sudoku.Cell(c), ER: 60 - rating.Tenths(len(ladder)/3), EP: 12, ED: 12, Hardest: rating.Technique(len(ladder) / 3)}
		r.Automorphisms = canonizer.Canonical(clues).Automorphisms
		ladder = append(ladder, r)
	}
	return ladder
}

// someSeeds are seeds for all tests. They must not be changed.
var someSeeds = sync.OnceValue(func() []Seed { return makeSeeds(300) })

// makeBank opens an empty bank with a run, number 1.
func makeBank(t testing.TB) *Bank {
	t.Helper()
	bank, err := Open(background, filepath.Join(t.TempDir(), "folder", "bank.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { bank.Close() })
	if run, err := bank.StartRun(background, &Run{Program: "test"}); err != nil || run != 1 {
		t.Fatalf("StartRun = %d, %v", run, err)
	}
	return bank
}

// insert stores seeds and returns how many were new.
func insert(t testing.TB, bank *Bank, seeds []Seed) (stored int) {
	t.Helper()
	isNew, err := bank.Insert(background, seeds)
	if err != nil {
		t.Fatal(err)
	}
	for _, was := range isNew {
		if was {
			stored++
		}
	}
	return stored
}

// contents returns the seeds of a selection by key.
func contents(t testing.TB, bank *Bank, filter Filter) map[Key]Seed {
	t.Helper()
	selection, err := bank.Select(background, filter)
	if err != nil {
		t.Fatal(err)
	}
	seeds := map[Key]Seed{}
	for i := range selection.Len() {
		pick, err := selection.At(background, i)
		if err != nil {
			t.Fatal(err)
		}
		seed := *pick.Seed
		if _, twice := seeds[seed.Key()]; twice {
			t.Fatalf("seed %v is twice in a selection", seed.Key())
		}
		seeds[seed.Key()] = seed
	}
	return seeds
}

func byKey(seeds []Seed) map[Key]Seed {
	all := map[Key]Seed{}
	for _, s := range seeds {
		all[s.Key()] = s
	}
	return all
}

func TestBankKeepsWhatIsInserted(t *testing.T) {
	bank := makeBank(t)
	if n := insert(t, bank, someSeeds()); n != len(someSeeds()) {
		t.Errorf("%d of %d seeds were new", n, len(someSeeds()))
	}
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, bank, Filter{}), samePuzzles); diff != "" {
		t.Errorf("seeds in, seeds out:\n%s", diff)
	}
	for _, want := range someSeeds() {
		if got, err := bank.Find(background, want.Puzzle.Clues()); err != nil || !cmp.Equal(got, want, samePuzzles) {
			t.Fatalf("Find(%v) = %v, %v", want.Puzzle.Clues(), got, err)
		}
	}
	other := makeSeeds(1)[0].Puzzle.Solution()
	if _, err := bank.Find(background, other); !errors.Is(err, ErrNoMatch) {
		t.Errorf("Find of what is not there: %v", err)
	}
}

// Whatever is inserted, in whatever portions and how often: the bank holds it
// once, its slots have no gaps (or At would fail), and its counts agree.
func TestInsertingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bank := makeBank(t)
		inserted := map[Key]Seed{}
		for range rapid.IntRange(1, 4).Draw(rt, "portions") {
			portion := rapid.SliceOfN(rapid.SampledFrom(someSeeds()), 0, 40).Draw(rt, "portion")
			before := len(inserted)
			maps.Copy(inserted, byKey(portion))
			if n := insert(t, bank, portion); n != len(inserted)-before {
				rt.Fatalf("%d new seeds, want %d", n, len(inserted)-before)
			}
		}
		if diff := cmp.Diff(inserted, contents(t, bank, Filter{}), samePuzzles); diff != "" {
			rt.Fatal(diff)
		}
		byLevel, err := bank.SeedsByLevel(background)
		if err != nil {
			rt.Fatal(err)
		}
		for _, s := range inserted {
			byLevel[s.Rating.Level()]--
		}
		if byLevel != [rating.NumLevels + 1]int{} {
			rt.Fatalf("the counts by level are off by %v", byLevel)
		}
	})
}

func TestFilterIsAPredicate(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, someSeeds())
	rapid.Check(t, func(t *rapid.T) {
		var f Filter
		if rapid.Bool().Draw(t, "by level") {
			f.Levels.Low = rapid.SampledFrom([]rating.Level{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "low")
			f.Levels.High = rapid.SampledFrom([]rating.Level{1, 2, 3, 4, 5, 6, 7, 8, 9}).Draw(t, "high")
		}
		if rapid.Bool().Draw(t, "by ER") {
			f.ER.Low = someSeeds()[rapid.IntRange(0, 99).Draw(t, "low ER")].Rating.ER
			f.ER.High = someSeeds()[rapid.IntRange(0, 99).Draw(t, "high ER")].Rating.ER
		}
		if rapid.Bool().Draw(t, "by clues") {
			f.Clues.Low = rapid.IntRange(20, 30).Draw(t, "low clues")
			f.Clues.High = rapid.IntRange(20, 30).Draw(t, "high clues")
		}
		want := byKey(slices.DeleteFunc(slices.Clone(someSeeds()), func(s Seed) bool {
			return !f.Levels.Has(s.Rating.Level()) || !f.ER.Has(s.Rating.ER) || !f.Clues.Has(s.Puzzle.NumClues())
		}))
		selection, err := bank.Select(background, f)
		if err != nil {
			t.Fatal(err)
		}
		for i := range selection.Len() {
			pick, err := selection.At(background, i)
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := want[pick.Seed.Key()]; !ok || pick.Rung != 0 {
				t.Fatalf("%+v selects %v, rung %d", f, pick.Puzzle.Clues(), pick.Rung)
			}
		}
		if int(selection.Len()) != len(want) {
			t.Fatalf("%+v selects %d seeds, want %d", f, selection.Len(), len(want))
		}
	})
}

// Chi-square: with 299 degrees of freedom a fair draw exceeds 400 once in
// 10,000 times; the random seed is fixed.
func TestDrawIsUniform(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, someSeeds())
	selection, err := bank.Select(background, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	const draws = 6000
	random := rand.New(rand.NewPCG(3, 4))
	drawn := map[Key]int{}
	for range draws {
		pick, err := selection.Draw(background, random)
		if err != nil {
			t.Fatal(err)
		}
		drawn[pick.Seed.Key()]++
	}
	expected := float64(draws) / float64(len(someSeeds()))
	chi := 0.0
	for _, s := range someSeeds() {
		off := float64(drawn[s.Key()]) - expected
		chi += off * off / expected
	}
	if chi > 400 {
		t.Errorf("chi-square %.0f over %d seeds", chi, len(someSeeds()))
	}
}

func TestDrawFromNothing(t *testing.T) {
	selection, err := makeBank(t).Select(background, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := selection.Draw(background, rand.New(rand.NewPCG(1, 1))); !errors.Is(err, ErrNoMatch) {
		t.Errorf("got %v, want %v", err, ErrNoMatch)
	}
}

func TestStats(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, someSeeds())
	selection, err := bank.Select(background, Filter{})
	if err != nil {
		t.Fatal(err)
	}
	stats := selection.Stats()
	var puzzles uint64
	for _, s := range someSeeds() {
		puzzles += transform.Order / s.Automorphisms
	}
	if got := stats.Total.Puzzles.Uint64(); got != puzzles || stats.Total.Seeds != len(someSeeds()) {
		t.Errorf("%d seeds, %d puzzles; want %d, %d", stats.Total.Seeds, got, len(someSeeds()), puzzles)
	}
	checkCounts(t, bank)
	techniques, err := bank.Techniques(background)
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range techniques {
		for _, s := range someSeeds() {
			count.Uses -= int(s.Rating.Uses[count.Technique])
			count.Seeds -= min(1, int(s.Rating.Uses[count.Technique]))
		}
		if count.Uses != 0 || count.Seeds != 0 {
			t.Errorf("%v: %d seeds and %d uses too many", count.Technique, count.Seeds, count.Uses)
		}
	}
}

// checkCounts compares the counts of all levels, clues and ratings with the
// lengths of selections of these.
func checkCounts(t *testing.T, bank *Bank) {
	t.Helper()
	length := func(filter Filter) int {
		selection, err := bank.Select(background, filter)
		if err != nil {
			t.Fatal(err)
		}
		return int(selection.Len())
	}
	all, err := bank.Select(background, Filter{Rungs: true})
	if err != nil {
		t.Fatal(err)
	}
	for level, of := range all.Stats().ByLevel {
		left := of.Sum()
		for clues, tally := range of.ByClues {
			filter := Filter{Levels: Range[rating.Level]{level, level}, Clues: Range[int]{clues, clues}}
			if want := length(filter); tally.Seeds != want {
				t.Errorf("level %d, %d clues: %d seeds, want %d", level, clues, tally.Seeds, want)
			}
			filter.Rungs = true
			if want := length(filter); tally.Sum() != want {
				t.Errorf("level %d, %d clues: %d seeds and rungs, want %d", level, clues, tally.Sum(), want)
			}
			left -= tally.Sum()
		}
		for er, tally := range of.ByER {
			if want := length(Filter{ER: Range[rating.Tenths]{er, er}, Rungs: true}); tally.Sum() != want {
				t.Errorf("ER %v: %d seeds and rungs, want %d", er, tally.Sum(), want)
			}
		}
		if left != 0 {
			t.Errorf("level %d: %d seeds and rungs have no number of clues", level, left)
		}
	}
}

func TestPackedGrids(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var g sudoku.Grid
		for c := range g {
			g[c] = sudoku.Digit(rapid.IntRange(0, 9).Draw(t, "digit"))
		}
		packed := packGrid(g)
		if back, err := unpackGrid(packed); err != nil || back != g {
			t.Fatalf("%v comes back as %v, %v", g, back, err)
		}
		if _, err := unpackGrid(append(packed, 0)); err == nil {
			t.Fatal("a byte too many was not seen")
		}
		if _, err := unpackGrid(packed[:rapid.IntRange(0, len(packed)-1).Draw(t, "cut")]); err == nil {
			t.Fatal("missing bytes were not seen")
		}
	})
}

// Keys are part of published puzzle IDs: fix the code so that this one stays.
func TestKeyGolden(t *testing.T) {
	g, err := sudoku.ParseGrid("........1....12.34...45.6.........2...7.4...5.8.9..4...46.2..8.17...43..83.7.....")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := KeyOf(g).String(), "3F1C2XY20KQG3"; got != want {
		t.Errorf("the key is %s, want %s", got, want)
	}
}

func TestWhatIsNoBankIsRefused(t *testing.T) {
	folder := t.TempDir()
	file := func(name, content string) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	foreign, err := connect(filepath.Join(folder, "foreign.db"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := foreign.Exec(`CREATE TABLE birds (name TEXT)`); err != nil {
		t.Fatal(err)
	}
	foreign.Close()
	newer := makeBank(t)
	if _, err := newer.db.Exec(fmt.Sprintf(`PRAGMA user_version = %d`, migrations.Version+1)); err != nil {
		t.Fatal(err)
	}
	newer.Close()
	for _, test := range []struct {
		path string
		want error
	}{
		{file("text.db", strings.Repeat("not a bank\n", 500)), ErrNotBank},
		{file("short.db", "x"), ErrNotBank},
		{filepath.Join(folder, "foreign.db"), ErrNotBank},
		{folder, ErrNotBank},
		{newer.Path(), ErrNewerBank},
	} {
		before, _ := os.ReadFile(test.path)
		for name, open := range map[string]func(context.Context, string) (*Bank, error){"Open": Open, "OpenReadOnly": OpenReadOnly} {
			bank, err := open(background, test.path)
			if !errors.Is(err, test.want) || !strings.Contains(fmt.Sprint(err), test.path) {
				t.Errorf("%s(%s): %v; want %v", name, test.path, err, test.want)
			}
			if err == nil {
				bank.Close()
			}
		}
		if after, _ := os.ReadFile(test.path); !bytes.Equal(before, after) {
			t.Errorf("%s was changed", test.path)
		}
	}
	if _, err := OpenReadOnly(background, filepath.Join(folder, "nosuch.db")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := OpenReadOnly(background, file("empty.db", "")); !errors.Is(err, ErrNotBank) {
		t.Errorf("an empty file to read: %v", err)
	}
}

func TestReadInPlaceAndCompact(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, someSeeds())
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Compact(background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	folder := os.DirFS(filepath.Dir(bank.Path()))
	inPlace, err := OpenFS(background, folder, "bank.db")
	if err != nil {
		t.Fatal(err)
	}
	defer inPlace.Close()
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, inPlace, Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}

	path := filepath.Join(t.TempDir(), "new", "copy.db")
	if err := CreateCopy(path, folder, "bank.db"); err != nil {
		t.Fatal(err)
	}
	copied, err := Open(background, path)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if diff := cmp.Diff(byKey(someSeeds()), contents(t, copied, Filter{}), samePuzzles); diff != "" {
		t.Error(diff)
	}
	if err := CreateCopy(path, folder, "bank.db"); !errors.Is(err, ErrExists) {
		t.Errorf("a copy over a file: %v", err)
	}
	if err := Create(background, path); !errors.Is(err, ErrExists) {
		t.Errorf("an empty bank over a file: %v", err)
	}
}

func BenchmarkInsert(b *testing.B) {
	seeds := someSeeds()
	for b.Loop() {
		b.StopTimer()
		bank := makeBank(b)
		b.StartTimer()
		insert(b, bank, seeds)
	}
	b.ReportMetric(float64(len(seeds))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}

func BenchmarkDraw(b *testing.B) {
	bank := makeBank(b)
	insert(b, bank, someSeeds())
	selection, err := bank.Select(background, Filter{})
	if err != nil {
		b.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 1))
	for b.Loop() {
		if _, err := selection.Draw(background, random); err != nil {
			b.Fatal(err)
		}
	}
}
