package tables

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/seedoku/seedoku/rating/minutes"
)

// Pace is what a bank stores of the estimate of a pick. The zero Pace is not known yet.
type Pace struct{ Minutes, Bottlenecks uint8 }

// PaceOf returns what is stored of an estimate.
func PaceOf(e *minutes.Estimate) Pace { return Pace{uint8(e.Minutes()), uint8(e.Narrow)} }

// bytesOfPace is the length of a Pace on a page.
const bytesOfPace = 2

// PagePaces is the number of slots on a page of estimates. SQLite stores a row of up to a
// thousand bytes beside others, and gives a longer one a page of its own.
const PagePaces = 256

// PaceName identifies a page of estimates.
type PaceName struct {
	Table   *StrataTable
	Stratum int64
	Page    uint64
	Fit     int
}

// Picks returns the page of picks with the slots of a page of estimates, and these slots
// there.
func (n *PaceName) Picks(slots []int) (page PickPage, there []int) {
	first := n.Page * PagePaces
	there = make([]int, len(slots))
	for i, slot := range slots {
		there[i] = int(first%PageRungs) + slot
	}
	return PickPage{n.Table, n.Stratum, first / PageRungs}, there
}

// PacePage is a page of estimates, packed: two bytes for each slot.
type PacePage []byte

// Pace returns the estimate of a slot of the page.
func (p PacePage) Pace(slot int) (pace Pace) {
	if at := bytesOfPace * slot; at+1 < len(p) {
		pace = Pace{p[at], p[at+1]}
	}
	return pace
}

// With returns p with the estimate of a slot of the page. It may change p.
func (p PacePage) With(slot int, pace Pace) PacePage {
	for len(p) < bytesOfPace*(slot+1) {
		p = append(p, 0)
	}
	p[bytesOfPace*slot], p[bytesOfPace*slot+1] = pace.Minutes, pace.Bottlenecks
	return p
}

// Lacking returns the slots of the page below n whose estimates are not known.
func (p PacePage) Lacking(n int) (slots []int) {
	for slot := range n {
		if p.Pace(slot) == (Pace{}) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Known returns the slots of the page whose estimates are known.
func (p PacePage) Known() (slots []int) {
	for slot := range len(p) / bytesOfPace {
		if p.Pace(slot) != (Pace{}) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// Sound reports whether p can be a page of picks, of which a stratum has so many from its
// first slot on. An unknown estimate is 0, and none is the last.
func (p PacePage) Sound(picks uint64) bool {
	n := len(p) / bytesOfPace
	if len(p)%bytesOfPace != 0 || n == 0 || uint64(n) > min(picks, PagePaces) || p[len(p)-bytesOfPace] == 0 {
		return false
	}
	for slot := range n {
		if pace := p.Pace(slot); pace.Minutes > minutes.Most || pace.Minutes == 0 && pace.Bottlenecks > 0 {
			return false
		}
	}
	return true
}

var errPacePage = errors.New("a page of minutes cannot be read")

// Fit returns the version of the fit whose estimates are read, 0 if the bank has none.
func (f *File) Fit(ctx context.Context) (fit int, err error) {
	if f.Format >= MinutesFormat {
		err = f.DB.QueryRowContext(ctx, `SELECT coalesce(min(fit), 0) FROM minutes`).Scan(&fit)
	}
	return fit, err
}

// EachPacePage calls yield for the pages of estimates of the strata of a table for which a
// condition holds, such as AND er > 30, in the order of the strata and their slots.
func (f *File) EachPacePage(ctx context.Context, table *StrataTable, fit int, condition string, arguments []any, yield func(PaceName, PacePage) error) error {
	if f.Format < MinutesFormat {
		return nil
	}
	query := fmt.Sprintf(`SELECT stratum, page, estimates FROM minutes
		WHERE list = ? AND fit = ? AND stratum IN (SELECT id FROM %s WHERE true%s) ORDER BY stratum, page`, table.Name, condition)
	return Each(ctx, f.DB, "minutes", query, append([]any{table.Name, fit}, arguments...), func(row Row) error {
		name := PaceName{Table: table, Fit: fit}
		var number int64
		var page []byte
		if err := row.Scan(&name.Stratum, &number, &page); err != nil {
			return err
		}
		if number < 0 || len(page)%bytesOfPace != 0 || len(page) > bytesOfPace*PagePaces {
			return DamagedRow("minutes", name.Stratum, "page %d: %w", number, errPacePage)
		}
		name.Page = uint64(number)
		return yield(name, page)
	})
}

// ReadPace returns a page of estimates, which is empty if there is none.
func ReadPace(ctx context.Context, db Querier, name PaceName) (page PacePage, err error) {
	err = db.QueryRowContext(ctx, `SELECT estimates FROM minutes WHERE list = ? AND stratum = ? AND fit = ? AND page = ?`,
		name.Table.Name, name.Stratum, name.Fit, int64(name.Page)).Scan((*[]byte)(&page))
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return page, Scanned("minutes", name.Stratum, err)
}

// WritePace writes pages of estimates.
func WritePace(ctx context.Context, tx *sql.Tx, pages map[PaceName]PacePage) error {
	write, err := tx.PrepareContext(ctx, `INSERT OR REPLACE INTO minutes (list, stratum, fit, page, estimates) VALUES (?, ?, ?, ?, ?)`)
	if err != nil {
		return err
	}
	defer write.Close()
	for name, page := range pages {
		if _, err := write.ExecContext(ctx, name.Table.Name, name.Stratum, name.Fit, int64(name.Page), []byte(page)); err != nil {
			return err
		}
	}
	return nil
}
