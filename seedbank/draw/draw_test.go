package draw_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/data"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/internal/pattern"
	"github.com/seedoku/seedoku/internal/shuffle"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// drawRequest draws a request with fields that make sense.
func drawRequest(t *rapid.T) draw.Request {
	techniques := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) rating.Technique {
		return rating.Technique(rapid.IntRange(0, rating.NumTechniques-1).Draw(t, "technique"))
	}), 0, 3)
	some := func(label string) []rating.Technique {
		if list := techniques.Draw(t, label); len(list) > 0 {
			return list
		}
		return nil
	}
	r := draw.Request{
		Uses: some("uses"), Hardest: some("hardest"), Without: some("without"), Practice: some("practice"),
		N:          rapid.Uint64().Draw(t, "n"),
		RandomSeed: rapid.Uint64().Draw(t, "seed"),
		Skip:       rapid.Uint64().Draw(t, "skip"),
		Distinct:   rapid.Bool().Draw(t, "distinct"),
	}
	r.Without = slices.DeleteFunc(r.Without, func(t rating.Technique) bool {
		return slices.Contains(slices.Concat(r.Uses, r.Hardest, r.Practice), t)
	})
	if len(r.Without) == 0 {
		r.Without = nil
	}
	if rapid.Bool().Draw(t, "has labels") {
		r.Labels = drawLabels(t, r.Without)
	}
	plain := len(r.Uses)+len(r.Without)+len(r.Practice) > 0 || r.Labels != seedbank.Labels{}
	if !plain {
		r.Symmetry = transform.Symmetry(rapid.IntRange(0, transform.NumSymmetries-1).Draw(t, "symmetry"))
	}
	if r.Symmetry == transform.NoSymmetry && !plain && rapid.Bool().Draw(t, "has pattern") {
		named, _ := pattern.Lookup(rapid.SampledFrom(pattern.Names()).Draw(t, "pattern"))
		r.Pattern = named.Cells
	}
	if rapid.Bool().Draw(t, "has levels") {
		low := rapid.IntRange(1, 9).Draw(t, "low")
		high := rapid.IntRange(low, 9).Draw(t, "high")
		r.Levels = seedbank.Range[rating.Level]{Low: rating.Level(low), High: rating.Level(high)}
	}
	if rapid.Bool().Draw(t, "has er") {
		low := rapid.IntRange(10, 255).Draw(t, "low er")
		high := rapid.IntRange(low, 255).Draw(t, "high er")
		r.ER = seedbank.Range[rating.Tenths]{Low: rating.Tenths(low), High: rating.Tenths(high)}
	}
	r.Style = rapid.SampledFrom([]draw.Style{draw.AnyStyle, draw.Plain}).Draw(t, "style")
	if r.Pattern.Empty() && !plain && rapid.Bool().Draw(t, "printed") {
		r.Style = draw.Print
	}
	if r.Symmetry == transform.NoSymmetry {
		r.AsTurned = rapid.Bool().Draw(t, "as turned")
		r.Minimal = r.Style != draw.Print && r.Pattern.Empty() && rapid.Bool().Draw(t, "minimal")
	}
	if !r.Minimal && rapid.Bool().Draw(t, "has clues") {
		low := rapid.IntRange(17, 80).Draw(t, "fewest")
		high := rapid.IntRange(low, 80).Draw(t, "most")
		r.Clues = seedbank.Range[int]{Low: low, High: high}
	}
	r.Variety = rapid.SampledFrom([]draw.Variety{draw.NoVariety, draw.AnyVariety, draw.ByLabel, draw.ByTechnique}).Draw(t, "variety")
	if r.Variety == draw.ByLabel {
		r.Labels.Version = rating.LabelVersion
	}
	return r
}

