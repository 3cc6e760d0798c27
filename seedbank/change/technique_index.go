package change

import (
	"context"
	"database/sql"
	"errors"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// techniqueIndex changes the index of techniques in a transaction. It keeps the pages that it
// changes in memory, and writes them once, at the end.
type techniqueIndex struct {
	ctx   context.Context
	tx    *sql.Tx
	pages tables.TechniquePages
}

// load reads a page that will be changed, if the bank has it.
func (x *techniqueIndex) load(name tables.PageName) error {
	if x.pages[name] != nil {
		return nil
	}
	var p tables.TechniquePage
	err := x.tx.QueryRowContext(x.ctx, `SELECT seeds, uses, slots FROM technique_slots WHERE technique = ? AND stratum = ? AND page = ?`,
		name.Technique, name.Stratum, name.Page).Scan(&p.Seeds, &p.Uses, &p.Slots)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	x.pages[name] = &p
	return tables.Scanned("technique_slots", name.Stratum, err)
}

// finish writes the changed pages, and deletes those without slots.
func (x *techniqueIndex) finish() error {
	write, err := x.tx.PrepareContext(x.ctx, `INSERT OR REPLACE INTO technique_slots (technique, stratum, page, seeds, uses, slots) VALUES (?, ?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	for name, p := range x.pages {
		if p.Seeds > 0 {
			_, err = write.ExecContext(x.ctx, name.Technique, name.Stratum, name.Page, p.Seeds, p.Uses, []byte(p.Slots))
		} else {
			_, err = x.tx.ExecContext(x.ctx, `DELETE FROM technique_slots WHERE technique = ? AND stratum = ? AND page = ?`, name.Technique, name.Stratum, name.Page)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
