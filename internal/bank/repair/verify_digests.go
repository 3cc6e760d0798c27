package repair

import (
	"context"

	"github.com/seedoku/seedoku/internal/bank/tables"
)

// checkDigests compares the digests of strata with the rows.
func checkDigests(ctx context.Context, f *tables.File, problem func(error)) error {
	if !f.HasDigests() {
		return nil
	}
	found, err := tables.ReadOrders(ctx, f.DB, tables.StrataTables)
	if err != nil {
		problem(err)
		return nil // the rows are damaged, so digests cannot be computed
	}
	for _, table := range tables.StrataTables {
		err := tables.Each(ctx, f.DB, table.Name, `SELECT id, digest FROM `+table.Name, nil, func(row tables.Row) error {
			var id, digest int64
			err := row.Scan(&id, &digest)
			if err == nil && uint64(digest) != found[tables.StratumName{Table: table, ID: id}].Digest {
				problem(tables.DamagedRow(table.Name, id, "its digest does not match its order"))
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
