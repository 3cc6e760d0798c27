package change

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"github.com/seedoku/seedoku/internal/atomicfile"
	"github.com/seedoku/seedoku/seedbank/internal/tables"
)

// kept says which bookmarks a snapshot keeps: how far runs and walks have come. All others
// stay at home, since they may be secrets of a hub and the names of its workers.
const kept = `name LIKE 'planned %' OR name LIKE 'walk %'`

// Snapshot makes a bank of what another bank holds at one moment, without gaps, as a
// file that can be read in place from a file system. Others may write to that bank
// meanwhile. There must be no file of the new name.
func Snapshot(ctx context.Context, to, path string) error {
	err := mustNotExist(to)
	if err == nil {
		err = atomicfile.Create(to, func(temporary string) error { return snapshot(ctx, temporary, path) })
	}
	return making(to, err)
}

func snapshot(ctx context.Context, to, path string) error {
	bank, err := tables.Open(ctx, path) // which says what is wrong with it
	if err != nil {
		return err
	}
	if err := bank.Close(); err != nil {
		return err
	}
	options := url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(30000)"}}
	if tables.NotWritten(path) {
		options.Set("mode", "rw") // SQLite puts files beside a bank even to read it
	}
	db := tables.Connect(path, options)
	_, err = db.ExecContext(ctx, `VACUUM INTO ?`, to)
	if err = errors.Join(err, db.Close()); err == nil {
		err = dropBookmarks(ctx, to)
	}
	if err != nil {
		return fmt.Errorf("copying bank %s: %w", path, tables.Plain(err))
	}
	return nil
}

// dropBookmarks takes away the bookmarks of a bank that a snapshot does not keep, and leaves
// no trace of them in its file.
func dropBookmarks(ctx context.Context, path string) error {
	db := tables.Connect(path, url.Values{"mode": {"rw"}, "_pragma": {"secure_delete(1)"}})
	var some bool
	err := db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'bookmarks')`).Scan(&some)
	if err == nil && some {
		err = db.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM bookmarks WHERE NOT (`+kept+`))`).Scan(&some)
	}
	if err == nil && some {
		_, err = db.ExecContext(ctx, `DELETE FROM bookmarks WHERE NOT (`+kept+`)`)
	}
	return errors.Join(err, db.Close())
}
