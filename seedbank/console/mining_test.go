package console

import (
	"testing"

	"github.com/seedoku/seedoku/seedbank"
)

func TestValueText(t *testing.T) {
	for _, test := range []struct {
		toward seedbank.Objective
		value  int
		want   string
	}{
		{seedbank.TowardER, 107, "10.7"},
		{seedbank.TowardED, 98, "9.8"},
		{seedbank.TowardEffort(6), 1224, "122.4"},
		{seedbank.TowardEffort(9), 65_536, "6553.6"},
		{seedbank.TowardClues, 17, "17 clues"},
		{seedbank.TowardCluesFrom(19), 81 - 20, "20 clues"},
		{"hidden-quad", 1, "1 use"},
		{"hidden-quad", 2, "2 uses"},
	} {
		if got := ValueText(test.toward, test.value); got != test.want {
			t.Errorf("toward %s, %d is written %q, want %q", test.toward, test.value, got, test.want)
		}
	}
}
