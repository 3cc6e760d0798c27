package seedbank

import (
	"errors"
	"strings"
	"testing"
)

func verify(t *testing.T, bank *Bank) string {
	t.Helper()
	var problems []error
	checked, err := bank.Verify(background, 2, func(problem error) { problems = append(problems, problem) })
	if err != nil || checked != uint64(len(someSeeds())) {
		t.Fatalf("%d seeds verified, %v", checked, err)
	}
	if len(problems) == 0 {
		return ""
	}
	return errors.Join(problems...).Error()
}

// Every kind of damage is found, and nothing is found where there is none.
func TestVerify(t *testing.T) {
	for _, test := range []struct{ damage, want string }{
		{"", ""},
		{`UPDATE seeds SET puzzle = (SELECT puzzle FROM seeds WHERE id = 2) WHERE id = 1`, "its key is not that of its puzzle"},
		{`UPDATE seeds SET puzzle = x'0102' WHERE id = 1`, "packed puzzle of 2 bytes"},
		{`UPDATE seeds SET puzzle = zeroblob(11) WHERE id = 1`, "more than one solution"},
		{`UPDATE seeds SET slot = 1000000 WHERE id = 1`, "without a gap"},
		{`UPDATE strata SET automorphisms = 7 WHERE id = 1`, "its automorphisms are counted wrongly"},
		{`UPDATE strata SET clues = 79 WHERE id = 1`, "its clues are counted wrongly"},
		{`UPDATE strata SET level = level % 9 + 1 WHERE id = 1`, "its level is not that of its ER"},
		{`PRAGMA foreign_keys = OFF; UPDATE seeds SET run = 99 WHERE id = 1`, "a reference to nothing in table: seeds"},
	} {
		bank := newBank(t)
		insert(t, bank, someSeeds())
		if _, err := bank.db.Exec(test.damage); err != nil {
			t.Fatalf("%s: %v", test.damage, err)
		}
		found := verify(t, bank)
		if !strings.Contains(found, test.want) || test.want == "" && found != "" {
			t.Errorf("after %q: found %q, want %q", test.damage, found, test.want)
		}
	}
}
