package change_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Every symmetric isomorph of a seed or rung is counted once, even if two rungs are
// isomorphic and share it.
func TestSymmetricPuzzlesAreCounted(t *testing.T) {
	seeds := seedtest.AllSymmetric()
	bank := seedtest.BankOf(t, seeds)
	mustBeWell(t, bank)
	seen := map[sudoku.Grid]bool{}
	var want [transform.NumSymmetries]shuffle.Uint128
	var picks [transform.NumSymmetries]uint64
	var canonizer transform.Canonizer
	for i := range seeds {
		for place := range len(seeds[i].Rungs) + 1 {
			for s := range transform.Symmetries() {
				pick := seeds[i].PickSymmetric(place, s)
				if pick.Isomorphs() == 0 || seen[canonizer.Canonical(pick.Puzzle().Clues()).Grid] {
					continue
				}
				want[s] = want[s].Add(shuffle.Number(pick.Isomorphs()))
				picks[s]++
			}
			p := seeds[i].PickSymmetric(place, transform.Full).Puzzle()
			seen[canonizer.Canonical(p.Clues()).Grid] = true
		}
	}
	for s := range transform.Symmetries() {
		selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: s, Rungs: true})
		if selection.Puzzles() != want[s] || selection.Len() != picks[s] || picks[s] < 3 {
			t.Errorf("%v: %v puzzles of %d picks, want %v of %d", s, selection.Puzzles(), selection.Len(), want[s], picks[s])
		}
		mustBeDistinct(t, selection)
		if selection.Stats().Total.Puzzles != selection.Puzzles() {
			t.Errorf("%v: statistics count %v", s, selection.Stats().Total.Puzzles)
		}
	}
	minimal := seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: transform.Rotate180})
	if minimal.Len() == 0 || minimal.Stats().Total.Rungs > 0 {
		t.Errorf("%d minimal puzzles, %+v", minimal.Len(), minimal.Stats().Total.Tally)
	}
}

// The number of symmetric isomorphs is what a look at every geometry gives.
func TestSymmetricIsomorphsByBruteForce(t *testing.T) {
	if testing.Short() {
		t.Skip("looks at all geometries")
	}
	const relabelings = 362880
	seeds := seedtest.WithAutomorphisms()[:1]
	for i := range seeds {
		pick := seeds[i].PickSymmetric(len(seeds[i].Rungs), transform.NoSymmetry)
		pattern := pick.Puzzle().Clues().Filled()
		var want [transform.NumSymmetries]uint64
		for g := range uint64(transform.Order / relabelings) {
			image := transform.FromIndex(g * relabelings).Cells(pattern)
			for s := range transform.Symmetries() {
				if s.Has(image) {
					want[s]++
				}
			}
		}
		for s := range transform.Symmetries() {
			got := seeds[i].PickSymmetric(len(seeds[i].Rungs), s).Isomorphs()
			if got != want[s]*relabelings/pick.Automorphisms() {
				t.Errorf("seed %d, %v: %d isomorphs, want %d", i, s, got, want[s]*relabelings/pick.Automorphisms())
			}
		}
	}
}

// Drawn puzzles are symmetric to the eye, have one solution and the level asked
// for, never come twice, and are what their IDs name.
func TestSymmetricDraws(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.AllSymmetric())
	var m seedtest.SeedMaker
	for s := range transform.Symmetries() {
		for _, clues := range []seedbank.Range[int]{{}, {Low: 24, High: 30}} {
			selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: s, Rungs: true, Clues: clues})
			if selection.Len() == 0 {
				continue
			}
			seen := map[sudoku.Grid]bool{}
			stream := selection.Stream(9)
			for i := range 200 {
				puzzle, err := stream.Next(seedtest.Background)
				if err != nil {
					t.Fatal(err)
				}
				p := puzzle.Puzzle()
				if !seedtest.LooksSymmetric(p.Clues(), s) || seen[p.Clues()] || !clues.Has(p.NumClues()) {
					t.Fatalf("%v: %v is not symmetric, or comes twice", s, p.Clues())
				}
				seen[p.Clues()] = true
				if proven, err := m.Solver.Prove(p.Clues()); err != nil || proven != p {
					t.Fatalf("%v: %v, %v", s, p.Clues(), err)
				}
				if again, err := bank.Recall(seedtest.Background, puzzle.ID(), seedtest.NotHeld); err != nil || again.Puzzle() != p || again.ID() != puzzle.ID() {
					t.Fatalf("%v: ID %v gives %v, %v", s, puzzle.ID(), again.Puzzle().Clues(), err)
				}
				if i%50 != 0 || puzzle.Pick().Added() != 0 && !isTrue(puzzle.Pick()) {
					continue
				}
				if class, err := m.Rater.Class(&p); err != nil || class.Rating.ER != puzzle.Rating().ER {
					t.Errorf("%v: rated %v, is %v, %v", p.Clues(), puzzle.Rating().ER, class.Rating.ER, err)
				}
			}
		}
	}
}

