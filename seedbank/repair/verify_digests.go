package repair

import (
	"context"
	"fmt"

	"github.com/seedoku/seedoku/seedbank/internal/tables"
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
		query := fmt.Sprintf(`SELECT id, %s, digest FROM %s`, table.Number, table.Name)
		if err := checkTableDigests(ctx, f, table, query, found, problem); err != nil {
			return err
		}
	}
	return nil
}

func checkTableDigests(ctx context.Context, f *tables.File, table *tables.StrataTable, query string, found tables.Orders, problem func(error)) error {
	return tables.Each(ctx, f.DB, table.Name, query, nil, func(row tables.Row) error {
		var id, number, digest int64
		if err := row.Scan(&id, &number, &digest); err != nil {
			return err
		}
		if uint64(digest) != found[tables.StratumName{Table: table, ID: id}].Digest {
			problem(tables.DamagedRow(table.Name, id, "its digest does not match its order"))
		}
		return nil
	})
}
