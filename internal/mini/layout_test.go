package mini

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// The page on the layout of the data tells the numbers of the program.
func TestLayoutPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/mini-banks.md")
	if err != nil {
		t.Fatal(err)
	}
	k := kind{}
	for _, want := range []string{
		"\n" + alphabet + "\n",
		fmt.Sprintf("%d characters; the value", base),
		fmt.Sprintf("in %d cases", oddsOf),
		"16,777,216 (2^24)",
		fmt.Sprintf("multiply range by %d", base),
		fmt.Sprintf("flip(odds of the cell, %d)", oddsOf),
		fmt.Sprintf("flip(%d, %d), or at the lowest level of the file flip(%d, %d)", sameLevel, sameLevelOf, sameLowest, sameLevelOf),
		fmt.Sprintf("up to the most (%d,", k.mostRungs()),
		fmt.Sprintf("cell %d x i modulo 81", ladderStep),
		fmt.Sprintf("modulo %d\n", relabelings),
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if leastRange != 1<<24 {
		t.Errorf("the least range is %d", leastRange)
	}
}
