package change

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
	"github.com/seedoku/seedoku/seedbank/seed"
	"github.com/seedoku/seedoku/sudoku"
)

// carrier reads the values that another bank stores of its picks, if they are of the versions
// of this program. A bank finds values by slots, not by seeds. So the carrier reads all slots,
// and keeps the values of some seeds whose numbers follow each other.
type carrier struct {
	file  *tables.File
	first tables.SeedID // of the seeds whose values are kept; 0: none
	kept  map[tables.RungPlace]tables.PickValues
	taken uint64 // withdrawals from the bank when the values were read
}

// carriedAtOnce is the number of seeds whose values a carrier keeps.
const carriedAtOnce = 1 << 17

// begin is called before seeds are read from the bank with db. Seeds that are taken back give
// their slots and numbers to others.
func (c *carrier) begin(ctx context.Context, db tables.Querier) error {
	taken, err := c.withdrawals(ctx, db, "other")
	if taken != c.taken {
		c.first, c.taken = 0, taken
	}
	return err
}

// end is called when seeds were read. It drops their values if others were taken back meanwhile.
func (c *carrier) end(ctx context.Context, seeds []foreign) error {
	taken, err := c.withdrawals(ctx, c.file.DB, "main")
	for i := range seeds {
		if taken != c.taken {
			seeds[i].values = nil
		}
	}
	return err
}

// withdrawals returns how many transactions have taken seeds back from the bank.
func (c *carrier) withdrawals(ctx context.Context, db tables.Querier, schema string) (taken uint64, err error) {
	if c.file.Format >= tables.ContributedFormat {
		err = db.QueryRowContext(ctx, `SELECT coalesce((SELECT place FROM `+schema+`.bookmarks WHERE name = ?), 0)`, WithdrawalsMark).Scan(&taken)
	}
	return taken, err
}

// of returns the values of a seed and of its rungs, by the clues added.
func (c *carrier) of(ctx context.Context, id tables.SeedID, s *seed.Seed) (map[sudoku.Cells]tables.PickValues, error) {
	if c.first == 0 || id < c.first || id-c.first >= carriedAtOnce {
		c.first, c.kept = id, map[tables.RungPlace]tables.PickValues{}
		if err := c.read(ctx); err != nil {
			return nil, err
		}
	}
	values := map[sudoku.Cells]tables.PickValues{{}: c.kept[tables.RungPlace{Seed: id}]}
	for i := range s.Rungs {
		values[s.Rungs[i].Added] = c.kept[tables.RungPlace{Seed: id, Place: i + 1}]
	}
	return values, nil
}

// derived returns the carried values of a seed and of the rungs that it has now. None is
// carried with a false rating.
func (s *foreign) derived() derived {
	if s.values == nil || s.corrected {
		return nil
	}
	return byPlaces(s.values, &s.Seed)
}

// byPlaces returns what [carrier.of] returns by the places of the rungs.
func byPlaces(values map[sudoku.Cells]tables.PickValues, s *seed.Seed) derived {
	all := derived{values[sudoku.Cells{}]}
	for i := range s.Rungs {
		all = append(all, values[s.Rungs[i].Added])
	}
	return all
}

func (c *carrier) read(ctx context.Context) error {
	for _, kind := range tables.DerivedKinds {
		if !kind.StoredIn(c.file) {
			continue
		}
		for _, table := range kind.Tables {
			strata, err := tables.ReadStrata(ctx, c.file, table, `WHERE number > 0`, nil, nil)
			for i := 0; err == nil && i < len(strata); i++ {
				err = c.readStratum(ctx, kind, table, &strata[i])
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// readStratum keeps the values of one kind in a stratum.
func (c *carrier) readStratum(ctx context.Context, kind *tables.Derived, table *tables.StrataTable, st *tables.Stratum) error {
	pages := map[uint64]tables.Values{}
	err := kind.EachPage(ctx, c.file, table, kind.Version, ` AND id = ?`, []any{st.ID}, func(name tables.ValuesName, page tables.Values) error {
		first := name.Page * kind.PerPage
		if first >= st.Number || !kind.Sound(page, st.Number-first) {
			return tables.DamagedRow(kind.Name, st.ID, "page %d of %s cannot be right", name.Page, table.Name)
		}
		pages[name.Page] = page
		return nil
	})
	if err != nil || len(pages) == 0 {
		return err
	}
	return tables.EachPlace(ctx, c.file.DB, table, st.ID, func(slot uint64, of tables.RungPlace) {
		v := pages[slot/kind.PerPage].At(int(slot % kind.PerPage))
		if v == 0 || of.Seed < c.first || of.Seed-c.first >= carriedAtOnce {
			return
		}
		all := c.kept[of]
		*all.Of(kind) = v
		c.kept[of] = all
	})
}
