package change_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

func TestBankKeepsWhatIsInserted(t *testing.T) {
	bank := seedtest.MakeBank(t)
	if n := seedtest.Insert(t, bank, seedtest.SomeSeeds()); n != len(seedtest.SomeSeeds()) {
		t.Errorf("%d of %d seeds were new", n, len(seedtest.SomeSeeds()))
	}
	if diff := cmp.Diff(seedtest.ByKey(seedtest.SomeSeeds()), contents(t, bank, seedbank.Filter{}), samePuzzles); diff != "" {
		t.Errorf("seeds in, seeds out:\n%s", diff)
	}
	for _, want := range seedtest.SomeSeeds() {
		if got, err := bank.Find(seedtest.Background, want.Puzzle.Clues()); err != nil || !cmp.Equal(got, want, samePuzzles) {
			t.Fatalf("Find(%v) = %v, %v", want.Puzzle.Clues(), got, err)
		}
	}
	other := seedtest.MakeSeeds(1)[0].Puzzle.Solution()
	if _, err := bank.Find(seedtest.Background, other); !errors.Is(err, seedbank.ErrNoMatch) {
		t.Errorf("Find of what is not there: %v", err)
	}
}

// Whatever is inserted, in whatever portions and how often: the bank holds it
// once, its slots have no gaps (or At would fail), and its counts agree.
func TestInsertingTwiceChangesNothing(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		bank := seedtest.MakeBank(rt)
		inserted := map[seed.Key]seed.Seed{}
		for range rapid.IntRange(1, 4).Draw(rt, "portions") {
			portion := rapid.SliceOfN(rapid.SampledFrom(seedtest.SomeSeeds()), 0, 40).Draw(rt, "portion")
			before := len(inserted)
			maps.Copy(inserted, seedtest.ByKey(portion))
			if n := seedtest.Insert(t, bank, portion); n != len(inserted)-before {
				rt.Fatalf("%d new seeds, want %d", n, len(inserted)-before)
			}
		}
		if diff := cmp.Diff(inserted, contents(t, bank, seedbank.Filter{}), samePuzzles); diff != "" {
			rt.Fatal(diff)
		}
		byLevel, err := bank.SeedsByLevel(seedtest.Background)
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

// Of a seed that is known the bank takes the rungs that it lacks, and nothing
// else; the rungs that it has stay what and where they are.
func TestInsertUnitesRungs(t *testing.T) {
	one, other, whole := slicesOfRungs(seedtest.SomeSeeds()[:50])
	bank := seedtest.BankOf(t, one)
	if n := seedtest.Insert(t, bank, other); n != 0 {
		t.Errorf("%d seeds were new", n)
	}
	got := contents(t, bank, seedbank.Filter{})
	if diff := cmp.Diff(seedtest.ByKey(whole), got, samePuzzles); diff != "" {
		t.Errorf("seeds with all rungs, seeds of the bank:\n%s", diff)
	}
	mustBeWell(t, bank)
}

// What a known seed says of itself does not change what the bank says of it, nor
// what the bank says of the rungs that it has.
func TestInsertBelievesTheBank(t *testing.T) {
	one, other, whole := slicesOfRungs(seedtest.SomeSeeds()[:20])
	for name, change := range map[string]func(*seed.Seed){
		"run, origin and uses": func(s *seed.Seed) { s.Origin, s.Rating.Uses = seed.Walk, [rating.NumTechniques]uint16{} },
		"hardest technique":    func(s *seed.Seed) { s.Rating.Hardest++ },
		"automorphisms":        func(s *seed.Seed) { s.Automorphisms = 2 },
		"solution":             func(s *seed.Seed) { s.Solution = 7 },
		"rungs":                func(s *seed.Seed) { s.Rungs = slices.Clone(s.Rungs); changeRatings(s.Rungs) },
	} {
		bank := seedtest.BankOf(t, one)
		extras := map[seed.Key]seed.Rung{} // rated as their seeds are in truth
		for i, s := range other {
			r := s.Rating
			change(&s)
			extra := seed.Rung{
				Added: newClue(&whole[i]), ER: r.ER, EP: r.EP, ED: r.ED, Hardest: r.Hardest, Automorphisms: s.Automorphisms,
			}
			s.Rungs = append(slices.Clone(s.Rungs), extra)
			seedtest.Insert(t, bank, []seed.Seed{s})
			extras[s.Key()] = extra
		}
		got := contents(t, bank, seedbank.Filter{})
		for _, s := range one {
			g, extra := got[s.Key()], extras[s.Key()]
			if r := g.Rung(extra.Added); r == nil || *r != extra {
				t.Fatalf("%s: seed %v has %+v, want %+v", name, s.Key(), r, extra)
			}
			if len(g.Rungs) < len(s.Rungs) {
				t.Fatalf("%s: rungs of seed %v are lost", name, s.Key())
			}
			g.Rungs = g.Rungs[:len(s.Rungs)]
			if diff := cmp.Diff(s, g, samePuzzles, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("%s: seed before, seed after:\n%s", name, diff)
			}
		}
		if name != "automorphisms" { // the extra rungs have a wrong number of them
			mustBeWell(t, bank)
		}
	}
}

// A seed never gets more rungs than can be read again.
func TestInsertKeepsSeedsReadable(t *testing.T) {
	const most = 4096
	s := seedtest.SomeSeeds()[0]
	s.Rungs = nil
	for a := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All() {
		for b := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All() {
			for c := range sudoku.Cell(5) {
				if added := sudoku.CellSet(a, b, c).AndNot(s.Puzzle.Clues().Filled()); added.Len() == 2 || added.Len() == 3 {
					s.Rungs = append(s.Rungs, seed.Rung{Added: added, ER: 10, EP: 10, ED: 10, Automorphisms: 1})
				}
			}
		}
	}
	slices.SortFunc(s.Rungs, compareAdded)
	s.Rungs = slices.CompactFunc(s.Rungs, func(a, b seed.Rung) bool { return a.Added == b.Added })
	if len(s.Rungs) <= most {
		t.Fatalf("only %d rungs to insert", len(s.Rungs))
	}
	first, second := s, s
	first.Rungs, second.Rungs = s.Rungs[:3000], s.Rungs[3000:]
	bank := seedtest.BankOf(t, []seed.Seed{first})
	if _, err := bank.Insert(seedtest.Background, 1, []seed.Seed{second}); err != nil {
		t.Error(err)
	}
	if got, err := bank.SeedNamed(seedtest.Background, s.Key()); err != nil || len(got.Rungs) != most {
		t.Errorf("the seed has %d rungs, %v; want %d", len(got.Rungs), err, most)
	}
}

// newClue returns a cell that no rung of a seed adds alone.
func newClue(s *seed.Seed) sudoku.Cells {
	for c := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All() {
		if added := sudoku.CellSet(c); s.Rung(added) == nil {
			return added
		}
	}
	panic("each cell has a rung of its own")
}

// A stratum of rungs has as many pages as it needs, in whatever portions they
// come and to whatever seeds they belong.
func TestRungsOfManyPages(t *testing.T) {
	var m seedtest.SeedMaker
	seeds := slices.Clone(seedtest.SomeSeeds()[:150])
	for i := range seeds {
		s := &seeds[i]
		s.Rungs = nil
		for c := range sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()).All() {
			p := s.Puzzle.With(sudoku.CellSet(c))
			s.AddRungs(seed.Rung{
				Added: sudoku.CellSet(c), ER: 10, EP: 10, ED: 10, Automorphisms: m.Canonizer.Canonical(p.Clues()).Automorphisms,
			})
		}
	}
	one, other, _ := slicesOfRungs(seeds)
	bank := seedtest.BankOf(t, one[:100], other[50:], one[100:], other[:50])
	pages := 0
	if err := bank.Rows().DB.QueryRow(`SELECT max(page) + 1 FROM rung_pages`).Scan(&pages); err != nil || pages < 3 {
		t.Fatalf("%d pages, %v", pages, err)
	}
	if diff := cmp.Diff(sorted(seedtest.ByKey(seeds)), sorted(contents(t, bank, seedbank.Filter{})), samePuzzles); diff != "" {
		t.Error(diff)
	}
	mustBeWell(t, bank)
}

