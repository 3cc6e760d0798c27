package change_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"

	"github.com/seedoku/seedoku/internal/bank/seedtest"
	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank/change"
)

// beside is a connector to a bank that calls do before the first statement with a text.
type beside struct {
	path, text string
	do         func()
}

func (b *beside) Driver() driver.Driver { return &sqlite.Driver{} }

func (b *beside) Connect(context.Context) (driver.Conn, error) {
	conn, err := b.Driver().Open(tables.UriOf(b.path, url.Values{}))
	return &besideConn{conn, b}, err
}

// besideConn is a connection of a beside.
type besideConn struct {
	driver.Conn
	of *beside
}

func (c *besideConn) meet(query string) {
	if do := c.of.do; do != nil && strings.Contains(query, c.of.text) {
		c.of.do = nil
		do()
	}
}

func (c *besideConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.meet(query)
	return c.Conn.(driver.QueryerContext).QueryContext(ctx, query, args)
}

func (c *besideConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.meet(query)
	return c.Conn.(driver.ExecerContext).ExecContext(ctx, query, args)
}

// upgradeTo brings a bank to a format version, as a process of its own.
func upgradeTo(t *testing.T, path string, version int64) {
	t.Helper()
	db, err := sql.Open("sqlite", tables.UriOf(path, url.Values{}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	provider, err := goose.NewProvider(goose.DialectSQLite3, db, migrations.FS, goose.WithLogger(goose.NopLogger()))
	if err == nil {
		_, err = provider.UpTo(seedtest.Background, version)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// openBeside opens an empty bank of an older format. It is brought to another one before the
// first statement with a text.
func openBeside(t *testing.T, from, to int64, text string) *tables.File {
	path := filepath.Join(t.TempDir(), "bank.db")
	upgradeTo(t, path, from)
	db := sql.OpenDB(&beside{path: path, text: text, do: func() { upgradeTo(t, path, to) }})
	db.SetMaxOpenConns(1)
	file := tables.NewFile(db, path)
	t.Cleanup(func() { file.Close() })
	return file
}

// A bank that another process brings up to date while it is opened is not damaged.
func TestOpenWhileOthersUpgrade(t *testing.T) {
	file := openBeside(t, migrations.Version-2, migrations.Version, "sqlite_schema")
	if version, err := file.CheckedVersion(seedtest.Background, migrations.Readable); err != nil || version != migrations.Version {
		t.Errorf("version %d, %v", version, err)
	}
}

// A process goes on to bring a bank up to date when another one is ahead of it by one format.
func TestUpgradeWhileOthersUpgrade(t *testing.T) {
	file := openBeside(t, migrations.Version-2, migrations.Version-1, "user_version = ")
	if err := change.Upgrade(seedtest.Background, file); err != nil {
		t.Fatal(err)
	}
	if version, err := file.CheckedVersion(seedtest.Background, 0); err != nil || version != migrations.Version {
		t.Errorf("version %d, %v", version, err)
	}
}
