package tables

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/internal/bounds"
)

// Connect returns the data base in a file, which is opened when it is first asked.
func Connect(path string, options url.Values) *sql.DB {
	return sql.OpenDB(boundedConnector{UriOf(path, options)})
}

// UriOf returns the name by which SQLite opens a file.
func UriOf(path string, options url.Values) string {
	// Of the characters of a path only these mean something else in a URI.
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + options.Encode()
}

var ErrTooLong = fmt.Errorf("a row of it is longer than %s, and none of a bank is: %w", bounds.Text(bounds.Row, bounds.Bytes), ErrDamaged)

// boundedConnector opens connections that refuse long rows.
type boundedConnector struct{ uri string }

func (c boundedConnector) Driver() driver.Driver { return &sqlite.Driver{} }

func (c boundedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.uri)
	if err != nil {
		return nil, err
	}
	if err := bound(ctx, conn); err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// bound bounds the rows of a connection. The driver does so only for a connection that a
// pool has lent: so a pool of this one connection lends it and is closed, and the
// connection, which is never given back, stays open.
func bound(ctx context.Context, conn driver.Conn) error {
	pool := sql.OpenDB(lender{conn})
	defer pool.Close()
	lent, err := pool.Conn(ctx)
	if err != nil {
		return err
	}
	_, err = sqlite.Limit(lent, sqlite3.SQLITE_LIMIT_LENGTH, bounds.Row)
	return err
}

type lender struct{ conn driver.Conn }

func (l lender) Connect(context.Context) (driver.Conn, error) { return l.conn, nil }

func (l lender) Driver() driver.Driver { return &sqlite.Driver{} }
