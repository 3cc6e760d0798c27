package seedbank

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/seedoku/seedoku/internal/bounds"
)

var errTooLong = fmt.Errorf("a row of it is longer than %s, and none of a bank is: %w", bounds.Text(bounds.Row, bounds.Bytes), ErrDamaged)

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
func (l lender) Driver() driver.Driver                        { return &sqlite.Driver{} }

// mustBeRegular returns an error if one of the files that SQLite opens for a bank is a
// pipe or a device: to open or to read it could take for ever.
func mustBeRegular(path string) error {
	for _, suffix := range []string{"-wal", "-journal", "-shm"} {
		if info, err := os.Stat(path + suffix); err == nil && !info.Mode().IsRegular() {
			return fmt.Errorf("%w: %s is no file", ErrNotBank, path+suffix)
		} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
