package change_test

import (
	"database/sql"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/change"
)

func TestSchemaOfTheMigrations(t *testing.T) {
	objects, err := tables.NewSchema(seedtest.Background)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := tables.HashOf(objects), migrations.Schemas[migrations.Version]; got != want {
		t.Errorf("the migrations make a schema with the hash %s, want %s", got, want)
	}
}

// A file without the tables of a bank is refused, whether it is to be
// read, written or united with another: none of its names is safe to read.
func TestOtherSchemasAreRefused(t *testing.T) {
	sound, into := fileOf(t, seedtest.SomeSeeds()[:5]), seedtest.MakeBank(t)
	for edit, want := range map[string]string{
		`DROP INDEX seeds_by_solution`:                                     "index seeds_by_solution is missing or changed",
		`CREATE INDEX by_run ON seeds (run)`:                               "index by_run does not belong there",
		`CREATE VIEW more AS SELECT 1`:                                     "view more does not belong there",
		`CREATE TABLE more (a)`:                                            "table more does not belong there",
		`ALTER TABLE runs ADD COLUMN host TEXT`:                            "table runs is missing or changed",
		`ALTER TABLE walked RENAME TO walks`:                               "table walked is missing or changed",
		`CREATE TRIGGER t AFTER INSERT ON seeds BEGIN SELECT 1; END`:       "trigger t does not belong there",
		`DROP TABLE walked`:                                                "table walked is missing or changed",
		`DROP TABLE strata; CREATE VIEW strata AS ` + endless:              "is missing or changed",
		`DROP TABLE techniques; CREATE VIEW techniques AS ` + endless:      "is missing or changed",
		`DROP TABLE rung_pages; CREATE VIEW rung_pages AS ` + endless:      "table rung_pages is missing or changed",
		`DROP TABLE seeds; CREATE TABLE seeds (id INTEGER PRIMARY KEY)`:    "is missing or changed",
		`DROP TABLE runs; CREATE TABLE runs AS SELECT 1 AS id, 2 AS other`: "table runs is missing or changed",
	} {
		bank := openCopy(t, sound)
		if _, err := bank.Rows().DB.Exec(`PRAGMA foreign_keys = OFF; ` + edit); err != nil {
			t.Fatalf("%s: %v", edit, err)
		}
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		_, read := seedbank.Open(seedtest.Background, bank.Path())
		_, write := change.Open(seedtest.Background, bank.Path())
		_, merge := into.Merge(seedtest.Background, bank.Path(), change.MergeOptions{Ratings: change.Trusted})
		for _, err := range []error{read, write, merge} {
			if !errors.Is(err, seedbank.ErrDamaged) || !strings.Contains(err.Error(), bank.Path()) || !strings.Contains(err.Error(), want) {
				t.Errorf("after %q: %v, want %q", edit, err, want)
			}
		}
	}
}

// endless is a query whose rows have no end.
const endless = `WITH RECURSIVE n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n`

// What SQLite notes for itself is not damage.
func TestAnalyzedBankIsOpened(t *testing.T) {
	bank := seedtest.BankOf(t, seedtest.SomeSeeds()[:5])
	if _, err := bank.Rows().DB.Exec(`ANALYZE`); err != nil {
		t.Fatal(err)
	}
	again, err := seedbank.Open(seedtest.Background, bank.Path())
	if err != nil {
		t.Fatal(err)
	}
	again.Close()
}

// The names under which a bank may have more than its tables are not hiding places.
func TestNothingHidesBehindKeptNames(t *testing.T) {
	sound, into := fileOf(t, seedtest.SomeSeeds()[:5]), seedtest.MakeBank(t)
	for _, edit := range []string{
		`CREATE TRIGGER goose_db_version AFTER INSERT ON seeds BEGIN DELETE FROM seeds; END`,
		`CREATE TRIGGER goose_db_version BEFORE INSERT ON runs BEGIN INSERT INTO bookmarks ` + endless + `; END`,
		`DROP TABLE goose_db_version; CREATE VIEW goose_db_version AS ` + endless + `; PRAGMA user_version = 2`,
		`DROP TABLE goose_db_version; CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY, version_id)`,
		`CREATE TRIGGER sqlite AFTER INSERT ON seeds BEGIN DELETE FROM seeds; END;
			PRAGMA writable_schema = ON; UPDATE sqlite_schema SET name = 'sqlite_stat1' WHERE name = 'sqlite'`,
	} {
		bank := openCopy(t, sound)
		if err := bank.Close(); err != nil {
			t.Fatal(err)
		}
		editUnbounded(t, bank.Path(), edit)
		_, read := seedbank.Open(seedtest.Background, bank.Path())
		_, write := change.Open(seedtest.Background, bank.Path())
		_, merge := into.Merge(seedtest.Background, bank.Path(), change.MergeOptions{Ratings: change.Trusted})
		for _, err := range []error{read, write, merge} {
			if !errors.Is(err, seedbank.ErrDamaged) {
				t.Errorf("after %q: %v", edit, err)
			}
		}
	}
}

// editUnbounded edits a bank as somebody else would, without the bounds of this program.
func editUnbounded(t *testing.T, path, edit string) {
	t.Helper()
	db, err := sql.Open("sqlite", tables.UriOf(path, url.Values{}))
	if err == nil {
		_, err = db.Exec(edit)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatalf("%s: %v", edit, err)
	}
}
