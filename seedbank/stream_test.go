package seedbank_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// streamBank is a bank with seeds of 1 automorphism and of more.
func streamBank(t *testing.T) *change.Writer {
	return seedtest.BankOf(t, seedtest.SomeSeeds()[:60], seedtest.WithAutomorphisms())
}

// TestSplit checks that the numbers of all puzzles are made of the numbers of
// picks and of their isomorphs: what split gives can be put together again.
func TestSplit(t *testing.T) {
	bank := streamBank(t)
	for _, filter := range []seedbank.Filter{{}, {Rungs: true}, {Rungs: true, Clues: seedbank.Range[int]{30, 31}}, {Uses: []rating.Technique{3}}} {
		s := seedtest.SelectFrom(t, bank, filter)
		firsts := make([]shuffle.Uint128, s.Len()+1) // the first puzzle of each pick
		for i := range s.Len() {
			firsts[i+1] = firsts[i].Add(shuffle.Number(transform.Order / seedtest.PickAt(t, s, i).Automorphisms()))
		}
		if firsts[s.Len()] != s.Puzzles() {
			t.Fatalf("%+v: %v puzzles, want %v", filter, s.Puzzles(), firsts[s.Len()])
		}
		rapid.Check(t, func(t *rapid.T) {
			number := rapid.Uint64Max(s.Len()-1).Draw(t, "pick")
			isomorph := rapid.Uint64Max(seedtest.PickAt(t, s, number).Isomorphs()-1).Draw(t, "isomorph")
			gotNumber, gotIsomorph := s.Split(firsts[number].Add(shuffle.Number(isomorph)))
			if gotNumber != number || gotIsomorph != isomorph {
				t.Fatalf("split into %d, %d; want %d, %d", gotNumber, gotIsomorph, number, isomorph)
			}
		})
	}
}

// line returns the clues of a puzzle as a stream writes them.
func line(m seed.Isomorph) string { return string(m.AppendLine(nil, '.')) }

