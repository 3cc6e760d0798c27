package tables

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"os"
)

// ErrOtherLog says that the log beside a bank is not its log, but that of a file that had its name
// before. SQLite would take it for the log of the bank, and change pages as it says.
var ErrOtherLog = errors.New("it is the log of another file that had this name: move it away")

// mustBeItsLog returns an error if the first page or the size of a bank shows that the log beside
// it is that of another file. A snapshot always shows it, because it has no log.
func mustBeItsLog(ctx context.Context, path string) error {
	log := Beside(path, "-wal")
	if info, err := os.Stat(log); err != nil || info.Size() == 0 {
		return nil
	}
	both := Connect(path, url.Values{"mode": {"ro"}, "_pragma": {"busy_timeout(30000)", "query_only(ON)"}})
	defer both.Close()
	both.SetMaxOpenConns(1)
	// While somebody reads, the file keeps its log, and nothing newer than what is read comes into it.
	_, failed := both.ExecContext(ctx, `BEGIN`)
	logged, err := firstPage(ctx, both)
	failed = errors.Join(failed, err)
	alone := Connect(path, url.Values{"mode": {"ro"}, "immutable": {"1"}})
	defer alone.Close()
	file, err := firstPage(ctx, alone)
	info, gone := os.Stat(path)
	other := fmt.Errorf("%s beside it: %w", log, ErrOtherLog)
	switch {
	case err != nil, gone != nil:
		return nil // reading the bank tells what is wrong
	case !file.logs() && !NotWritten(path):
		return other
	case failed != nil || !file.logs():
		return nil
	case int32(logged.changes()-file.changes()) < 0:
		return other
	}
	// The pages after the end of the file are in its log, and empty if they are not.
	size := logged.size()
	end := info.Size() / size
	for page := end + 1; page <= min(logged.pages(), end+100); page++ {
		var empty bool
		err := both.QueryRowContext(ctx, `SELECT data = zeroblob(?) FROM sqlite_dbpage WHERE pgno = ?`, size, page).Scan(&empty)
		if err == nil && empty && page != pendingByte/size+1 {
			return other
		}
	}
	return nil
}

// pendingByte is on a page that SQLite never uses.
const pendingByte = 1 << 30

// header is the first page of a file of SQLite; see "The Database Header" in its documentation.
type header []byte

func firstPage(ctx context.Context, db *sql.DB) (h header, err error) {
	err = db.QueryRowContext(ctx, `SELECT data FROM sqlite_dbpage WHERE pgno = 1`).Scan((*[]byte)(&h))
	if err == nil && len(h) < 100 {
		err = ErrDamaged
	}
	return h, err
}

// logs reports whether what is written goes to a log first.
func (h header) logs() bool { return h[18] == 2 }

func (h header) changes() uint32 { return binary.BigEndian.Uint32(h[24:]) }

func (h header) pages() int64 { return int64(binary.BigEndian.Uint32(h[28:])) }

// size returns the size of a page.
func (h header) size() int64 { return int64(len(h)) }
