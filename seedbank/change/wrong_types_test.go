package change_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/repair"
	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
	"github.com/seedoku/seedoku/transform"
)

// lenient makes the tables of a bank take values of any type; strict undoes it.
const (
	lenient = `
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ') STRICT, WITHOUT', ') WITHOUT'), ') STRICT', ')'), ' NOT NULL', '          ')
		WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%';
		PRAGMA writable_schema = RESET`
	strict = `
		PRAGMA writable_schema = ON;
		UPDATE sqlite_schema SET sql = (SELECT sql FROM kept WHERE kept.name = sqlite_schema.name) WHERE name IN (SELECT name FROM kept);
		DROP TABLE kept;
		PRAGMA writable_schema = RESET`
)

// A value of another type than its column, which SQLite stores in no sound bank,
// gives errors in plain words.
func TestWrongTypesArePlainlySaid(t *testing.T) {
	t.Parallel()
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:6], seedtest.Relatives()[:2], seedtest.SymmetricSeeds()[:2])
	seedtest.Visit(t, bank, "er", seedtest.SomeSeeds()[0].Key())
	list := allEdits(t, bank, []int{0})
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
	values := []string{`'x'`, `NULL`, `x'ff'`, `1.5`}
	done, complaints := map[string]bool{}, 0
	for _, e := range list {
		table, column, _ := strings.Cut(e.column, ".")
		if done[e.column] || column == "id" {
			continue
		}
		done[e.column] = true
		if testing.Short() && len(done)%6 > 0 {
			continue // SQLite is slow under the race detector
		}
		for i, value := range values {
			if *corruptions == 0 && i != len(done)%len(values) {
				continue // the next column gets it
			}
			path := filepath.Join(t.TempDir(), "bank.db")
			if err := os.WriteFile(path, whole, 0o666); err != nil {
				t.Fatal(err)
			}
			if !mistype(t, path, `UPDATE `+table+` SET `+column+` = `+value+` WHERE (`+column+`) = (SELECT `+column+` FROM `+table+` LIMIT 1)`) {
				continue // a part of a key that cannot be NULL
			}
			for _, err := range usesOf(path) {
				complaints++
				if text := err.Error(); strings.Contains(text, "sql:") || strings.Contains(text, "converting") || strings.Contains(text, "unsupported") {
					t.Errorf("%s = %s: %v", e.column, value, err)
					break
				}
			}
		}
	}
	if len(done) < 30 || complaints < 30 {
		t.Errorf("%d columns and %d errors are too few", len(done), complaints)
	}
}

// mistype changes a bank as if its tables took values of any type, and reports
// whether that could be done.
func mistype(t *testing.T, path, edit string) bool {
	t.Helper()
	db := tables.Connect(path, nil)
	defer db.Close()
	db.SetMaxOpenConns(1)
	must := func(sql string) {
		t.Helper()
		if _, err := db.Exec(sql); err != nil {
			t.Fatal(err)
		}
	}
	must(`PRAGMA ignore_check_constraints = ON`)
	must(`CREATE TABLE kept AS SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'`)
	must(lenient)
	_, err := db.Exec(edit)
	must(strict)
	return err == nil
}

// usesOf returns the errors of whatever can be done with a bank.
func usesOf(path string) (all []error) {
	note := func(err error) {
		if err != nil && !errors.Is(err, seedbank.ErrNoMatch) {
			all = append(all, err)
		}
	}
	bank, err := change.Open(seedtest.Background, path)
	if err != nil {
		return []error{err}
	}
	defer bank.Close()
	_, err = repair.Verify(seedtest.Background, bank, repair.VerifyOptions{Problem: note})
	note(err)
	for _, filter := range []seedbank.Filter{{}, {Rungs: true}, {Uses: []rating.Technique{0}}, {Symmetry: transform.Rotate180, Rungs: true}} {
		selection, err := bank.Select(seedtest.Background, filter)
		if err != nil {
			note(err)
			continue
		}
		_, err = selection.Seeds(seedtest.Background)
		note(err)
		for i := range selection.Len() {
			_, err := selection.At(seedtest.Background, i)
			note(err)
		}
	}
	for _, err := range bank.Batches(seedtest.Background, seedbank.Filter{}) {
		note(err)
	}
	into := filepath.Join(filepath.Dir(path), "other.db")
	empty, err := seedtest.EmptyBank() // which takes longer to make than to copy
	if err == nil {
		err = os.WriteFile(into, empty, 0o666)
	}
	note(err)
	if other, err := change.Open(seedtest.Background, into); err != nil {
		note(err)
	} else {
		_, err = other.Merge(seedtest.Background, path, change.MergeOptions{Ratings: change.Trusted})
		note(errors.Join(err, other.Close()))
	}
	run, err := bank.StartRun(seedtest.Background, &seedbank.Run{})
	note(err)
	_, err = bank.SeedsByLevel(seedtest.Background)
	note(err)
	_, err = bank.Techniques(seedtest.Background)
	note(err)
	_, err = bank.Insert(seedtest.Background, run, seedtest.SomeSeeds()[:10])
	note(err)
	return all
}
