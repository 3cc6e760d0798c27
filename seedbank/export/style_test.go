package export_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
	"github.com/seedoku/seedoku/seedbank/pack/read"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// drawn returns the puzzles of a pack in the order of its one file.
func drawn(t *testing.T, bank *seedbank.Bank, o export.Options) (list []seed.Isomorph) {
	t.Helper()
	o.File = "puzzles"
	m, _ := write(t, bank, t.TempDir(), o)
	for puzzle, err := range draw.Recall(background, bank, m.Parts[0].IDs) {
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
	bank := banktest.Starter(t)
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
		"lines":              {nil, "line", true, true},
		"plain lines":        {map[string][]string{"style": {"plain"}}, "line", false, false},
		"plain booklet":      {map[string][]string{"style": {"plain"}}, "pdf", false, false},
		"minimal booklet":    {map[string][]string{"clues": {"minimal"}}, "pdf", false, false},
		"no symmetry":        {map[string][]string{"symmetry": {"none"}}, "epub", true, false},
		"both told":          {map[string][]string{"symmetry": {"none"}, "clues": {"minimal"}}, "pdf", false, false},
		"another technique":  {map[string][]string{"without": {"jellyfish"}}, "pdf", false, false},
		"clues of their own": {map[string][]string{"clues": {"27-37"}}, "pdf", false, true},
	} {
		for level, print := range printed {
			if name != "booklet" && level%3 != 1 {
				continue // the levels differ in their clues alone
			}
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

// The levels of a pack of one file have shares as of the seeds that there are in its
// style, and no seed comes twice.
func TestStyleKeepsSharesAndSeeds(t *testing.T) {
	bank := banktest.Starter(t)
	for _, style := range []draw.Style{draw.Plain, draw.Print} {
		var want, got [10]float64
		sum := 0.0
		for level := range rating.Levels() {
			want[level] = float64(seedsIn(t, bank, draw.Request{Levels: seedbank.Only(level), Style: style}))
			sum += want[level]
		}
		seeds := map[seed.Key]bool{}
		for _, puzzle := range drawn(t, bank, export.Options{Request: draw.Request{N: 300, RandomSeed: 6, Style: style}, Format: "line"}) {
			got[puzzle.Rating().Level()]++
			seeds[puzzle.Pick().Key()] = true
		}
		for level := range want {
			if share := 300 * want[level] / sum; math.Abs(share-got[level]) > 1 {
				t.Errorf("style %q, level %d: %v puzzles, want %.1f", style, level, got[level], share)
			}
		}
		if len(seeds) != 300 {
			t.Errorf("style %q: %d seeds of 300 puzzles", style, len(seeds))
		}
	}
}

// seedsIn returns how many seeds a request is drawn from.
func seedsIn(t *testing.T, bank *seedbank.Bank, request draw.Request) uint64 {
	t.Helper()
	selection, err := request.Select(background, bank)
	if err != nil {
		t.Fatal(err)
	}
	n, err := selection.Seeds(background)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// fewPrinted is a part of level 3 that has 1152 plain seeds and 176 in print style.
var fewPrinted = seedbank.Only[rating.Tenths](17)

// Whoever asks for more printed puzzles than there are seeds is told how many there
// are. Where the style is only what booklets usually have, the rest comes plain.
func TestPrintStyleFallsShort(t *testing.T) {
	bank := banktest.Starter(t)
	there := seedsIn(t, bank, draw.Request{Levels: levels(3, 3), ER: fewPrinted, Style: draw.Print})
	ofOne := func(format string, style draw.Style, n uint64) export.Options {
		return export.Options{Request: draw.Request{Levels: levels(3, 3), ER: fewPrinted, RandomSeed: 4, Style: style}, PerLevel: n, Format: format}
	}
	inAll := func(format string, style draw.Style, n uint64) export.Options {
		return export.Options{Request: draw.Request{Levels: levels(3, 3), ER: fewPrinted, RandomSeed: 4, Style: style, N: n}, Format: format}
	}
	for _, options := range []func(string, draw.Style, uint64) export.Options{ofOne, inAll} {
		if list := drawn(t, bank, options("csv", draw.Print, there)); printed(list) != len(list) {
			t.Errorf("%d of %d puzzles are in print style", printed(list), len(list))
		}
		_, err := export.Plan(background, bank, options("csv", draw.Print, there+1))
		var few *draw.TooFewError
		if !errors.As(err, &few) || few.There != shuffle.Number(there) || !few.Distinct || !few.Printed {
			t.Errorf("one more than there are: %v", err)
		}
		m, err := export.Plan(background, bank, options("html", draw.AnyStyle, there+20))
		if err != nil || len(m.Unprinted()) != 1 || m.Unprinted()[0].Puzzles != 20 {
			t.Fatalf("%d draws of a booklet are said to be plain, %v; want one of 20", len(m.Unprinted()), err)
		}
		list := drawn(t, bank, options("html", draw.AnyStyle, there+20))
		seeds := map[seed.Key]bool{}
		for _, puzzle := range list {
			seeds[puzzle.Pick().Key()] = true
		}
		if n := uint64(printed(list)); n != there || len(seeds) != len(list) {
			t.Errorf("%d of %d puzzles are in print style, of %d seeds", n, len(list), len(seeds))
		}
	}
}

// printed returns how many puzzles of level 3 are in print style.
func printed(list []seed.Isomorph) (n int) {
	for _, puzzle := range list {
		if cells := puzzle.Puzzle().Clues().Filled(); cells.Len() >= 28 && cells.Len() <= 32 && transform.Rotate180.Has(cells) {
			n++
		}
	}
	return n
}

// A book and a table of one wish hold the same puzzles in the same order.
func TestOrderDoesNotDependOnFormat(t *testing.T) {
	bank := banktest.Starter(t)
	for _, style := range []draw.Style{draw.Print, draw.Plain, draw.AnyStyle} {
		var first []seed.Isomorph
		for _, format := range []string{"csv", "pdf", "line", "html", "svg"} {
			list := drawn(t, bank, export.Options{Request: draw.Request{Levels: levels(1, 5), N: 40, RandomSeed: 8, Style: style}, Format: format})
			if first == nil {
				first = list
			}
			if !slices.EqualFunc(first, list, func(a, b seed.Isomorph) bool { return a.ID() == b.ID() }) {
				t.Errorf("style %s: %s and csv hold other puzzles", style, format)
			}
		}
	}
}

// A style that does not exist is refused, and one that does is heeded by everything
// that takes a request.
func TestStylesOfRequests(t *testing.T) {
	bank := banktest.Starter(t)
	csv, _ := pack.FormatNamed("csv")
	for _, wrong := range []draw.Request{
		{N: 1, Style: "foo"}, {N: 1, Levels: seedbank.Only[rating.Level](10)}, {N: 1, Levels: levels(2, 200)},
		{N: 1, ER: seedbank.Only[rating.Tenths](5)}, {N: 1, Clues: seedbank.Only(90)}, {N: 1, Clues: seedbank.Only(16)},
	} {
		var out bytes.Buffer
		if err := export.Requested(background, &out, wrong.Stream(background, bank), export.Output{Format: csv}); err == nil || strings.Contains(err.Error(), "damaged") || out.Len() > 0 {
			t.Errorf("%+v: %q, %v", wrong, &out, err)
		}
		if _, err := export.Plan(background, bank, export.Options{Request: wrong, Format: "csv"}); err == nil || strings.Contains(err.Error(), "damaged") {
			t.Errorf("a pack of %+v: %v", wrong, err)
		}
	}
	var out bytes.Buffer
	request := draw.Request{N: 50, Levels: levels(2, 2), RandomSeed: 3, Style: draw.Print}
	if err := export.Requested(background, &out, request.Stream(background, bank), export.Output{Format: csv}); err != nil {
		t.Fatal(err)
	}
	n := 0
	for record, err := range read.Puzzles(&out) {
		if cells := record.Grid.Filled(); err != nil || cells.Len() < 30 || cells.Len() > 34 || !transform.Rotate180.Has(cells) {
			t.Errorf("%v, %v", record.Grid, err)
		}
		n++
	}
	if n != 50 {
		t.Errorf("%d puzzles", n)
	}
}

// A request for paper is in print style as far as the bank goes.
func TestForPaper(t *testing.T) {
	bank := banktest.Starter(t)
	there := seedsIn(t, bank, draw.Request{Levels: levels(3, 3), ER: fewPrinted, Style: draw.Print})
	for _, c := range []struct {
		paper     bool
		request   draw.Request
		printed   uint64
		unprinted uint64
		without   string
	}{
		{true, draw.Request{N: 30, Levels: levels(3, 3)}, 30, 0, ""},
		{false, draw.Request{N: 30, Levels: levels(3, 3)}, 0, 0, ""},
		{true, draw.Request{N: 30, Levels: levels(3, 3), Style: draw.Plain}, 0, 0, ""},
		{true, draw.Request{N: 3, Levels: levels(3, 3), Without: seedtest.Must(rating.ParseTechniques([]string{"jellyfish"}))}, 0, 0, "without"},
		{true, draw.Request{N: there + 9, Levels: levels(3, 3), ER: fewPrinted, Distinct: true}, there, 9, ""},
		{true, draw.Request{N: 20, Skip: there - 5, Levels: levels(3, 3), ER: fewPrinted, Distinct: true}, 5, 15, ""},
		{true, draw.Request{ER: seedbank.Only(rating.Tenths(118)), Distinct: true}, 0, 0, ""}, // all, and none can be printed
	} {
		c.request.Paper = c.paper
		s := c.request.Stream(background, bank)
		if s.Err() != nil || s.Unprinted != c.unprinted || s.Without != c.without || s.Mixed() != (c.printed > 0 && c.unprinted > 0) {
			t.Fatalf("%+v: %+v", c.request, s)
		}
		var list []seed.Isomorph
		seeds := map[seed.Key]bool{}
		for puzzle, err := range s.All(background) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, puzzle)
			seeds[puzzle.Pick().Key()] = true
		}
		if c.request.N > 0 && uint64(len(list)) != c.request.N || len(list) == 0 || uint64(printed(list)) != c.printed || c.request.Distinct && len(seeds) != len(list) {
			t.Errorf("%+v: %d puzzles of %d seeds, %d in print style", c.request, len(list), len(seeds), printed(list))
		}
	}
}

// If a bank has printed puzzles of a kind and no plain ones, it says how many there are.
func TestTooFewForPaper(t *testing.T) {
	tried := 0
	for _, of := range seedtest.AllSymmetric() {
		bank := seedbank.Over(seedtest.BankOf(t, []seed.Seed{of}).Rows())
		for level := range rating.Level(6) {
			r := draw.Request{Levels: levels(level+1, level+1), Style: draw.Print, Distinct: true}
			_, err := r.Select(background, bank)
			r.Style = draw.Plain
			if _, plainErr := r.Select(background, bank); err != nil || plainErr == nil {
				continue
			}
			tried++
			r.Style, r.Paper, r.N = draw.AnyStyle, true, 2
			_, err = r.Stream(background, bank).Open(background)
			if few, ok := errors.AsType[*draw.TooFewError](err); !ok || !few.Printed || few.There.Lo != 1 {
				t.Errorf("level %d: %v, want 1 printed puzzle", level+1, err)
			}
		}
		if tried > 2 {
			return
		}
	}
	t.Errorf("%d banks with nothing but printed puzzles", tried)
}

// What comes after the first puzzles for paper is the rest of the same stream, so that no seed
// comes again.
func TestSkippedForPaper(t *testing.T) {
	bank := banktest.Starter(t)
	// 26 seeds in print style, and 2335 plain ones.
	r := draw.Request{Levels: levels(9, 9), ER: seedbank.Range[rating.Tenths]{Low: 105, High: 107}, Distinct: true, Paper: true, RandomSeed: 1}
	there := seedsIn(t, bank, draw.Request{Levels: r.Levels, ER: r.ER, Style: draw.Print})
	ids := func(skip, n uint64) (list []string) {
		r.Skip, r.N = skip, n
		for puzzle, err := range r.Draw(background, bank) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, puzzle.ID().String())
		}
		return list
	}
	whole := ids(0, there+300)
	for _, skip := range []uint64{1, there - 5, there, there + 150} {
		if rest := ids(skip, there+300-skip); !slices.Equal(rest, whole[skip:]) {
			t.Errorf("%d puzzles after the first %d are not the rest of %d", len(rest), skip, len(whole))
		}
	}
	r.N = 1 << 40
	var says []string // how many there are in all
	for _, r.Skip = range []uint64{0, there - 5, there + 150} {
		for _, err := range r.Draw(background, bank) {
			if err != nil {
				says = append(says, err.Error())
			}
		}
	}
	if len(says) != 3 || len(slices.Compact(says)) != 1 {
		t.Errorf("errors of one stream: %q", says)
	}
}

// Difficulty rises: by ER and then by effort, or by effort within each level.
func TestOrdersOfEffort(t *testing.T) {
	bank := banktest.Starter(t)
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
