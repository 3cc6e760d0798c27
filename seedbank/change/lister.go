package change

import (
	"context"
	"database/sql"
	"fmt"
	"strings"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/rating"
	"github.com/seedoku/seedoku/seedbank"
)

// lister adds seeds and rungs to the strata of a table, in a transaction. If the table has
// pages, it lists them there. It keeps each stratum that it changes in memory, with its
// last page.
type lister struct {
	ctx        context.Context
	tx         *sql.Tx
	table      *tables.StrataTable
	techniques *techniqueNumbers
	digests    bool       // whether strata have digests
	values     *valueBook // nil: values are not noted
	strata     map[tables.PickKey]*listedStratum
	find       *sql.Stmt // finds or makes a stratum
	writePage  *sql.Stmt
	count      *sql.Stmt // updates the count of a stratum
}

// listedStratum is a stratum that is being filled: its last page is in memory.
type listedStratum struct {
	id     int64
	number uint64 // number of picks now
	stored uint64 // number of picks in the bank
	digest uint64
	last   seedbank.SeedID // of the last pick on the page
	page   []byte
}

// newLister returns a lister for a bank of the given format. Digests are only
// written in formats that have them.
func newLister(ctx context.Context, tx *sql.Tx, table *tables.StrataTable, techniques *techniqueNumbers, format int) (*lister, error) {
	l := &lister{ctx: ctx, tx: tx, table: table, techniques: techniques, strata: map[tables.PickKey]*listedStratum{}}
	digest, set := "0", ""
	if format >= tables.DigestFormat {
		digest, set, l.digests = "digest", ", digest = ?3", true
	}
	columns := strings.Count(table.Key, ",") + 1
	statements := []preparation{
		{&l.find, fmt.Sprintf(`
			INSERT INTO %[1]s (level, %[2]s, %[3]s) VALUES (?%[4]s, 0)
			ON CONFLICT (%[2]s) DO UPDATE SET %[3]s = %[3]s
			RETURNING id, %[3]s, %[5]s`, table.Name, table.Key, table.Number, strings.Repeat(", ?", columns), digest)},
		{&l.count, fmt.Sprintf(`UPDATE %s SET %s = ?1%s WHERE id = ?2`, table.Name, table.Number, set)},
	}
	if table.Pages != "" {
		query := fmt.Sprintf(`INSERT OR REPLACE INTO %s (stratum, page, %s) VALUES (?, ?, ?)`, table.Pages, table.Number)
		statements = append(statements, preparation{&l.writePage, query})
	}
	return l, prepareAll(ctx, tx, statements)
}

// add adds a pick to the stratum with a key.
func (l *lister) add(key tables.PickKey, p tables.RungPlace, identity uint64, of tables.PickValues) error {
	st, err := l.stratum(key)
	if err != nil {
		return err
	}
	if st.number%tables.PageRungs == 0 {
		if err := l.flush(st); err != nil {
			return err
		}
		st.page, st.last = st.page[:0], 0
	}
	st.page = tables.AppendPlace(st.page, st.last, p)
	st.last = p.Seed
	if l.values != nil {
		if err := l.values.note(l.table, st.id, st.number, of); err != nil {
			return err
		}
	}
	st.take(identity)
	return nil
}

// take assigns the next slot to a seed or rung.
func (st *listedStratum) take(identity uint64) {
	st.digest += tables.InSlot(identity, st.number)
	st.number++
}

// stratum returns the stratum with a key and its last page. It makes the stratum
// if there is none.
func (l *lister) stratum(key tables.PickKey) (*listedStratum, error) {
	if st := l.strata[key]; st != nil {
		return st, nil
	}
	if err := l.techniques.know(key.Hardest); err != nil {
		return nil, err
	}
	st := &listedStratum{}
	arguments := append([]any{rating.LevelOf(key.ER)}, key.Values(l.table, l.techniques.number(key.Hardest))...)
	var digest int64
	err := l.find.QueryRowContext(l.ctx, arguments...).Scan(&st.id, &st.number, &digest)
	st.stored, st.digest = st.number, uint64(digest)
	err = tables.Scanned(l.table.Name, st.id, err)
	if err == nil && l.table.Pages != "" && st.number%tables.PageRungs != 0 {
		err = l.loadLastPage(st)
	}
	if err != nil {
		return nil, err
	}
	l.strata[key] = st
	return st, nil
}

func (l *lister) loadLastPage(st *listedStratum) (err error) {
	if st.page, err = tables.ReadPage(l.ctx, l.tx, tables.PickPage{Table: l.table, Stratum: st.id, Page: st.number / tables.PageRungs}); err != nil {
		return err
	}
	places, err := tables.UnpackPlaces(st.page)
	if len(places) > 0 {
		st.last = places[len(places)-1].Seed
	}
	return err
}

// flush writes the last page of a stratum, if it is in memory.
func (l *lister) flush(st *listedStratum) error {
	if len(st.page) == 0 {
		return nil
	}
	_, err := l.writePage.ExecContext(l.ctx, st.id, (st.number-1)/tables.PageRungs, st.page)
	return err
}

// finish writes the changed strata and pages.
func (l *lister) finish() error {
	for _, st := range l.strata {
		if err := l.flush(st); err != nil {
			return err
		}
		counts := []any{st.number, st.id}
		if l.digests {
			counts = append(counts, int64(st.digest))
		}
		if _, err := l.count.ExecContext(l.ctx, counts...); err != nil {
			return err
		}
	}
	return nil
}
