package pack

import (
	"strings"
	"testing"

	"github.com/seedoku/seedoku/seedbank/pack/read"
)

// The address of every site gives its puzzle back by itself, and so it does where
// a browser has escaped it.
func TestAddressesAreReadBack(t *testing.T) {
	want := entries(1)[0].Puzzle.Clues()
	for _, site := range sites {
		address := site.address(want)
		for _, text := range []string{address, address + "\n", strings.NewReplacer("+", "%2B", "==", "%3D%3D").Replace(address)} {
			got := records(t, read.Puzzles(strings.NewReader(text)))
			if len(got) != 1 || got[0].Grid != want {
				t.Errorf("%s: %q gives %v", site.name, text, got)
			}
		}
	}
}
