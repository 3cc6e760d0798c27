package draw_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/sudoku"
	"github.com/seedoku/seedoku/transform"
)

// Whatever Check accepts survives too. What it refuses names a field.
func TestCheckedRequestsSurvive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r draw.Request
		isSet := func(field string) bool { return rapid.IntRange(0, 4).Draw(t, field) == 0 }
		number := func(of ...int) int { return rapid.SampledFrom(of).Draw(t, "number") }
		if isSet("levels") {
			r.Levels = seedbank.Range[rating.Level]{Low: rating.Level(number(1, 3, 10)), High: rating.Level(number(0, 3, 5))}
		}
		if isSet("er") {
			r.ER = seedbank.Range[rating.Tenths]{Low: rating.Tenths(number(5, 30)), High: rating.Tenths(number(0, 30, 255))}
		}
		if isSet("clues") {
			r.Clues = seedbank.Range[int]{Low: number(3, 24, 30), High: number(24, 30)}
		}
		if isSet("pace") {
			r.Pace = seedbank.Pace{Minutes: seedbank.Only(number(4, 999)), Fit: number(0, 1, 99)}
		}
		if isSet("symmetry") {
			r.Symmetry = transform.Symmetry(number(1, 9, 10, 200))
		}
		r.Minimal, r.AsTurned, r.Distinct, r.N = isSet("minimal"), isSet("as turned"), isSet("distinct"), uint64(number(0, 7))
		if isSet("style") {
			r.Style = rapid.SampledFrom([]draw.Style{draw.Print, draw.Plain, "other"}).Draw(t, "style")
		}
		if isSet("variety") {
			r.Variety = rapid.SampledFrom([]draw.Variety{draw.AnyVariety, draw.ByLabel, "other"}).Draw(t, "variety")
		}
		for i, list := range []*[]rating.Technique{&r.Uses, &r.Hardest, &r.Without, &r.Practice} {
			if isSet("techniques") {
				*list = []rating.Technique{rating.Technique(5 * i), rating.Technique(number(3, 5, 250))}
			}
		}
		if isSet("labels") {
			r.Labels.Uses = rating.LabelSet(1) << number(0, 1, 31)
		}
		if r.Variety == draw.ByLabel || r.Labels.Uses != 0 {
			r.Labels.Version = number(0, rating.LabelVersion, 99)
		}
		if isSet("pattern") {
			r.Pattern = sudoku.CellsOfWords(rapid.Uint64().Draw(t, "pattern")&(1<<54-1), rapid.Uint64().Draw(t, "pattern")&(1<<27-1))
		}
		var field *draw.FieldError
		if err := r.Check(); errors.As(err, &field) && field.Field != "" {
			return
		} else if err != nil {
			t.Fatalf("%+v: %v", r, err)
		}
		if got, err := draw.Parse(r.Values()); err != nil || !reflect.DeepEqual(got, r) {
			t.Fatalf("%+v, %v; want %+v", got, err, r)
		}
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		var got draw.Request
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, r) {
			t.Fatalf("from %s: %+v, %v; want %+v", text, got, err, r)
		}
	})
}

// Check refuses such values. A program that logs a request first writes them.
func TestBadValuesAreWritten(t *testing.T) {
	r := draw.Request{Hardest: []rating.Technique{250}, Symmetry: 250}
	if text, err := json.Marshal(r); err != nil || !strings.Contains(string(text), "technique(250)") || !strings.Contains(string(text), "symmetry(250)") {
		t.Errorf("%s, %v", text, err)
	}
	if got := rating.Label(250).String(); got != "label(250)" {
		t.Error(got)
	}
}
