package tables

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/internal/bounds"
)

// Connect returns the database in a file. The first query opens the file.
func Connect(path string, options url.Values) *sql.DB {
	return sql.OpenDB(boundedConnector{uri: UriOf(path, options)})
}

// UriOf returns the URI by which SQLite opens a file.
func UriOf(path string, options url.Values) string {
	// Only these characters of a path have another meaning in a URI.
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	if strings.HasPrefix(escaped, "//") {
		escaped = "//" + escaped // or its first folder would be a host
	}
	return "file:" + escaped + "?" + options.Encode()
}

var ErrTooLong = fmt.Errorf("it has a row longer than %s, which no bank has: %w", bounds.Text(bounds.Row, bounds.Bytes), ErrDamaged)

// errReplaced says that another file is in the place of a bank that is open.
var errReplaced = errors.New("its file is gone, or another one is in its place")

// boundedConnector opens connections that refuse long rows. With a file, all are to this file:
// a database opens further connections at any time, and another file may have the path by then.
type boundedConnector struct {
	uri, path string
	file      os.FileInfo // or nil
}

func (c boundedConnector) Driver() driver.Driver { return &sqlite.Driver{} }

func (c boundedConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Driver().Open(c.uri)
	if err != nil {
		return nil, err
	}
	err = bound(ctx, conn)
	if err == nil && c.file != nil {
		if now, statErr := os.Stat(c.path); statErr != nil || !os.SameFile(now, c.file) {
			err = errReplaced
		}
	}
	if err != nil {
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