// drawLabels draws labels for a path that does without some techniques.
func drawLabels(t *rapid.T, without []rating.Technique) (l seedbank.Labels) {
	for _, label := range rapid.SliceOfN(rapid.Map(rapid.IntRange(0, rating.NumLabels-1), func(n int) rating.Label { return rating.Label(n) }), 1, 4).Draw(t, "labels") {
		switch {
		case rapid.Bool().Draw(t, "without"):
			l.Without = l.Without.With(label)
		case !slices.Contains(without, label.Technique()):
			l.Uses = l.Uses.With(label)
		}
	}
	if l.Uses &^= l.Without; l != (seedbank.Labels{}) {
		l.Version = rapid.SampledFrom([]int{0, rating.LabelVersion}).Draw(t, "version")
	}
	return l
}

// A request survives the way through texts, through a URL and through JSON.
func TestRequestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawRequest(t)
		query, err := url.ParseQuery(url.Values(want.Values()).Encode())
		if err != nil {
			t.Fatal(err)
		}
		if got, err := draw.Parse(query); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("from %v: %+v, %v; want %+v", query, got, err, want)
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got draw.Request
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("from %s: %+v, %v; want %+v", text, got, err, want)
		}
	})
}

func TestErrorsNameTheField(t *testing.T) {
	for _, test := range []struct{ query, field, reason string }{
		{"level=10", "level", "not within 1-9"},
		{"level=5-3", "level", "upside down"},
		{"level=x", "level", "unknown level \"x\"; there are 1, 2"},
		{"level=fiendsh-extreme", "level", "did you mean fiendish?"},
		{"level=very-hrd", "level", "did you mean very-hard?"},
		{"level=1-", "level", "neither a value nor a range"},
		{"level=1&level=2", "level", "given 2 times"},
		{"er=high", "er", "want a number"},
		{"clues=16", "clues", "not within 17-80"},
		{"technique=magic", "technique", "unknown technique"},
		{"technique=skyscrapr", "technique", "did you mean skyscraper?"},
		{"technique=x-wing@1", "technique", "unknown technique"},
		{"technique=skyscraper@0", "technique", "not a version of the labels, 1 to 2"},
		{"technique=skyscraper@1&without=w-wing@2", "without", "labels of the versions 1 and 2 are not in one bank"},
		{"technique=skyscraper@99", "technique", "version 99 of the labels"},
		{"without=skyscraper@99", "without", "version 99 of the labels"},
		{"variety=labels@99", "variety", "version 99 of the labels"},
		{"minutes=5@99", "minutes", "version 99 of the fit"},
		{"technique=skyscraper&without=skyscraper", "without", "skyscraper is given too"},
		{"technique=skyscraper&without=forcing-chain", "without", "skyscraper is given too"},
		{"technique=skyscraper&symmetry=full", "symmetry", "goes with hardest, level, er and clues"},
		{"without=skyscraper&style=print", "style", "print cannot be combined with technique, without and practice"},
		{"technique=skyscraper&pattern=heart", "pattern", "goes with hardest, level and er"},
		{"hardest=x-wing&hardest=y-wing", "hardest", `"y-wing"`},
		{"symmetry=no", "symmetry", "there are rotate180, "},
		{"symmetry=full&clues=minimal", "symmetry", "cannot be combined with clues minimal"},
		{"style=prnt", "style", "did you mean print?"},
		{"style=print&without=x-wing", "style", "print cannot be combined with technique, without and practice"},
		{"symmetry=rotate18", "symmetry", "did you mean rotate180?"},
		{"symmetry=full&technique=x-wing", "symmetry", "goes with hardest, level, er and clues"},
		{"pattern=hart", "pattern", "did you mean heart?"},
		{"pattern=" + strings.Repeat("x........", 9), "pattern", "no puzzle has this pattern: it has 9 cells"},
		{"pattern=" + strings.Repeat("x", 40) + strings.Repeat(".", 40), "pattern", "80 marks"},
		{"pattern=heart&symmetry=mirror", "pattern", "not with symmetry"},
		{"pattern=heart&without=x-wing", "pattern", "goes with hardest, level and er"},
		{"technique=x-wing&without=naked-pair&without=x-wing", "without", "x-wing is given too"},
		{"hardest=x-wing&without=x-wing", "without", "x-wing is given too"},
		{"hardest=x-wing&hardest=claiming&without=claiming&without=x-wing", "without", "x-wing is given too"},
		{"practice=x-wing&without=x-wing", "without", "x-wing is given too"},
		{"practice=skyscraper&practice=x-wing", "practice", "a label stands alone"},
		{"n=0", "n", "at least 1"},
		{"n=-1", "n", "not a whole number from 1 on"},
		{"seed=18446744073709551616", "seed", "not a number from 0 to 18446744073709551615"},
		{"distinct=maybe", "distinct", "maybe"},
		{"colour=red&level=3", "colour", "the fields are level, er"},
	} {
		query, _ := url.ParseQuery(test.query)
		_, err := draw.Parse(query)
		var field *draw.FieldError
		if !errors.As(err, &field) || field.Field != test.field || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s: %v; want field %s and %q", test.query, err, test.field, test.reason)
		}
	}
}

