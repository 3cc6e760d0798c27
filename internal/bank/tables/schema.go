package tables

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

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/migrations"
)

// Version returns the format version of the bank. It refuses banks that are too
// new.
func (f *File) Version(ctx context.Context) (version int, err error) {
	err = f.DB.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&version)
	if err == nil && version > migrations.Version {
		err = fmt.Errorf("%w: it has format %d, this program knows up to %d", ErrNewerBank, version, migrations.Version)
	}
	return version, err
}

// CheckedVersion returns the format version of the bank. It refuses a version below least, and
// a bank without the schema of its version. Another process may bring the bank up to date
// between reading the version and the schema, so both are read once more before it refuses.
func (f *File) CheckedVersion(ctx context.Context, least int) (version int, err error) {
	for before := -1; ; before = version {
		if version, err = f.Version(ctx); err == nil && version < least {
			err = ErrOlderBank
		}
		if err != nil {
			return version, err
		}
		if err = f.MustHaveSchema(ctx, version); !errors.Is(err, ErrDamaged) || version == before {
			return version, err
		}
	}
}

// mustHaveMark returns an error if a database does not have the mark of a bank. A
// damaged bank passes.
func mustHaveMark(ctx context.Context, db *sql.DB) error {
	var id uint32
	err := db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id)
	var coded *sqlite.Error
	switch isCoded := errors.As(err, &coded); {
	case err == nil && id != migrations.ApplicationID || isCoded && coded.Code() == sqlite3.SQLITE_NOTADB:
		return ErrNotBank
	case isCoded && coded.Code()&0xff == sqlite3.SQLITE_CORRUPT:
		return nil
	}
	return err
}

// A forged schema can make reading slow: without an index a look-up scans all
// seeds, and a view in place of a table may be endless. So opening a bank
// compares its schema with the schema that the migrations make.

// object is a table, an index, a view or a trigger of a bank.
type object struct {
	kind, name string
	sql        string // NULL, which reads as empty, for the index of a constraint
}

// kept are the tables that a bank may have besides those of its format: the record
// of migrations, as goose makes it, and the tables of SQLite itself.
var kept = []object{
	{"table", "goose_db_version", "CREATE TABLE goose_db_version ( id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, " +
		"is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')) )"},
	{"table", "sqlite_sequence", "CREATE TABLE sqlite_sequence(name,seq)"},
	{"table", "sqlite_stat1", "CREATE TABLE sqlite_stat1(tbl,idx,stat)"},
	{"table", "sqlite_stat4", "CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)"},
}

// kept reports whether an object equals one of kept, apart from white space.
func (o object) kept() bool {
	o.sql = strings.Join(strings.Fields(o.sql), " ")
	return slices.Contains(kept, o)
}

// sound reports whether the kind of an object fits its SQL text. A bank has only
// tables and indexes.
func (o object) sound() bool {
	if o.sql == "" {
		return o.kind == "index"
	}
	return (o.kind == "table" || o.kind == "index") && strings.HasPrefix(o.sql, "CREATE "+strings.ToUpper(o.kind)+" ")
}

// String returns the kind and the name of the object, for errors.
func (o object) String() string { return fmt.Sprintf("%s %.100s", o.kind, o.name) }

// readObjects returns the objects of a bank ordered by name, without those in
// kept.
func readObjects(ctx context.Context, db Querier) (objects []object, err error) {
	err = Each(ctx, db, "sqlite_schema", `SELECT type, name, sql FROM sqlite_schema`, nil, func(row Row) error {
		var o object
		var text sql.NullString
		if err := row.Scan(&o.kind, &o.name, &text); err != nil {
			return err
		}
		if o.sql = text.String; !o.kept() {
			objects = append(objects, o)
		}
		return nil
	})
	slices.SortFunc(objects, func(a, b object) int { return strings.Compare(a.name, b.name) })
	return objects, err
}

// HashOf returns a hash of a schema.
func HashOf(objects []object) string {
	sum := sha256.New()
	for _, o := range objects {
		fmt.Fprintf(sum, "%s\n%s\n", o.name, o.sql)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// MustHaveSchema returns an error unless the bank has the schema of a format
// version.
func (f *File) MustHaveSchema(ctx context.Context, version int) error {
	objects, err := readObjects(ctx, f.DB)
	if err != nil {
		return err
	}
	if version == 0 && len(objects) == 0 {
		return nil // a new bank without tables
	}
	strange := slices.ContainsFunc(objects, func(o object) bool { return !o.sound() })
	if strange || version <= 0 || HashOf(objects) != migrations.Schemas[version] {
		return fmt.Errorf("it does not have the tables of a bank%w: %w", schemaProblem(ctx, objects, version), ErrDamaged)
	}
	return nil
}

// schemaProblem names the first object that is missing, changed or superfluous in
// a schema. For an older version it names none, because that schema cannot be
// made any more.
func schemaProblem(ctx context.Context, got []object, version int) error {
	if version != migrations.Version {
		return errors.New("")
	}
	want, err := NewSchema(ctx)
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

// NewSchema returns the objects of a new bank.
func NewSchema(ctx context.Context) ([]object, error) {
	db := Connect(":memory:", url.Values{})
	defer db.Close()
	db.SetMaxOpenConns(1) // each connection has its own database in memory
	files, err := migrations.FS.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, file := range files { // ordered by number
		text, err := migrations.FS.ReadFile(file.Name())
		if err == nil {
			_, err = db.ExecContext(ctx, string(text))
		}
		if err != nil {
			return nil, err
		}
	}
	return readObjects(ctx, db)
}
