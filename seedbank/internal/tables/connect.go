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

// Connect returns the database in a file. The first query opens the file.
func Connect(path string, options url.Values) *sql.DB {
	return connectTo(UriOf(path, options))
}

func connectTo(uri string) *sql.DB { return sql.OpenDB(boundedConnector{uri}) }

// UriOf returns the URI by which SQLite opens a file.
func UriOf(path string, options url.Values) string {
	// Only these characters of a path have another meaning in a URI.
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + options.Encode()
}

var ErrTooLong = fmt.Errorf("it has a row longer than %s, which no bank has: %w", bounds.Text(bounds.Row, bounds.Bytes), ErrDamaged)

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

// bound sets the limit of rows for a connection. The driver only does so for a
// connection from a pool. So bound makes a pool of this one connection, takes it out and
// closes the pool. The connection is never returned and stays open.
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