func changeRatings(rungs []seed.Rung) {
	for i := range rungs {
		rungs[i].ED--
	}
}

// Nothing of a seed that is rated differently is taken.
func TestInsertLeavesWhatIsRatedDifferently(t *testing.T) {
	one, other, _ := slicesOfRungs(seedtest.SomeSeeds()[:20])
	bank := seedtest.BankOf(t, one)
	for i := range other {
		other[i].Rating.EP++
	}
	if n := seedtest.Insert(t, bank, other); n != 0 {
		t.Errorf("%d seeds were new", n)
	}
	if diff := cmp.Diff(seedtest.ByKey(one), contents(t, bank, seedbank.Filter{}), samePuzzles, cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	mustBeWell(t, bank)
}

// What no seed can be is refused, and with it all that was to be inserted
// together.
func TestInsertRefuses(t *testing.T) {
	for name, change := range map[string]func(*seed.Seed){
		"a rung that adds nothing":       func(s *seed.Seed) { s.Rungs[0].Added = sudoku.Cells{} },
		"a rung that adds what is there": func(s *seed.Seed) { s.Rungs[0].Added = s.Puzzle.Clues().Filled() },
		"a rung twice":                   func(s *seed.Seed) { s.Rungs[1] = s.Rungs[0] },
		"no automorphism":                func(s *seed.Seed) { s.Automorphisms = 0 },
		"no automorphism of a rung":      func(s *seed.Seed) { s.Rungs[0].Automorphisms = 0 },
		"no origin":                      func(s *seed.Seed) { s.Origin = "" },
		"no rating":                      func(s *seed.Seed) { s.Rating = rating.Result{} },
		"no rating of a rung":            func(s *seed.Seed) { s.Rungs[0].ER = 0 },
	} {
		bank := seedtest.MakeBank(t)
		seeds := slices.Clone(seedtest.SomeSeeds()[:10])
		last := &seeds[9]
		last.Rungs = slices.Clone(last.Rungs)
		change(last)
		if isNew, err := bank.Insert(seedtest.Background, 1, seeds); err == nil || isNew != nil || errors.Is(err, seedbank.ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
		if n := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: true}).Len(); n != 0 {
			t.Errorf("%s: %d seeds and rungs are in the bank", name, n)
		}
		mustBeWell(t, bank)
	}
}

