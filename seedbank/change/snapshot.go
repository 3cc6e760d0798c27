package change

import (
	"context"
	"errors"
	"net/url"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// kept is the condition for the bookmarks that a snapshot keeps: the progress of runs and
// walks. It leaves out all others, because a hub stores secrets and names of workers in
// them.
const kept = `name LIKE 'planned %' OR name LIKE 'walk %'`

// Snapshot copies the state of the bank path at one moment to the new file to,
// without gaps, so that [seedbank.OpenFS] can read it in place. Other programs may
// write to the bank in the meantime. If the file to exists, the error wraps
// [ErrExists].
func Snapshot(ctx context.Context, to, path string) error {
	return create(to, func(temporary string) error { return snapshot(ctx, temporary, path) })
}

func snapshot(ctx context.Context, to, path string) error {
	bank, err := tables.Open(ctx, path) // its error says what is wrong with the file
	if err != nil {
		return err
	}
	// What reads the bank would not write the copy either.
	_, err = bank.DB.ExecContext(ctx, `PRAGMA query_only = OFF; VACUUM INTO ?`, to)
	if err = errors.Join(err, bank.Close()); err == nil {
		err = dropBookmarks(ctx, to)
	}
	tables.Explain(&err, "copying bank %s", path)
	return err
}

// dropBookmarks deletes the bookmarks that a snapshot does not keep, and overwrites their
// bytes in the file.
func dropBookmarks(ctx context.Context, path string) error {
	db := tables.Connect(path, url.Values{"mode": {"rw"}, "_pragma": {"secure_delete(1)"}})
	some, err := tables.One[bool](ctx, db, `SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'bookmarks')`)
	if err == nil && some {
		some, err = tables.One[bool](ctx, db, `SELECT EXISTS (SELECT 1 FROM bookmarks WHERE NOT (`+kept+`))`)
	}
	if err == nil && some {
		_, err = db.ExecContext(ctx, `DELETE FROM bookmarks WHERE NOT (`+kept+`)`)
	}
	return errors.Join(err, db.Close())
}
