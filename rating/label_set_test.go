package rating

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The labels of a class are those of the steps of its path.
func TestLabelsOfClass(t *testing.T) {
	var rater Rater
	var all LabelSet
	for i, found := range classPaths(t) {
		if i%4 > 0 {
			continue
		}
		p, path := found.puzzle, found.rounds
		var want PathLabels
		hardest := Tenths(0)
		for j := range path {
			finest := Label(NumLabels)
			for k := range path[j].Steps {
				for _, l := range path[j].Steps[k].Labels() {
					want.All = want.All.With(l)
					finest = min(finest, l)
				}
			}
			if path[j].Rating > hardest {
				hardest, want.Turn = path[j].Rating, 0
				if int(finest) < NumLabels {
					want.Turn = want.Turn.With(finest)
				}
			}
		}
		if got, err := rater.LabelsClass(&p); err != nil || got != want {
			t.Errorf("%v has the labels %b, %v; its path has %b", p.Clues(), got, err, want)
		}
		all |= want.All
	}
	if len(slices.Collect(all.All())) < 10 {
		t.Errorf("the puzzles have only the labels %v", slices.Collect(all.All()))
	}
}

// Banks store labels by their numbers: a new table is a new version.
func TestLabelVersion(t *testing.T) {
	const version, want = 2, "89f6"
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(LabelNames(), " "))))
	if LabelVersion != version || sum[:len(want)] != want {
		t.Errorf("version %d of the labels has the table %s, want version %d and %s: a new table is a new version", LabelVersion, sum[:4], version, want)
	}
}
