package given

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/seedoku/seedoku/seedbank/seed"
)

// Summary is a volume without its puzzles.
type Summary struct {
	Name    string
	Made    time.Time
	Puzzles int
}

// Volumes returns the volumes in the order in which they came.
func (c *Collection) Volumes(ctx context.Context) ([]Summary, error) {
	const query = `SELECT name, made, (SELECT count(*) FROM puzzles WHERE volume = volumes.id) FROM volumes ORDER BY id`
	return listOf(ctx, c, query, nil, func(rows *sql.Rows, s *Summary) error {
		var made string
		err := rows.Scan(&s.Name, &made, &s.Puzzles)
		s.Made, _ = time.Parse(time.RFC3339, made) // a time that cannot be read is unknown
		return err
	})
}

// Grids returns the grids of all puzzles, none twice, but for those of one volume, which may
// be "". The result is not nil.
func (c *Collection) Grids(ctx context.Context, without string) ([]seed.Key, error) {
	const query = `SELECT DISTINCT grid FROM puzzles
		WHERE volume NOT IN (SELECT id FROM volumes WHERE name = ?) ORDER BY grid`
	return listOf(ctx, c, query, []any{without}, func(rows *sql.Rows, grid *seed.Key) error {
		var signed int64
		err := rows.Scan(&signed)
		*grid = seed.Key(signed)
		return err
	})
}

// Place is where a puzzle of a collection is.
type Place struct {
	Volume, File string
	Number       int // in the file, or in the pack of a calendar; from 1
	ID           string
	Page         int // of the file; 0 if it has no pages
}

// On returns the places of the puzzles on a grid, in the order in which they came.
func (c *Collection) On(ctx context.Context, grid seed.Key) ([]Place, error) {
	const query = `SELECT name, file, number, puzzle, page FROM puzzles JOIN volumes ON volumes.id = volume
		WHERE grid = ? ORDER BY volume, file, number`
	return listOf(ctx, c, query, []any{int64(grid)}, func(rows *sql.Rows, p *Place) error {
		return rows.Scan(&p.Volume, &p.File, &p.Number, &p.ID, &p.Page)
	})
}

// Has reports whether there is a volume of some name.
func (c *Collection) Has(ctx context.Context, name string) (bool, error) {
	_, err := c.volume(ctx, name)
	if errors.Is(err, ErrNoVolume) {
		return false, nil
	}
	return err == nil, err
}

// Holds reports whether there is a volume of some name with the puzzle of an ID.
func (c *Collection) Holds(ctx context.Context, volume, id string) (holds bool, err error) {
	const query = `SELECT EXISTS (SELECT 1 FROM puzzles JOIN volumes ON volumes.id = volume WHERE name = ? AND puzzle = ?)`
	err = c.to.QueryRowContext(ctx, query, volume, id).Scan(&holds)
	return holds, c.fail("reading", err)
}

// IDs returns the IDs of the puzzles of a volume.
func (c *Collection) IDs(ctx context.Context, volume string) ([]string, error) {
	const query = `SELECT puzzle FROM puzzles JOIN volumes ON volumes.id = volume WHERE name = ? ORDER BY file, number`
	return listOf(ctx, c, query, []any{volume}, func(rows *sql.Rows, id *string) error { return rows.Scan(id) })
}

// volume returns the number of a volume.
func (c *Collection) volume(ctx context.Context, name string) (id int64, err error) {
	err = c.to.QueryRowContext(ctx, `SELECT id FROM volumes WHERE name = ?`, name).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%q: %w", name, ErrNoVolume)
	}
	return id, c.fail("reading", err)
}

// Add adds a volume. The error is [ErrIsThere] if there is one of this name.
func (c *Collection) Add(ctx context.Context, v *Volume) error {
	switch is, err := c.Has(ctx, v.Name); {
	case err != nil:
		return err
	case is:
		return c.fail("adding to", fmt.Errorf("%q: %w", v.Name, ErrIsThere))
	}
	return c.fail("adding to", c.add(ctx, v))
}

func (c *Collection) add(ctx context.Context, v *Volume) error {
	added, err := c.to.ExecContext(ctx, `INSERT INTO volumes (name, made) VALUES (?, ?)`, v.Name, v.Made.UTC().Format(time.RFC3339))
	if err != nil {
		return err
	}
	volume, err := added.LastInsertId()
	if err != nil {
		return err
	}
	insert, err := c.to.PrepareContext(ctx, `INSERT INTO puzzles VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for i := range v.Puzzles {
		p := &v.Puzzles[i]
		if _, err := insert.ExecContext(ctx, volume, p.File, p.Number, p.ID.String(), int64(p.Grid), p.Page); err != nil {
			return err
		}
	}
	return nil
}

// Rename gives a volume another name. The error wraps [ErrNoVolume] if there is none of this name.
func (c *Collection) Rename(ctx context.Context, name, to string) error {
	volume, err := c.volume(ctx, name)
	if err != nil {
		return err
	}
	_, err = c.to.ExecContext(ctx, `UPDATE volumes SET name = ? WHERE id = ?`, to, volume)
	return c.fail("renaming a volume of", err)
}

// TakeBack removes a volume, so that its puzzles may be given away again, and returns the number
// of its puzzles. The error wraps [ErrNoVolume] if there is none of this name.
func (c *Collection) TakeBack(ctx context.Context, name string) (puzzles int, err error) {
	volume, err := c.volume(ctx, name)
	if err != nil {
		return 0, err
	}
	removed, err := c.to.ExecContext(ctx, `DELETE FROM puzzles WHERE volume = ?`, volume)
	if err == nil {
		_, err = c.to.ExecContext(ctx, `DELETE FROM volumes WHERE id = ?`, volume)
	}
	if err != nil {
		return 0, c.fail("taking a volume back from", err)
	}
	n, err := removed.RowsAffected()
	return int(n), err
}

// listOf returns what scan reads from the rows of a query. The result is not nil.
func listOf[T any](ctx context.Context, c *Collection, query string, arguments []any, scan func(*sql.Rows, *T) error) ([]T, error) {
	list := []T{}
	rows, err := c.to.QueryContext(ctx, query, arguments...)
	if err != nil {
		return list, c.fail("reading", err)
	}
	defer rows.Close()
	for err == nil && rows.Next() {
		var one T
		err = scan(rows, &one)
		list = append(list, one)
	}
	return list, c.fail("reading", cmp.Or(err, rows.Err()))
}