// Values that only a request in Go can have are refused too.
func TestUnknownValues(t *testing.T) {
	for want, request := range map[string]draw.Request{
		`variety: "x" is none of true, false, labels and techniques`: {Variety: "x"},
		`style: unknown style "x"`:                                   {Style: "x"},
		"there is no technique number 200":                           {Uses: []rating.Technique{200}, Without: []rating.Technique{200}},
		"there is no technique number 201":                           {Hardest: []rating.Technique{201}},
		"there is no technique number 202":                           {Practice: []rating.Technique{202}},
		"there is no symmetry number 200":                            {Symmetry: 200},
		"there is no label number 31":                                {Labels: seedbank.Labels{Uses: 1 << 31}},
	} {
		if err := request.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v; want %s", err, want)
		}
	}
}

// Every text that a field lists is a value of it.
func TestListedValues(t *testing.T) {
	listed := 0
	for i := range draw.Fields {
		field := &draw.Fields[i]
		if field.Values == nil {
			continue
		}
		for _, value := range field.Values() {
			listed++
			if _, err := draw.Parse(map[string][]string{field.Name: {value}}); err != nil {
				t.Errorf("%s %q: %v", field.Name, value, err)
			}
		}
	}
	if want := 2*rating.NumLevels + 4*rating.NumTechniques + 3*rating.NumLabels + transform.NumSymmetries + len(draw.Styles()) + len(pattern.Names()); listed != want {
		t.Errorf("%d values are listed, want %d", listed, want)
	}
}

// To practise a label is to practise its technique on a path with the label.
func TestPractiseLabels(t *testing.T) {
	for l := range rating.Label(rating.NumLabels) {
		given, err := draw.Parse(map[string][]string{"practice": {l.String()}})
		if err != nil {
			t.Fatal(err)
		}
		want, err := draw.Parse(map[string][]string{"practice": {l.Technique().String()}, "technique": {l.String()}})
		if err != nil || !reflect.DeepEqual(given, want) || given.Trained() != rating.LabelSet(0).With(l) {
			t.Errorf("%v: %+v, want %+v, %v", l, given, want, err)
		}
		again, err := draw.Parse(given.Values())
		if err != nil || !reflect.DeepEqual(given, again) {
			t.Errorf("%v: %+v, read again %+v, %v", l, given, again, err)
		}
	}
}

// Levels are read by number and by name, in any letter case, with a space or a
// hyphen, and as ranges of both.
func TestParseLevels(t *testing.T) {
	for text, want := range map[string]seedbank.Range[rating.Level]{
		"3":                   {Low: 3, High: 3},
		"3-5":                 {Low: 3, High: 5},
		" 3 - 5 ":             {Low: 3, High: 5},
		"easy":                {Low: 2, High: 2},
		"Very hard":           {Low: 7, High: 7},
		"VERY-HARD":           {Low: 7, High: 7},
		"very_hard":           {Low: 7, High: 7},
		"fiendish-extreme":    {Low: 8, High: 9},
		"hard-very-hard":      {Low: 6, High: 7},
		"very-hard-very-hard": {Low: 7, High: 7},
		"very-hard-Extreme":   {Low: 7, High: 9},
		"3-very-hard":         {Low: 3, High: 7},
		"beginner-9":          {Low: 1, High: 9},
	} {
		if got, err := draw.ParseLevels(text); got != want || err != nil {
			t.Errorf("%q: %v, %v; want %v", text, got, err, want)
		}
	}
}

