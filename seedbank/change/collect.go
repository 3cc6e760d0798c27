package change

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/migrations"
	"github.com/seedoku/seedoku/seedbank"
	"github.com/seedoku/seedoku/seedbank/seed"
)

// Collection is a list of found seeds, with records to store in the same
// transaction.
type Collection struct {
	Seeds []seed.Seed
	Made  int // number of puzzles examined to find the seeds, for the record of the run

	// Sources has the source of each seed. If it is empty, the run has found all of them.
	Sources []Source

	// Units are units of contributors that are done.
	Units []DoneUnit

	// Visited has the keys of visited seeds, by the name of the visits, such as the objective of
	// a walk. Keys of seeds that the bank lacks are ignored.
	Visited map[string][]seed.Key

	// Bookmarks has the new values of bookmarks, by name; see [Bookmark]. They fit 63 bits.
	Bookmarks map[string]uint64

	// MinutesFor is the longest time for estimating the minutes of the seeds and finding their
	// labels. Seeds that are left then get theirs from [Writer.FillMinutes] and
	// [Writer.FillLabels]. 0 means no limit.
	MinutesFor time.Duration
	Workers    int // goroutines that do that; 0 means one for each core

	// Values has the values of the seeds that whoever rated them has found. If it is empty,
	// there are none.
	Values []tables.PickValues

	derived []derived // of the seeds
}

// Source is where a seed comes from.
type Source struct {
	Run seedbank.RunID // that found the seed; 0: the run of the collection

	// Claimed says that nobody who fills this bank has confirmed the ratings. The seed is
	// stored among the claimed seeds then.
	Claimed bool
}

// DoneUnit is a unit of work that a contributor has done, or an orphan. A unit that several
// have done counts for each of them: it is done again when one of them is taken back.
type DoneUnit struct {
	Name uint64         // first 64 bits of the SHA-256 of the text
	Run  seedbank.RunID // 0: nobody's results of it count, see [Orphans]
	Text []byte
}

// Collect stores a collection in one transaction: the seeds as [Writer.Insert] does, the
// counts of the run, the units, the visits and the bookmarks. [Writer.StartRun] returns the
// run; a collection without seeds of it needs none. Collect returns, for each seed, whether it was
// new and can be drawn. If it fails, it changes nothing.
func (w *Writer) Collect(ctx context.Context, run seedbank.RunID, c *Collection) (isNew []bool, err error) {
	defer w.file.Explain(&err, "storing a collection of seeds in")
	c, err = w.withClaimed(ctx, c)
	var claims []foreign
	if err == nil {
		claims, err = w.claimsOf(ctx, c)
	}
	if err == nil {
		c, err = w.withDerived(ctx, c)
	}
	if err == nil {
		err = w.write(ctx, func(tx *sql.Tx) error {
			isNew, err = collect(ctx, tx, run, c, claims)
			return err
		})
	}
	return isNew, err
}