// No puzzle can be drawn twice, whatever isomorphs there are among rungs: of
// seeds that share a solution, and of seeds whose solution has automorphisms.
func TestRungsThatAreIsomorphsCountOnce(t *testing.T) {
	rungs := 0
	for _, s := range seedtest.Relatives() {
		rungs += 1 + len(s.Rungs)
	}
	if all := classes(seedtest.Relatives()); all > rungs*9/10 {
		t.Fatalf("of %d seeds and rungs %d are different: the test is too easy", rungs, all)
	}
	for name, seeds := range map[string][]seed.Seed{
		"relatives":          seedtest.Relatives(),
		"with automorphisms": seedtest.WithAutomorphisms(),
		"strangers":          seedtest.SomeSeeds(),
	} {
		selection := seedtest.SelectFrom(t, seedtest.BankOf(t, seeds), seedbank.Filter{Rungs: true})
		mustBeDistinct(t, selection)
		if got, want := selection.Len(), classes(seeds); got != uint64(want) {
			t.Errorf("%s: %d seeds and rungs can be drawn, want %d", name, got, want)
		}
	}
}

func BenchmarkInsert(b *testing.B) {
	seeds := seedtest.SomeSeeds()
	for b.Loop() {
		b.StopTimer()
		bank := seedtest.MakeBank(b)
		b.StartTimer()
		seedtest.Insert(b, bank, seeds)
	}
	b.ReportMetric(float64(len(seeds))*float64(b.N)/b.Elapsed().Seconds(), "seeds/s")
}

func TestInsertWantsARun(t *testing.T) {
	bank := seedtest.BankOf(t, nil)
	if _, err := bank.Insert(seedtest.Background, 77, seedtest.SomeSeeds()[:1]); err == nil || !strings.Contains(err.Error(), "no run 77: Writer.StartRun begins one") {
		t.Errorf("inserting for a run that is not there: %v", err)
	}
}

func TestRangesUpsideDownAreRefused(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:1])
	for _, filter := range []seedbank.Filter{{Levels: seedbank.Range[rating.Level]{Low: 4}}, {ER: seedbank.Range[rating.Tenths]{Low: 50, High: 20}}, {Clues: seedbank.Range[int]{Low: 30, High: 20}}} {
		if _, err := bank.Select(seedtest.Background, filter); err == nil || !strings.Contains(err.Error(), "upside down") {
			t.Errorf("%+v: %v", filter, err)
		}
	}
}

// A seed that was not filled in is an error.
func TestInsertWithoutPuzzle(t *testing.T) {
	bank := seedtest.BankOf(t, nil)
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Insert(seedtest.Background, run, []seed.Seed{{}}); err == nil || !strings.Contains(err.Error(), "no puzzle") {
		t.Error(err)
	}
}

// Insert refuses a seed that is not as seed.New makes it.
func TestInsertWantsTheForm(t *testing.T) {
	bank := seedtest.BankOf(t, nil)
	for want, change := range map[string]func(*seed.Seed){
		"it is not in canonical form":          func(s *seed.Seed) { s.Puzzle = transform.FromIndex(12345).Puzzle(s.Puzzle) },
		"its number of automorphisms is wrong": func(s *seed.Seed) { s.Automorphisms = 2 },
		"the key of its solution is wrong":     func(s *seed.Seed) { s.Solution++ },
		"it is not minimal": func(s *seed.Seed) {
			s.Puzzle = s.Puzzle.With(sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled()))
			s.Rungs = nil
		},
	} {
		s := seedtest.SomeSeeds()[0]
		change(&s)
		if isNew, err := bank.Insert(seedtest.Background, 1, []seed.Seed{s}); err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("stored: %v, %v; want: %s", isNew, err, want)
		}
	}
}
