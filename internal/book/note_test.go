package book

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// IDs stand below their grid as a whole, within its width and in the gap to the next one, in
// letters that can be read.
func TestNotesAreWhole(t *testing.T) {
	papers := Papers()
	any, err := Layout{}.plan()
	if err != nil {
		t.Fatal(err)
	}
	letters := newCanvas(any)
	letters.load(&Font{})
	letters.turn()
	rapid.Check(t, func(t *rapid.T) {
		layout := Layout{Paper: rapid.SampledFrom(papers).Draw(t, "paper"), PerPage: rapid.SampledFrom(PerPages()).Draw(t, "per page"), LargePrint: rapid.Bool().Draw(t, "large print")}
		plan, err := layout.plan()
		if err != nil {
			t.Skip("impossible")
		}
		note := rapid.SampledFrom([]string{"85WRAPF4PMEVJ-0QH45S714P", "FQP8SSZ8WXDGN-4FW1GW8921K-GCHBN1NRFW", "WWWWWWWWWWWWW-WWWWWWWWWWWWW-WWWWWWWWWW", "short"}).Draw(t, "note")
		s := typesetter{plan: plan, canvas: letters}
		look := ink{regular, s.sizes.note, gray50}
		places := s.puzzlePlaces(s.PerPage, widestGutter)
		width := places.side
		reference := math.Min(s.width("Solution on page 199", look), width*0.5)
		room := width - reference - look.size
		whole := ""
		lines := s.noteLines(room, width, look, note)
		for i, line := range lines {
			whole += line.text
			size := look.size * math.Min(1, line.room/s.width(line.text, look)) // see fitted
			if line.room > width+0.01 || i == 0 && line.room > room+0.01 {
				t.Errorf("%q may be %.1f long beside %.1f of %.1f", line.text, line.room, reference, width)
			}
			if line.text != "" && size < smallestNote*0.7 && !strings.Contains(note, "WW") && width > 80 {
				t.Errorf("%q has letters of %.1f points", line.text, size)
			}
		}
		if last := lines[len(lines)-1]; whole != note || len(lines) > 2 || last.below > headGap {
			t.Errorf("%q is written as %v", note, lines)
		}
	})
}
