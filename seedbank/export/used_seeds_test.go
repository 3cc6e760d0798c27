package export_test

import (
	"bytes"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/transform"
)

// A pack has no two isomorphs, even if all seeds of its plain puzzles come at another level too.
func TestNoIsomorphsOfUsedSeeds(t *testing.T) {
	const clues = 30
	two := levels(7, 8)
	var inBoth, printed []seed.Seed // with a rung of each level, and with one of the higher level that can be printed
	for batch, err := range banktest.Starter(t).Batches(background, seedbank.Filter{}) {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range batch.Seeds {
			var low, high, inPrint []seed.Rung
			for _, r := range s.Rungs {
				pattern, level := s.Puzzle.Clues().Filled().Or(r.Added), r.Result().Level()
				switch {
				case pattern.Len() != clues:
				case level == two.Low:
					low = []seed.Rung{r}
				case level == two.High && transform.Conjugates(pattern)[transform.Rotate180] > 0:
					inPrint = []seed.Rung{r}
				case level == two.High:
					high = []seed.Rung{r}
				}
			}
			switch {
			case inPrint != nil && len(printed) < 8:
				s.Rungs = inPrint
				printed = append(printed, s)
			case inPrint == nil && low != nil && high != nil && len(inBoth) < 16:
				s.Rungs = append(low, high...)
				inBoth = append(inBoth, s)
			}
		}
		if len(printed) == 8 && len(inBoth) == 16 {
			break
		}
	}
	bank := seedtest.BankIn(seedtest.BankOf(t, inBoth, printed))
	for seed := range uint64(10) {
		order := []export.Order{export.ByLevel, export.Shuffled}[seed%2]
		request := draw.Request{Levels: two, Clues: seedbank.Only(clues), RandomSeed: seed}
		m, err := export.Plan(background, bank, export.Options{Format: "csv", File: "all.csv", Request: request, Order: order, PerLevel: uint64(len(inBoth))})
		if err == nil {
			err = m.Draw(background, bank)
		}
		var text bytes.Buffer
		if err == nil {
			err = m.Encode(&text)
		}
		if err != nil {
			t.Fatal(err)
		}
		if draws := m.Parts[0].Draws; len(draws) != 3 {
			t.Errorf("%d draws, want plain ones of the lower level, printed and plain ones of the higher", len(draws))
		}
		if _, err := export.ReadManifest(&text); err != nil {
			t.Errorf("order %q, seed %d: %v", order, seed, err)
		}
	}
}
