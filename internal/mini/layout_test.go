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
		fmt.Sprintf("plus 1, divided by %d,", oddsOf),
		"16,777,216 (2^24)",
		fmt.Sprintf("multiply range by %d", base),
		fmt.Sprintf("flip(odds of the cell, %d)", oddsOf),
		fmt.Sprintf("If flip(%d, %d) is yes", sameLevel, sameLevelOf),
		fmt.Sprintf("At the lowest level of the file, use flip(%d, %d)", sameLowest, sameLevelOf),
		fmt.Sprintf("the largest number of rungs (%d divided", k.mostRungs()),
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
