package rating_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/seedoku/seedoku/rating"
)

// TestFactsOfEveryTechniqueAreSaid checks that the comment of Step has every
// technique.
func TestFactsOfEveryTechniqueAreSaid(t *testing.T) {
	source, err := os.ReadFile("step.go")
	if err != nil {
		t.Fatal(err)
	}
	comment := regexp.MustCompile(`(?s)// Step is.*?\ntype Step`).Find(source)
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`[a-z]+(-[a-z]+)*`).FindAllString(string(comment), -1) {
		named[name] = true
	}
	for technique := range rating.Techniques() {
		if !named[technique.String()] {
			t.Errorf("Step does not say what the fields of a %v mean", technique)
		}
	}
}
