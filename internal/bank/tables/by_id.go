package tables

import (
	"context"
	"iter"
	"maps"
)

// ByID holds a value for each seed of a bank, zero unless it is set. The IDs of a bank are close
// together, unless most seeds were taken out: then a value takes no more than its own memory. A
// map has the values of other IDs, which a damaged bank may name.
type ByID[V any] struct {
	first SeedID
	near  []V
	other map[SeedID]V
}

// widest is the most IDs for each seed of a bank that still count as close together.
const widest = 4

// NewByID returns the values of the seeds of a bank, all zero.
func NewByID[V any](ctx context.Context, db Querier) (*ByID[V], error) {
	var first, last SeedID
	var seeds uint64
	row := db.QueryRowContext(ctx, `SELECT coalesce(min(id), 0), coalesce(max(id), 0), count(*) FROM seeds`)
	if err := row.Scan(&first, &last, &seeds); err != nil {
		return nil, err
	}
	b := &ByID[V]{first: first, other: map[SeedID]V{}}
	if span := uint64(last-first) + 1; span/widest < seeds {
		b.near = make([]V, span)
	}
	return b, nil
}

// Set sets the value of a seed.
func (b *ByID[V]) Set(id SeedID, v V) {
	if i := uint64(id - b.first); i < uint64(len(b.near)) {
		b.near[i] = v
	} else {
		b.other[id] = v
	}
}

// Of returns the value of a seed.
func (b *ByID[V]) Of(id SeedID) V {
	if i := uint64(id - b.first); i < uint64(len(b.near)) {
		return b.near[i]
	}
	return b.other[id]
}

// Values yields all values that were set, and zeros between them, in no order.
func (b *ByID[V]) Values() iter.Seq[V] {
	return func(yield func(V) bool) {
		for _, v := range b.near {
			if !yield(v) {
				return
			}
		}
		maps.Values(b.other)(yield)
	}
}
