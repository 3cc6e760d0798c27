package tables

import (
	"context"
	"errors"
	"net/url"
	"strings"
)

// Freeze returns the bank as it is now, to read while other processes go on to write to it, or f if
// that would keep them from writing. Then isFrozen is false. The caller closes the result if it is
// another file than f.
func (f *File) Freeze(ctx context.Context) (_ *File, isFrozen bool, err error) {
	if strings.Contains(f.URI, "immutable=1") {
		return f, true, nil
	}
	var mode string
	if err := f.DB.QueryRowContext(ctx, `PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		return f, false, err // without a log, a reader holds up the next writer
	}
	uri := f.URI
	if uri == "" {
		uri = UriOf(f.Path, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(30000)", "query_only(ON)"}})
	}
	frozen := newFile(uri, f.Path, f.file)
	frozen.Format = f.Format
	frozen.DB.SetMaxOpenConns(1) // the one with the transaction
	for _, statement := range []string{`BEGIN`, `SELECT count(*) FROM sqlite_schema`} {
		if _, err := frozen.DB.ExecContext(ctx, statement); err != nil {
			return nil, false, errors.Join(err, frozen.DB.Close())
		}
	}
	return frozen, true, nil
}
