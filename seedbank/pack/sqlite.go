package pack

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"strings"

	_ "modernc.org/sqlite" // the driver
)

// sqliteSchema is what a file of SQLite holds. Ratings are tenths, so that ER 6.6
// is 66; grids are 81 characters row by row, with . for an empty cell. The
// application id, "Sdku", tells programs such as file what it is, and the user
// version counts the versions of the schema.
const sqliteSchema = `
	PRAGMA application_id = 0x53646b75;
	PRAGMA user_version = 1;
	CREATE TABLE puzzles (
		number   INTEGER PRIMARY KEY, -- place in the pack, from 1
		id       TEXT NOT NULL,       -- puzzle ID, or empty
		puzzle   TEXT NOT NULL,
		solution TEXT NOT NULL,
		clues    INTEGER NOT NULL,    -- their number
		level    INTEGER NOT NULL,    -- 1 to 9
		er       INTEGER NOT NULL,    -- ratings in tenths: of the hardest step,
		ep       INTEGER NOT NULL,    -- of the hardest up to the first placement,
		ed       INTEGER NOT NULL,    -- and of the first step
		hardest  TEXT NOT NULL        -- technique of the hardest step
	);`

// sqliteIndexes are made when all puzzles are in.
const sqliteIndexes = `
	CREATE INDEX puzzles_by_level ON puzzles (level, er);
	CREATE INDEX puzzles_by_hardest ON puzzles (hardest);
	CREATE INDEX puzzles_by_id ON puzzles (id);`

// sqliteWriter fills a data base that SQLite keeps in a temporary file without a
// name, and writes its pages at the end: nothing of a pack is in memory.
type sqliteWriter struct {
	w      io.Writer
	db     *sql.DB
	fill   *sql.Tx
	insert *sql.Stmt
	number int
}

func newSQLite(w io.Writer, _ Settings) (Writer, error) { return &sqliteWriter{w: w}, nil }

// open begins the data base. A writer of which nobody wants anything has none.
func (s *sqliteWriter) open() (err error) {
	if s.db, err = sql.Open("sqlite", ""); err != nil {
		return err
	}
	s.db.SetMaxOpenConns(1) // each connection has a data base of its own
	if _, err = s.db.Exec(sqliteSchema); err != nil {
		return err
	}
	if s.fill, err = s.db.Begin(); err != nil {
		return err
	}
	s.insert, err = s.fill.Prepare("INSERT INTO puzzles VALUES (?" + strings.Repeat(", ?", 9) + ")")
	return err
}

func (s *sqliteWriter) Write(e *Entry) error {
	if s.db == nil {
		if err := s.open(); err != nil {
			return fmt.Errorf("beginning a data base: %w", err)
		}
	}
	s.number++
	_, err := s.insert.Exec(s.number, e.ID, e.Puzzle.Clues().String(), e.Puzzle.Solution().String(), e.Puzzle.NumClues(),
		int(e.Rating.Level()), int(e.Rating.ER), int(e.Rating.EP), int(e.Rating.ED), e.Rating.Hardest.String())
	return err
}

// Close writes the data base.
func (s *sqliteWriter) Close() error {
	if s.db == nil {
		if err := s.open(); err != nil {
			return fmt.Errorf("beginning a data base: %w", err)
		}
	}
	defer s.db.Close()
	if _, err := s.fill.Exec(sqliteIndexes); err != nil {
		return err
	}
	if err := s.fill.Commit(); err != nil {
		return err
	}
	return s.writePages()
}

// writePages writes the pages one after the other, which is what the file of a data
// base is.
func (s *sqliteWriter) writePages() error {
	pages, err := s.db.QueryContext(context.Background(), "SELECT data FROM sqlite_dbpage ORDER BY pgno")
	if err != nil {
		return err
	}
	defer pages.Close()
	var page sql.RawBytes
	for pages.Next() {
		if err := pages.Scan(&page); err != nil {
			return err
		}
		if _, err := s.w.Write(page); err != nil {
			return err
		}
	}
	return pages.Err()
}

func isSQLite(line string) bool { return strings.HasPrefix(line, "SQLite format 3\x00") }
