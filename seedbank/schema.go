package seedbank

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/seedoku/seedoku/migrations"
)

// What a name in a bank stands for decides how long it takes to read it: without
// an index a look-up goes through all seeds, and a view in place of a table may
// have no end. So the schema is compared with the one that the migrations make
// when a bank is opened.

// object is a table, an index, a view or a trigger of a bank.
type object struct {
	name string
	sql  string // NULL, which reads as empty, for the index of a constraint
}

// kept reports whether an object is a record of migrations, or of SQLite itself,
// that no look-up touches.
func (o object) kept() bool {
	return o.name == "goose_db_version" || o.name == "sqlite_sequence" || strings.HasPrefix(o.name, "sqlite_stat")
}

// String returns the object as an error names it.
func (o object) String() string {
	words := strings.Fields(o.sql)
	if len(words) < 2 {
		return "index " + o.name
	}
	return strings.ToLower(words[1]) + " " + o.name // behind CREATE
}

// readObjects returns the objects of a bank that matter, by name.
func readObjects(ctx context.Context, db querier) (objects []object, err error) {
	rows, err := db.QueryContext(ctx, `SELECT name, sql FROM sqlite_schema`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var o object
		var text sql.NullString
		if err := rows.Scan(&o.name, &text); err != nil {
			return nil, err
		}
		if o.sql = text.String; !o.kept() {
			objects = append(objects, o)
		}
	}
	slices.SortFunc(objects, func(a, b object) int { return strings.Compare(a.name, b.name) })
	return objects, rows.Err()
}

// hashOf returns what stands for a schema.
func hashOf(objects []object) string {
	sum := sha256.New()
	for _, o := range objects {
		fmt.Fprintf(sum, "%s\n%s\n", o.name, o.sql)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// mustHaveSchema returns an error unless the bank has the schema of a format
// version.
func (b *Bank) mustHaveSchema(ctx context.Context, version int) error {
	objects, err := readObjects(ctx, b.db)
	if err != nil {
		return err
	}
	if version < 0 || hashOf(objects) != migrations.Schemas[version] {
		return fmt.Errorf("it does not have the tables of a bank%w: %w", schemaProblem(ctx, objects, version), ErrDamaged)
	}
	return nil
}

// schemaProblem names the first object in which a schema differs from what it
// should be. The schema of an older version cannot be made again.
func schemaProblem(ctx context.Context, got []object, version int) error {
	if version != migrations.Version {
		return errors.New("")
	}
	want, err := newSchema(ctx)
	if err != nil {
		return fmt.Errorf(": %w", err)
	}
	for _, o := range slices.Concat(want, got) {
		switch {
		case !slices.Contains(got, o):
			return fmt.Errorf(": %v is missing or changed", o)
		case !slices.Contains(want, o):
			return fmt.Errorf(": %v does not belong there", o)
		}
	}
	return errors.New("")
}

// newSchema returns the objects of a new bank.
func newSchema(ctx context.Context) ([]object, error) {
	db, err := connect(":memory:", url.Values{})
	if err != nil {
		return nil, err
	}
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has a memory of its own
	if err := newBank(db, ":memory:").migrate(ctx); err != nil {
		return nil, err
	}
	return readObjects(ctx, db)
}
