package change

import (
	"context"
	"database/sql"
)

// preparation is a statement to prepare, and the variable for it.
type preparation struct {
	to  **sql.Stmt
	sql string
}

func prepareAll(ctx context.Context, tx *sql.Tx, list []preparation) (err error) {
	for _, p := range list {
		if *p.to, err = tx.PrepareContext(ctx, p.sql); err != nil {
			return err
		}
	}
	return nil
}
