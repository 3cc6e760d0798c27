package seedbank

import (
	"errors"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/seedbank/shuffle"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// streamBank is a bank with seeds of 1 automorphism and of more.
func streamBank(t *testing.T) *Bank {
	bank := makeBank(t)
	insert(t, bank, someSeeds()[:60])
	insert(t, bank, withAutomorphisms(t))
	return bank
}

func selectFrom(t *testing.T, bank *Bank, f Filter) *Selection {
	t.Helper()
	selection, err := bank.Select(background, f)
	if err != nil {
		t.Fatal(err)
	}
	return selection
}

// TestSplit checks that the numbers of all puzzles are those of all picks with
// those of all their isomorphs: what Split gives can be put together again.
func TestSplit(t *testing.T) {
	bank := streamBank(t)
	for _, filter := range []Filter{{}, {Rungs: true}, {Rungs: true, Clues: Range[int]{30, 31}}, {Uses: []rating.Technique{3}}} {
		s := selectFrom(t, bank, filter)
		firsts := make([]shuffle.Uint128, s.Len()+1) // the first puzzle of each pick
		for i := range s.Len() {
			pick, err := s.At(background, i)
			if err != nil {
				t.Fatal(err)
			}
			firsts[i+1] = firsts[i].Add(shuffle.Uint128{Lo: transform.Order / pick.Automorphisms})
		}
		if firsts[s.Len()] != s.Puzzles() {
			t.Fatalf("%+v: %v puzzles, want %v", filter, s.Puzzles(), firsts[s.Len()])
		}
		rapid.Check(t, func(t *rapid.T) {
			number := rapid.Uint64Max(s.Len()-1).Draw(t, "pick")
			pick, err := s.At(background, number)
			if err != nil {
				t.Fatal(err)
			}
			isomorph := rapid.Uint64Max(transform.Order/pick.Automorphisms-1).Draw(t, "isomorph")
			gotNumber, gotIsomorph := s.Split(firsts[number].Add(shuffle.Uint128{Lo: isomorph}))
			if gotNumber != number || gotIsomorph != isomorph {
				t.Fatalf("split into %d, %d; want %d, %d", gotNumber, gotIsomorph, number, isomorph)
			}
		})
	}
}

// TestStream checks that a stream gives puzzles of the selection, each with the
// ID that gives it again, none twice, and from any place on the same.
func TestStream(t *testing.T) {
	bank := streamBank(t)
	filter := Filter{Rungs: true, Clues: Range[int]{22, 30}}
	selection := selectFrom(t, bank, filter)
	const n = 3000
	var lines []string
	seen := map[string]bool{}
	stream := selection.Stream(7)
	left := stream.Left()
	for range n {
		drawn, err := stream.Next(background)
		if err != nil {
			t.Fatal(err)
		}
		puzzle := drawn.Puzzle()
		line := string(drawn.AppendLine(nil, '.'))
		if line != puzzle.Clues().String() || seen[line] || !filter.Clues.Has(puzzle.NumClues()) {
			t.Fatalf("got %s and %v, seen before: %v", line, puzzle.Clues(), seen[line])
		}
		seen[line] = true
		lines = append(lines, line)
		again, err := bank.Recall(background, drawn.ID())
		if err != nil || again.Puzzle() != puzzle || again.ID() != drawn.ID() || again.Pick().Rating != drawn.Pick().Rating {
			t.Fatalf("%v does not give %v again: %v", drawn.ID(), puzzle.Clues(), err)
		}
		if _, err := new(sudoku.Solver).Prove(puzzle.Clues()); err != nil {
			t.Fatal(err)
		}
	}
	if want := left.Sub(shuffle.Number(n)); stream.Left() != want {
		t.Errorf("%v puzzles are left, want %v", stream.Left(), want)
	}
	rapid.Check(t, func(t *rapid.T) {
		stream := selection.Stream(7)
		at := uint64(0)
		for range rapid.IntRange(1, 4).Draw(t, "parts") {
			skip := rapid.Uint64Max(600).Draw(t, "skip")
			stream.Skip(skip)
			at += skip
			for range rapid.IntRange(0, 100).Draw(t, "taken") {
				drawn, err := stream.Next(background)
				if err != nil || string(drawn.AppendLine(nil, '.')) != lines[at] {
					t.Fatalf("after skipping, puzzle %d is another one (%v)", at, err)
				}
				at++
			}
		}
	})
	other, err := selection.Stream(8).Next(background)
	if err != nil || string(other.AppendLine(nil, '.')) == lines[0] {
		t.Errorf("another key gives the same puzzle (%v)", err)
	}
	stream.Skip(stream.Left().Lo) // 2^64 puzzles are not enough to skip at once
	for stream.Left() != (shuffle.Uint128{}) {
		stream.Skip(min(1<<62, stream.Left().Lo))
	}
	if _, err := stream.Next(background); !errors.Is(err, ErrNoMore) {
		t.Errorf("at the end of a stream: %v", err)
	}
}

// TestStreamOfOneSeedWithAutomorphisms goes through the beginning of the
// isomorphs of a seed with automorphisms.
func TestStreamOfOneSeedWithAutomorphisms(t *testing.T) {
	bank := makeBank(t)
	insert(t, bank, withAutomorphisms(t)[:1])
	selection := selectFrom(t, bank, Filter{})
	pick, err := selection.At(background, 0)
	if err != nil || pick.Automorphisms == 1 {
		t.Fatalf("a seed of %d automorphisms, %v", pick.Automorphisms, err)
	}
	if want := (shuffle.Uint128{Lo: transform.Order / pick.Automorphisms}); selection.Puzzles() != want {
		t.Errorf("%v puzzles, want %v", selection.Puzzles(), want)
	}
	seen := map[string]bool{}
	stream := selection.Stream(1)
	for range 20000 {
		drawn, err := stream.Next(background)
		if err != nil {
			t.Fatal(err)
		}
		seen[string(drawn.AppendLine(nil, '.'))] = true
	}
	if len(seen) != 20000 {
		t.Errorf("of 20000 puzzles %d are different", len(seen))
	}
}

func TestDistinct(t *testing.T) {
	bank := streamBank(t)
	for _, filter := range []Filter{{}, {Rungs: true}} {
		selection := selectFrom(t, bank, filter)
		want := selectFrom(t, bank, Filter{}).Len()
		if got, err := selection.Seeds(background); err != nil || got != want {
			t.Fatalf("%d seeds, %v; want %d", got, err, want)
		}
		var order []Key
		for stream := selection.Distinct(3); ; {
			drawn, err := stream.Next(background)
			if errors.Is(err, ErrNoMore) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			key := drawn.Pick().Seed.Key()
			if slices.Contains(order, key) {
				t.Fatalf("seed %v comes twice", key)
			}
			order = append(order, key)
		}
		if len(order) != int(want) {
			t.Errorf("%d seeds, want %d", len(order), want)
		}
		stream := selection.Distinct(3)
		if err := stream.Skip(background, 20); err != nil {
			t.Fatal(err)
		}
		if drawn, err := stream.Next(background); err != nil || drawn.Pick().Seed.Key() != order[20] {
			t.Errorf("after skipping 20: %v, want %v (%v)", drawn.Pick().Seed.Key(), order[20], err)
		}
	}
}

// TestRungsThatAreIsomorphsCountOnce makes two ladders that lead to the same
// puzzle from two seeds.
func TestRungsThatAreIsomorphsCountOnce(t *testing.T) {
	var (
		solver    sudoku.Solver
		canonizer transform.Canonizer
		seeds     []Seed
	)
	turn := transform.FromIndex(123456789)
	base := someSeeds()[0]
	for _, order := range [][]sudoku.Cell{cellsFrom(0), cellsFrom(40)} {
		p, _ := sudoku.Complete(base.Puzzle.Solution())
		solver.Minimize(&p, order)
		seed := base
		seed.Puzzle = p
		seeds = append(seeds, seed)
	}
	all := seeds[0].Puzzle.Clues().Filled().Or(seeds[1].Puzzle.Clues().Filled())
	for i := range seeds {
		s := &seeds[i]
		s.Ladders = [NumLadders]Ladder{}
		for c := range all.AndNot(s.Puzzle.Clues().Filled()).All() {
			s.Ladders[Hold] = append(s.Ladders[Hold], Rung{Cell: c, ER: 30, EP: 12, ED: 12, Automorphisms: 1})
		}
		if i == 1 { // in another orientation
			s.Puzzle = turn.Puzzle(s.Puzzle)
			for j := range s.Ladders[Hold] {
				s.Ladders[Hold][j].Cell = turn.Cell(s.Ladders[Hold][j].Cell)
			}
		}
		s.Automorphisms = canonizer.Canonical(s.Puzzle.Clues()).Automorphisms
	}
	bank := makeBank(t)
	if n := insert(t, bank, seeds); n != 2 {
		t.Fatalf("%d seeds stored", n)
	}
	want := len(seeds[0].Ladders[Hold]) + len(seeds[1].Ladders[Hold]) - 1
	if got := selectFrom(t, bank, Filter{Rungs: true}).Stats().Total.Rungs; got != want {
		t.Errorf("%d rungs, want %d", got, want)
	}
}

// cellsFrom lists all cells, from one on.
func cellsFrom(first int) (list []sudoku.Cell) {
	for i := range 81 {
		list = append(list, sudoku.Cell((first+i)%81))
	}
	return list
}

func BenchmarkStream(b *testing.B) {
	bank := makeBank(b)
	insert(b, bank, someSeeds())
	selection, err := bank.Select(background, Filter{})
	if err != nil {
		b.Fatal(err)
	}
	stream := selection.Stream(1)
	var line []byte
	for b.Loop() {
		drawn, err := stream.Next(background)
		if err != nil {
			b.Fatal(err)
		}
		line = drawn.AppendLine(line[:0], '.')
	}
}