func FuzzRequest(f *testing.F) {
	f.Add(`{"level":"3-5","technique":["x-wing"],"n":7}`)
	f.Add(`{"er":3.2,"clues":[24],"distinct":true}`)
	f.Fuzz(func(t *testing.T, text string) {
		var r, again draw.Request
		if json.Unmarshal([]byte(text), &r) != nil {
			return
		}
		written, err := json.Marshal(r)
		if err == nil {
			err = json.Unmarshal(written, &again)
		}
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Errorf("%s is read as %+v, written as %s, read again as %+v, %v", text, r, written, again, err)
		}
	})
}

// fits reports whether a puzzle fits a request.
func fits(r *draw.Request, puzzle seed.Isomorph) bool {
	rated, clues := puzzle.Rating(), puzzle.Puzzle().NumClues()
	if !r.Levels.Has(rated.Level()) || !r.ER.Has(rated.ER) || !r.Clues.Has(clues) {
		return false
	}
	for _, t := range r.Uses {
		if rated.Uses[t] == 0 {
			return false
		}
	}
	if len(r.Practice) > 0 && !(slices.Contains(r.Practice, rated.Hardest) && rated.Trains()) {
		return false
	}
	for _, t := range r.Without {
		if rated.Uses[t] > 0 {
			return false
		}
	}
	if r.Labels != (seedbank.Labels{}) {
		p := puzzle.Puzzle()
		labels, err := new(rating.Rater).LabelsClass(&p)
		if err != nil || labels.All&r.Labels.Uses != r.Labels.Uses || labels.All&r.Labels.Without != 0 {
			return false
		}
	}
	return r.Clues != seedbank.Range[int]{} || puzzle.Pick().Added() == 0
}

func TestDrawIsWhatWasAskedFor(t *testing.T) {
	bank := banktest.Starter(t)
	xWing, _ := rating.ParseTechnique("x-wing")
	skyscraper, _ := rating.ParseLabel("skyscraper")
	kite, _ := rating.ParseLabel("two-string-kite")
	for _, r := range []draw.Request{
		{N: 50},
		{Levels: seedbank.Range[rating.Level]{Low: 4, High: 6}, N: 100, RandomSeed: 7, Skip: 1000},
		{Clues: seedbank.Range[int]{Low: 28, High: 28}, N: 100, RandomSeed: 1},
		{Practice: []rating.Technique{xWing}, N: 100},
		{Levels: seedbank.Range[rating.Level]{Low: 5, High: 5}, Clues: seedbank.Range[int]{Low: 30, High: 31}, N: 100, Distinct: true},
		{Uses: []rating.Technique{xWing}, N: 100},
		{Labels: seedbank.Labels{Uses: rating.LabelSet(0).With(skyscraper), Without: rating.LabelSet(0).With(kite)}, N: 50},
		{Levels: seedbank.Range[rating.Level]{Low: 6, High: 9}, Without: []rating.Technique{xWing}, N: 100},
	} {
		seen, seeds := map[string]bool{}, map[seed.Key]bool{}
		for puzzle, err := range r.Draw(context.Background(), bank) {
			if err != nil {
				t.Fatalf("%v: %v", r.Values(), err)
			}
			if !fits(&r, puzzle) {
				t.Errorf("%v: %v does not fit", r.Values(), puzzle.ID())
			}
			seen[puzzle.Puzzle().Clues().String()] = true
			seeds[puzzle.Pick().Key()] = true
		}
		if uint64(len(seen)) != r.N || r.Distinct && uint64(len(seeds)) != r.N {
			t.Errorf("%v: %d different puzzles of %d seeds", r.Values(), len(seen), len(seeds))
		}
	}
}

