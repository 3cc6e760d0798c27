package seed

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
	"pgregory.net/rapid"
)

const relabelings = 9 * 8 * 7 * 6 * 5 * 4 * 3 * 2

// picks returns seeds and rungs, with and without automorphisms.
func picks(t testing.TB) (picks []*Pick) {
	withAutomorphisms := map[bool]int{}
	for _, s := range append(someSeeds()[:8:8], symmetricSeed(), seedWithAutomorphisms()) {
		for place := range 1 + len(s.Rungs) {
			picks = append(picks, s.Pick(place))
		}
	}
	for _, p := range picks {
		if p.Automorphisms() > 1 {
			withAutomorphisms[p.Added() != 0]++
		}
	}
	if withAutomorphisms[false] < 1 || withAutomorphisms[true] < 2 {
		t.Fatalf("too few seeds or rungs have automorphisms: %v", withAutomorphisms)
	}
	return picks
}

func TestPick(t *testing.T) {
	for _, s := range append(someSeeds(), symmetricSeed(), seedWithAutomorphisms()) {
		bare := s.Pick(0)
		if bare.Puzzle() != s.Puzzle || bare.Rating() != s.Rating || bare.Key() != s.Key() ||
			bare.Added() != 0 || bare.Automorphisms() != s.Automorphisms || !bare.Minimal() {
			t.Errorf("seed %v: %+v", s.Key(), bare)
		}
		empty := sudoku.AllCells.AndNot(s.Puzzle.Clues().Filled())
		for i := range s.Rungs {
			r := &s.Rungs[i]
			pick := s.Pick(1 + i)
			added, err := pick.Added().Cells(empty)
			id := pick.Isomorph(0).ID()
			least, wrong := id.Added.Cells(empty)
			if err != nil || wrong != nil || added != r.Added || least != leastImage(&s, r.Added) || pick.Puzzle() != s.Puzzle.With(added) || pick.Rating() != r.Result() ||
				pick.Key() != s.Key() || pick.Automorphisms() != r.Automorphisms || pick.Minimal() {
				t.Errorf("rung %d of seed %v: %+v, %v", i, s.Key(), pick, err)
			}
		}
	}
}

// An isomorph prints as its ID, from which it is found again.
func TestIsomorphPrints(t *testing.T) {
	for _, p := range picks(t) {
		m := p.Isomorph(p.Isomorphs() - 1)
		if id, err := ParseID(fmt.Sprint(m)); err != nil || id != m.ID() {
			t.Errorf("%v: %v, %v", m, id, err)
		}
	}
	if got := fmt.Sprint(Isomorph{}); got != "no puzzle" {
		t.Errorf("the zero isomorph prints as %q", got)
	}
}

// Every isomorph is what its ID says, is written as its clues are, and has a
// solution.
func TestIsomorph(t *testing.T) {
	all := picks(t)
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pick")
		i := rapid.Uint64Max(p.Isomorphs()-1).Draw(t, "number")
		m := p.Isomorph(i)
		id, puzzle := m.ID(), m.Puzzle()
		if id.Seed != p.Key() || (id.Added == 0) != (p.Added() == 0) || m.Pick() != p || m.Rating() != p.Rating() {
			t.Fatalf("isomorph %d of %v is %v", i, p.Puzzle().Clues(), id)
		}
		seed := p.source().template.With(sudoku.Cells{})
		added, err := id.Added.Cells(sudoku.AllCells.AndNot(seed.Clues().Filled()))
		if back := transform.FromIndex(id.Index).Puzzle(seed.With(added)); err != nil || back != puzzle {
			t.Fatalf("%v leads to %v, want %v", id, back.Clues(), puzzle.Clues())
		}
		if line, want := string(m.AppendLine([]byte("> "), '0')), "> "+string(puzzle.Clues().AppendLine(nil, '0')); line != want {
			t.Fatalf("%v is written %q, want %q", id, line, want)
		}
		if solution, clues := puzzle.Solution(), puzzle.Clues(); solution.Keep(clues.Filled()) != clues || solution.Conflict() != nil {
			t.Fatalf("%v has not the solution %v", clues, solution)
		}
		if again := p.Isomorph(i); again != m || p.Turn(m.turn) != m {
			t.Fatalf("isomorph %d is %v, and then %v", i, id, again.ID())
		}
	})
}

