package change_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// unproven are the columns in which Verify does not find every edit, and why it
// need not. It finds the edits that are impossible.
var unproven = map[string]string{
	"runs.id":           "a run without seeds can have any number",
	"runs.started":      "a note for people",
	"runs.ended":        "a note for people",
	"runs.arguments":    "a note for people",
	"runs.random_seed":  "a note for people",
	"runs.program":      "a note for people",
	"runs.rater":        "an older rater only means that ratings are made anew",
	"runs.made":         "a count of what was not kept",
	"runs.stored":       "a run may have stored seeds in another bank, before a merge",
	"runs.contributor":  "a note for people",
	"labels.sets":       "labels that are missing are found again; TestLabelsAreStored has false ones",
	"minutes.estimates": "an estimate that is missing is made again; TestMinutesAreStored has false ones",
	"seeds.run":         "a seed is the same, whatever run found it",
	"seeds.rated":       "an older rater only means that ratings are made anew",
	"claimed.run":       "a seed is the same, whatever run found it",
	"seeds.origin":      "a seed is the same, however it was found",
	"contributors.name": "a note for people",

	"contributors.token":     "whoever can write to the file can make a token",
	"contributors.invited":   "a note for people",
	"contributors.revoked":   "a note for people",
	"contributors.confirmed": "more or fewer units are done again",
	"contributors.refused":   "whoever can write to the file can invite a contributor again",
	"units.name":             "a unit is done twice, or not again",
	"units.run":              "a unit is done twice, or not again",
	"units.unit":             "a unit is done twice, or not again",

	"bookmarks.name":   "work that goes on elsewhere is done twice, or not at all",
	"bookmarks.place":  "work that goes on elsewhere is done twice, or not at all",
	"walked.objective": "a walk from a seed may come twice, or not at all",
	"walked.seed":      "a walk from a seed may come twice, or not at all",
}

// edits are what is written in place of a value of column %[1]s of table %[2]s.
var edits = map[string][]string{
	"INTEGER": {
		`%[1]s + 1`, `%[1]s - 1`, `0`, `200`, `4611686018427387904`, `9223372036854775807`, `-1`,
		`(SELECT o.%[1]s FROM %[2]s AS o WHERE o.%[1]s <> %[2]s.%[1]s)`,
	},
	"BLOB": {
		`x''`, `zeroblob(length(%[1]s))`, `substr(%[1]s, 1, length(%[1]s) - 1)`, `CAST(%[1]s || x'00' AS BLOB)`, `randomblob(length(%[1]s))`,
		`(SELECT o.%[1]s FROM %[2]s AS o WHERE o.%[1]s <> %[2]s.%[1]s)`,
	},
	"TEXT": {`''`, `'x'`, `(SELECT o.%[1]s FROM %[2]s AS o WHERE o.%[1]s <> %[2]s.%[1]s)`},
}

// edit is a statement that changes a row of a bank.
type edit struct{ column, sql string }

// allEdits returns edits of every column of every table, in the given rows of
// each.
func allEdits(t *testing.T, of seedtest.AnyBank, rows []int) (all []edit) {
	bank := seedtest.BankIn(of)
	t.Helper()
	columns, err := bank.Rows().DB.Query(`
		SELECT t.name, c.name, c.type, keys.plain, keys.of_table, keys.of_new
		FROM pragma_table_list AS t, pragma_table_info(t.name) AS c, (
			SELECT t.name AS "table", group_concat(k.name, ', ') AS plain,
				group_concat(t.name || '.' || k.name, ', ') AS of_table, group_concat('new.' || k.name, ', ') AS of_new
			FROM pragma_table_list AS t, pragma_table_info(t.name) AS k WHERE k.pk > 0 GROUP BY t.name
		) AS keys ON keys."table" = t.name
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'goose%'
		ORDER BY t.name, c.cid`)
	if err != nil {
		t.Fatal(err)
	}
	defer columns.Close()
	for columns.Next() {
		var table, column, kind, primary, ofTable, ofNew string
		if err := columns.Scan(&table, &column, &kind, &primary, &ofTable, &ofNew); err != nil {
			t.Fatal(err)
		}
		for _, value := range edits[kind] {
			for _, row := range rows {
				// The new value is made once, and not written if it is the old one:
				// blobs of a small bank have one byte, which may be drawn again.
				all = append(all, edit{table + "." + column, fmt.Sprintf(
					`WITH new AS MATERIALIZED (SELECT %[3]s, `+value+` AS value FROM %[2]s LIMIT 1 OFFSET %[4]d)
					UPDATE %[2]s SET %[1]s = value FROM new WHERE (%[5]s) = (%[6]s) AND %[2]s.%[1]s IS NOT value`,
					column, table, primary, row, ofTable, ofNew)})
			}
		}
	}
	return all
}

