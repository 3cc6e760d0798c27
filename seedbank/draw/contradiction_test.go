package draw_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
)

// A request that no bank can meet says which parts of it contradict each other.
func TestContradictions(t *testing.T) {
	bank := banktest.Starter(t)
	for query, want := range map[string]string{
		"level=3&er=7":                             "level 3 is ER 1.6-2.3, and ER 7.0 was asked for",
		"level=9&hardest=x-wing":                   "level 9 is ER 8.8 or more, and x-wing as the hardest technique is ER 3.2",
		"level=2&technique=swordfish":              "level 2 is ER 1.3-1.5, and a path with swordfish is ER 3.8 or more",
		"level=8-9&practice=x-wing":                "level 8-9 is ER 7.6 or more, and practice of x-wing is ER 3.2",
		"hardest=x-wing&hardest=swordfish&er=4-5":  "x-wing or swordfish as the hardest technique is ER 3.2-3.8, and ER 4.0-5.0 was asked for",
		"technique=skyscraper&level=1-2&clues=24":  "level 1-2 is ER 1.0-1.5, and a path with skyscraper is ER 6.5 or more",
		"level=1&hardest=pointing&symmetry=mirror": "level 1 is ER 1.0-1.2, and pointing as the hardest technique is ER 2.6",
	} {
		values, _ := url.ParseQuery(query)
		r, err := draw.Parse(values)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Select(t.Context(), bank); !errors.Is(err, seedbank.ErrNoMatch) || !strings.HasSuffix(err.Error(), ": "+want) {
			t.Errorf("%s: %v; want %q", query, err, want)
		}
	}
}

// What a seed is and has contradicts nothing.
func TestSeedsDoNotContradictThemselves(t *testing.T) {
	all := draw.Request{N: 500, Distinct: true, Variety: draw.AnyVariety}
	for puzzle, err := range all.Draw(t.Context(), banktest.Starter(t)) {
		if err != nil {
			t.Fatal(err)
		}
		rated := puzzle.Rating()
		hardest := []rating.Technique{rated.Hardest}
		r := draw.Request{Levels: seedbank.Only(rated.Level()), ER: seedbank.Only(rated.ER), Hardest: hardest, Practice: hardest}
		for technique := range rating.Techniques() {
			if rated.Uses[technique] > 0 {
				r.Uses = append(r.Uses, technique)
			}
		}
		if why := r.Contradiction(); why != "" {
			t.Fatalf("%+v: %s", r, why)
		}
	}
}