func next(t seedtest.Cleaner, stream seedbank.Stream) seed.Isomorph {
	t.Helper()
	puzzle, err := stream.Next(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	return puzzle
}

// TestStream checks that a stream gives puzzles of the selection, each with the
// ID that gives it again, none twice, and from any place on the same.
func TestStream(t *testing.T) {
	bank := streamBank(t)
	filter := seedbank.Filter{Rungs: true, Clues: seedbank.Range[int]{22, 30}}
	selection := seedtest.SelectFrom(t, bank, filter)
	const n = 3000
	var lines []string
	seen := map[string]bool{}
	stream := selection.Stream(7)
	for range n {
		drawn := next(t, stream)
		puzzle, line := drawn.Puzzle(), line(drawn)
		if line != puzzle.Clues().String() || seen[line] || !filter.Clues.Has(puzzle.NumClues()) {
			t.Fatalf("got %s and %v, seen before: %v", line, puzzle.Clues(), seen[line])
		}
		seen[line] = true
		lines = append(lines, line)
		again, err := bank.Recall(seedtest.Background, drawn.ID(), seedtest.NotHeld)
		if err != nil || again.Puzzle() != puzzle || again.ID() != drawn.ID() || again.Rating() != drawn.Rating() {
			t.Fatalf("%v does not give %v again: %v", drawn.ID(), puzzle.Clues(), err)
		}
		if _, err := new(sudoku.Solver).Prove(puzzle.Clues()); err != nil {
			t.Fatal(err)
		}
	}
	left, _ := seedbank.Left(stream)
	if want := selection.Puzzles().Sub(shuffle.Number(n)); left != want {
		t.Errorf("%v puzzles are left, want %v", left, want)
	}
	rapid.Check(t, func(t *rapid.T) { mustSkip(t, selection.Stream(7), lines) })
	if line(next(t, selection.Stream(8))) == lines[0] {
		t.Error("another key gives the same puzzle")
	}
}

// mustSkip skips and takes puzzles of a stream in turn, and compares what comes
// with the lines that came without skipping.
func mustSkip(t *rapid.T, stream seedbank.Stream, lines []string) {
	at := uint64(0)
	for range rapid.IntRange(1, 4).Draw(t, "parts") {
		skip := rapid.Uint64Max(uint64(len(lines))/5).Draw(t, "skip")
		if err := stream.Skip(seedtest.Background, skip); err != nil {
			t.Fatal(err)
		}
		at += skip
		for range rapid.IntRange(0, len(lines)/30).Draw(t, "taken") {
			if line(next(t, stream)) != lines[at] {
				t.Fatalf("after skipping, puzzle %d is another one", at)
			}
			at++
		}
	}
}

// All streams end in the same way: Skip can go as far as the end, but not beyond
// it, and then there is nothing more.
func TestEndOfStream(t *testing.T) {
	bank := streamBank(t)
	for name, begin := range streams {
		t.Run(name, func(t *testing.T) {
			for _, filter := range []seedbank.Filter{{}, {Rungs: true}, {Clues: seedbank.Only(80)}} {
				selection := seedtest.SelectFrom(t, bank, filter)
				most := length(t, begin(selection))
				for _, test := range []struct {
					skip uint64
					want error
				}{{most - min(most, 1), nil}, {most, nil}, {most + 1, seedbank.ErrNoMore}, {1<<64 - 1, seedbank.ErrNoMore}} {
					if test.skip > most && most == 1<<64-1 {
						continue // the stream is longer than can be skipped at once
					}
					stream := begin(selection)
					if err := stream.Skip(seedtest.Background, test.skip); !errors.Is(err, test.want) {
						t.Errorf("skipping %d of %d puzzles: %v, want %v", test.skip, most, err, test.want)
					}
					if test.skip < most {
						next(t, stream)
					}
					if _, err := stream.Next(seedtest.Background); !errors.Is(err, seedbank.ErrNoMore) {
						t.Errorf("at the end, after skipping %d of %d puzzles: %v", test.skip, most, err)
					}
					if err := stream.Skip(seedtest.Background, 1); !errors.Is(err, seedbank.ErrNoMore) {
						t.Errorf("skipping at the end: %v", err)
					}
					for puzzle, err := range seedbank.All(seedtest.Background, stream) {
						t.Errorf("at the end All yields %v, %v", puzzle, err)
					}
				}
			}
		})
	}
}

// streams are the kinds of streams.
var streams = map[string]func(*seedbank.Selection) seedbank.Stream{
	"full":     func(s *seedbank.Selection) seedbank.Stream { return s.Stream(3) },
	"distinct": func(s *seedbank.Selection) seedbank.Stream { return s.Distinct(3) },
}

// length returns the number of puzzles of a stream.
func length(t *testing.T, stream seedbank.Stream) uint64 {
	t.Helper()
	if left, ok := seedbank.Left(stream); ok {
		if left.Hi == 0 {
			return left.Lo
		}
		t.Fatal("too many puzzles to count")
	}
	n := uint64(0)
	for _, err := range seedbank.All(seedtest.Background, stream) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}

// A stream of more than 2^64 puzzles, which cannot be skipped at once, ends like
// a short one.
func TestEndOfALongStream(t *testing.T) {
	selection := seedbank.SelectionOf(1<<40, transform.Order)
	if selection.Puzzles().Hi == 0 {
		t.Fatalf("only %v puzzles", selection.Puzzles())
	}
	stream := selection.Stream(1)
	for range selection.Puzzles().Hi {
		for range 2 {
			if err := stream.Skip(seedtest.Background, 1<<63); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := stream.Skip(seedtest.Background, selection.Puzzles().Lo); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Next(seedtest.Background); !errors.Is(err, seedbank.ErrNoMore) {
		t.Errorf("at the end of a stream: %v", err)
	}
}

// manyTimes returns a selection that has the seeds of a bank many times over, so
// that it is large without a large bank.
func manyTimes(t seedtest.Cleaner, of seedtest.AnyBank, filter seedbank.Filter, times int) *seedbank.Selection {
	bank := seedtest.BankIn(of)
	t.Helper()
	s := seedtest.SelectFrom(t, bank, filter)
	s.Repeat(times)
	return s
}

// After Skip(n) comes what without it comes as number n + 1, in every stream.
func TestSkipThenNext(t *testing.T) {
	selection := seedtest.SelectFrom(t, streamBank(t), seedbank.Filter{Rungs: true})
	for name, begin := range streams {
		t.Run(name, func(t *testing.T) {
			var lines []string
			for puzzle, err := range seedbank.All(seedtest.Background, begin(selection)) {
				if err != nil {
					t.Fatal(err)
				}
				if lines = append(lines, line(puzzle)); len(lines) == 500 {
					break
				}
			}
			rapid.Check(t, func(t *rapid.T) { mustSkip(t, begin(selection), lines) })
			for n := range lines {
				stream := begin(selection)
				if err := stream.Skip(seedtest.Background, uint64(n)); err != nil {
					t.Fatal(err)
				}
				if line(next(t, stream)) != lines[n] {
					t.Fatalf("after skipping %d puzzles another one comes", n)
				}
			}
		})
	}
}

// What a stream has given stays what it was, whatever the stream does then. The
// bank has more seeds and rungs than the table of picks has places when they
// come, so that picks take the places of others.
func TestPuzzlesOfAStreamStay(t *testing.T) {
	selection := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.SomeSeeds(), seedtest.WithAutomorphisms()), seedbank.Filter{Rungs: true})
	stream := selection.Stream(5)
	type copied struct {
		clues  string
		puzzle sudoku.Puzzle
		rating rating.Result
		id     seed.ID
	}
	copyOf := func(m seed.Isomorph) copied { return copied{line(m), m.Puzzle(), m.Rating(), m.ID()} }
	var first []seed.Isomorph
	var copies []copied
	for range 100 {
		puzzle := next(t, stream)
		first, copies = append(first, puzzle), append(copies, copyOf(puzzle))
	}
	for range 100_000 {
		next(t, stream)
	}
	for i := range first {
		if got := copyOf(first[i]); got != copies[i] {
			t.Fatalf("puzzle %d was %+v and is now %+v", i, copies[i], got)
		}
	}
}

// A selection stays what it is while seeds are added, and while rungs are added
// to its seeds.
func TestStreamWhileABankGrows(t *testing.T) {
	seeds := slices.Concat(seedtest.SomeSeeds()[:40], seedtest.Relatives())
	few := slices.Clone(seeds)
	for i := range few {
		few[i].Rungs = few[i].Rungs[:len(few[i].Rungs)/2]
	}
	still, growing := seedtest.BankOf(t, few[:40]), seedtest.BankOf(t, few[:40])
	for name, begin := range streams {
		one, other := begin(seedtest.SelectFrom(t, still, seedbank.Filter{Rungs: true})), begin(seedtest.SelectFrom(t, growing, seedbank.Filter{Rungs: true}))
		selection := seedtest.SelectFrom(t, growing, seedbank.Filter{Rungs: true})
		before, err := selection.Seeds(seedtest.Background)
		if err != nil {
			t.Fatal(err)
		}
		seedtest.Insert(t, growing, seeds)
		if after, err := selection.Seeds(seedtest.Background); err != nil || after != before {
			t.Errorf("the selection had %d seeds, and has %d (%v)", before, after, err)
		}
		for range 40 {
			if want, got := line(next(t, one)), line(next(t, other)); want != got {
				t.Fatalf("%s stream: got %s, want %s", name, got, want)
			}
		}
		growing = seedtest.BankOf(t, few[:40])
	}
}

// TestStreamOfOneSeedWithAutomorphisms goes through the beginning of the
// isomorphs of a seed with automorphisms.
func TestStreamOfOneSeedWithAutomorphisms(t *testing.T) {
	selection := seedtest.SelectFrom(t, seedtest.BankOf(t, seedtest.WithAutomorphisms()[:1]), seedbank.Filter{})
	pick := seedtest.PickAt(t, selection, 0)
	if pick.Automorphisms() == 1 {
		t.Fatal("a seed without automorphisms")
	}
	if want := shuffle.Number(transform.Order / pick.Automorphisms()); selection.Puzzles() != want {
		t.Errorf("%v puzzles, want %v", selection.Puzzles(), want)
	}
	seen := map[string]bool{}
	stream := selection.Stream(1)
	for range 20000 {
		seen[line(next(t, stream))] = true
	}
	if len(seen) != 20000 {
		t.Errorf("of 20000 puzzles %d are different", len(seen))
	}
}

func TestDistinct(t *testing.T) {
	bank := streamBank(t)
	for _, filter := range []seedbank.Filter{{}, {Rungs: true}} {
		selection := seedtest.SelectFrom(t, bank, filter)
		want := seedtest.SelectFrom(t, bank, seedbank.Filter{}).Len()
		if got, err := selection.Seeds(seedtest.Background); err != nil || got != want {
			t.Fatalf("%d seeds, %v; want %d", got, err, want)
		}
		var order []seed.Key
		for drawn, err := range seedbank.All(seedtest.Background, selection.Distinct(3)) {
			if err != nil {
				t.Fatal(err)
			}
			key := drawn.Pick().Key()
			if slices.Contains(order, key) {
				t.Fatalf("seed %v comes twice", key)
			}
			order = append(order, key)
		}
		if len(order) != int(want) {
			t.Errorf("%d seeds, want %d", len(order), want)
		}
		stream := selection.Distinct(3)
		if err := stream.Skip(seedtest.Background, 20); err != nil {
			t.Fatal(err)
		}
		if key := next(t, stream).Pick().Key(); key != order[20] {
			t.Errorf("after skipping 20: %v, want %v", key, order[20])
		}
	}
}

// All ends with the error of a stream, and not without it.
func TestAllYieldsTheError(t *testing.T) {
	stream := seedtest.SelectFrom(t, streamBank(t), seedbank.Filter{}).Stream(1)
	ended, cancel := context.WithCancel(seedtest.Background)
	cancel()
	n := 0
	for _, err := range seedbank.All(ended, stream) {
		if n++; !errors.Is(err, context.Canceled) {
			t.Errorf("got %v, want %v", err, context.Canceled)
		}
	}
	if n != 1 {
		t.Errorf("%d errors, want 1", n)
	}
}

// A stream goes on after an error of a context with the puzzle after the last one that it gave.
func TestStreamGoesOn(t *testing.T) {
	bank := streamBank(t)
	ended, cancel := context.WithCancel(seedtest.Background)
	cancel()
	for name, begin := range streams {
		for _, rungs := range []bool{false, true} {
			selection := seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: rungs})
			stream, alone := begin(selection), begin(seedtest.SelectFrom(t, bank, seedbank.Filter{Rungs: rungs}))
			failed := 0
			for n := range 8 {
				for range n { // then some picks are at hand
					if got, want := next(t, stream), next(t, alone); got.ID() != want.ID() {
						t.Fatalf("%s, after an error: %v, want %v", name, got.ID(), want.ID())
					}
				}
				some := make([]seed.Isomorph, 1+9*(n%2))
				given, err := seedbank.Take(ended, stream, some)
				if err != nil {
					failed++
				}
				for _, got := range some[:given] {
					if want := next(t, alone); got.ID() != want.ID() {
						t.Fatalf("%s: %v, want %v", name, got.ID(), want.ID())
					}
				}
				if got, err := stream.Next(ended); err != nil {
					failed++
				} else if want := next(t, alone); got.ID() != want.ID() {
					t.Fatalf("%s: %v, want %v", name, got.ID(), want.ID())
				}
			}
			if failed < 4 {
				t.Errorf("%s, rungs %v: %d errors", name, rungs, failed)
			}
		}
	}
}
