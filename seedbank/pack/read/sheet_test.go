package read

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The sheet is texts as programs, pages and people write them. Beside each stands
// what is to be read of it: puzzles, or why it is refused, in one error.
func TestSheet(t *testing.T) {
	wants, err := filepath.Glob("testdata/shapes/*.want")
	if err != nil || len(wants) < 60 {
		t.Fatalf("%d texts, %v", len(wants), err)
	}
	for _, path := range wants {
		name := strings.TrimSuffix(filepath.Base(path), ".want")
		t.Run(name, func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			texts, err := filepath.Glob("testdata/shapes/" + name + ".*")
			if err != nil || len(texts) != 2 {
				t.Fatalf("files %v, %v", texts, err)
			}
			text, err := os.ReadFile(texts[0])
			if err != nil {
				t.Fatal(err)
			}
			got := readSheet(string(text))
			if reason, refused := strings.CutPrefix(strings.TrimSpace(string(want)), "refused:"); refused {
				if !strings.HasPrefix(got, "refused: ") || strings.Count(got, "\n") != 1 || !strings.Contains(got, strings.TrimSpace(reason)) {
					t.Errorf("got\n%swant one error %q", got, reason)
				}
				return
			}
			if got != string(want) {
				t.Errorf("got\n%swant\n%sof\n%s", got, want, text)
			}
		})
	}
}

// readSheet returns the puzzles of a text and its errors, one a line.
func readSheet(text string) string {
	var got strings.Builder
	for record, err := range Puzzles(strings.NewReader(text)) {
		if err != nil {
			got.WriteString("refused: " + err.Error() + "\n")
		} else {
			got.WriteString(record.Grid.String() + "\n")
		}
	}
	return got.String()
}