// isTrue reports whether a rung is one of symmetricSeeds, which are truly rated.
func isTrue(pick *seed.Pick) bool {
	return truthOf(seedtest.SymmetricSeeds())[pick.Key()] != nil
}

// What is skipped is what would have come, and a distinct stream is symmetric too.
func TestSymmetricStreams(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.AllSymmetric())
	selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: transform.Diagonal, Rungs: true})
	for name, stream := range map[string]func(uint64) seedbank.Stream{"full": selection.Stream, "distinct": selection.Distinct} {
		whole, rest := stream(4), stream(4)
		if err := rest.Skip(seedtest.Background, 2); err != nil {
			t.Fatal(err)
		}
		for i := range 3 {
			puzzle, err := whole.Next(seedtest.Background)
			if err != nil || !seedtest.LooksSymmetric(puzzle.Puzzle().Clues(), transform.Diagonal) {
				t.Fatalf("%s: %v, %v", name, puzzle, err)
			}
			if i < 2 {
				continue
			}
			if after, err := rest.Next(seedtest.Background); err != nil || after.ID() != puzzle.ID() {
				t.Errorf("%s: after the first two comes %v, %v; want %v", name, after, err, puzzle)
			}
		}
	}
}

// The seeds that batches have for a symmetry are those that can be drawn for it,
// themselves or by a rung.
func TestBatchesOfASymmetry(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SymmetricSeeds(), seedtest.SomeSeeds()[:50])
	for _, filter := range []seedbank.Filter{
		{Symmetry: transform.Diagonal, Rungs: true},
		{Symmetry: transform.Rotate180},
		{Symmetry: transform.Rotate180, Rungs: true, Levels: seedbank.Range[rating.Level]{Low: 1, High: 2}},
	} {
		want, got := map[seed.Key]bool{}, map[seed.Key]bool{}
		selection := seedtest.SelectFrom(t, bank, filter)
		for i := range selection.Len() {
			want[seedtest.PickAt(t, selection, i).Key()] = true
		}
		for batch, err := range bank.Batches(seedtest.Background, filter) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range batch.Seeds {
				got[batch.Seeds[i].Key()] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
			t.Errorf("%+v: seeds drawn, seeds of batches:\n%s", filter, diff)
		}
	}
}

func TestPathsOfSymmetricPuzzlesAreRefused(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SymmetricSeeds())
	for _, filter := range []seedbank.Filter{{Symmetry: transform.Full, Uses: someFilters[6].Uses}, {Symmetry: transform.Full, Without: someFilters[7].Without}, {Symmetry: transform.Full, Practice: someFilters[8].Practice}} {
		if _, err := bank.Select(seedtest.Background, filter); !errors.Is(err, seedbank.ErrPathOfSymmetric) {
			t.Errorf("%+v: %v", filter, err)
		}
	}
}

// toFormat3 takes from a bank what format 4 added. What stood in its columns stays in
// the rows, as something else.
func toFormat3(t *testing.T, of seedtest.AnyBank) {
	bank := seedtest.BankIn(of)
	t.Helper()
	_, err := bank.Rows().DB.Exec(`
		DROP INDEX seeds_early;
		DROP TABLE claimed; DROP TABLE units; DROP TABLE minutes; DROP TABLE labels;
		UPDATE strata SET digest = 1; UPDATE rung_strata SET digest = 1; UPDATE symmetric_strata SET digest = 1;
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(sql, ', digest INTEGER NOT NULL DEFAULT 0', '');
		UPDATE sqlite_schema SET sql = replace(sql, ', contributor INTEGER REFERENCES contributors (id)', '');
		UPDATE sqlite_schema SET sql = replace(sql, ', rated INTEGER REFERENCES runs (id)', '');
		UPDATE sqlite_schema SET sql = replace(sql, ', rung_runs BLOB', '');
		PRAGMA writable_schema = RESET;
		DROP TABLE contributors;
		DELETE FROM goose_db_version WHERE version_id >= 4;
		PRAGMA user_version = 3`)
	if err != nil {
		t.Fatal(err)
	}
}

