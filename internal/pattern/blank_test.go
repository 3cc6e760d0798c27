package pattern

import (
	"strings"
	"testing"
)

// A line of spaces is no pattern, wherever it stands.
func TestBlankLines(t *testing.T) {
	heart, err := Lookup("heart")
	if err != nil {
		t.Fatal(err)
	}
	blank := strings.Repeat(" ", 9)
	for _, text := range []string{blank + "\n\n" + Text(heart.Cells), Text(heart.Cells) + "\n" + blank, Text(heart.Cells) + "\n" + blank + "\n\n" + Text(heart.Cells)} {
		got, err := Parse(strings.NewReader(text))
		if err != nil || got[len(got)-1] != heart.Cells {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}