// A request that begins later gives the same stream without its beginning.
func TestSkip(t *testing.T) {
	bank := banktest.Starter(t)
	for _, distinct := range []bool{false, true} {
		all := draw.Request{Clues: seedbank.Range[int]{Low: 27, High: 28}, N: 30, RandomSeed: 3, Distinct: distinct}
		rest := all
		rest.Skip, rest.N = 10, 20
		var want, got []seed.ID
		for puzzle := range all.Draw(context.Background(), bank) {
			want = append(want, puzzle.ID())
		}
		for puzzle := range rest.Draw(context.Background(), bank) {
			got = append(got, puzzle.ID())
		}
		if !reflect.DeepEqual(got, want[10:]) {
			t.Errorf("distinct %v: %v after 10 puzzles, want %v", distinct, got, want[10:])
		}
	}
}

func TestThereIsNothing(t *testing.T) {
	bank := banktest.Starter(t)
	draws := func(r draw.Request) error {
		for _, err := range r.Draw(context.Background(), bank) {
			return err
		}
		return nil
	}
	if err := draws(draw.Request{Clues: seedbank.Range[int]{Low: 79, High: 80}}); !errors.Is(err, seedbank.ErrNoMatch) || !strings.Contains(err.Error(), "there are puzzles with ") {
		t.Errorf("80 clues: %v", err)
	}
	cells, err := draw.ParsePattern("heart")
	if err != nil {
		t.Fatal(err)
	}
	if err := draws(draw.Request{Pattern: cells, Clues: seedbank.Only(30)}); !errors.Is(err, seedbank.ErrNoMatch) || !strings.Contains(err.Error(), "which has 24 cells") {
		t.Errorf("30 clues in a heart: %v", err)
	}
	var few *draw.TooFewError
	level1 := seedbank.Range[rating.Level]{Low: 1, High: 1}
	if err := draws(draw.Request{Levels: level1, N: 1 << 30, Distinct: true}); !errors.As(err, &few) || few.There == (shuffle.Uint128{}) {
		t.Errorf("a billion seeds: %v", err)
	}
	if err := draws(draw.Request{Levels: level1, N: 1<<64 - 1, Skip: 1<<64 - 1}); !errors.As(err, &few) {
		t.Errorf("all numbers of 64 bits, twice: %v", err)
	}
}

// Five puzzles of level 4, with their ratings and solutions.
func ExampleRequest_Draw() {
	ctx := context.Background()
	bank, err := seedbank.OpenFS(ctx, data.FS, data.Starter)
	if err != nil {
		log.Fatal(err)
	}
	defer bank.Close()
	request := draw.Request{Levels: seedbank.Range[rating.Level]{Low: 4, High: 4}, N: 5, RandomSeed: 42}
	for puzzle, err := range request.Draw(ctx, bank) {
		if err != nil {
			log.Fatal(err)
		}
		p, rated := puzzle.Puzzle(), puzzle.Rating()
		fmt.Println(rated.Level(), rated.ER >= 24, rated.ER <= 28, p.Solution().NumClues())
	}
	// Output:
	// 4 true true 81
	// 4 true true 81
	// 4 true true 81
	// 4 true true 81
	// 4 true true 81
}

// A request from the query of a URL.
func ExampleParse() {
	query, _ := url.ParseQuery("level=4-6&clues=28&without=unique-rectangle&n=100&seed=7&skip=1000")
	request, err := draw.Parse(query)
	fmt.Println(request.Levels, request.Clues, request.N, err)
	_, err = draw.Parse(map[string][]string{"level": {"12"}})
	fmt.Println(err)
	// Output:
	// 4-6 28 100 <nil>
	// level: 12 is not within 1-9
}

// A stream for one puzzle costs little.
func BenchmarkOnePuzzle(b *testing.B) {
	bank := banktest.Starter(b)
	r := draw.Request{Levels: seedbank.Range[rating.Level]{Low: 9, High: 9}, N: 1}
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range r.Draw(context.Background(), bank) {
			if err != nil {
				b.Fatal(err)
			}
		}
		r.RandomSeed++
	}
}
