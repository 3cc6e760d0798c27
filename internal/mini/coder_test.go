package mini

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// decision is one of a coder: between n outcomes, or with odds.
type decision struct {
	odds, n, outcome int // odds 0: all n outcomes are equally likely
}

func (d decision) take(c coder) int {
	if d.odds == 0 {
		return c.choose(d.n, d.outcome)
	}
	if c.flip(d.odds, d.n, d.outcome == 1) {
		return 1
	}
	return 0
}

// decisions makes lists of decisions.
var decisions = rapid.SliceOf(rapid.Custom(func(t *rapid.T) decision {
	n := rapid.IntRange(1, oddsOf).Draw(t, "n")
	if n > 1 && rapid.Bool().Draw(t, "with odds") {
		return decision{rapid.IntRange(1, n-1).Draw(t, "odds"), n, rapid.IntRange(0, 1).Draw(t, "outcome")}
	}
	return decision{0, n, rapid.IntRange(0, n-1).Draw(t, "outcome")}
}))

func TestDecisionsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := decisions.Draw(t, "decisions")
		e := newEncoder()
		for _, d := range list {
			d.take(e)
		}
		from := newDecoder(e.text())
		for i, d := range list {
			if got := d.take(from); got != d.outcome || from.err != nil {
				t.Fatalf("decision %d of %d: %d, %v; want %d", i, len(list), got, from.err, d.outcome)
			}
		}
		if from.rest != "" {
			t.Fatalf("%q is left", from.rest)
		}
	})
}

func TestAlphabetIsSafe(t *testing.T) {
	for i := range len(alphabet) {
		if c := alphabet[i]; c <= ' ' || c > '~' || strings.IndexByte("\"$\\`?<", c) >= 0 || strings.IndexByte(alphabet, c) != i {
			t.Errorf("%q in the alphabet", c)
		}
	}
}

// someKind makes kinds of mini banks.
var someKind = rapid.Custom(func(t *rapid.T) kind {
	k := kind{symmetry: transform.Symmetry(rapid.IntRange(0, transform.NumSymmetries-1).Draw(t, "symmetry"))}
	k.low = rating.Level(rapid.IntRange(1, rating.NumLevels).Draw(t, "low"))
	k.high = rating.Level(rapid.IntRange(int(k.low), rating.NumLevels).Draw(t, "high"))
	for c := range k.odds {
		k.odds[c] = rapid.IntRange(1, base).Draw(t, "odds")
	}
	return k
})

// anySeed makes seeds of a kind: clues without conflict, with any solutions or none.
func (k *kind) anySeed(t *rapid.T, level rating.Level) (s Seed) {
	var taken houseDigits
	for c := range sudoku.Cell(81) {
		first := k.firstInOrbit(c)
		if first == c && rapid.IntRange(0, 3).Draw(t, "clue") > 0 || first != c && s.Clues[first] == 0 {
			continue
		}
		var options []sudoku.Digit
		for d := sudoku.Digit(1); d <= 9; d++ {
			if !taken.around(c).Has(d) {
				options = append(options, d)
			}
		}
		if len(options) == 0 {
			t.Skip("no digit is left")
		}
		s.Clues[c] = rapid.SampledFrom(options).Draw(t, "digit")
		taken.toggle(c, s.Clues[c])
	}
	s.Clues = renumbered(s.Clues)
	s.Levels = []rating.Level{level}
	for range rapid.IntRange(0, k.mostRungs()).Draw(t, "rungs") {
		level = rating.Level(rapid.IntRange(int(k.low), int(level)).Draw(t, "level"))
		s.Levels = append(s.Levels, level)
	}
	return s
}

func TestSeedsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := someKind.Draw(t, "kind")
		var seeds []Seed
		for i := range rapid.IntRange(0, 5).Draw(t, "seeds") {
			seeds = append(seeds, k.anySeed(t, k.levelOf(i)))
		}
		text := k.encode(seeds)
		again, err := k.decode(text, len(seeds))
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if diff := cmp.Diff(seeds, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzDecode(f *testing.F) {
	k := kind{low: 2, high: 7, odds: firstOdds(transform.NoSymmetry)}
	f.Add("", 0, uint8(0))
	f.Add(strings.Repeat("!", 40), 3, uint8(1))
	f.Add(strings.Repeat("~", 400), 30, uint8(0))
	f.Fuzz(func(t *testing.T, text string, n int, symmetry uint8) {
		k.symmetry = transform.Symmetry(int(symmetry) % transform.NumSymmetries)
		n = min(max(n, 0), 1000)
		seeds, err := k.decode(text, n)
		if err != nil {
			return
		}
		again, err := k.decode(k.encode(seeds), n)
		if err != nil || !slices.EqualFunc(seeds, again, func(a, b Seed) bool { return a.Clues == b.Clues && slices.Equal(a.Levels, b.Levels) }) {
			t.Errorf("%q: %v and again %v, %v", text, seeds, again, err)
		}
	})
}
