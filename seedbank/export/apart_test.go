package export_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// An edited manifest has no two isomorphs, whether a file has one level or several.
func TestNoIsomorphsInAnEditedManifest(t *testing.T) {
	bank := banktest.Starter(t)
	for _, highest := range []rating.Level{3, 4} {
		m, err := export.Plan(background, bank, export.Options{Format: "csv", File: "td.csv", Request: draw.Request{N: 24, Levels: levels(3, highest)}})
		if err == nil {
			err = m.Draw(background, bank)
		}
		if err != nil {
			t.Fatal(err)
		}
		reread := func() error {
			var text bytes.Buffer
			if err := m.Encode(&text); err != nil {
				t.Fatal(err)
			}
			_, err := export.ReadManifest(&text)
			return err
		}
		if err := reread(); err != nil {
			t.Errorf("levels 3 to %d, not edited: %v", highest, err)
		}
		ids := m.Parts[0].IDs
		id, err := seed.ParseID(ids[3])
		if err != nil {
			t.Fatal(err)
		}
		id.Index ^= 1
		ids[1] = id.String()
		if err := reread(); err == nil || !strings.Contains(err.Error(), "puzzle 4 of td.csv") {
			t.Errorf("levels 3 to %d, with an isomorph: %v", highest, err)
		}
	}
}