// toFormat1 makes a bank one of format 1, as older programs made them.
func toFormat1(t *testing.T, of seedtest.AnyBank) {
	bank := seedtest.BankIn(of)
	t.Helper()
	toFormat3(t, bank)
	_, err := bank.Rows().DB.Exec(`
		DROP TABLE symmetric_pages; DROP TABLE symmetric_strata;
		DROP TABLE bookmarks;
		DELETE FROM goose_db_version WHERE version_id >= 2;
		PRAGMA user_version = 1`)
	if err == nil {
		err = bank.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A bank of format 1 can be read, and gets its lists of symmetric puzzles when it is
// opened to write: the same as if they had been there from the start.
func TestFormat1IsBroughtUpToDate(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.Relatives()[3:], seedtest.AllSymmetric(), seedtest.WithAutomorphisms())
	want := symmetricStats(t, bank)
	toFormat1(t, bank)

	older, err := seedbank.Open(seedtest.Background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	mustBeWellBut(t, older, "it is not minimal")
	if _, err := older.Select(seedtest.Background, seedbank.Filter{Symmetry: transform.Flip}); !errors.Is(err, seedbank.ErrOlderBank) {
		t.Errorf("symmetric puzzles of a bank of format 1: %v", err)
	}
	seedtest.SelectFrom(t, older, seedbank.Filter{Rungs: true})
	older.Close()

	stopped, stop := context.WithCancel(seedtest.Background)
	stop()
	if bank, err := change.Open(stopped, bank.Path()); err == nil {
		bank.Close()
		t.Error("a bank was brought up to date after the end of the context")
	}
	if again, err := seedbank.Open(seedtest.Background, bank.Path()); err != nil || again.Rows().Format != 1 {
		t.Errorf("after an interruption: %v", err)
	} else {
		again.Close()
	}

	merged := seedtest.MakeBank(t)
	if _, err := merged.Merge(seedtest.Background, bank.Path(), change.MergeOptions{Ratings: change.Trusted}); err != nil {
		t.Fatal(err)
	}
	newer := seedtest.Open(t, bank.Path())
	for name, bank := range map[string]*change.Writer{"brought up to date": newer, "merged": merged} {
		if diff := cmp.Diff(want, symmetricStats(t, bank)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	mustBeWellBut(t, merged, "it is not minimal")
	mustBeWellBut(t, newer, "it is not minimal")
}

// mustBeWellBut fails if anything but one thing is wrong with a bank.
func mustBeWellBut(t *testing.T, of seedtest.AnyBank, but string) {
	bank := seedtest.BankIn(of)
	t.Helper()
	for _, problem := range verify(t, bank) {
		if !strings.HasSuffix(problem.Error(), but) {
			t.Error(problem)
		}
	}
}

func symmetricStats(t *testing.T, of seedtest.AnyBank) (all []seedbank.Stats) {
	bank := seedtest.BankIn(of)
	t.Helper()
	for s := range transform.Symmetries() {
		all = append(all, seedtest.SelectFrom(t, bank, seedbank.Filter{Symmetry: s, Rungs: true}).Stats())
	}
	return all
}

// testdata/format1.db was made by a program of format 1, of 820 seeds of the
// starter bank. Five of its seeds and rungs have symmetric patterns.
func TestFileOfFormat1IsBroughtUpToDate(t *testing.T) {
	old, err := os.ReadFile("testdata/format1.db")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "old.db")
	if err := os.WriteFile(path, old, 0o666); err != nil {
		t.Fatal(err)
	}
	bank := seedtest.Open(t, path)
	if _, err := repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Sample: 1, Workers: 2, Problem: func(p error) { t.Error(p) }}); err != nil {
		t.Error(err)
	}
	stats := symmetricStats(t, bank)
	if n := stats[transform.Diagonal-1].Total.Seeds + stats[transform.Diagonal-1].Total.Rungs; n != 5 {
		t.Errorf("%d seeds and rungs can be symmetric under the diagonal, want 5", n)
	}
}