func collect(ctx context.Context, tx *sql.Tx, run seedbank.RunID, c *Collection, claims []foreign) (isNew []bool, err error) {
	stored := map[seedbank.RunID]int{}
	if len(c.Seeds) > 0 {
		if isNew, stored, err = insertAll(ctx, tx, run, c, claims); err != nil {
			return nil, err
		}
	}
	stored[run] += 0 // it counts what was made
	for of, n := range stored {
		made := n
		if of == run {
			made = c.Made
		}
		if _, err := tx.ExecContext(ctx, `UPDATE runs SET made = made + ?, stored = stored + ? WHERE id = ?`, made, n, of); err != nil {
			return nil, err
		}
	}
	for _, u := range c.Units {
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO units (name, run, unit) VALUES (?, ?, ?)`, u.row(), sql.NullInt64{Int64: int64(u.Run), Valid: u.Run != 0}, string(u.Text)); err != nil {
			return nil, err
		}
	}
	if err := noteVisits(ctx, tx, c.Visited); err != nil {
		return nil, err
	}
	return isNew, noteBookmarks(ctx, tx, c.Bookmarks)
}

// row returns the number of the row of a unit. It differs from run to run, so that several runs
// may have done the same unit.
func (u *DoneUnit) row() int64 {
	const odd = 0x9e3779b97f4a7c15 // different runs have different multiples of an odd number
	return int64(u.Name ^ uint64(u.Run)*odd)
}

// runOf returns the run that found seed i.
func (c *Collection) runOf(i int, run seedbank.RunID) seedbank.RunID {
	if len(c.Sources) == 0 {
		return run
	}
	return cmp.Or(c.Sources[i].Run, run)
}

// isClaimed reports whether seed i is only claimed.
func (c *Collection) isClaimed(i int) bool { return len(c.Sources) > 0 && c.Sources[i].Claimed }

// withClaimed returns a collection in which seeds of contributors that others have claimed before are
// claimed too. Otherwise they would leave the bank with who came second.
func (w *Writer) withClaimed(ctx context.Context, c *Collection) (*Collection, error) {
	isGiven := func(s Source) bool { return s.Run != 0 && !s.Claimed }
	if !slices.ContainsFunc(c.Sources, isGiven) {
		return c, nil
	}
	claimed, err := ClaimedOf(ctx, w.Bank, c.Seeds)
	if err != nil || len(claimed) == 0 {
		return c, err
	}
	of := *c
	of.Sources = slices.Clone(c.Sources)
	for i := range of.Sources {
		if isGiven(of.Sources[i]) && claimed[c.Seeds[i].Key()] {
			of.Sources[i].Claimed = true
		}
	}
	return &of, nil
}

// claimsOf returns the claimed seeds of a collection. Those that the bank lacks are fresh, and have
// the rungs that it lacks.
func (w *Writer) claimsOf(ctx context.Context, c *Collection) (claims []foreign, err error) {
	for i := range c.Seeds {
		if !c.isClaimed(i) {
			continue
		}
		s := foreign{Seed: c.Seeds[i], key: c.Seeds[i].Key(), credits: tables.Credits{Of: tables.By(c.Sources[i].Run)}}
		if s.fresh, err = w.leaveNew(ctx, &s); err != nil {
			return nil, err
		}
		s.at = i
		claims = append(claims, s)
	}
	return claims, nil
}

func noteVisits(ctx context.Context, tx *sql.Tx, visited map[string][]seed.Key) error {
	for name, keys := range visited {
		for _, key := range keys {
			_, err := tx.ExecContext(ctx, `
				INSERT INTO walked (objective, seed) SELECT ?, id FROM seeds WHERE key = ?
				ON CONFLICT DO NOTHING`, name, int64(key))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func noteBookmarks(ctx context.Context, tx *sql.Tx, places map[string]uint64) error {
	for name, place := range places {
		if place > math.MaxInt64 {
			return fmt.Errorf("bookmark %q: %d does not fit 63 bits", name, place)
		}
		_, err := tx.ExecContext(ctx, `
			INSERT INTO bookmarks (name, place) VALUES (?, ?)
			ON CONFLICT (name) DO UPDATE SET place = excluded.place`, name, int64(place))
		if err != nil {
			return err
		}
	}
	return nil
}

// Bookmark returns the last value stored under a name, or 0 if there is none.
func Bookmark(ctx context.Context, bank *seedbank.Bank, name string) (place uint64, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading bookmark %q of", name)
	if file.Format < tables.BookmarkFormat {
		return 0, nil
	}
	var stored int64
	err = file.DB.QueryRowContext(ctx, `SELECT coalesce((SELECT place FROM bookmarks WHERE name = ?), 0)`, name).Scan(&stored)
	return uint64(stored), err
}

// Bookmarks returns the last values stored under the names that begin with a prefix, by the
// rest of the name.
func Bookmarks(ctx context.Context, bank *seedbank.Bank, prefix string) (places map[string]uint64, err error) {
	file := bank.Rows()
	defer file.Explain(&err, "reading bookmarks %q of", prefix)
	places = map[string]uint64{}
	if file.Format < tables.BookmarkFormat {
		return places, nil
	}
	err = tables.Each(ctx, file.DB, "bookmarks", `SELECT substr(name, length(?1) + 1), place FROM bookmarks WHERE substr(name, 1, length(?1)) = ?1`, []any{prefix}, func(row tables.Row) error {
		var name string
		var place int64
		err := row.Scan(&name, &place)
		places[name] = uint64(place)
		return err
	})
	return places, err
}

// Note notes bookmarks in a bank that is open to read, if its bookmarks with the names of was
// still have these values. It reports whether it did. A bank of an older format or of
// [seedbank.OpenFS] stays as it is.
func Note(ctx context.Context, bank *seedbank.Bank, bookmarks, was map[string]uint64) (noted bool, err error) {
	if bank.Rows().Format != migrations.Version || bank.Rows().IsFixed() {
		return false, nil
	}
	w, err := openMade(ctx, bank.Path())
	if tables.Explain(&err, "opening bank %s", bank.Path()); err != nil {
		return false, err
	}
	err = w.write(ctx, func(tx *sql.Tx) error {
		for name, place := range was {
			if same, err := isAt(ctx, tx, name, place); err != nil || !same {
				return err
			}
		}
		noted = true
		return noteBookmarks(ctx, tx, bookmarks)
	})
	w.file.Explain(&err, "noting bookmarks in")
	return noted && err == nil, errors.Join(err, w.Close())
}

// isAt reports whether a bookmark is at a place, which is 0 if there is no such bookmark.
func isAt(ctx context.Context, tx *sql.Tx, name string, place uint64) (bool, error) {
	return tables.One[bool](ctx, tx, `SELECT coalesce((SELECT place FROM main.bookmarks WHERE name = ?), 0) = ?`, name, int64(place))
}

// ClearBookmarks forgets the bookmarks whose names begin with prefix and whose places
// are below a number.
func (w *Writer) ClearBookmarks(ctx context.Context, prefix string, below uint64) (err error) {
	defer w.file.Explain(&err, "clearing bookmarks %q of", prefix)
	return w.execute(ctx, `
		DELETE FROM bookmarks WHERE name BETWEEN ?1 AND ?1 || char(1114111) AND substr(name, 1, length(?1)) = ?1 AND place < ?2`, prefix, int64(below))
}
