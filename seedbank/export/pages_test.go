package export_test

import (
	"testing"

	"github.com/seedoku/seedoku/internal/banktest"
	"github.com/seedoku/seedoku/seedbank/draw"
	"github.com/seedoku/seedoku/seedbank/export"
	"github.com/seedoku/seedoku/seedbank/pack"
)

// A written book tells the pages of its puzzles, and that it has no parts.
func TestPrinted(t *testing.T) {
	m, _ := write(t, banktest.Starter(t), t.TempDir(), export.Options{
		Request: draw.Request{Levels: levels(2, 2), N: 8}, Format: "pdf", File: "book.pdf",
		Settings: pack.Settings{{Name: "per-page", Text: "4"}, {Name: "solutions", Text: "parts"}},
	})
	places := m.Places()
	if first, last := places[0].Page, places[7].Page; first == 0 || last != first+1 {
		t.Errorf("the puzzles are on the pages %d to %d", first, last)
	}
	if len(m.Undivided) != 1 || m.Undivided[0] != "book.pdf" {
		t.Errorf("books without parts: %q", m.Undivided)
	}
}
