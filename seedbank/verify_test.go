package seedbank

import (
	"errors"
	"strings"
	"testing"
)

func verify(t *testing.T, bank *Bank) string {
	t.Helper()
	var problems []error
	checked, err := bank.Verify(background, &Verification{
		Workers: 2,
		Problem: func(problem error) { problems = append(problems, problem) },
	})
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
		{`UPDATE seeds SET puzzle = (SELECT max(puzzle) FROM seeds) WHERE (stratum, slot) = (1, 0)`, "its key is not that of its puzzle"},
		{`UPDATE seeds SET puzzle = x'0102' WHERE (stratum, slot) = (1, 0)`, "packed puzzle of 2 bytes"},
		{`UPDATE seeds SET puzzle = zeroblob(11) WHERE (stratum, slot) = (1, 0)`, "more than one solution"},
		{`UPDATE seeds SET slot = 1000000 WHERE (stratum, slot) = (1, 0)`, "without a gap"},
		{`UPDATE seeds SET uses = x'01' WHERE (stratum, slot) = (1, 0)`, "its techniques cannot be read"},
		{`UPDATE seeds SET uses = x'6401' WHERE (stratum, slot) = (1, 0)`, "there is no technique 100"},
		{`UPDATE seeds SET ladders = x'01' WHERE (stratum, slot) = (1, 0)`, "its ladders cannot be read"},
		{`UPDATE seeds SET ladders = x'0000' WHERE id = 5`, "its ladders are not what the bank draws rungs from"},
		{`UPDATE seeds SET ladders = x'0201010100' WHERE id = 5`, "its ladders cannot be read"},
		{`UPDATE seeds SET grid = 7 WHERE id = 5`, "the key of its solution is wrong"},
		{`DELETE FROM rung_pages WHERE stratum = 1`, "its ladders are not what the bank draws rungs from"},
		{`UPDATE rung_strata SET er = er + 1 WHERE id = 1`, "its ladders are not what the bank draws rungs from"},
		{`UPDATE strata SET automorphisms = 7 WHERE id = 1`, "its automorphisms are counted wrongly"},
		{`UPDATE strata SET clues = 79 WHERE id = 1`, "its clues are counted wrongly"},
		{`UPDATE strata SET level = level % 9 + 1 WHERE id = 1`, "its level is not that of its ER"},
		{`UPDATE techniques SET name = 'guessing' WHERE id = 1`, `technique "guessing" is not known`},
		{`UPDATE technique_slots SET slots = x'55' WHERE (technique, stratum) = (1, 1)`, "page 0 of technique 1 in stratum 1 differs from the seeds"},
		{`DELETE FROM technique_slots WHERE (technique, stratum) = (1, 1)`, "page 0 of technique 1 in stratum 1 is missing"},
		{`PRAGMA foreign_keys = OFF; UPDATE seeds SET run = 99 WHERE (stratum, slot) = (1, 0)`, "a reference to nothing in table: seeds"},
	} {
		bank := makeBank(t)
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
