package export_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// drawn returns the puzzles of a pack.
func drawn(t *testing.T, bank *seedbank.Bank, o export.Options) (list []seed.Isomorph) {
	t.Helper()
	for puzzle, err := range export.Drawn(background, bank, o) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, puzzle)
	}
	return list
}

// Booklets have the clues and the symmetry of printed puzzles, unless told
// otherwise; other formats have them if they are told so.
func TestPrintStyle(t *testing.T) {
	bank := starterBank(t)
	printed := map[rating.Level]seedbank.Range[int]{
		1: {Low: 32, High: 36}, 2: {Low: 30, High: 34}, 3: {Low: 28, High: 32},
		4: {Low: 26, High: 30}, 5: {Low: 26, High: 30}, 6: {Low: 26, High: 30}, 7: {Low: 17, High: 80},
	}
	for name, c := range map[string]struct {
		query            map[string][]string
		format           string
		clues, symmetric bool
	}{
		"booklet":            {nil, "pdf", true, true},
		"page":               {nil, "html", true, true},
		"asked for":          {map[string][]string{"style": {"print"}}, "csv", true, true},
		"lines":              {nil, "line", false, false},
		"plain booklet":      {map[string][]string{"style": {"plain"}}, "pdf", false, false},
		"minimal booklet":    {map[string][]string{"clues": {"minimal"}}, "pdf", false, false},
		"no symmetry":        {map[string][]string{"symmetry": {"none"}}, "epub", true, false},
		"both told":          {map[string][]string{"symmetry": {"none"}, "clues": {"minimal"}}, "pdf", false, false},
		"another technique":  {map[string][]string{"without": {"jellyfish"}}, "pdf", false, false},
		"clues of their own": {map[string][]string{"clues": {"27-37"}}, "pdf", false, true},
	} {
		for level, print := range printed {
			request, err := draw.Parse(c.query)
			if err != nil {
				t.Fatal(err)
			}
			request.Levels, request.N, request.RandomSeed = seedbank.Only(level), 8, 5
			comfortable, symmetric := true, true
			list := drawn(t, bank, export.Options{Request: request, Format: c.format})
			for _, puzzle := range list {
				if rated := puzzle.Rating(); rated.Level() != level || !request.Clues.Has(puzzle.Puzzle().NumClues()) {
					t.Errorf("%s: level %v with %d clues, asked for level %d", name, rated.Level(), puzzle.Puzzle().NumClues(), level)
				}
				comfortable = comfortable && print.Has(puzzle.Puzzle().NumClues())
				symmetric = symmetric && transform.Rotate180.Has(puzzle.Puzzle().Clues().Filled())
			}
			if len(list) != 8 || comfortable != c.clues && level != 7 && c.query["clues"] == nil || symmetric != c.symmetric {
				t.Errorf("%s, level %d: %d puzzles, comfortable %t, symmetric %t", name, level, len(list), comfortable, symmetric)
			}
		}
	}
}

// A pack of one file holds its levels in the proportions that it has without a
// style, and no seed twice.
func TestStyleKeepsSharesAndSeeds(t *testing.T) {
	bank := starterBank(t)
	shares := func(style draw.Style) (list [10]int) {
		seeds := map[seed.Key]bool{}
		for _, puzzle := range drawn(t, bank, export.Options{Request: draw.Request{N: 300, RandomSeed: 6, Style: style}, Format: "line"}) {
			list[puzzle.Rating().Level()]++
			seeds[puzzle.Pick().Key()] = true
		}
		if len(seeds) != 300 {
			t.Errorf("style %q: %d seeds of 300 puzzles", style, len(seeds))
		}
		return list
	}
	if plain, printed := shares(draw.Plain), shares(draw.Print); plain != printed {
		t.Errorf("levels %v, in print %v", plain, printed)
	}
}

func TestDrawnDistinct(t *testing.T) {
	bank := starterBank(t)
	request := draw.Request{Levels: seedbank.Only(rating.Level(9)), N: 100_000_000, Style: draw.Print, Distinct: true}
	for _, err := range export.Drawn(background, bank, export.Options{Request: request, Format: "line"}) {
		var few *draw.TooFewError
		if !errors.As(err, &few) || !few.Distinct {
			t.Errorf("got %v", err)
		}
		break
	}
}

// A single puzzle of any level is not always of the same level.
func TestOnePuzzleOfAnyLevel(t *testing.T) {
	bank := starterBank(t)
	levels := map[rating.Level]bool{}
	for randomSeed := range uint64(30) {
		request := draw.Request{N: 1, RandomSeed: randomSeed, Style: draw.Print}
		levels[drawn(t, bank, export.Options{Request: request, Format: "line"})[0].Rating().Level()] = true
	}
	if len(levels) < 3 {
		t.Errorf("30 puzzles are of %d levels", len(levels))
	}
}

// Difficulty rises: by ER and then by effort, or by effort within each level.
func TestOrdersOfEffort(t *testing.T) {
	bank := starterBank(t)
	type place struct{ level, er, effort int }
	var rater rating.Rater
	for order, ordered := range map[export.Order]func(a, b place) bool{
		export.ByER: func(a, b place) bool { return a.er < b.er || a.er == b.er && a.effort <= b.effort },
		export.ByEffort: func(a, b place) bool {
			return a.level < b.level || a.level == b.level && a.effort <= b.effort
		},
	} {
		var places []place
		for _, puzzle := range drawn(t, bank, export.Options{Request: draw.Request{Levels: levels(2, 6), N: 100, RandomSeed: 3}, Format: "csv", Order: order}) {
			p := puzzle.Puzzle()
			path, err := rater.PathClass(&p)
			if err != nil {
				t.Fatal(err)
			}
			way, err := rating.Way(&p, path)
			if err != nil {
				t.Fatal(err)
			}
			places = append(places, place{int(puzzle.Rating().Level()), int(puzzle.Rating().ER), rating.Effort(way)})
		}
		for i := range places[1:] {
			if !ordered(places[i], places[i+1]) {
				t.Errorf("order %s: %+v before %+v", order, places[i], places[i+1])
			}
		}
		if len(slices.Compact(places)) < 50 {
			t.Errorf("order %s: %d puzzles", order, len(places))
		}
	}
}