// Whatever is changed in a bank is found by Verify, unless it does not matter;
// and no draw makes a false puzzle of it.
func TestEveryEditIsFoundAndHarmless(t *testing.T) {
	t.Parallel()
	seeds := slices.Concat(trulyRated(t, 5), seedtest.SymmetricSeeds()[:2], seedtest.SymmetricSeeds()[27:])
	all := truthOf(seeds)
	bank := seedtest.BankOf(t, withOneRung(seeds))
	mustEdit := func(sql string) {
		if _, err := bank.Rows().DB.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	mustEdit(fmt.Sprintf(`UPDATE runs SET started = '2026-01-02T03:04:05Z', ended = '2026-01-02T04:04:05Z', rater = 1, made = 20, stored = %d`, len(seeds)))
	mustEdit(`INSERT INTO runs SELECT 2, started, ended, 'other', 7, 'other', rater, 5, 0, NULL FROM runs`)
	for _, name := range []string{"er", "clues", "er rotate180"} {
		seedtest.Visit(t, bank, name, seeds[0].Key(), seeds[1].Key(), seeds[2].Key())
	}
	_, err := bank.Collect(seedtest.Background, 1, &change.Collection{Bookmarks: map[string]uint64{"results": 7, "plan": 1000}})
	if err != nil {
		t.Fatal(err)
	}
	claimAndCredit(t, bank, seeds)
	mustBeWell(t, bank)
	rows := []int{0}
	if *corruptions > 0 {
		rows = []int{0, 1, 5}
	}
	list := allEdits(t, bank, rows)
	if err := bank.Close(); err != nil {
		t.Fatal(err)
	}
	if err := change.Compact(seedtest.Background, bank.Path()); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	// Three edits of each column, whichever they are, tell whether it is looked at. One of
	// them is tested thoroughly, which takes most of the time.
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	made := map[string]int{}
	for _, e := range list {
		if *corruptions == 0 && made[e.column] == 3 {
			continue
		}
		path := filepath.Join(t.TempDir(), "bank.db")
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
		if !makeEdit(t, path, e.sql) {
			continue
		}
		made[e.column]++
		within(t, e.sql, func() {
			for _, problem := range problemsOf(t, all, path, &e, *corruptions > 0 || made[e.column] == 1) {
				if text := problem.Error(); strings.Contains(text, "SQL logic") || strings.Contains(text, "malformed") {
					t.Errorf("%s: %v", e.sql, problem)
				}
			}
		})
	}
	for _, e := range list {
		if made[e.column] == 0 {
			t.Errorf("no edit of %s was made", e.column)
		}
	}
	t.Logf("%d edits of %d columns", len(list), len(made))
}

// claimAndCredit gives a bank of seeds claimed ones, contributors, and runs that found
// and rated what others have found.
func claimAndCredit(t *testing.T, bank *change.Writer, seeds []seed.Seed) {
	t.Helper()
	run := startRunOf(t, bank, "other", "Ann", 1)
	startRunOf(t, bank, "other", "Bob", 1)
	if _, err := bank.Insert(seedtest.Background, run, seeds); err != nil {
		t.Fatal(err)
	}
	if _, err := bank.Rows().DB.Exec(`UPDATE runs SET made = 100 WHERE id > 2; UPDATE seeds SET rated = 1 + id WHERE id < 3;
		UPDATE contributors SET token = randomblob(32), invited = '2026-01-02T03:04:05Z', revoked = '2026-01-0' || id || 'T03:04:05Z', confirmed = id, refused = 'it lies ' || id;
		INSERT INTO units VALUES (1, 1, 'one'), (2, 2, 'two'), (3, NULL, 'three')`); err != nil {
		t.Fatal(err)
	}
	claims := slices.Clone(seedtest.SomeSeeds()[100:102])
	slices.SortFunc(claims, func(a, b seed.Seed) int { return cmp.Compare(int64(a.Key()), int64(b.Key())) })
	claims[1].Rungs = claims[1].Rungs[:3] // so that the records of the two do not fit each other
	for _, claim := range claims {
		merged, err := bank.Merge(seedtest.Background, foundByTwo(t, claim, 1).Path(), change.MergeOptions{Ratings: change.AsRated})
		if err != nil || merged.Claimed != 1 || len(claim.Rungs) == 3 && claim.Key() == claims[0].Key() {
			t.Fatalf("%+v, %v", merged, err)
		}
	}
}

// withOneRung returns seeds with their first rungs only.
func withOneRung(seeds []seed.Seed) (list []seed.Seed) {
	for _, s := range seeds {
		s.Rungs = s.Rungs[:min(1, len(s.Rungs))]
		list = append(list, s)
	}
	return list
}

// makeEdit changes a bank, and reports whether it has.
func makeEdit(t *testing.T, path, sql string) bool {
	t.Helper()
	db := tables.Connect(path, nil)
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF`); err != nil {
		t.Fatal(err)
	}
	result, err := db.Exec(sql)
	if err != nil {
		return false // a constraint that a file cannot break without being malformed
	}
	changed, err := result.RowsAffected()
	return err == nil && changed == 1
}

// problemsOf returns what opening and verifying say of the bank in a file, which must be
// something unless the edit is unproven. A thorough test draws too: no draw may make a false
// puzzle.
func problemsOf(t *testing.T, all truth, path string, e *edit, thorough bool) (problems []error) {
	bank, err := seedbank.Open(seedtest.Background, path)
	if err != nil {
		return []error{err}
	}
	defer bank.Close()
	if thorough {
		_, _ = bank.Techniques(seedtest.Background)
		if err := all.draws(bank); err != nil {
			t.Errorf("%s: a false puzzle: %v", e.sql, err)
		}
	}
	mustFind := unproven[e.column] == ""
	for _, ratings := range []bool{false, true} {
		if ratings && !mustFind && !thorough {
			break
		}
		options := repair.VerifyOptions{Ratings: ratings, Problem: func(p error) { problems = append(problems, p) }}
		if _, err := repair.Verify(seedtest.Background, bank, options); err != nil {
			problems = append(problems, err)
		}
		if len(problems) > 0 {
			return problems
		}
	}
	if mustFind {
		t.Errorf("%s: not found", e.sql)
	}
	return nil
}
