package tables

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
)

// Row is a row of the result of a query.
type Row struct {
	*sql.Rows
	table string
}

// Scan reads the columns. An error names the table, and the row if the first column is its
// number.
func (r Row) Scan(to ...any) error {
	err := r.Rows.Scan(to...)
	if err == nil {
		return nil
	}
	var id int64
	switch first := to[0].(type) {
	case *int64:
		id = *first
	case *SeedID:
		id = int64(*first)
	case *RunID:
		id = int64(*first)
	}
	return Scanned(r.table, id, err)
}

// ErrEnough ends [Each], which returns no error then.
var ErrEnough = errors.New("there are enough")

// Each calls yield for every row of a query on a table, until yield returns an error.
func Each(ctx context.Context, db Querier, table, query string, arguments []any, yield func(Row) error) error {
	rows, err := db.QueryContext(ctx, query, arguments...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		switch err := yield(Row{rows, table}); {
		case err == ErrEnough:
			return nil
		case err != nil:
			return err
		}
	}
	return rows.Err()
}

// ListOf returns numbers as a list for the function json_each of SQLite, whose integers have a
// sign.
func ListOf[T ~int64 | ~uint64](numbers []T) string {
	list := []byte("[")
	for i, number := range numbers {
		if i > 0 {
			list = append(list, ',')
		}
		list = strconv.AppendInt(list, int64(number), 10)
	}
	return string(append(list, ']'))
}

// All returns the results of read for every row of a query on a table.
func All[T any](ctx context.Context, db Querier, table, query string, arguments []any, read func(Row) (T, error)) (list []T, err error) {
	err = Each(ctx, db, table, query, arguments, func(row Row) error {
		one, err := read(row)
		list = append(list, one)
		return err
	})
	return list, err
}

// Column returns the only column of a query on a table.
func Column[T any](ctx context.Context, db Querier, table, query string, arguments ...any) ([]T, error) {
	return All(ctx, db, table, query, arguments, func(row Row) (value T, err error) {
		err = row.Scan(&value)
		return value, err
	})
}

// One returns the value of a query for one.
func One[T any](ctx context.Context, db Querier, query string, arguments ...any) (value T, err error) {
	err = db.QueryRowContext(ctx, query, arguments...).Scan(&value)
	return value, err
}

// Pairs returns the two columns of a query on a table: keys and their values.
func Pairs[K comparable, V any](ctx context.Context, db Querier, table, query string, arguments ...any) (map[K]V, error) {
	pairs := map[K]V{}
	err := Each(ctx, db, table, query, arguments, func(row Row) error {
		var key K
		var value V
		err := row.Scan(&key, &value)
		pairs[key] = value
		return err
	})
	return pairs, err
}