// All isomorphisms that make the same puzzle give the same isomorph: that of the
// one with the least index.
func TestTurn(t *testing.T) {
	all := picks(t)
	var canonizer transform.Canonizer
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(all).Draw(t, "pick")
		turn := transform.FromIndex(rapid.Uint64Max(transform.Order-1).Draw(t, "index"))
		m := p.Turn(turn)
		if got, want := m.Puzzle(), turn.Puzzle(p.Puzzle()); got != want {
			t.Fatalf("Turn makes %v, want %v", got.Clues(), want.Clues())
		}
		automorphisms := canonizer.Automorphisms(p.Puzzle().Clues())
		if uint64(len(automorphisms)) != p.Automorphisms() {
			t.Fatalf("%d automorphisms, want %d", p.Automorphisms(), len(automorphisms))
		}
		least := uint64(transform.Order)
		for _, a := range automorphisms {
			same := a.Then(turn)
			least = min(least, same.Index())
			if other := p.Turn(same); other != m {
				t.Fatalf("%v and %v are the same puzzle", m.ID(), other.ID())
			}
		}
		if m.turn.Index() != least {
			t.Fatalf("the index is %d, want %d", m.turn.Index(), least)
		}
	})
}

// All isomorphs of a rung with many automorphisms that differ by more than their
// digits are different: every one of them is made, with random digits.
func TestIsomorphsAreAllDifferent(t *testing.T) {
	s := symmetricSeed()
	p := s.Pick(1)
	if p.Automorphisms() != 72 {
		t.Fatalf("a rung has %d automorphisms, want 72", p.Automorphisms())
	}
	random := rand.New(rand.NewPCG(1, 1))
	seen := map[sudoku.Grid]uint64{}
	for first := uint64(0); first < p.Isomorphs(); first += relabelings {
		i := first + random.Uint64N(relabelings)
		clues := p.Isomorph(i).Puzzle().Clues()
		if other, twice := seen[clues]; twice {
			t.Fatalf("isomorphs %d and %d are %v", other, i, clues)
		}
		seen[clues] = i
	}
	if want := transform.Order / relabelings / 72; len(seen) != want {
		t.Errorf("%d isomorphs were made, want %d", len(seen), want)
	}
}

// Isomorphs with neighboring numbers, which differ by digits only, are all
// different. So are random ones, whatever the pick.
func TestSomeIsomorphsAreDifferent(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, p := range picks(t) {
		var numbers []uint64
		first := random.Uint64N(p.Isomorphs() - 500)
		for i := range uint64(500) {
			numbers = append(numbers, first+i, random.Uint64N(p.Isomorphs()))
		}
		slices.Sort(numbers)
		numbers = slices.Compact(numbers)
		seen := map[sudoku.Grid]bool{}
		for _, i := range numbers {
			seen[p.Isomorph(i).Puzzle().Clues()] = true
		}
		if len(seen) != len(numbers) {
			t.Errorf("%d isomorphs of %v are %d puzzles", len(numbers), p.Puzzle().Clues(), len(seen))
		}
	}
}

// An isomorph, and the pick that it is made of, stay what they are, whatever
// becomes of the seed and of other isomorphs.
func TestIsomorphStays(t *testing.T) {
	s := seedWithAutomorphisms()
	s.Rungs = slices.Clone(s.Rungs)
	p := s.Pick(1)
	m := p.Isomorph(12345)
	id, puzzle, rating, line := m.ID(), m.Puzzle(), m.Rating(), string(m.AppendLine(nil, '.'))
	s.Rungs[0], s.Puzzle, s.Rating = Rung{}, someSeeds()[1].Puzzle, someSeeds()[1].Rating
	p.Isomorph(54321).AppendLine(nil, '.')
	if m.ID() != id || m.Puzzle() != puzzle || m.Rating() != rating || string(m.AppendLine(nil, '.')) != line {
		t.Errorf("%v has become %v", id, m.ID())
	}
}

func TestWritingIsomorphsAllocatesNothing(t *testing.T) {
	var line [88]byte
	for _, p := range picks(t) {
		i := uint64(0)
		allocs := testing.AllocsPerRun(100, func() {
			i += p.Isomorphs() / 200
			p.Isomorph(i).AppendLine(line[:0], '.')
		})
		if allocs != 0 {
			t.Errorf("%v: %v allocations", p.Puzzle().Clues(), allocs)
		}
	}
}

func BenchmarkIsomorph(b *testing.B) {
	bare := someSeeds()[0].Pick(0)
	symmetric := symmetricSeed()
	for name, p := range map[string]*Pick{"automorphisms=1": bare, "automorphisms=72": symmetric.Pick(1)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var line [88]byte
			i, step := uint64(0), p.Isomorphs()/7*3+1
			for b.Loop() {
				p.Isomorph(i).AppendLine(line[:0], '.')
				if i += step; i >= p.Isomorphs() {
					i -= p.Isomorphs()
				}
			}
		})
	}
}

func BenchmarkPick(b *testing.B) {
	for name, s := range map[string]Seed{"automorphisms=1": someSeeds()[1], "automorphisms=72": symmetricSeed()} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Pick(1)
			}
		})
	}
}
